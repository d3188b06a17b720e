import { useLate } from '../../core/late.tsx'
import { codeOf } from '../../core/lazy.tsx'
import { useWords } from '../../core/text.ts'
import { serve } from '../serve-text.ts'

export const noteCode = codeOf(async () => (await import('./ActivityNoteDialog.tsx')).default)
const early = { text: '' }

/** A note about a customer: a way to begin one, and its dialog. */
export function useNote(onEnd?: () => void) {
  const t = useWords(serve)
  return useLate({
    code: noteCode,
    draw: (NoteDialog, profileId: number, close) => (
      <NoteDialog
        profileId={profileId}
        typed={early.text}
        onClose={() => {
          close()
          onEnd?.()
        }}
      />
    ),
    box: { label: t.note, lines: 4, early },
  })
}

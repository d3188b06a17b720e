import { useWords } from '../../../data/text.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useLazyPart } from '../../../ui/lazy-module.tsx'
import { serve } from '../serve-text.ts'

export const noteCode = lazyModule(async () => (await import('./ActivityNoteDialog.tsx')).default)
const early = { text: '' }

/** A note about a customer: a way to begin one, and its dialog. */
export function useNote(onEnd?: () => void) {
  const t = useWords(serve)
  return useLazyPart({
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

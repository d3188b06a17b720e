import { Suspense } from 'react'
import { lazyPart } from '../core/lazy-part.ts'
import { useWords } from '../core/text.ts'
import { listText } from '../profiles/list/list-text.ts'
import { useEditable } from '../profiles/use-editable.ts'
import type { ProfileRow } from '../profiles/values.ts'

const NoteDialog = lazyPart(() => import('../profiles/detail/ActivityNoteDialog.tsx'))
const CreateProfile = lazyPart(async () => ({
  default: (await import('../profiles/list/CreateProfile.tsx')).CreateProfile,
}))

/** What a command of the palette opens over the page. */
export type Follow = { kind: 'note'; profile: ProfileRow } | { kind: 'create'; typed: string }

export function PaletteFollow({ follow, onClose }: { follow: Follow; onClose: () => void }) {
  return (
    <Suspense>
      {follow.kind === 'note' ? (
        <NoteDialog profileId={follow.profile.id} onClose={onClose} />
      ) : (
        <Create typed={follow.typed} onClose={onClose} />
      )}
    </Suspense>
  )
}

function Create({ typed, onClose }: { typed: string; onClose: () => void }) {
  const t = useWords(listText)
  const { locked } = useEditable()
  return <CreateProfile typed={typed} locked={locked ? t.locked : undefined} onClose={onClose} />
}

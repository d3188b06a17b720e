import { useLayoutEffect } from 'react'
import { useNote } from '../customers/profiles/detail/use-note.tsx'
import { listText } from '../customers/profiles/list/list-text.ts'
import { useEditable } from '../customers/profiles/use-editable.ts'
import type { ListedProfile } from '../customers/profiles/values.ts'
import { useWords } from '../data/text.ts'
import { lazyModule } from '../ui/lazy.tsx'
import { useLazyPart } from '../ui/lazy-module.tsx'

const exportCode = lazyModule(async () => (await import('../background/exports/ExportAll.tsx')).ExportAll)
const linkCode = lazyModule(async () => (await import('../customers/line-link/LineLinkDialog.tsx')).LineLinkDialog)
const code = lazyModule(async () => (await import('../customers/profiles/list/CreateProfile.tsx')).CreateProfile)

/** Dialog opened by a command. */
export type Follow =
  | { kind: 'note'; profile: ListedProfile }
  | { kind: 'line-link'; profile: ListedProfile; name: string }
  | { kind: 'create'; typed: string }
  | { kind: 'export' }

export function PaletteFollow({ follow, onClose }: { follow: Follow; onClose: () => void }) {
  const t = useWords(listText)
  const { locked } = useEditable()
  const [note, noting] = useNote(onClose)
  const [create, creating] = useLazyPart({
    code,
    draw: (CreateProfile, typed: string) => (
      <CreateProfile typed={typed} locked={locked ? t.locked : undefined} onClose={onClose} />
    ),
  })
  const [link, linking] = useLazyPart({
    code: linkCode,
    draw: (LineLinkDialog, { id, name }: { id: number; name: string }) => (
      <LineLinkDialog profileId={id} name={name} onClose={onClose} />
    ),
  })
  const [exportAll, exporting] = useLazyPart({
    code: exportCode,
    draw: (ExportAll) => <ExportAll onClose={onClose} />,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useLayoutEffect(() => {
    if (follow.kind === 'note') return note(follow.profile.id)
    if (follow.kind === 'create') return create(follow.typed)
    if (follow.kind === 'export') return exportAll()
    link({ id: follow.profile.id, name: follow.name })
  }, [])
  return noting ?? creating ?? exporting ?? linking
}

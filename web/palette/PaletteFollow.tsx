import { useLayoutEffect } from 'react'
import { useLate } from '../core/late.tsx'
import { codeOf } from '../core/lazy.tsx'
import { useWords } from '../core/text.ts'
import { useNote } from '../profiles/detail/use-note.tsx'
import { listText } from '../profiles/list/list-text.ts'
import { useEditable } from '../profiles/use-editable.ts'
import type { ProfileRow } from '../profiles/values.ts'

const code = codeOf(async () => (await import('../profiles/list/CreateProfile.tsx')).CreateProfile)

/** What a command of the palette opens over the page. */
export type Follow = { kind: 'note'; profile: ProfileRow } | { kind: 'create'; typed: string }

export function PaletteFollow({ follow, onClose }: { follow: Follow; onClose: () => void }) {
  const t = useWords(listText)
  const { locked } = useEditable()
  const [note, noting] = useNote(onClose)
  const [create, creating] = useLate({
    code,
    draw: (CreateProfile, typed: string) => (
      <CreateProfile typed={typed} locked={locked ? t.locked : undefined} onClose={onClose} />
    ),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useLayoutEffect(() => (follow.kind === 'note' ? note(follow.profile.id) : create(follow.typed)), [])
  return noting ?? creating
}

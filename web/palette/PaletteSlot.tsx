import { type ReactElement, useEffect, useState } from 'react'
import { whenIdle } from '../core/idle.ts'
import { useKeys } from '../core/keys.ts'
import { useLate } from '../core/late.tsx'
import { codeOf } from '../core/lazy.tsx'
import type { PaletteSlotProps } from '../core/Shell.tsx'
import { shell } from '../core/shell-words.ts'
import { useWords } from '../core/text.ts'

const code = codeOf(async () => (await import('./Palette.tsx')).default)
const early = { text: '' }

/** The palette and the keys that open it. It is fetched when the page is quiet, or first asked for. */
export function PaletteSlot({ groups }: PaletteSlotProps) {
  const t = useWords(shell)
  /** What its commands have opened over the page, each by a key of its own. */
  const [following, setFollowing] = useState<readonly ReactElement[]>([])
  const [open, palette] = useLate({
    code,
    draw: (Palette, _, close) => <Palette groups={groups} typed={early.text} onClose={close} onFollow={setFollowing} />,
    box: { label: t.jump, early },
  })
  useEffect(() => whenIdle(() => [code.preload]), [])
  useKeys(t.everywhere, [{ on: ['/', 'Mod+K'], label: t.jump, run: () => open() }])
  return (
    <>
      {palette}
      {following}
    </>
  )
}

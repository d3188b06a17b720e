import { type ReactElement, useEffect, useState } from 'react'
import type { PaletteSlotProps } from '../app/Shell.tsx'
import { whenIdle } from '../data/idle.ts'
import { useWords } from '../data/text.ts'
import { useKeys } from '../ui/keys.ts'
import { lazyModule } from '../ui/lazy.tsx'
import { useLazyPart } from '../ui/lazy-module.tsx'
import { shell } from '../ui/shell-words.ts'

const code = lazyModule(async () => (await import('./Palette.tsx')).default)
const early = { text: '' }

/** The palette and the keys that open it. It is fetched when the page is quiet, or first asked for. */
export function PaletteSlot({ groups }: PaletteSlotProps) {
  const t = useWords(shell)
  /** Dialogs opened by commands, each with its own key. */
  const [following, setFollowing] = useState<readonly ReactElement[]>([])
  const [open, palette] = useLazyPart({
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

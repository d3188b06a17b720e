import { Suspense, useEffect, useRef } from 'react'
import { whenIdle } from '../core/idle.ts'
import { useKeys } from '../core/keys.ts'
import { lazyPart } from '../core/lazy-part.ts'
import type { PaletteSlotProps } from '../core/Shell.tsx'
import { shell } from '../core/shell-words.ts'
import { useWords } from '../core/text.ts'
import styles from './PaletteSlot.module.css'

const load = () => import('./Palette.tsx')
const Palette = lazyPart(load)

/** The palette and the keys that open it. It is fetched when the page is quiet, or first asked for. */
export function PaletteSlot({ opened, onOpen, onClose, groups }: PaletteSlotProps) {
  const t = useWords(shell)
  /** What was typed before it was there. */
  const early = useRef('')
  /** What had the focus before. */
  const before = useRef<Element>(null)
  useEffect(() => whenIdle(() => [load]), [])
  useKeys(t.everywhere, [{ on: ['/', 'Mod+K'], label: t.jump, run: onOpen }])
  useEffect(() => {
    if (opened || !before.current) return
    const { activeElement, body } = document
    if (activeElement === body && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }, [opened])
  if (!opened) return null
  return (
    <Suspense
      fallback={
        // Focused at once: a phone brings its keyboard up for a touch alone, and no letter is lost.
        <input
          ref={(box) => {
            if (!box) return
            before.current ??= document.activeElement
            box.focus()
          }}
          className={styles.early}
          aria-label={t.jump}
          autoComplete="off"
          maxLength={200}
          onInput={({ currentTarget }) => {
            early.current = currentTarget.value
          }}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      }
    >
      <Palette early={early} groups={groups} onClose={onClose} />
    </Suspense>
  )
}

import { lazy, Suspense, useEffect, useRef } from 'react'
import { whenIdle } from '../core/idle.ts'
import type { PaletteSlotProps } from '../core/Shell.tsx'

const load = () => import('./Palette.tsx')
const Palette = lazy(load)

/** By their place on the keyboard as well: a Thai layout types other letters there. */
function opens({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return code === 'KeyK' || key.toLowerCase() === 'k'
  if (shiftKey || !(code === 'Slash' || key === '/')) return false
  const types =
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
  return !types && !document.querySelector('dialog[open], [role=dialog][aria-modal=true], :popover-open')
}

/** The palette and the keys that open it, Ctrl or Cmd and K, and /. It is fetched when the page is quiet, or first asked for. */
export function PaletteSlot({ opened, onOpen, onClose, groups }: PaletteSlotProps) {
  /** What was typed before it was there. */
  const early = useRef('')
  useEffect(() => whenIdle(() => [load]), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (opens(event)) onOpen()
      else if (opened && event.key.length === 1 && !document.querySelector('dialog[open]')) early.current += event.key
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [opened, onOpen])
  if (!opened) return null
  return (
    <Suspense>
      <Palette early={early} groups={groups} onClose={onClose} />
    </Suspense>
  )
}

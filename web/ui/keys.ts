import { useLayoutEffect, useRef } from 'react'
import { preferenceStore } from '../data/preferences.ts'
import { waits } from './buffer-keys.ts'
import { keyOf } from './key-of.ts'

/** Something that a key does on the screen that is open. */
export interface Key {
  /** The keys that do it, as `keyOf` names them; the list of keys shows all. */
  on: readonly string[]
  /** Effect; omitted for keys without a line in the list. */
  label?: string | undefined
  /** False where it means nothing just now: the key is left to others then. */
  run: (event?: KeyboardEvent) => unknown
}

/** The keys of one part of the product. */
export interface KeyGroup {
  title: string
  keys: readonly Key[]
}

const groups = new Set<KeyGroup>()
/** The keys of the screen that is open, those that came last first. */
export const activeKeys = (): readonly KeyGroup[] => [...groups].reverse()

/** Elements that handle keys themselves. */
const CONTROLS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [popover], ' +
  '[role=dialog], [role=separator], [role=combobox], [role=listbox], [role=menu], [role=radiogroup], [role=slider]'
const MODAL = 'dialog[open], [role=dialog][aria-modal=true], :popover-open'
/** Elements pressed by Space and Enter. */
const PRESSED = 'a, button, summary, input, [role=button]'

function isFree(name: string, target: EventTarget | null): boolean {
  if (name.startsWith('Mod+')) return true
  // Single letters can be switched off, for those who speak to the machine or whose hands shake.
  if (name.length === 1 && preferenceStore().keys === false) return false
  if (document.querySelector(MODAL)) return false
  if (!(target instanceof Element)) return true
  if ((name === 'Space' || name === 'Enter') && target.closest(PRESSED))
    return target.closest(`[data-keys~="${name}"]`) !== null
  return !target.closest(CONTROLS)
}

/** Does what a key stands for; false where it stands for nothing. */
export function press(name: string, event?: KeyboardEvent): boolean {
  for (const { keys } of activeKeys())
    for (const { on, run } of keys) if (on.includes(name) && run(event) !== false) return true
  return false
}

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  const name = keyOf(event)
  if (isFree(name, event.target) && (waits(name, event) || press(name, event))) event.preventDefault()
}

/**
 * Keys that do something while a component is shown. Inactive while the user types or a dialog is open, except those with Ctrl or Cmd;
 * a line that takes Space or Enter although it is a link or button says so with data-keys="Space".
 */
export function useKeys(title: string, keys: readonly Key[]): void {
  const group = useRef<KeyGroup>({ title, keys })
  useLayoutEffect(() => {
    Object.assign(group.current, { title, keys })
  })
  useLayoutEffect(() => {
    const own = group.current
    if (groups.size === 0) window.addEventListener('keydown', onKey)
    groups.add(own)
    return () => {
      groups.delete(own)
      if (groups.size === 0) window.removeEventListener('keydown', onKey)
    }
  }, [])
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Characters by key position for layouts without Latin letters, without and with Shift. */
const places: Readonly<Record<string, readonly [string, string]>> = { Slash: ['/', '?'] }

/**
 * A key's name: `J`, `/`, `?`, `Mod+K` (Ctrl or Cmd), `Space`, or as the browser calls it (`ArrowDown`, `Escape`). A letter that is
 * not Latin is named by its place on the keyboard, for a Thai layout types other letters there. Empty with Alt, which types.
 */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  if (altKey) return ''
  const latin = /^[!-~]$/.test(key)
  const typed = latin ? key : (places[code]?.[shiftKey ? 1 : 0] ?? (key.length === 1 ? code.replace(/^Key/, '') : key))
  const name = typed.length === 1 ? typed.toUpperCase() : typed
  return ctrlKey || metaKey ? `Mod+${name}` : name
}

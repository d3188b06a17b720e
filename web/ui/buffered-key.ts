const TYPING = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit]), [contenteditable]'
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'
const MODAL = 'dialog:modal, [role=dialog][aria-modal=true]'

const isStop = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

function onTab(from: Element, back: boolean) {
  const within = [...document.querySelectorAll(MODAL)].at(-1) ?? document
  const stops = [...within.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)
  // A heading may have the focus, which is no stop.
  const place = (one: Element) => from.compareDocumentPosition(one)
  const before = (one: Element) => place(one) & Node.DOCUMENT_POSITION_PRECEDING
  const after = (one: Element) => place(one) & Node.DOCUMENT_POSITION_FOLLOWING
  const next = back ? (stops.findLast(before) ?? stops.at(-1)) : (stops.find(after) ?? stops[0])
  next?.focus()
}

function onEscape() {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

/** Performs the browser's default for an unhandled key. */
function doByDefault({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, target: Element) {
  if (ctrlKey || metaKey) return
  const typing = target.matches(TYPING)
  if (key === 'Tab') onTab(target, shiftKey)
  else if (key === 'Escape') onEscape()
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if (typing && key === 'Backspace') document.execCommand('delete')
  else if (typing && (key === 'Enter' || key.length === 1))
    // As fingers do it: the page hears of it, and it can be undone.
    document.execCommand('insertText', false, key === 'Enter' ? '\n' : key)
  else if ((key === 'Enter' || (key === ' ' && !target.matches('a'))) && target instanceof HTMLElement)
    if (target.matches('a, button, summary, input, [role=button]')) target.click()
}

/** Does a key that was held, where the focus is now. */
export function doKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }
  const event = new KeyboardEvent('keydown', again)
  if (target.dispatchEvent(event)) doByDefault(event, target)
}

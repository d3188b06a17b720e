/** Minimum size of a touch target in px; a border may take one per side. */
export const THUMB = 42

/**
 * The controls that are shown and smaller than that: with all that is pressed along with them, such as their label, the box around a field
 * or what is drawn over them for the finger alone. A word is as wide as it is, and a link within a sentence as high as its line.
 */
export function tooSmall(least: number): string[] {
  const boxesOf = (control: Element) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    const around = control.matches('input')
      ? control.closest('.mantine-PillsInput-input, .mantine-Input-wrapper')
      : null
    const boxes = [control, ...labels, ...(around ? [around] : [])].map((one) => one.getBoundingClientRect())
    const over = getComputedStyle(control, '::after')
    if (over.content === 'none' || over.position !== 'absolute') return boxes
    return [...boxes, { width: Number.parseFloat(over.width), height: Number.parseFloat(over.height) }]
  }
  const shown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    const { visibility, position } = getComputedStyle(control)
    // The skip link waits above the screen for a keyboard.
    return width > 2 && height > 2 && visibility !== 'hidden' && !(position === 'fixed' && control.matches('a'))
  }
  const inSentence = (control: Element) =>
    control.matches('a') && getComputedStyle(control).display === 'inline' && control.closest('p, dd, td') !== null
  const controls = document.querySelectorAll(
    'a[href], button:not(:disabled), input:enabled, select:enabled, summary, [role="radio"], [role="switch"]',
  )
  return [...controls].flatMap((control) => {
    if (!shown(control) || inSentence(control) || control.closest('[aria-hidden="true"]')) return []
    const boxes = boxesOf(control)
    const height = Math.max(...boxes.map((box) => box.height))
    const width = Math.max(...boxes.map((box) => box.width))
    const said = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
    const narrow = width < least && control.querySelector('svg') !== null && control.textContent === ''
    return height < least || narrow
      ? [`${said.slice(0, 40) || control.outerHTML.slice(0, 200)} (${Math.round(width)} × ${Math.round(height)})`]
      : []
  })
}

/** Fewer px than this of a list's width are no list: a name and a phone number stand side by side in it. */
const LIST = 280

/** Lines with few letters each, as in a place too narrow for words. */
const LINES = 4
const LETTERS = 7

/** Faults of narrow layouts: words broken every few letters, lists without room, row actions out of sight, and popups beyond the screen. */
export function cramped({ list, lines, letters }: { list: number; lines: number; letters: number }): string[] {
  /** Visually hidden elements are one pixel wide. */
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2
  const found: string[] = []

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // Marks stand above and below the letters of Thai.
    const length = text.textContent?.trim().replace(/\p{M}/gu, '').length ?? 0
    // Code has lines of its own.
    const isCode = text.parentElement?.closest('pre')
    if (length < lines || !text.parentElement || isCode || !shown(text.parentElement)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (rows >= lines && length / rows < letters) found.push(`breaks “${text.textContent?.trim()}” into ${rows} lines`)
  }

  for (const place of document.querySelectorAll('[data-list]')) {
    const { left, right } = place.getBoundingClientRect()
    if (shown(place) && right - left < list) found.push(`leaves its list ${Math.round(right - left)} px`)
    const hidden = [...place.querySelectorAll('tbody tr')].filter((row) => {
      const last = [...row.querySelectorAll('button')].at(-1)
      return last !== undefined && last.getBoundingClientRect().left >= right
    })
    if (hidden.length > 0) found.push(`has ${hidden.length} rows whose last button is out of sight`)
  }

  for (const over of document.querySelectorAll('[popover]:popover-open, dialog[open]')) {
    const { left, right } = over.getBoundingClientRect()
    const beyond = Math.round(Math.max(-left, right - document.documentElement.clientWidth))
    if (beyond > 0) found.push(`opens something that ends ${beyond} px beyond the edge`)
  }
  return found
}

export const ROOM = { list: LIST, lines: LINES, letters: LETTERS }

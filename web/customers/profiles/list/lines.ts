/** Rows of the list, or cards, as they stand on the screen; `data-key` names the customer. */
export const linesOnScreen = () => [...document.querySelectorAll<HTMLElement>('main [data-key]')]

export const fieldLineOf = (id: number) => document.querySelector<HTMLElement>(`main [data-key="${id}"]`)

/** The line that an element is in. */
export const isInRow = (element: unknown) =>
  element instanceof Element ? element.closest<HTMLElement>('main [data-key]') : null

/** Focus target of a row: the link to the customer, or its first control. */
export const linkOf = (line: Element) =>
  line.querySelector<HTMLElement>('a') ?? line.querySelector<HTMLElement>('button, input')

/** Pixels: the head of the table stands over the rows. */
const HEAD = 44

/** Gives a line the focus and brings it into sight, the list no further than that and never sideways. */
export function showLine(line: HTMLElement): void {
  linkOf(line)?.focus({ preventScroll: true })
  const list = line.closest('[data-list]')
  if (!list) return
  const seen = list.getBoundingClientRect()
  const { top, bottom } = line.getBoundingClientRect()
  if (top < seen.top + HEAD) list.scrollTop -= seen.top + HEAD - top
  else if (bottom > seen.bottom) list.scrollTop += bottom - seen.bottom
}

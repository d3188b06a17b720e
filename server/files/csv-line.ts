const SPECIAL = /[",\r\n]|^\s|\s$/
/** What a spreadsheet would take for a formula (CWE-1236); a signed number or phone is none. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?[\d\s().,-]+$/

/** One line of a CSV file that a spreadsheet may open (RFC 4180, CRLF): text that looks like a formula gets an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: string): string {
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const SPECIAL = /[",\r\n]|^\s|\s$/
/** A formula to a spreadsheet (CWE-1236), in East Asian versions also by its full-width sign. A signed number or phone is none. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/
const NUMBER = /^[+-]?[0-9 ().,-]+$/
/** Behind apostrophes too, for one is taken off when the file is read (formats/values/values.ts). */
const GUARDED = /^'*(?:[=+\-@＝＋－＠\t\r\n]|(?:--?|–|—|NULL|null|\(null\)|\\N|N\/A|n\/a|#N\/A|#NULL!)$)/
const DIGIT = /[0-9]/

/**
 * Returns a stored text as a cell of a file: with an apostrophe before text that a spreadsheet would read as a formula, or an import as
 * empty. Not for cells of an uploaded file: a dash there means empty, and must again.
 */
export const guarded = (text: string): string =>
  GUARDED.test(text) && !(NUMBER.test(text) && DIGIT.test(text)) ? `'${text}` : text

/** One line of a CSV file that a spreadsheet may open (RFC 4180, CRLF): text that looks like a formula gets an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: string): string {
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type Cell = string | number | boolean | null

// Control characters that no canonical text and no JSON holds.
const CELL_END = '\u001f'
const LINE_END = '\u001e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: the two above
const ENDS = /[\u001e\u001f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same; `test` on a global one would remember where it was
const HAS_END = /[\u001e\u001f]/

/**
 * Rows as one text parameter, which `linesFrom` takes apart: cheaper than COPY into a temporary table or an array for each column.
 * An empty text arrives as null.
 */
export function rowLinesOf(rows: readonly (readonly Cell[])[]): string {
  let lines = ''
  for (const row of rows) {
    if (lines !== '') lines += LINE_END
    for (let place = 0; place < row.length; place++) {
      const cell = row[place]!
      if (place > 0) lines += CELL_END
      if (cell === null) continue
      lines += typeof cell === 'string' && HAS_END.test(cell) ? cell.replace(ENDS, '') : cell
    }
  }
  return lines
}

/** FROM clause for rows of such a parameter: each is an array of texts named `c`. */
export const linesFrom = (parameter: string) =>
  `(select string_to_array(line, E'\\x1f', '') as c from unnest(string_to_array(${parameter}, E'\\x1e')) line offset 0) lines`

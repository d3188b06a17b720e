const LINE_END = /[\r\n]+$/

/**
 * Reads a row in which text follows a closing quote. A quote that no delimiter follows is a letter of its cell: "24" TV". A cell that is
 * never closed stands as it is. A row that may be read otherwise gets a cell too many, so that it fails by name.
 */
export function mendedCells(row: string, delimiter: string): string[] {
  const line = row.replace(LINE_END, '')
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const open = line[at] === ' ' && line[at + 1] === '"' ? at + 1 : at
    const close = line[open] === '"' ? closingOf(line, open, delimiter) : null
    if (close !== null) {
      const inner = line.slice(open + 1, close).replaceAll('""', '\ufffe')
      if (inner.includes('"') && inner.includes(delimiter)) return [...line.split(delimiter), '', '']
      cells.push(inner.replaceAll('\ufffe', '"'))
      at = line.indexOf(delimiter, close) === -1 ? line.length + 1 : line.indexOf(delimiter, close) + delimiter.length
      continue
    }
    const end = line.indexOf(delimiter, firstClose(line, open))
    const cell = line.slice(at, end === -1 ? line.length : end)
    if (/[\r\n]/.test(cell)) return [...line.split(delimiter), '', '']
    cells.push(cell)
    at = end === -1 ? line.length + 1 : end + delimiter.length
  }
  return cells
}

/** Place of the quote that a delimiter or the end follows; null if another cell opens before it. */
function closingOf(line: string, open: number, delimiter: string): number | null {
  for (let at = open + 1; at < line.length; at++) {
    if (line.startsWith(`${delimiter}"`, at) && at > open + 1 && line[at - 1] !== '"') return null
    if (line[at] !== '"' || line[at - 1] === '\0') continue
    if (line[at + 1] === '"') {
      at++
      continue
    }
    const rest = line.slice(at + 1).trimStart()
    if (rest === '' || rest.startsWith(delimiter.trimStart() || delimiter)) return at
  }
  return null
}

/** Place behind the quote that closes a quoted cell by the rule; the start of any other cell. */
function firstClose(line: string, open: number): number {
  if (line[open] !== '"') return open
  const close = line.indexOf('"', open + 1)
  return close === -1 ? open : close + 1
}

// Files each of whose lines was saved as one quoted cell: "a,b,c". A spreadsheet writes them that opened the file in one column.
import { type CsvOptions, readCsvBatches, rowText } from './csv.ts'
import { type Delimiter, detectDelimiter, firstRows } from './csv-delimiter.ts'

const LINES = 50
const WRAPPED = /^"((?:[^"]|"")*)"[,;\t]*$/
/** Rows that are unwrapped at a time. */
const BATCH_ROWS = 1000

/** Returns the text with its lines unwrapped; null unless each of them is one cell that holds a whole row. */
export async function unwrappedText(text: string, whole: boolean, asked?: Delimiter): Promise<string | null> {
  if (text.charCodeAt(0) !== 0x22 && text.charCodeAt(1) !== 0x22) return null
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (!whole) lines.pop()
  const first = lines.filter((line) => line.trim() !== '').slice(0, LINES)
  if (first.length < 2 || !first.every((line) => WRAPPED.test(line))) return null
  const inner = lines.map((line) => WRAPPED.exec(line)?.[1]?.replaceAll('""', '"') ?? line).join('\n')
  const delimiter = asked ?? (await detectDelimiter(inner, whole))
  if (delimiter === null) return null
  const { rows } = await firstRows(inner, { delimiter, quotes: 'double' }, whole, LINES)
  const width = rows[0]?.length ?? 0
  return width > 1 && rows.every((cells) => cells.length === width) ? `${inner}\n` : null
}

/** Unwraps the lines of a file as they come; each keeps its line number. */
export async function* unwrappedLines(
  source: AsyncIterable<Buffer>,
  { charset, damage }: Pick<CsvOptions, 'charset' | 'damage'>,
): AsyncGenerator<Buffer> {
  const outer = { delimiter: ',', quotes: 'double', header_row: 0, batchRows: BATCH_ROWS, charset, damage } as const
  let line = 1
  for await (const { rows, lines } of readCsvBatches(source, outer)) {
    let text = ''
    for (const [place, cells] of rows.entries()) {
      const own = lines[place]!
      const [first = '', ...others] = cells
      text += '\n'.repeat(Math.max(0, own - line))
      text += others.every((cell) => cell === '') ? `${first}\n` : rowText(cells)
      line = own + 1
    }
    yield Buffer.from(text)
  }
}

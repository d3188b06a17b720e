import { Readable } from 'node:stream'
import type { FileSettings, FileWarning, TableKind } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import type { Storage } from '../../storage/storage.ts'
import type { DateFacts } from '../values/date-facts.ts'
import type { ColumnFacts } from './column-facts.ts'
import { readCsvBatches, rowText } from './csv.ts'
import { columnName } from './header.ts'
import { noteSampleText } from './note-cells.ts'
import type { FileType, StoredFile } from './queries.ts'
import { type RawRow, rawRows, withoutRows } from './raw-rows.ts'
import { OFFSET_ROWS } from './row-offsets.ts'
import { canonicalRows, readingOf, repeatsOf } from './rows.ts'
import { sampleWorkbook, workbookRows } from './workbook.ts'

/** Bytes: as much as a load may write down. */
const MAX_BYTES = 1024 ** 3

const plainText = { ...canonicalRows, drop_empty_last: false, sheet: null } satisfies FileSettings

/** A file's rows in the text that a run reads: the file itself, or what its load wrote down. Undefined of a workbook without a load. */
function readable(storage: Storage, file: StoredFile) {
  const { type, storage_key, rows_key } = file
  if (rows_key) return rawRows(storage.read(rows_key), canonicalRows)
  return type === 'xlsx' ? undefined : rawRows(storage.read(storage_key), readingOf(file))
}

/** True if the rows of a file's load have other numbers than those of the file, or the file is a workbook. */
const keepsOnlyRows = ({ type, rows_key, warnings }: StoredFile) =>
  type === 'xlsx' ||
  (rows_key !== null && warnings.some(({ name }) => name === 'page_rows_left_out' || name === 'lines_unwrapped'))

/** Returns the numbers of matching rows (0 and below: the header and what is above it). `far`: number of rows read. */
export async function findRows(
  storage: Storage,
  file: StoredFile,
  matches: (text: string) => boolean,
  far: (rows: number) => Promise<void>,
): Promise<number[]> {
  const found: number[] = []
  if (keepsOnlyRows(file) && matches(file.columns.join('\n'))) found.push(0)
  for await (const rows of readable(storage, file) ?? []) {
    for (const { no, text } of rows) if (no !== null && matches(text)) found.push(no)
    await far(rows.findLast(({ no }) => no !== null)?.no ?? 0)
  }
  return found
}

/** Returns true if a row anywhere in a workbook matches, including sheets that were never loaded. */
export async function isInWorkbook(
  storage: Storage,
  file: StoredFile,
  matches: (text: string) => boolean,
): Promise<boolean> {
  const { kind } = file
  const { sheets } = await sampleWorkbook(storage, file.storage_key, { kind })
  for (const { name } of sheets) {
    if (file.rows_key && name === file.settings.sheet) continue
    const table = { kind, sheet: name, header_row: 0, left: 0, width: MAX_FILE_COLUMNS }
    const lines = workbookRows(storage, file.storage_key, table, () => {})
    for await (const { rows } of readCsvBatches(lines, { ...canonicalRows, batchRows: OFFSET_ROWS })) {
      if (rows.some((cells) => matches(cells.join('\n')))) return true
    }
  }
  return false
}

/** File without some rows: values for its database row. */
export interface ErasedFile {
  name: string
  size: number
  type: FileType
  kind: TableKind | null
  storage_key: string
  rows_key: string | null
  settings: FileSettings
  columns: string[]
  facts: ColumnFacts[]
  row_offsets: number[]
  row_lines: readonly number[]
  header_signature: string | null
  warnings: FileWarning[]
}

/**
 * Stores a file again without these rows (0: its header), every other row with its number. A workbook can't be rewritten in its
 * cells: what its load read of it is kept as CSV, and its other sheets go; one without a load becomes an empty file. Whatever is
 * stored under the file's keys of now stays, for the caller to remove.
 */
export async function eraseRows(
  storage: Storage,
  storeId: number,
  file: StoredFile,
  numbers: ReadonlySet<number>,
): Promise<ErasedFile> {
  const { rows_key, settings } = file
  const gone = file.columns.map(() => new Set<string>())
  const theirs = ({ no, cells }: RawRow) => {
    // Rows that repeat the header are removed too.
    if (!numbers.has(no ?? 0)) return false
    if (no !== null && no > 0) for (const [place, cell] of cells.entries()) gone[place]?.add(noteSampleText(cell))
    return true
  }
  const put = (lines: AsyncIterable<Buffer>) =>
    storage.put(storeId, Readable.from(lines, { objectMode: false }), MAX_BYTES)
  const headless = numbers.has(0)
  const columns = headless ? file.columns.map((_, place) => columnName(place)) : file.columns
  const places = { offsets: [] as number[], lines: [1] }
  const workbook = keepsOnlyRows(file)
  const kept = {
    name: workbook
      ? file.name.replace(/\.(xlsx|xlsm|xlsb|xls|ods|xml|html?|dbf|vcf|jsonl?|ndjson|tsv|txt)$/i, '.csv')
      : file.name,
    type: workbook ? ('csv' as const) : file.type,
    kind: null,
    columns,
    header_signature: headless ? null : file.header_signature,
    warnings: warned(file.warnings, [...numbers].filter((no) => no > 0).length, file.type === 'xlsx'),
  }
  const facts = () =>
    file.facts.map((fact, place) => ({
      ...fact,
      samples: fact.samples.filter((sample) => !gone[place]!.has(sample)),
      dates: withoutExamples(fact.dates, gone[place]!),
    }))
  if (workbook) {
    const header_row = settings.header_row > 0 ? 1 : 0
    const before = Buffer.from(header_row > 0 && rows_key ? rowText(columns) : '')
    const lines = rows_key
      ? withoutRows(storage.read(rows_key), canonicalRows, theirs, places, before)
      : (async function* () {})()
    const { key, size } = await put(lines)
    const asText = { ...plainText, header_row }
    const read = { settings: asText, row_offsets: places.offsets, row_lines: places.lines }
    return { ...kept, ...read, size, storage_key: key, rows_key: null, facts: facts() }
  }
  const { key, size } = await put(
    withoutRows(
      storage.read(file.storage_key),
      { ...settings, isHeader: repeatsOf(file) },
      theirs,
      rows_key ? { offsets: [], lines: [] } : places,
    ),
  )
  const rows = rows_key && (await put(withoutRows(storage.read(rows_key), canonicalRows, theirs, places))).key
  const read = { settings, row_offsets: places.offsets, row_lines: file.row_lines }
  return { ...kept, ...read, size, storage_key: key, rows_key: rows, facts: facts() }
}

/** Date facts without the examples that stood in erased rows. */
function withoutExamples(dates: DateFacts, gone: ReadonlySet<string>): DateFacts {
  const kept = Object.entries(dates.examples ?? {}).map(([kind, cells]) => [
    kind,
    cells.filter((cell) => !gone.has(cell)),
  ])
  return { ...dates, examples: Object.fromEntries(kept) }
}

function warned(warnings: FileWarning[], rows: number, workbook: boolean): FileWarning[] {
  const before = warnings.find(({ name }) => name === 'rows_erased')?.count ?? 0
  const others = warnings.filter(({ name }) => name !== 'rows_erased')
  if (workbook) others.push({ name: 'workbook_erased', count: 1 })
  return before + rows > 0 ? [...others, { name: 'rows_erased', count: before + rows }] : others
}

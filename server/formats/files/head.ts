import type { FileSettings, TableKind } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { canonicalText } from '../values/thai.ts'
import { UnreadableFile } from './csv-text.ts'
import { columnName, guessHeaderRow, headerProblems, headerRepeats, isAdded, isProse, looksLikeData } from './header.ts'
import { explanationsIn } from './page-rows.ts'
import type { FileType } from './queries.ts'
import { type Sample, type SheetInfo, sampleText } from './sample.ts'
import { sampleWorkbook } from './workbook.ts'

export interface Head {
  settings: FileSettings
  /** For workbooks: all sheets. */
  sheets: SheetInfo[]
  /** Other visible sheets with the same columns. */
  alike_sheets: string[]
  /** Canonical names; #1, #2, ... when there is no header. */
  header: string[]
  /** The place (from 0) of the first column: a table of a workbook may begin further right. */
  left: number
  /** True if each line of the file is one quoted cell that holds a row. */
  wrapped: boolean
  /** Rows under the header that explain its columns, and are no data. */
  explained: number
  /** The rows above the header. */
  above: string[][]
  /** The first five rows of data. */
  rows: string[][]
  /** The first eight rows that are not blank as they stand, the header and what is above it among them. */
  first_rows: string[][]
  /** The line of the file, or the row of the sheet, of each of them. */
  first_lines: number[]
  /** True if the detected options are uncertain and need review. */
  reading_unsure: boolean
  /** The row that seems to be the header looks like data; told whatever was asked. */
  header_unsure: boolean
}

const DATA_ROWS = 5
const FIRST_ROWS = 8
/** Characters of a cell that a sample shows. */
const SHOWN_LENGTH = 1000
/** Columns without a name, and names that stand twice, that a refusal tells before it counts the rest. */
const MAX_LISTED = 20
/** Characters of a name in a refusal: a header may be a paragraph. */
const NAMED_LENGTH = 60
/** Minimum share of rows with as many cells as the header for a certain guess. */
const LEAST_FITTING = 0.9

/**
 * Reads the head of a stored file with the given settings, and detects the missing ones. Until the user has chosen the header row, a
 * first row that looks like data is not taken for it: the file is read as one without a header.
 * Throws the refusal that a person can act on: no header or no rows, a header with empty names (code 15, which tells what else is
 * wrong with it too) or with names that stand twice (code 14), letters that can't be read, too many columns, a workbook that is
 * broken, too big or lacks the sheet.
 */
export async function readFileHead(
  storage: Storage,
  file: { storage_key: string; type: FileType; kind?: TableKind | null },
  asked: Partial<FileSettings> = {},
): Promise<Head> {
  try {
    const { type, kind, storage_key } = file
    const sample =
      type === 'xlsx'
        ? await sampleWorkbook(storage, storage_key, { ...asked, kind })
        : await sampleText(storage, storage_key, asked)
    return headOf(sample, asked)
  } catch (error) {
    throw fileRefusalOf(error)
  }
}

function headOf(
  {
    rows: all,
    lines,
    sheets,
    others: otherSheets = [],
    unfinished,
    named: hasNames = false,
    wrapped = false,
    delimiter,
    quotes,
    charset,
    sheet,
  }: Sample,
  asked: Partial<FileSettings>,
): Head {
  const ofBook = sheets.length > 0 && { sheets }
  if (all.length === 0 && asked.sheet == null && sheets.some(({ hidden, rows }) => hidden && rows !== 0))
    throw new ApiError('sheet_hidden', { sheets })
  if (asked.header_row === undefined && !hasNames && isProse(all)) throw new ApiError('no_table', ofBook || undefined)
  const guess = asked.header_row || (hasNames ? 1 : guessHeaderRow(all))
  const first = all[guess - 1] ?? []
  const repeats = headerRepeats(first.map(canonicalText))
  const others = all.slice(guess).filter((row) => !repeats(row))
  const unsure = !hasNames && looksLikeData(first, others.length > 0 ? others : all.slice(guess))
  const header_row = asked.header_row ?? (unsure ? 0 : guess)
  const below = header_row === 0 ? all : all.slice(header_row).filter((row) => !repeats(row))
  const explained = header_row === 0 ? 0 : explanationsIn(below)
  const body = below.slice(explained)
  if (body.length === 0 && unfinished !== null) throw new UnreadableFile('row_unfinished', unfinished)
  if (all.length <= header_row) throw new ApiError('file_empty', ofBook || undefined)
  // A sheet's table may begin further right; the columns of a text begin where its lines do.
  const left = sheets.length === 0 ? 0 : Math.min(...all.slice(Math.max(0, header_row - 1)).map(leftOf))
  const names = header_row > 0 ? all[header_row - 1]!.slice(left) : undefined
  const named = names ? trimmed(names, sheets.length > 0).map(canonicalText) : unnamed(body, left, sheets.length > 0)
  const emptyLast = names ? emptyLastOf(named, body) : 0
  const drop_empty_last = asked.drop_empty_last === true && emptyLast > 0
  const header = drop_empty_last ? named.slice(0, named.length - emptyLast) : named
  // Reports only the limit: the readers drop cells without a header, so the number of columns is unknown.
  // Columns of a correction file are added to the file's own.
  const own = header.filter((name) => !isAdded(name))
  if (own.length > MAX_FILE_COLUMNS) throw new ApiError('too_many_columns', { limit: MAX_FILE_COLUMNS })
  // The file consists only of repeated headers.
  if (body.length === 0) throw new ApiError('file_empty', ofBook || undefined)
  refuseHeader(header, left, emptyLast)
  const isHeader = headerRepeats(header)
  const alike_sheets =
    header_row === 0
      ? []
      : otherSheets.filter((one) => one.rows.some((row) => isHeader(row.slice(left)))).map(({ name }) => name)
  const more_sheets = alike_sheets.filter((name) => asked.more_sheets?.includes(name))
  const together = more_sheets.length > 0 && { more_sheets }
  return {
    settings: { delimiter, quotes, charset, sheet, header_row, drop_empty_last, ...together },
    sheets,
    alike_sheets,
    header,
    left,
    wrapped,
    explained,
    above: all.slice(0, Math.max(0, header_row - 1)),
    rows: body.slice(0, DATA_ROWS).map((row) => row.slice(left).map(shown)),
    first_rows: all.slice(0, FIRST_ROWS).map((row) => row.map(shown)),
    first_lines: lines.slice(0, FIRST_ROWS),
    reading_unsure:
      sheets.length === 0 ? isDoubtful(header, body) : sheets.some(({ name, hidden }) => hidden && name === sheet),
    header_unsure: unsure,
  }
}

/** Counts trailing columns with neither a name nor, in the first rows, a value; 0 for a header alone. */
function emptyLastOf(header: string[], body: string[][]): number {
  const named = header.findLastIndex((name) => name !== '') + 1
  const filled = Math.max(...body.map((row) => row.findLastIndex((cell) => cell.trim() !== '') + 1))
  return named === 0 ? 0 : Math.max(0, header.length - Math.max(named, filled))
}

/** A single column, rows that don't have as many cells as the header, or letters that may be of another charset. */
function isDoubtful(header: string[], body: string[][]): boolean {
  const fitting = body.filter((row) => row.length === header.length).length
  return header.length < 2 || fitting < body.length * LEAST_FITTING || isGarbled(body)
}

/** Letters that Thai text in another charset turns to, or marks without a letter before them. */
const isGarbled = (body: string[][]) =>
  body.some((row) => row.some((cell) => /\ufffd|(?:^|\s)[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(cell)))

/** Reports all faults of a header at once. Columns are numbered as in the file, not as in its table. */
function refuseHeader(header: string[], left: number, emptyLast: number): void {
  const { empty, duplicate } = headerProblems(header)
  const names = duplicate.length > 0 && {
    name: listed(duplicate.map((name) => cutTo(name, NAMED_LENGTH, '…'))),
    ...(duplicate.length > MAX_LISTED && { more_names: duplicate.length - MAX_LISTED }),
  }
  if (empty.length > 0)
    throw new ApiError('empty_column_header', {
      index: listed(empty.map((place) => left + place + 1)),
      ...(empty.length > MAX_LISTED && { more_columns: empty.length - MAX_LISTED }),
      ...names,
      // Columns that can be dropped without opening the file.
      ...(emptyLast === empty.length && !names && { empty_last: emptyLast }),
    })
  if (names) throw new ApiError('duplicate_column_header', names)
}

const listed = (all: readonly (string | number)[]) => all.slice(0, MAX_LISTED).join(', ')

const leftOf = (row: string[]) => row.findIndex((cell) => cell.trim() !== '')

/** Without the empty cells that a sheet may have right of its table; a line of text has as many cells as it has. */
function trimmed(row: string[], sheet: boolean): string[] {
  return sheet ? row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1) : row
}

function unnamed(body: string[][], left: number, sheet: boolean): string[] {
  const width = sheet ? Math.max(...body.map((row) => trimmed(row, true).length)) - left : body[0]!.length
  return Array.from({ length: width }, (_, place) => columnName(place))
}

const shown = (cell: string) => cutTo(cell, SHOWN_LENGTH, '')

/** Without half of a letter at the cut; `mark` stands for what is cut off. */
const cutTo = (text: string, length: number, mark: string) =>
  text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') + mark : text

/** The refusal of a file that can't be read; anything else is thrown on. */
export function fileRefusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!(error instanceof UnreadableFile)) throw error
  if (error.reason === 'charset_unreadable') return new ApiError('charset_unreadable')
  if (error.reason === 'quotes_unclear') return new ApiError('quotes_unclear', { row: error.line! })
  // The start of an overlong row is unknown.
  return new ApiError('quote_unclosed', error.line === null ? undefined : { row: error.line })
}

import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FileWarning } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_ROWS } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../../core/api-error.ts'
import { isOutage } from '../../core/sqlstate.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { StorageFull, TooLarge } from '../../storage/storage.ts'
import { unexpected } from '../../work/reference.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { type CsvBatch, rowText } from './csv.ts'
import { UnreadableFile } from './csv-text.ts'
import { isGarbled } from './garbled.ts'
import { fileRefusalOf, type Head, readFileHead } from './head.ts'
import { headerSignature } from './header.ts'
import { lineBreaks } from './line-breaks.ts'
import { type ClaimedFile, claimLoad, endLoad, type LoadedRows, noteProgress } from './loads.ts'
import { factsOf, type NoteColumn, newColumn, noteCell } from './note-cells.ts'
import { isResumableAtOffset, type LoadNotes, NeedsRewriting, sourceBatches } from './source.ts'
import { noSheetNotes } from './xlsx-sheet.ts'

/** Bytes of the rows that are written down: as much as a workbook may unpack to. */
const MAX_ROWS_BYTES = 1024 ** 3

/** Another worker has the load, or it was asked for with other settings. */
class LostLoad extends Error {}

/**
 * Reads a whole file once: counts its rows, learns what its columns hold, and notes where its rows lie. Rows that can't be read
 * from a place in the middle of the file are written down in a form that can. Nothing else is written but the outcome, so it
 * may run twice; a worker that has lost the claim stops.
 */
export async function loadFile(
  core: Core,
  storeId: number,
  fileId: number,
  signal: AbortSignal,
  turn?: TimeSlice,
): Promise<void> {
  const file = await inStore(core.pool, storeId, (db) => claimLoad(db, storeId, fileId))
  if (!file) return
  let written: string | null = null
  try {
    const head = await readFileHead(core.storage, file, file.settings)
    const loading = { core, storeId, file, signal, turn }
    let tally = isResumableAtOffset(file, head) ? await readInPlace(loading, head) : null
    if (tally === null) {
      tally = newTally(head.header.length)
      const batches = lookedAt(loading, head, tally, false)
      const lines = Readable.from(writtenDown(batches, tally, file.type === 'xlsx'), { objectMode: false })
      written = (await core.storage.put(storeId, lines, MAX_ROWS_BYTES)).key
    }
    const loaded = found(head, tally, written)
    if (!(await inStore(core.pool, storeId, (db) => endLoad(db, storeId, file, loaded)))) throw new LostLoad()
  } catch (error) {
    // After an outage it is not known whether the outcome was committed: then what was written may be in use.
    if (written && !isOutage(error)) await core.storage.remove(written)
    if (error instanceof LostLoad) return
    // A stopping server and a database that is away leave the load to the next worker.
    if (signal.aborted || isOutage(error)) throw error
    const { errorName: name, details } = tellable(error)
    const ended = await inStore(core.pool, storeId, (db) => endLoad(db, storeId, file, { error: { name, details } }))
    // An erasure that has taken the file away under its reader has it loaded again.
    if (ended && name === 'internal') throw error
    return
  }
  if (file.rows_key) await core.storage.remove(file.rows_key)
}

/** Notes where the rows of a file lie; null if they must be written down to be read. */
async function readInPlace(loading: Loading, head: Head): Promise<Tally | null> {
  const tally = newTally(head.header.length)
  tally.lines.push(1)
  try {
    for await (const { endOffset, endLine } of lookedAt(loading, head, tally, true)) {
      tally.offsets.push(endOffset)
      tally.lines.push(endLine)
    }
    return tally
  } catch (error) {
    if (error instanceof NeedsRewriting) return null
    throw error
  }
}

function tellable(error: unknown): ApiError {
  if (error instanceof ApiError || error instanceof UnreadableFile) return fileRefusalOf(error)
  if (error instanceof StorageFull) return new ApiError('storage_full')
  if (error instanceof TooLarge) return new ApiError('workbook_too_big')
  return new ApiError('internal', unexpected(error).details)
}

interface Tally {
  rows: number
  columns: NoteColumn[]
  /** Offset of each batch in the rows that a run reads. */
  offsets: number[]
  /** The line that begins where each of them does. */
  lines: number[]
  notes: LoadNotes
}

const newTally = (columns: number): Tally => ({
  rows: 0,
  columns: Array.from({ length: columns }, newColumn),
  offsets: [],
  lines: [],
  notes: { ...noSheetNotes(), headers: 0, pages: 0 },
})

interface Loading {
  core: Core
  storeId: number
  file: ClaimedFile
  signal: AbortSignal
  turn: TimeSlice | undefined
}

/** Hands the batches of the file on as it counts them in, and publishes its progress. */
async function* lookedAt(
  { core, storeId, file, signal, turn }: Loading,
  head: Head,
  tally: Tally,
  inPlace: boolean,
): AsyncGenerator<CsvBatch> {
  let count = 0
  for await (const batch of sourceBatches(core.storage, file, head, tally.notes, inPlace)) {
    signal.throwIfAborted()
    tally.rows += batch.rows.length
    if (tally.rows > MAX_FILE_ROWS) throw new ApiError('too_many_rows', { limit: MAX_FILE_ROWS.toLocaleString('en') })
    tally.notes.nuls += batch.nuls
    await noteRows(tally.columns, batch.rows)
    yield batch
    // Every tenth batch: a progress bar needs no more, and the file is read about 150,000 rows a second.
    if (++count % 10 > 0) continue
    const { going, over } = await inStore(core.pool, storeId, async (db) => ({
      going: await noteProgress(db, storeId, file, batch.progress),
      over: await turn?.isOver(db),
    }))
    if (!going) throw new LostLoad()
    if (over) await turn!.share()
  }
}

/** Cells and characters that are looked at before others get their turn: some 10 ms. */
const CELLS = 10_000
const CHARACTERS = 64 * 1024

async function noteRows(columns: NoteColumn[], rows: string[][]): Promise<void> {
  const most = Math.ceil(CELLS / columns.length)
  for (let from = 0; from < rows.length; ) {
    let to = from
    for (let length = 0; to < rows.length && to - from < most && length < CHARACTERS; to++)
      for (const cell of rows[to]!) length += cell.length
    noteSome(columns, rows.slice(from, to))
    from = to
    await setImmediate()
  }
}

/** Column by column: what is remembered of one stays in the processor's cache meanwhile, and its cells take the same way. */
function noteSome(columns: NoteColumn[], rows: string[][]): void {
  for (const [place, column] of columns.entries()) {
    for (const row of rows) {
      // A ragged row would count its cells for the wrong columns.
      if (row.length === columns.length) noteCell(column, row[place]!)
    }
  }
}

/** Blank lines stand for what is left out, so that each row keeps its line. */
async function* writtenDown(
  batches: AsyncIterable<CsvBatch>,
  tally: Pick<Tally, 'offsets' | 'lines'>,
  sheetRows: boolean,
): AsyncGenerator<Buffer> {
  let end = 0
  let line: number | undefined
  for await (const { rows, lines } of batches) {
    line ??= lines[0]!
    tally.lines.push(line)
    let text = ''
    for (const [place, row] of rows.entries()) {
      const own = rowText(row)
      text += '\n'.repeat(lines[place]! - line) + own
      line = lines[place]! + (sheetRows ? 1 : lineBreaks(own))
      if (text.length < CHARACTERS) continue
      const part = Buffer.from(text)
      text = ''
      end += part.length
      await setImmediate()
      yield part
    }
    const bytes = Buffer.from(text)
    end += bytes.length
    tally.offsets.push(end)
    yield bytes
  }
}

function found(
  { header, settings, wrapped }: Head,
  { rows, columns, offsets, lines, notes }: Tally,
  rows_key: string | null,
): LoadedRows {
  if (rows === 0) throw new ApiError('file_empty')
  const counts: Partial<Record<FileWarning['name'], number>> = {
    headers_left_out: notes.headers,
    page_rows_left_out: notes.pages,
    lines_unwrapped: wrapped ? rows : 0,
    nuls_removed: notes.nuls,
    errors_left_out: notes.errors,
    formulas_left_out: notes.formulas,
    rows_hidden: notes.hiddenRows,
    columns_hidden: notes.hiddenColumns,
    letters_garbled: columns.reduce((sum, { garbled }) => sum + garbled, header.filter(isGarbled).length),
  }
  return {
    columns: header,
    facts: columns.map((column, place) => ({ ...factsOf(column), formulas: notes.formulaColumns[place] ?? 0 })),
    row_count: rows,
    row_offsets: offsets,
    row_lines: lines,
    rows_key,
    header_signature: headerSignature(header, settings.header_row),
    warnings: Object.entries(counts).flatMap(([name, count]) =>
      count > 0 ? [{ name: name as FileWarning['name'], count }] : [],
    ),
  }
}

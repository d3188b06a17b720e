import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FileSettings, TableKind } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_ROWS } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { type OtherSheet, SAMPLE_ROWS, type Sample, type SheetInfo } from './sample.ts'
import type { SheetNotes } from './xlsx-sheet.ts'
import type { RefusedWorkbook, WorkbookLimits } from './xlsx-zip.ts'

export interface HeadJob {
  mode: 'head'
  /** Of a file that is not read yet, any kind of archive. */
  kind: TableKind
  sheet: string | null
  sampleRows: number
  limits: WorkbookLimits
}

export interface RowsJob {
  mode: 'rows'
  kind: TableKind
  sheet: string
  header_row: number
  /** The place (from 0) of the table's first column, and how many there are. */
  left: number
  width: number
  /** One row more is read, so that too many are noticed. */
  maxRows: number
  /** Sheets that are read behind it, from the row under the same header. */
  alike?: string[]
  header?: string[]
  limits: WorkbookLimits
}

export type WorkbookJob = HeadJob | RowsJob

/** Final message of the process. */
export interface Outcome {
  refusal?: RefusedWorkbook['refusal']
  row?: number
  notes?: SheetNotes
}

export interface WorkbookHead {
  kind: TableKind
  /** True if the first row holds the names of the columns by the nature of the format. */
  named?: boolean
  sheets: SheetInfo[]
  /** Null when all of its sheets are hidden and none was asked for. */
  sheet: string | null
  rows: string[][]
  /** The row of the sheet of each of them. */
  lines: number[]
  others: OtherSheet[]
}

/** Product decisions section 4; entries as quality.md section 3. */
const LIMITS = { entries: 10_000, unpacked: 1024 ** 3 }
const HEAD_LIMITS: WorkbookLimits = { ...LIMITS, seconds: 60 }
const ROWS_LIMITS: WorkbookLimits = { ...LIMITS, seconds: 15 * 60 }
/** Megabytes of JavaScript; texts and buffers lie outside and are counted by the process itself. */
const HEAP_MB = 192
/** Heads that are read at one time; loads are as many as the queue works. */
const HEADS = 2

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const program = here('./workbook-process.ts')
/** Readable paths of the process: its own code, and the real location of packages behind links. */
const readable = [
  ...['../..', '../../../contract', '../../../node_modules', '../../../package.json'].map(here),
  here(`${import.meta.resolve('yauzl')}/../..`),
]

/** Kind of a table; a workbook if it is not known. */
interface Kind {
  kind?: TableKind | null
}

/** The first rows of a workbook, of the sheet asked for or the likely one. Throws the refusals of a workbook. */
export async function sampleWorkbook(
  storage: Storage,
  key: string,
  { kind, sheet }: Kind & Pick<Partial<FileSettings>, 'sheet'>,
  limits: WorkbookLimits = HEAD_LIMITS,
): Promise<Sample & { kind: TableKind }> {
  const job: HeadJob = { mode: 'head', kind: kind ?? 'xlsx', sheet: sheet ?? null, sampleRows: SAMPLE_ROWS, limits }
  const read = await inTurn(async () => {
    const pieces: Buffer[] = []
    for await (const piece of outputOf(storage, key, job, () => {})) pieces.push(piece)
    return JSON.parse(String(Buffer.concat(pieces))) as WorkbookHead
  })
  return { delimiter: ',', quotes: 'double', charset: 'utf-8', unfinished: null, ...read }
}

/** The rows of a sheet under its header as CSV in UTF-8 with commas. `noted` gets at the end what was left out. */
export async function* workbookRows(
  storage: Storage,
  key: string,
  { kind, ...table }: Kind & Pick<RowsJob, 'sheet' | 'header_row' | 'left' | 'width' | 'alike' | 'header'>,
  noted: (notes: SheetNotes) => void,
  limits: WorkbookLimits = ROWS_LIMITS,
): AsyncGenerator<Buffer> {
  const job: RowsJob = { mode: 'rows', kind: kind ?? 'xlsx', ...table, maxRows: MAX_FILE_ROWS, limits }
  yield* outputOf(storage, key, job, ({ notes }) => notes && noted(notes))
}

const waiting: (() => void)[] = []
let busy = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= HEADS) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

async function* outputOf(
  storage: Storage,
  key: string,
  job: WorkbookJob,
  ended: (outcome: Outcome) => void,
): AsyncGenerator<Buffer> {
  const workbook = await storage.open(key)
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      '--max-semi-space-size=8',
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--disable-warning=SecurityWarning',
      program,
      JSON.stringify(job),
    ],
    // A group of its own: what ends the server from a keyboard must not make a file look broken.
    { env: {}, detached: true, stdio: ['ignore', 'pipe', 'ignore', workbook.fd, 'pipe'] },
  )
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  exit.catch(() => {})
  child.on('error', () => {})
  const outcome = text(child.stdio[4] as Readable).catch(() => '')
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, job.limits.seconds * 1000)
  try {
    // Requests have priority over loads when the CPU is short; reading a head keeps its priority, because a user waits for it.
    if (job.mode === 'rows' && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    yield* child.stdout as AsyncIterable<Buffer>
    const [code] = await exit
    if (late) throw new ApiError('workbook_too_big')
    // Ended by a signal: V8's own when the heap is used up, or the system's for want of memory.
    if (code !== 0) throw new ApiError(code === null ? 'workbook_too_big' : 'workbook_broken')
    const told = JSON.parse(await outcome) as Outcome
    if (told.refusal) throw new ApiError(told.refusal, told.row ? { row: told.row } : undefined)
    ended(told)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    await workbook.close()
  }
}

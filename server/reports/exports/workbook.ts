import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { MAX_SHEET_ROWS, type WorkbookEnd, type WorkbookJob } from './workbook-job.ts'

/** Megabytes of JavaScript; buffers lie outside. */
const HEAP_MB = 96

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const program = here('./workbook-process.ts')
/** Readable paths of the process: its own code, and the real location of packages behind links. */
const readable = [
  ...['../..', '../../../contract', '../../../node_modules', '../../../package.json'].map(here),
  here(`${import.meta.resolve('yazl')}/../..`),
]

/** A workbook of lines in COPY's text format, as its bytes. `ended` gets what is to be said of it when it is whole. */
export async function* workbookOf(
  lines: AsyncIterable<Buffer | string>,
  asked: Omit<WorkbookJob, 'sheetRows'> & Partial<Pick<WorkbookJob, 'sheetRows'>>,
  ended: (end: WorkbookEnd) => void,
): AsyncGenerator<Buffer> {
  const job: WorkbookJob = { sheetRows: MAX_SHEET_ROWS, ...asked }
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
    // Own process group, so that Ctrl-C on the server does not make the file look broken.
    { env: {}, detached: true, stdio: ['pipe', 'pipe', 'ignore', 'pipe'] },
  )
  const exit = once(child, 'exit') as Promise<[code: number | null]>
  exit.catch(() => {})
  child.on('error', () => {})
  const end = text(child.stdio[3] as Readable).catch(() => '')
  let failure: unknown
  const fed = pipeline(Readable.from(lines, { objectMode: false }), child.stdin!).catch((error) => {
    failure = error
    // A file that lacks rows must not look whole.
    child.kill('SIGKILL')
  })
  try {
    // Requests come before files where there is not enough of the machine for both.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    yield* child.stdout as AsyncIterable<Buffer>
    const [code] = await exit
    await fed
    if (failure) throw failure
    if (code !== 0) throw new Error('The process that writes a workbook has failed')
    ended(JSON.parse(await end) as WorkbookEnd)
  } finally {
    child.kill('SIGKILL')
  }
}

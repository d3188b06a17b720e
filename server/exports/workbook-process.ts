// Writes one workbook in a process of its own, so that the list answers as fast meanwhile: started by workbook.ts with the rows as lines of
// COPY's text format on stdin. The file leaves by stdout, what is to be said of it by 3.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import yazl from 'yazl'
import { sheetRows } from './sheet-rows.ts'
import type { WorkbookEnd, WorkbookJob } from './workbook-job.ts'
import { SHEET_FOOT, sheetHead, sheetName, sheetPart, workbookParts } from './workbook-parts.ts'

const END = 3
/** Characters of a sheet that leave together. */
const PIECE = 256 * 1024
const stored = { compressionLevel: 1, mtime: new Date(2000, 0, 1) } as const

const job = JSON.parse(process.argv[2]!) as WorkbookJob
const headers = job.columns.map(({ header }) => header)
const rows = sheetRows(job.columns.map(({ type }) => type))
const widths = job.columns.map(({ header, type }) =>
  Math.min(40, Math.max(header.length + 3, type === 'text' ? 16 : 12)),
)
const zip = new yazl.ZipFile()
zip.outputStream.pipe(process.stdout)

const sheets: string[] = []
let sheet: PassThrough
let row = 0
let waiting = ''

function beginSheet(): void {
  sheet = new PassThrough({ highWaterMark: PIECE })
  zip.addReadStream(sheet, sheetPart(sheets.length), { ...stored, forceZip64Format: true } as typeof stored)
  sheets.push(sheetName(job.sheet, sheets.length))
  waiting = sheetHead(widths) + rows.header(headers)
  row = 1
}

async function send(): Promise<void> {
  const piece = waiting
  waiting = ''
  if (!sheet.write(piece)) await once(sheet, 'drain')
}

async function endSheet(): Promise<void> {
  waiting += SHEET_FOOT
  await send()
  sheet.end()
}

async function add(line: string): Promise<void> {
  if (row === job.sheetRows) {
    await endSheet()
    beginSheet()
  }
  waiting += rows.row(line, ++row)
  if (waiting.length > PIECE) await send()
}

beginSheet()
await send()
const decoder = new TextDecoder()
let begun = ''
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  const lines = (begun + decoder.decode(chunk, { stream: true })).split('\n')
  begun = lines.pop()!
  for (const line of lines) {
    // Without waiting where nothing has to: there are millions of them.
    if (row < job.sheetRows && waiting.length <= PIECE) waiting += rows.row(line, ++row)
    else await add(line)
  }
}
await endSheet()
for (const { path, content } of workbookParts(sheets)) zip.addBuffer(Buffer.from(content), path, stored)
const written = once(zip.outputStream, 'end')
zip.end()
await written
writeSync(END, JSON.stringify({ cut: rows.cut() } satisfies WorkbookEnd))

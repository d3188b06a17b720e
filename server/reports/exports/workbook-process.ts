// Writes one workbook in a separate process, so that the server stays responsive. workbook.ts starts it with the rows on stdin, in COPY's
// text format. The file goes to stdout, the report to file descriptor 3.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yazl from 'yazl'
import { SheetRows } from './sheet-rows.ts'
import type { WorkbookEnd, WorkbookJob } from './workbook-job.ts'
import { headerRow, sheetFoot, sheetHead, sheetName, sheetPart, workbookParts } from './workbook-parts.ts'

// yazl adds up its checksums in JavaScript, which takes a fifth of the time of a workbook: zlib has the same in machine code. It must be the
// very module that yazl requires.
const checksum = createRequire(import.meta.resolve('yazl'))('buffer-crc32') as {
  unsigned: (bytes: Buffer, before?: number) => number
}

checksum.unsigned = (bytes, before = 0) => crc32(bytes, before)

const END = 3
const NEWLINE = 10
/** Bytes of a sheet that leave together. */
const PIECE = 256 * 1024
const stored = { compressionLevel: 1, mtime: new Date(2000, 0, 1) } as const

const job = JSON.parse(process.argv[2]!) as WorkbookJob
const rows = new SheetRows(
  job.columns.map(({ type }) => type),
  PIECE,
)
const widths = job.columns.map(({ header, type }) =>
  Math.min(40, Math.max(header.length + 3, type === 'text' ? 16 : 12)),
)
const zip = new yazl.ZipFile()
const written = pipeline(zip.outputStream, process.stdout)

const sheets: string[] = []
let sheet: PassThrough
let row = 0

function beginSheet(): void {
  sheet = new PassThrough({ highWaterMark: PIECE })
  // Zip64 comes by itself from 4 GB on; LibreOffice opens no smaller file that has it.
  zip.addReadStream(sheet, sheetPart(sheets.length), stored)
  sheets.push(sheetName(job.sheet, sheets.length))
  rows.add(sheetHead(widths) + headerRow(job.columns))
  row = 1
}

async function send(): Promise<void> {
  if (!sheet.write(rows.take())) await once(sheet, 'drain')
}

async function endSheet(): Promise<void> {
  rows.add(sheetFoot(job.columns.length, row))
  await send()
  sheet.end()
}

/** True if a flush or a new sheet is due before the next row. Tested without waiting, since there are millions of rows. */
const full = () => row === job.sheetRows || rows.size > PIECE

async function add(lines: Buffer, at: number): Promise<number> {
  if (rows.size > PIECE) await send()
  if (row === job.sheetRows) {
    await endSheet()
    beginSheet()
  }
  return rows.row(lines, at, ++row)
}

beginSheet()
await send()
/** Start of an incomplete line. */
let begun: Buffer = Buffer.alloc(0)
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  let at = chunk.indexOf(NEWLINE) + 1
  if (at === 0) {
    begun = Buffer.concat([begun, chunk])
    continue
  }
  await add(Buffer.concat([begun, chunk.subarray(0, at)]), 0)
  const whole = chunk.lastIndexOf(NEWLINE) + 1
  while (at < whole) at = full() ? await add(chunk, at) : rows.row(chunk, at, ++row)
  begun = chunk.subarray(whole)
}
await endSheet()
for (const { path, content } of workbookParts(sheets)) zip.addBuffer(Buffer.from(content), path, stored)
zip.end()
await written
writeSync(END, JSON.stringify({ cut: rows.cut } satisfies WorkbookEnd))

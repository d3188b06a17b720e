import { unescapeCharacters } from './xlsx-cells.ts'
import { type Parts, RefusedWorkbook } from './xlsx-zip.ts'
import { unescapeXml, xmlReader } from './xml.ts'

const CHUNK = 4 * 1024 * 1024
const BLOCK = 1 << 16
/** Bytes and number of all texts together: what 1,000,000 rows of a dozen columns have, and what the memory is cut for. */
const MAX_BYTES = 192 * 1024 * 1024
const MAX_STRINGS = 12_000_000
/** Characters of a cell that are kept: more than any cell may have, so that one that is too long is still told as such. */
export const MAX_SHEET_CELL = 40_000

/**
 * The shared texts of a workbook, outside the heap of JavaScript: ten million of them would not fit in it.
 * `upTo`: the last place that is wanted; what is behind it is not read.
 * Throws RefusedWorkbook (workbook_too_big).
 */
export async function readSharedStrings(parts: Parts, name: string, upTo = Number.POSITIVE_INFINITY) {
  const table = stringTable()
  await parts.read(
    name,
    sharedStringReader(
      (text) => table.add(cellText(text)),
      () => table.count() > upTo,
    ),
  )
  return { get: table.get }
}

/** Reads `si` elements: runs are joined, the readings of Asian letters (rPh) left out. */
function sharedStringReader(add: (text: string) => void, enough: () => boolean) {
  let text = ''
  let inText = false
  let inReading = false
  const read = xmlReader({
    open(name, _, empty) {
      if (name === 'si') text = ''
      if (name === 'si' && empty) add('')
      else if (name === 'rPh') inReading = !empty
      else if (name === 't') inText = !empty && !inReading
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') add(text)
    },
    wantsText: () => inText,
    text(raw) {
      if (text.length < MAX_SHEET_CELL) text += raw
    },
  })
  return (piece: string, last: boolean) => {
    read(piece, last)
    return !enough()
  }
}

/** Texts outside the heap of JavaScript. */
export function stringTable() {
  const chunks: Buffer[] = []
  const starts: Uint32Array[] = []
  let count = 0
  let used = CHUNK
  const end = () => Math.max(0, chunks.length - 1) * CHUNK + (chunks.length === 0 ? 0 : used)
  return {
    count: () => count,
    add(text: string) {
      const bytes = Buffer.from(text)
      if (used + bytes.length + 4 > CHUNK) {
        if ((chunks.length + 1) * CHUNK > MAX_BYTES) throw new RefusedWorkbook('workbook_too_big')
        chunks.push(Buffer.allocUnsafeSlow(CHUNK))
        used = 0
      }
      if (count >= MAX_STRINGS) throw new RefusedWorkbook('workbook_too_big')
      if (count % BLOCK === 0) starts.push(new Uint32Array(BLOCK))
      starts[Math.floor(count / BLOCK)]![count % BLOCK] = end()
      const chunk = chunks.at(-1)!
      used = chunk.writeUInt32LE(bytes.length, used)
      used += bytes.copy(chunk, used)
      count++
    },
    /** Empty when there is no such text. */
    get(place: number): string {
      if (!(place >= 0 && place < count)) return ''
      const start = starts[Math.floor(place / BLOCK)]![place % BLOCK]!
      const chunk = chunks[Math.floor(start / CHUNK)]!
      const from = (start % CHUNK) + 4
      return chunk.toString('utf8', from, from + chunk.readUInt32LE(start % CHUNK))
    },
  }
}

/** A text of the XML as the cell holds it. */
export function cellText(raw: string): string {
  const text = unescapeCharacters(unescapeXml(raw))
  return text.length > MAX_SHEET_CELL ? text.slice(0, MAX_SHEET_CELL).toWellFormed() : text
}

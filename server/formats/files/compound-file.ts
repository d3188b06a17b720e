import type { Bytes } from './byte-source.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** A stream of a compound file. */
interface Stream {
  size: number
  /** Yields its bytes from a place on. */
  pieces(from: number): Generator<Buffer>
}

/** From here on, numbers of sectors are marks: free, end of chain. */
const MARKS = 0xfffffffa
const MOST_ENTRIES = 10_000
/** Sectors that are read together. */
const RUN = 128

/**
 * Opens the container of Excel 97-2003 ([MS-CFB]) and returns its streams by their names in small letters. No chain is followed further
 * than the file has sectors, so one that is a ring ends. Throws RefusedWorkbook (workbook_broken) and RangeError.
 */
export function openCompoundFile(file: Bytes): ReadonlyMap<string, Stream> {
  const broken = () => new RefusedWorkbook('workbook_broken')
  const head = file.read(0, 512)
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw broken()
  const sector = 1 << shift
  const sectors = Math.ceil(file.size / sector)
  const placeOf = (no: number) => (no + 1) * sector
  const fat = readFat(file, head, { sector, sectors, placeOf, broken })
  const chain = (start: number, count: number): Uint32Array => {
    if (count > sectors) throw broken()
    const found = new Uint32Array(count)
    let no = start
    for (let at = 0; at < count; at++) {
      if (no >= MARKS || no >= fat.length) return found.subarray(0, at)
      found[at] = no
      no = fat[no]!
    }
    return found
  }
  const streamOf = (start: number, size: number): Stream => {
    const own = chain(start, Math.ceil(size / sector))
    return {
      size,
      *pieces(from) {
        for (let at = Math.floor(from / sector); at < own.length; ) {
          let run = 1
          while (run < RUN && own[at + run] === own[at]! + run) run++
          const skipped = Math.max(0, from - at * sector)
          const until = Math.min(run * sector, size - at * sector)
          yield file.read(placeOf(own[at]!) + skipped, until - skipped)
          at += run
        }
      },
    }
  }
  const directory = chain(head.readUInt32LE(48), Math.min(sectors, Math.ceil((MOST_ENTRIES * 128) / sector)))
  const cutoff = head.readUInt32LE(56)
  const found = new Map<string, Stream>()
  let small: ((start: number, size: number) => Stream) | undefined
  const entries: { name: string; type: number; start: number; size: number }[] = []
  for (const no of directory) {
    const block = file.read(placeOf(no), sector)
    for (let at = 0; at + 128 <= block.length; at += 128) {
      const length = Math.min(64, block.readUInt16LE(at + 64))
      const name = block.toString('utf16le', at, at + Math.max(0, length - 2)).toLowerCase()
      entries.push({
        name,
        type: block[at + 66]!,
        start: block.readUInt32LE(at + 116),
        size: block.readUInt32LE(at + 120),
      })
    }
  }
  const root = entries.find(({ type }) => type === 5)
  if (root) {
    const table = chain(head.readUInt32LE(60), Math.min(sectors, head.readUInt32LE(64)))
    const next = Buffer.concat(Array.from(table, (no) => file.read(placeOf(no), sector)))
    const content = streamOf(root.start, Math.min(root.size, file.size))
    small = (start, size) => smallStream(content, next, start, size)
  }
  for (const { name, type, start, size } of entries) {
    if (type !== 2 || found.has(name)) continue
    if (size >= cutoff) found.set(name, streamOf(start, size))
    else if (small) found.set(name, small(start, size))
  }
  return found
}

interface Layout {
  sector: number
  sectors: number
  placeOf: (no: number) => number
  broken: () => Error
}

/** Reads the table that names the next sector of each. */
function readFat(file: Bytes, head: Buffer, { sector, sectors, placeOf, broken }: Layout): Uint32Array {
  const parts: number[] = []
  const note = (no: number) => {
    if (no < MARKS) parts.push(no)
    if (parts.length > sectors) throw broken()
  }
  for (let at = 76; at < 512; at += 4) note(head.readUInt32LE(at))
  let next = head.readUInt32LE(68)
  for (let steps = 0; next < MARKS; steps++) {
    if (steps > sectors) throw broken()
    const block = file.read(placeOf(next), sector)
    for (let at = 0; at < sector - 4; at += 4) note(block.readUInt32LE(at))
    next = block.readUInt32LE(sector - 4)
  }
  const fat = new Uint32Array((parts.length * sector) / 4).fill(0xffffffff)
  for (const [place, no] of parts.entries()) {
    const block = file.read(placeOf(no), sector)
    for (let at = 0; at + 4 <= block.length; at += 4) fat[(place * sector + at) / 4] = block.readUInt32LE(at)
  }
  return fat
}

const SMALL = 64

/** A stream of less than 4,096 bytes, which lies in pieces of 64 bytes in the stream of the root. */
function smallStream(content: Stream, next: Buffer, start: number, size: number): Stream {
  return {
    size,
    *pieces(from) {
      const parts: Buffer[] = []
      let no = start
      for (let left = size; left > 0 && no < MARKS && (no + 1) * 4 <= next.length; left -= SMALL) {
        const [part] = content.pieces(no * SMALL)
        if (!part) break
        parts.push(part.subarray(0, Math.min(SMALL, left)))
        no = next.readUInt32LE(no * 4)
      }
      yield Buffer.concat(parts).subarray(from)
    },
  }
}

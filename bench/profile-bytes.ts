import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

// The files of a browser's profile, as a finder of the device reads them: raw, and with the blocks of its databases unpacked.

/** A text to look for, in the encodings of a browser: UTF-8, UTF-16, and the integers and doubles of stored objects. */
function encodingsOf(text: string): Buffer[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  if (!/^\d+(\.\d+)?$/.test(text)) return forms
  const double = Buffer.alloc(8)
  double.writeDoubleLE(Number(text))
  return [...forms, double, ...(Number.isSafeInteger(Number(text)) ? [zigzag(Number(text))] : [])]
}

/** An integer as V8 serialises it: `I`, then a varint of twice its value. */
function zigzag(value: number): Buffer {
  const bytes = [0x49]
  for (let rest = BigInt(value) * 2n; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn)
    if (rest < 0x80n) return Buffer.from([...bytes, low])
    bytes.push(low | 0x80)
  }
}

interface FoundBytes {
  files: number
  bytes: number
  /** Bytes of unpacked blocks that were searched too. */
  unpacked: number
  /** Text to the files that contain it. */
  found: Record<string, string[]>
}

/** Searches every file below a folder. */
export function searchBytes(folder: string, texts: readonly string[]): FoundBytes {
  const result: FoundBytes = { files: 0, bytes: 0, unpacked: 0, found: Object.fromEntries(texts.map((t) => [t, []])) }
  const forms = texts.map((text) => [text, encodingsOf(text)] as const)
  for (const path of filesBelow(folder)) {
    const content = readFileSync(path)
    const blocks = unpackedOf(path, content)
    result.files++
    result.bytes += content.length
    for (const block of blocks) result.unpacked += block.length
    for (const [text, wanted] of forms)
      if ([content, ...blocks].some((one) => wanted.some((form) => one.includes(form))))
        result.found[text]!.push(path.slice(folder.length + 1))
  }
  return result
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() && statSync(path).size > 0 ? [path] : []
  })
}

const attempt = (work: () => Buffer): Buffer[] => {
  try {
    return [work()]
  } catch {
    return []
  }
}

/** Blocks of a LevelDB table, and bodies of cached answers. */
function unpackedOf(path: string, content: Buffer): Buffer[] {
  if (/\.(ldb|sst)$/.test(path)) return attempt(() => Buffer.concat(tableBlocks(content)))
  // A cached answer stays compressed as it was sent. Its body begins after the key.
  if (!/_0$|data_\d$|f_[0-9a-f]+$|\.blob$/.test(path)) return []
  const starts = [0, 24 + (content.length > 16 ? content.readUInt32LE(12) : 0)]
  return starts.flatMap((start) => {
    const body = content.subarray(start)
    return [gunzipSync, brotliDecompressSync, zstdDecompressSync].flatMap((unpack) => attempt(() => unpack(body)))
  })
}

/** The data blocks of a LevelDB table: its footer leads to the index, and that to each block. */
function tableBlocks(table: Buffer): Buffer[] {
  const footer = table.subarray(-48)
  const meta = handleAt(footer, 0)
  const index = blockAt(table, handleAt(footer, meta.next))
  return entriesOf(index).map((value) => blockAt(table, handleAt(value, 0)))
}

interface Handle {
  offset: number
  size: number
  next: number
}

function varint(bytes: Buffer, from: number): [value: number, next: number] {
  let value = 0
  let place = from
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[place++]!
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return [value, place]
  }
}

function handleAt(bytes: Buffer, from: number): Handle {
  const [offset, then] = varint(bytes, from)
  const [size, next] = varint(bytes, then)
  return { offset, size, next }
}

/** A block, unpacked. The byte after it names its compression: 0 none, 1 Snappy. */
function blockAt(table: Buffer, { offset, size }: Handle): Buffer {
  const block = table.subarray(offset, offset + size)
  return table[offset + size] === 1 ? unsnap(block) : block
}

/** Values of a block. */
function entriesOf(block: Buffer): Buffer[] {
  const end = block.length - 4 * (block.readUInt32LE(block.length - 4) + 1)
  const values: Buffer[] = []
  for (let at = 0; at < end; ) {
    const [, own] = varint(block, at)
    const [unshared, length] = varint(block, own)
    const [size, key] = varint(block, length)
    values.push(block.subarray(key + unshared, key + unshared + size))
    at = key + unshared + size
  }
  return values
}

/** Unpacks Snappy. */
function unsnap(packed: Buffer): Buffer {
  const [size, begins] = varint(packed, 0)
  const out = Buffer.alloc(size)
  let to = 0
  for (let at = begins; at < packed.length; ) {
    const tag = packed[at++]!
    const kind = tag & 3
    if (kind === 0) {
      let length = tag >> 2
      const extra = length - 59
      if (extra > 0) {
        length = packed.readUIntLE(at, extra)
        at += extra
      }
      to += packed.copy(out, to, at, at + length + 1)
      at += length + 1
      continue
    }
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = kind === 1 ? ((tag >> 5) << 8) | packed[at]! : packed.readUIntLE(at, kind === 2 ? 2 : 4)
    at += kind === 1 ? 1 : kind === 2 ? 2 : 4
    for (let n = 0; n < length; n++, to++) out[to] = out[to - offset]!
  }
  return out
}

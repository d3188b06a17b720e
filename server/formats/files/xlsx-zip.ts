import { type Entry, fromFdPromise } from 'yauzl'
import { BrokenXml } from './xml.ts'

/** Resource limits for a workbook. */
export interface WorkbookLimits {
  entries: number
  /** Bytes. */
  unpacked: number
  /** Wall-clock time of the process. */
  seconds: number
}

/** Error of a rejected workbook: a name of contract/errors/files.ts. */
export class RefusedWorkbook extends Error {
  readonly refusal:
    | 'file_type_not_supported'
    | 'document_file'
    | 'archive_file'
    | 'web_page'
    | 'json_broken'
    | 'file_encrypted'
    | 'workbook_broken'
    | 'workbook_too_big'
    | 'sheet_not_found'
  /** The row or line that the refusal is about. */
  readonly row: number | undefined

  constructor(refusal: RefusedWorkbook['refusal'], row?: number) {
    super(refusal)
    this.refusal = refusal
    this.row = row
  }
}

/** Bytes of a part that may unpack to any multiple of itself, and the multiple beyond: the cells of real sheets reach 60. */
const BIG = 64 * 1024 ** 2
const MOST_RATIO = 300

type Taken = boolean | undefined
type Taker = (piece: string, last: boolean) => Taken | Promise<Taken>

export interface Parts {
  has(name: string): boolean
  /** Unpacked bytes as the archive tells them. */
  size(name: string): number
  /** Gives the text of a part piece by piece; false from the taker ends it. A part that is not there is an empty one. */
  read(name: string, take: Taker): Promise<void>
  /** The same with its bytes. */
  bytes(name: string, take: (chunk: Buffer) => Taken | Promise<Taken>): Promise<void>
}

/**
 * Opens a workbook and looks at what the archive says of itself before anything is unpacked. Nothing of it is ever written
 * to a disk, so the names in it are compared and nothing else; of two with one name the first counts.
 * Throws RefusedWorkbook: too many entries, too much unpacked, encrypted, broken.
 */
export async function openParts(fd: number, limits: WorkbookLimits): Promise<Parts> {
  const zip = await orBroken(() =>
    fromFdPromise(fd, { autoClose: false, decodeStrings: false, validateEntrySizes: true }),
  )
  if (zip.entryCount > limits.entries) throw new RefusedWorkbook('workbook_too_big')
  const entries = new Map<string, Entry>()
  let declared = 0
  let count = 0
  await orBroken(async () => {
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize
      if (entry.uncompressedSize > BIG && entry.uncompressedSize > MOST_RATIO * entry.compressedSize)
        throw new RefusedWorkbook('workbook_too_big')
      if (++count > limits.entries || declared > limits.unpacked) throw new RefusedWorkbook('workbook_too_big')
      const name = String(entry.fileNameRaw).replaceAll('\\', '/').toLowerCase()
      if (!entries.has(name)) entries.set(name, entry)
    }
  })
  const find = (name: string) => entries.get(name.toLowerCase())
  let unpacked = 0
  /** Bytes of each part that are counted: one that is read again unpacks to no more. */
  const counted = new Map<Entry, number>()
  /** True if the taker wanted all of the part. */
  const readPart = async (name: string, take: (chunk: Buffer) => Taken | Promise<Taken>): Promise<boolean> => {
    const entry = find(name)
    if (!entry) return false
    if (entry.isEncrypted()) throw new RefusedWorkbook('file_encrypted')
    let own = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      own += (chunk as Buffer).length
      unpacked += Math.max(0, own - (counted.get(entry) ?? 0))
      counted.set(entry, Math.max(own, counted.get(entry) ?? 0))
      if (unpacked > limits.unpacked) throw new RefusedWorkbook('workbook_too_big')
      if ((await take(chunk as Buffer)) === false) return false
    }
    return true
  }
  return {
    has: (name) => find(name) !== undefined,
    size: (name) => find(name)?.uncompressedSize ?? 0,
    read: (name, take) =>
      orBroken(async () => {
        const decoder = textDecoder()
        if (await readPart(name, (chunk) => take(decoder(chunk), false))) await take(decoder(undefined), true)
      }),
    bytes: (name, take) => orBroken(() => readPart(name, take)).then(() => {}),
  }
}

/** The letters of a part: UTF-8, or UTF-16 when its mark says so. */
function textDecoder(): (chunk: Buffer | undefined) => string {
  let decoder: TextDecoder | undefined
  return (chunk) => {
    if (chunk === undefined) return decoder?.decode() ?? ''
    const mark = chunk.length > 1 ? chunk.readUInt16BE(0) : 0
    decoder ??= new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8')
    return decoder.decode(chunk, { stream: true })
  }
}

/** Whatever the archive or the XML is wrong in makes a broken workbook; yauzl tells it by plain errors. */
async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const told = error instanceof BrokenXml || (error as Error).constructor === Error
    if (told) throw new RefusedWorkbook('workbook_broken')
    throw error
  }
}

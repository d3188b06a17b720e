// Files one after the other: length of the key (2 bytes), size (8), the key, the content. A key that ends with a slash is a folder.
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LinkedFiles } from './linked-files.ts'

/** Longest key, in bytes. */
const MAX_KEY = 1000

/** The bytes before a file's content. */
export function packedHead(key: string, size: number): Buffer {
  const name = Buffer.from(key)
  const head = Buffer.alloc(10)
  head.writeUInt16BE(name.length)
  head.writeBigUInt64BE(BigInt(size), 2)
  return Buffer.concat([head, name])
}

/** Packs files of the storage. */
export async function* packFiles(kept: Pick<LinkedFiles, 'read'>, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const { size, content } = await kept.read(key)
    yield packedHead(key, size)
    let sent = 0
    for await (const chunk of content) {
      sent += chunk.length
      yield chunk
    }
    if (sent !== size) throw new Error(`The file ${key} changed while it was read: start the backup again.`)
  }
}

/** Keys of the storage: a store's number and 36 characters. */
const STORED = /^\d+\/[\w.-]+$/
/** Paths of a cluster. */
const IN_CLUSTER = /^(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/

/** Writes packed files of the storage below a folder, over older ones of the same key. Returns how many. */
export const unpackFiles = (data: AsyncIterable<Buffer>, folder: string): Promise<number> =>
  unpack(data, folder, STORED)

/** Writes the packed files of a cluster into a new folder. */
export const unpackCluster = (data: AsyncIterable<Buffer>, folder: string): Promise<number> =>
  unpack(data, folder, IN_CLUSTER)

/** Throws if a key leads out of the folder. */
async function unpack(data: AsyncIterable<Buffer>, folder: string, keys: RegExp): Promise<number> {
  const chunks = data[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)
  /** Up to `count` bytes, at least one; empty at the end. */
  const some = async (count: number) => {
    if (buffer.length === 0) {
      const { value, done } = await chunks.next()
      if (done) return Buffer.alloc(0)
      buffer = value
    }
    const taken = buffer.subarray(0, count)
    buffer = buffer.subarray(taken.length)
    return taken
  }
  const exactly = async (count: number) => {
    const pieces: Buffer[] = []
    for (let left = count; left > 0; ) {
      const piece = await some(left)
      if (piece.length === 0) break
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let count = 0; ; count++) {
    const head = await exactly(10)
    if (head.length === 0) return count
    const length = head.readUInt16BE()
    const key = (await exactly(Math.min(length, MAX_KEY))).toString()
    if (!keys.test(key) || key.includes('..')) throw new Error(`The backup names a file ${JSON.stringify(key)}.`)
    if (key.endsWith('/')) {
      await mkdir(join(folder, key), { recursive: true, mode: 0o700 })
      continue
    }
    await mkdir(dirname(join(folder, key)), { recursive: true, mode: 0o700 })
    const file = await open(join(folder, key), 'w', 0o600)
    try {
      for (let left = Number(head.readBigUInt64BE(2)); left > 0; ) {
        const piece = await some(left)
        if (piece.length === 0) throw new Error(`The backup ends within the file ${key}.`)
        for (let rest = piece; rest.length > 0; ) rest = rest.subarray((await file.write(rest)).bytesWritten)
        left -= piece.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

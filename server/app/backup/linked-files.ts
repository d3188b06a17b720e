import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Prefix of the folders in the storage that hold a backup's links. No key of the storage begins with it. */
const LINKS = '.backup-'

/** Files of the storage, held by hard links: a purge or an erasure that removes one meanwhile takes nothing from the backup. */
export interface LinkedFiles {
  /** Adds links of files that came since. */
  add(): Promise<void>
  keys(): Promise<string[]>
  /** Sum of their bytes. */
  bytes(): Promise<number>
  /** A file's bytes, as many as it had at this moment. */
  read(key: string): Promise<{ size: number; content: AsyncIterable<Buffer> }>
  release(): Promise<void>
}

/** The storage that a backup holds. */
export interface BackupStorage {
  keep(): Promise<LinkedFiles>
  /** Removes what backups that were killed still hold. */
  releaseLeft(): Promise<void>
}

/** Files on the disk, one folder a store. */
export const diskFiles = (storage: string): BackupStorage => ({
  keep: () => linkFiles(storage),
  releaseLeft: () => removeStaleLinks(storage),
})

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Hard-links every file of the storage into a sibling folder. */
export async function linkFiles(storage: string): Promise<LinkedFiles> {
  const folder = join(storage, `${LINKS}${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keys = async () => {
    const found: string[] = []
    for (const store of (await namesIn(folder)).sort())
      for (const name of (await namesIn(join(folder, store))).sort()) found.push(`${store}/${name}`)
    return found
  }
  return {
    keys,
    async add() {
      for (const store of await namesIn(storage)) {
        if (store.startsWith('.') || !(await lstat(join(storage, store))).isDirectory()) continue
        await mkdir(join(folder, store), { recursive: true, mode: 0o700 })
        for (const name of await namesIn(join(storage, store))) {
          await link(join(storage, store, name), join(folder, store, name)).catch((error: NodeJS.ErrnoException) => {
            // Linked before, or removed since the folder was read.
            if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
          })
        }
      }
    },
    async bytes() {
      let sum = 0
      for (const key of await keys()) sum += (await lstat(join(folder, key))).size
      return sum
    },
    async read(key) {
      const path = join(folder, key)
      const { size } = await lstat(path)
      // An upload that is still being written may grow.
      const content = size === 0 ? [] : createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 })
      return { size, content: content as AsyncIterable<Buffer> }
    },
    release: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Removes the links of backups that were killed. */
export async function removeStaleLinks(storage: string): Promise<void> {
  for (const name of await namesIn(storage))
    if (name.startsWith(LINKS)) await rm(join(storage, name), { recursive: true, force: true })
}

/** Longest name of a file, in bytes: a key has a store's number and 36 characters. */
const MAX_KEY = 200

/** Packs files one after the other: length of the key (2 bytes), size (8), the key, the content. */
export async function* packFiles(kept: Pick<LinkedFiles, 'read'>, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const { size, content } = await kept.read(key)
    const name = Buffer.from(key)
    const head = Buffer.alloc(10)
    head.writeUInt16BE(name.length)
    head.writeBigUInt64BE(BigInt(size), 2)
    yield Buffer.concat([head, name])
    let sent = 0
    for await (const chunk of content) {
      sent += chunk.length
      yield chunk
    }
    if (sent !== size) throw new Error(`The file ${key} changed while it was read: start the backup again.`)
  }
}

const KEY = /^\d+\/[\w.-]+$/

/** Writes packed files below a folder, and returns how many. Throws if a key leads out of it. */
export async function unpackFiles(data: AsyncIterable<Buffer>, folder: string): Promise<number> {
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
    if (!KEY.test(key) || key.includes('..')) throw new Error(`The backup names a file ${JSON.stringify(key)}.`)
    await mkdir(join(folder, key.split('/')[0]!), { recursive: true, mode: 0o700 })
    const file = await open(join(folder, key), 'wx', 0o600)
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

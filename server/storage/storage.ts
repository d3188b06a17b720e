import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '../core/sqlstate.ts'

/** A stored object. */
export interface Stored {
  key: string
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes. */
  hash: Buffer
}

/** Storage of uploads and exports. Keys are generated, never file names of people. */
export interface Storage {
  /**
   * Stores a stream whole or not at all; `limit` in bytes. Throws TooLarge beyond it, StorageFull when there is no room left. What a
   * process leaves behind that is killed meanwhile, or before a row names the key, is removed by the purge.
   */
  put(storeId: number, source: Readable, limit: number): Promise<Stored>
  /** Reads from byte `start` up to and including byte `end`. */
  read(key: string, start?: number, end?: number): Readable
  /** For readers that jump in the file, such as that of an archive; the caller closes it. */
  open(key: string): Promise<FileHandle>
  /** Bytes. */
  size(key: string): Promise<number>
  remove(key: string): Promise<void>
  /** Removes all that a store has. */
  removeStore(storeId: number): Promise<void>
  /** Yields keys last written before an instant (ms), by store. Objects being written are touched every ten minutes. */
  olderThan(instant: number): AsyncGenerator<{ storeId: number; keys: string[] }>
  /** Deletes parts of files that a killed process began to store before an instant (ms), where no key names them. */
  removeParts(instant: number): Promise<void>
}

/** Storage that also takes files from another one, under their keys. */
export interface MovableStorage extends Storage {
  /** Stores a stream under its key, whole or not at all. */
  place(key: string, source: Readable): Promise<void>
}

export class TooLarge extends Error {}
export class StorageFull extends Error {}

const TOUCH_MS = 600_000

/** Write buffer: small pieces would each wait for the previous one. */
const WAITING_BYTES = 1024 * 1024

const KEY = /^\d+\/[0-9a-f-]{36}$/
export const isKey = (key: string) => KEY.test(key)

/** Returns the key, or throws if no storage made it. */
export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error('Not a storage key')
  return key
}

/** None of a folder that nothing was put into yet. */
const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** Storage on the local disk, one folder a store. */
export function diskStorage(folder: string): MovableStorage {
  const pathOf = (key: string) => join(folder, assertKey(key))
  return {
    async put(storeId, source, limit) {
      const key = `${storeId}/${randomUUID()}`
      const path = pathOf(key)
      await mkdir(join(folder, String(storeId)), { recursive: true, mode: 0o700 })
      let size = 0
      const hash = createHash('sha256')
      // A slow line may bring nothing for a day, and its file must not look like one that was left behind.
      const touching = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), TOUCH_MS)
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > limit) throw new TooLarge()
              hash.update(chunk)
              yield chunk
            }
          },
          createWriteStream(path, { mode: 0o600, flags: 'wx', highWaterMark: WAITING_BYTES }),
        )
        // A promised object must survive a power cut.
        const file = await open(path, 'r')
        await file.sync().finally(() => file.close())
      } catch (error) {
        await rm(path, { force: true })
        throw isDiskFull(error) ? new StorageFull() : error
      } finally {
        clearInterval(touching)
      }
      return { key, size, hash: hash.digest() }
    },
    async place(key, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // No key: the purge leaves it alone, and a move that is killed writes it again.
      const written = `${path}.part`
      await pipeline(source, createWriteStream(written, { mode: 0o600, highWaterMark: WAITING_BYTES, flush: true }))
      await rename(written, path)
    },
    read: (key, start = 0, end = Number.POSITIVE_INFINITY) =>
      createReadStream(pathOf(key), { start, end, highWaterMark: 64 * 1024 }),
    open: async (key) => open(pathOf(key), 'r'),
    size: async (key) => (await stat(pathOf(key))).size,
    remove: (key) => rm(pathOf(key), { force: true }),
    removeStore: (storeId) => rm(join(folder, String(storeId)), { recursive: true, force: true }),
    async *olderThan(instant) {
      for (const storeId of await namesIn(folder)) {
        const keys: string[] = []
        for (const name of await namesIn(join(folder, storeId))) {
          const key = `${storeId}/${name}`
          // Ignores objects deleted meanwhile.
          const found = isKey(key) && (await stat(pathOf(key)).catch(() => undefined))
          if (found && found.mtimeMs < instant) keys.push(key)
        }
        if (keys.length > 0) yield { storeId: Number(storeId), keys }
      }
    },
    removeParts: async () => {},
  }
}

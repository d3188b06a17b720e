import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Bucket } from './bucket.ts'
import { assertKey, isKey, type MovableStorage } from './storage.ts'

/** Prefix of files in the bucket. */
export const FILES = 'files/'

/** Requests that delete objects of a store at one time. */
const AT_ONCE = 16

/** Storage in a bucket. `spool`: folder for files that are read as a whole, each deleted while it is open. */
export function bucketStorage(bucket: Bucket, spool: string): MovableStorage {
  const nameOf = (key: string) => FILES + assertKey(key)
  const read = (key: string, start = 0, end?: number) => bucket.read(nameOf(key), start, end)

  return {
    async put(storeId, source, limit) {
      const key = `${storeId}/${randomUUID()}`
      return { key, ...(await bucket.put(nameOf(key), source, limit)) }
    },
    async place(key, source) {
      await bucket.put(nameOf(key), source, Number.POSITIVE_INFINITY)
    },
    read,
    open: (key) => spooled(spool, read(key)),
    size: async (key) => bucket.size(nameOf(key)),
    remove: async (key) => bucket.remove(nameOf(key)),
    async removeStore(storeId) {
      for await (const page of bucket.list(`${FILES}${storeId}/`)) {
        for (let from = 0; from < page.length; from += AT_ONCE)
          await Promise.all(page.slice(from, from + AT_ONCE).map(({ key }) => bucket.remove(key)))
      }
    },
    async *olderThan(instant) {
      for await (const page of bucket.list(FILES)) {
        const keys = page.filter(({ at }) => at < instant).map(({ key }) => key.slice(FILES.length))
        for (const [storeId, ofStore] of Map.groupBy(keys.filter(isKey), (key) => Number(key.split('/')[0])))
          yield { storeId, keys: ofStore }
      }
    },
    removeParts: (instant) => bucket.removeParts(instant),
  }
}

/** Writes a stream into a file without a name, and returns it as if it had just been opened. */
async function spooled(folder: string, content: Readable): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    let at = 0
    // At offsets: the position of the file is shared with the process that reads it.
    for await (const chunk of content as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0; ) {
        const { bytesWritten } = await file.write(rest, 0, rest.length, at)
        at += bytesWritten
        rest = rest.subarray(bytesWritten)
      }
    }
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

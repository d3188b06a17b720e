import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server } from '../testing/s3-server.testing.ts'
import { openBucket } from './bucket.ts'
import { bucketLists } from './bucket-lists.ts'
import { bucketStorage } from './bucket-storage.ts'
import { diskLists, type SideLists } from './side-lists.ts'
import { diskStorage, type MovableStorage, TooLarge } from './storage.ts'

const MB = 1024 * 1024

let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>
const storages: Record<string, MovableStorage> = {}
const lists: Record<string, SideLists> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-storages-'))
  s3 = await startS3Server()
  const bucket = await openBucket(s3.settings)
  Object.assign(storages, {
    disk: diskStorage(join(folder, 'files')),
    bucket: bucketStorage(bucket, join(folder, 'spool')),
  })
  Object.assign(lists, { disk: diskLists(folder), bucket: bucketLists(bucket) })
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

/** A stream of pieces; `failing` breaks it off at its end. */
const streamOf = (pieces: readonly Buffer[], failing?: Error) =>
  Readable.from(
    (async function* () {
      yield* pieces
      if (failing) throw failing
    })(),
  )

describe.each(['disk', 'bucket'])('files in the %s', (kind) => {
  let storage: MovableStorage
  beforeAll(() => {
    storage = storages[kind]!
  })
  const keysOf = async (store: number, instant = Date.now() + 60_000) => {
    const found: string[] = []
    for await (const { storeId, keys } of storage.olderThan(instant)) if (storeId === store) found.push(...keys)
    return found
  }

  test('are read back whole, from an offset, and not beyond their end', async () => {
    const { key, size } = await storage.put(7, streamOf([Buffer.from('สวัส'), Buffer.from('ดี')]), 100)
    expect([size, await storage.size(key)]).toEqual([18, 18])
    expect(await Promise.all([0, 12, 18].map((start) => text(storage.read(key, start))))).toEqual(['สวัสดี', 'ดี', ''])
  })

  test('of several parts are whole, and a part of them is read', async () => {
    const pieces = Array.from({ length: 20 }, (_, n) => Buffer.alloc(MB, n))
    const { key, size } = await storage.put(7, streamOf(pieces), 20 * MB)
    expect(size).toBe(20 * MB)
    expect((await buffer(storage.read(key))).equals(Buffer.concat(pieces))).toBe(true)
    expect((await buffer(storage.read(key, 19 * MB))).equals(pieces[19]!)).toBe(true)
  })

  test('open as a file at its beginning, which a child process reads by position', async () => {
    const { key } = await storage.put(7, streamOf([Buffer.from('รหัสสินค้า')]), 100)
    const file = await storage.open(key)
    expect(await file.readFile('utf8')).toBe('รหัสสินค้า')
    expect((await file.read(Buffer.alloc(9), 0, 9, 3)).buffer.toString()).toBe('หัส')
    await file.close()
    // Nothing is left on the disk.
    expect(await readdir(join(folder, 'spool')).catch(() => [])).toEqual([])
  })

  test('have exactly as many bytes as are allowed; a byte more leaves nothing behind', async () => {
    expect((await storage.put(8, streamOf([Buffer.alloc(10)]), 10)).size).toBe(10)
    await expect(storage.put(8, streamOf([Buffer.alloc(6), Buffer.alloc(5)]), 10)).rejects.toThrow(TooLarge)
    const pieces = Array.from({ length: 18 }, () => Buffer.alloc(MB))
    await expect(storage.put(8, streamOf(pieces), 17 * MB)).rejects.toThrow(TooLarge)
    expect([(await keysOf(8)).length, await s3.unfinished()]).toEqual([1, []])
  })

  test('whose source breaks off leave nothing behind', async () => {
    await expect(storage.put(9, streamOf([Buffer.from('half')], new Error('line cut')), 100)).rejects.toThrow(
      'line cut',
    )
    const pieces = Array.from({ length: 18 }, () => Buffer.alloc(MB))
    await expect(storage.put(9, streamOf(pieces, new Error('line cut')), 20 * MB)).rejects.toThrow('line cut')
    expect([await keysOf(9), await s3.unfinished()]).toEqual([[], []])
  })

  test('are listed by store and age, and are gone once deleted, alone or with their store', async () => {
    const put = async (store: number) => (await storage.put(store, streamOf([Buffer.from('x')]), 10)).key
    const [one, two] = [await put(31), await put(31)]
    const other = await put(3)
    expect([(await keysOf(31)).toSorted(), await keysOf(31, Date.now() - 60_000)]).toEqual([[one, two].toSorted(), []])
    await storage.remove(one)
    await storage.remove(one)
    expect(await keysOf(31)).toEqual([two])
    await storage.removeStore(3)
    expect([await keysOf(3), await keysOf(31)]).toEqual([[], [two]])
    await expect(storage.size(other)).rejects.toThrow()
    await expect(text(storage.read(other))).rejects.toThrow()
  })

  test('take another storage’s file under its key', async () => {
    const key = '5/0c5f6b88-0000-4000-8000-000000000000'
    await storage.place(key, streamOf([Buffer.from('ย้าย')]))
    expect([await text(storage.read(key)), await keysOf(5)]).toEqual(['ย้าย', [key]])
  })

  test.each(['../secret-key', '7/../../etc/passwd', '/etc/passwd', '7/x', '', `7/${'a'.repeat(36)}/..`])(
    'do not open by the key %j, which is not one of ours',
    (key) => {
      expect(() => storage.read(key)).toThrow('Not a storage key')
    },
  )

  test('come with lists, whose lines stay until they are dropped', async () => {
    const list = lists[kind]!
    expect(await list.lines('erasures')).toEqual([])
    await Promise.all(['1 a', '2 b', '1 c'].map((line) => list.add('erasures', line)))
    await list.drop('erasures', (line) => line.startsWith('1'))
    expect(await list.lines('erasures')).toEqual(['2 b'])
    for (const seals of ['[1]', '[2]']) await list.replace('audit-seals.json', [seals])
    expect(await list.lines('audit-seals.json')).toEqual(['[2]'])
  })
})

test('parts of an upload whose process was killed are removed once they are old', async () => {
  const storage = storages.bucket!
  const stalled = Promise.withResolvers<void>()
  const pieces = Array.from({ length: 10 }, () => Buffer.alloc(MB))
  const putting = storage.put(
    7,
    Readable.from(
      (async function* () {
        yield* pieces
        await stalled.promise
      })(),
    ),
    20 * MB,
  )
  putting.catch(() => {})
  await expect.poll(s3.unfinished).toHaveLength(1)
  await storage.removeParts(Date.now() - 60_000)
  expect(await s3.unfinished()).toHaveLength(1)
  await storage.removeParts(Date.now() + 60_000)
  expect(await s3.unfinished()).toEqual([])
  stalled.resolve()
  // Whole or not at all.
  await expect(putting).rejects.toThrow()
})

test.skipIf(process.env.TEST_S3_ENDPOINT)(
  'a server that cannot list unfinished uploads keeps them, and fails no purge',
  async () => {
    const other = await startS3Server({ listsUploads: false })
    const storage = bucketStorage(await openBucket(other.settings), join(folder, 'other'))
    await storage.removeParts(Date.now())
    await other.stop()
  },
)

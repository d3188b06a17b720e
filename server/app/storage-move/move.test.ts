import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBucket } from '../../storage/bucket.ts'
import { bucketLists } from '../../storage/bucket-lists.ts'
import { bucketStorage } from '../../storage/bucket-storage.ts'
import { diskLists } from '../../storage/side-lists.ts'
import { diskStorage, type MovableStorage } from '../../storage/storage.ts'
import { startS3Server } from '../../testing/s3-server.testing.ts'
import { moveFiles, moveLists } from './move.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>
let disk: MovableStorage
let bucket: MovableStorage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-move-'))
  s3 = await startS3Server()
  disk = diskStorage(join(folder, 'files'))
  bucket = bucketStorage(await openBucket(s3.settings), join(folder, 'spool'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

async function keysOf(storage: MovableStorage): Promise<string[]> {
  const found: string[] = []
  for await (const { keys } of storage.olderThan(Number.POSITIVE_INFINITY)) found.push(...keys)
  return found.toSorted()
}

test('a move that was killed is continued, and can be taken back', async () => {
  const keys: string[] = []
  for (const store of [7, 7, 8])
    keys.push((await disk.put(store, Readable.from([Buffer.from(`of ${store}`)]), 100)).key)
  keys.sort()
  // Killed while it wrote one file, and before it removed another.
  await bucket.place(keys[0]!, Readable.from([Buffer.from('o')]))
  await bucket.place(keys[1]!, Readable.from([Buffer.from('of 7')]))
  expect(await moveFiles(disk, bucket, 7)).toEqual({ files: 2, bytes: 8 })
  expect([await keysOf(disk), await keysOf(bucket)]).toEqual([[keys[2]], keys.slice(0, 2)])
  expect(await moveFiles(disk, bucket)).toEqual({ files: 1, bytes: 4 })
  expect(await Promise.all(keys.map((key) => text(bucket.read(key))))).toEqual(['of 7', 'of 7', 'of 8'])
  expect((await moveFiles(bucket, disk)).files).toBe(3)
  expect([await keysOf(disk), await keysOf(bucket)]).toEqual([keys, []])
})

test('lists are joined with those of the new place', async () => {
  const [here, there] = [diskLists(folder), bucketLists(await openBucket(s3.settings))]
  for (const line of ['one', 'both']) await here.add('erasures', line)
  for (const line of ['both', 'other']) await there.add('erasures', line)
  await here.replace('audit-seals.json', ['[]'])
  await moveLists(here, there)
  expect((await there.lines('erasures')).toSorted()).toEqual(['both', 'one', 'other'])
  expect([await here.lines('erasures'), await there.lines('audit-seals.json')]).toEqual([[], ['[]']])
})

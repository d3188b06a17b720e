import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../storage/bucket.ts'
import { bucketStorage } from '../../storage/bucket-storage.ts'
import { startS3Server } from '../../testing/s3-server.testing.ts'
import { bucketFiles } from './backup-storage.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let bucket: Bucket
beforeAll(async () => {
  s3 = await startS3Server()
  bucket = await openBucket(s3.settings)
})
afterAll(() => s3.stop())

async function copies(): Promise<string[]> {
  const found: string[] = []
  for await (const page of bucket.list('backup-')) found.push(...page.map(({ key }) => key))
  return found
}

test('files of a bucket that are removed while a backup runs are in it all the same', async () => {
  const storage = bucketStorage(bucket, '/nowhere')
  const put = async (content: string) => (await storage.put(7, Readable.from([Buffer.from(content)]), 100)).key
  const first = await put('ลูกค้า')
  const held = bucketFiles(bucket)
  const kept = await held.keep()
  await kept.add()
  await storage.remove(first)
  const second = await put('มาใหม่')
  await kept.add()
  expect(await kept.keys()).toEqual([first, second].toSorted())
  const { size, content } = await kept.read(first)
  expect([size, await text(content)]).toEqual([18, 'ลูกค้า'])
  expect(await copies()).toHaveLength(2)
  await held.releaseLeft()
  expect(await copies()).toEqual([])
})

import { randomBytes } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import { type Bucket, openBucket } from '../../storage/bucket.ts'
import { bucketLists } from '../../storage/bucket-lists.ts'
import { FILES } from '../../storage/bucket-storage.ts'
import { filesFolder } from '../../storage/open-storage.ts'
import { diskLists, type SideLists } from '../../storage/side-lists.ts'
import { type BackupStorage, diskFiles, type LinkedFiles } from './linked-files.ts'

/** Prefix of copies in the bucket. */
const COPIES = 'backup-'
/** Copies made by the server at one time. */
const AT_ONCE = 8

/** Returns the storage that a backup reads: files and lists, in the bucket or in the data folder. */
export async function openBackupStorage(config: Config): Promise<{ storage: BackupStorage; lists: SideLists }> {
  if (!config.bucket) return { storage: diskFiles(filesFolder(config)), lists: diskLists(config.dataFolder) }
  const bucket = await openBucket(config.bucket)
  return { storage: bucketFiles(bucket), lists: bucketLists(bucket) }
}

async function removeAll(bucket: Bucket, prefix: string): Promise<void> {
  for await (const page of bucket.list(prefix)) for (const { key } of page) await bucket.remove(key)
}

/** Files in a bucket, held by copies that its server makes: S3 has no links. */
export function bucketFiles(bucket: Bucket): BackupStorage {
  return {
    keep: () => Promise.resolve(copies(bucket, `${COPIES}${randomBytes(6).toString('hex')}/`)),
    releaseLeft: () => removeAll(bucket, COPIES),
  }
}

function copies(bucket: Bucket, prefix: string): LinkedFiles {
  /** Bytes by key. */
  const sizes = new Map<string, number>()
  const copy = async (key: string, size: number) => {
    try {
      await bucket.copy(FILES + key, prefix + key)
      sizes.set(key, size)
    } catch (error) {
      // Removed since the list was read.
      if ((error as { name?: string }).name !== 'NoSuchKey') throw error
    }
  }
  return {
    async add() {
      for await (const page of bucket.list(FILES)) {
        const files = page.map(({ key, size }) => ({ key: key.slice(FILES.length), size }))
        const fresh = files.filter(({ key }) => !sizes.has(key))
        for (let from = 0; from < fresh.length; from += AT_ONCE)
          await Promise.all(fresh.slice(from, from + AT_ONCE).map(({ key, size }) => copy(key, size)))
      }
    },
    keys: async () => [...sizes.keys()].toSorted(),
    bytes: async () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
    read: async (key) => ({ size: sizes.get(key)!, content: bucket.read(prefix + key, 0) as AsyncIterable<Buffer> }),
    release: () => removeAll(bucket, prefix),
  }
}

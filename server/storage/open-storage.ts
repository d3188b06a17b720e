import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import { openBucket } from './bucket.ts'
import { bucketLists } from './bucket-lists.ts'
import { bucketStorage } from './bucket-storage.ts'
import { diskLists, type SideLists } from './side-lists.ts'
import { diskStorage, type Storage } from './storage.ts'

type Where = Pick<Config, 'bucket' | 'dataFolder'>

/** Folder of the files on the disk. */
export const filesFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>) => join(dataFolder, 'files')

/** Opens the storage and the lists outside the database: in the bucket if there is one, else in the data folder. */
export async function openStorage({ bucket, dataFolder }: Where): Promise<{ storage: Storage; lists: SideLists }> {
  if (!bucket) return { storage: diskStorage(filesFolder({ dataFolder })), lists: diskLists(dataFolder) }
  const opened = await openBucket(bucket)
  return { storage: bucketStorage(opened, join(dataFolder, 'spool')), lists: bucketLists(opened) }
}

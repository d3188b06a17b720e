// `npm run storage:move`: moves files from the data folder into the bucket, or back with `-- --to-disk`; with `-- <number>` those of one store.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { openBucket } from '../storage/bucket.ts'
import { bucketLists } from '../storage/bucket-lists.ts'
import { bucketStorage } from '../storage/bucket-storage.ts'
import { filesFolder } from '../storage/open-storage.ts'
import { diskLists } from '../storage/side-lists.ts'
import { diskStorage } from '../storage/storage.ts'
import { runCommand } from './backup/run-command.ts'
import { moveFiles, moveLists } from './storage-move/move.ts'

await runCommand(async () => {
  const config = readConfig(process.env)
  const words = process.argv.slice(2)
  const store = words.find((word) => !word.startsWith('--'))
  const unknown = words.find((word) => word.startsWith('--') && word !== '--to-disk')
  if (unknown || (store && !/^\d+$/.test(store)))
    throw new Error('Use: npm run storage:move, npm run storage:move -- <number of a store>, or either with --to-disk')
  if (!config.bucket)
    throw new Error('S3_BUCKET names the bucket: set it, with the other bucket settings of docs/settings.md.')
  const bucket = await openBucket(config.bucket)
  const disk = { files: diskStorage(filesFolder(config)), lists: diskLists(config.dataFolder) }
  const far = { files: bucketStorage(bucket, filesFolder(config)), lists: bucketLists(bucket) }
  const [from, to] = words.includes('--to-disk') ? [far, disk] : [disk, far]
  const moved = await moveFiles(from.files, to.files, store === undefined ? undefined : Number(store))
  // The lists are of all stores: they follow the last one.
  if (store === undefined) await moveLists(from.lists, to.lists)
  console.log(`Moved ${moved.files} files (${moved.bytes.toLocaleString('en-US')} bytes).`)
})

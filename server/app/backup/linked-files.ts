import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, lstat, mkdir, readdir, rm } from 'node:fs/promises'
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

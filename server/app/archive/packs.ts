import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesFolder } from '../../storage/open-storage.ts'
import { BackupWriter } from '../backup/backup-writer.ts'
import { partNames } from '../backup/manifest.ts'
import { packFiles } from '../backup/packed-files.ts'
import { archiveNames, packTime } from './names.ts'
import type { OpenArchive } from './open-archive.ts'

/** A file has its last bytes before it has its name, and a clock may be corrected. */
const MARGIN_MS = 60_000

/** Lists outside the database that an archive holds. */
export const archivedLists = ['erasures', 'decisions', 'audit-seals.json'] as const

const orMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** Writes the lists as parts of a base or a pack. */
export async function writeLists(writer: BackupWriter, lists: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, text] of lists)
    await writer.part(
      { name },
      () => [text],
      () => 1,
    )
}

export async function readLists(dataFolder: string): Promise<Map<string, Buffer>> {
  const lists = new Map<string, Buffer>()
  for (const name of archivedLists) {
    const text = await readFile(join(dataFolder, name)).catch(orMissing)
    if (text) lists.set(name, text)
  }
  return lists
}

/** Keys of files that were written since an instant, each with what tells it from an earlier state. */
async function writtenSince(files: string, since: number): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const store of await readdir(files).catch((error) => orMissing(error) ?? [])) {
    const folder = join(files, store)
    if (store.startsWith('.') || !(await lstat(folder)).isDirectory()) continue
    for (const name of await readdir(folder)) {
      const is = await lstat(join(folder, name)).catch(orMissing)
      if (is && is.mtimeMs >= since) found.set(`${store}/${name}`, `${is.size} ${is.mtimeMs}`)
    }
  }
  return found
}

/** Returns a function that archives files and lists that are new since its last call. */
export async function packer(open: OpenArchive): Promise<(at: Date) => Promise<void>> {
  const { place, archive, dataFolder, passphrase } = open
  if (!open.hasFiles) return async () => {}
  const newest = (await place.names(archiveNames.packs(archive))).at(-1)
  let since = newest ? packTime(newest).getTime() : undefined
  let packed = new Map<string, string>()
  let listed = ''
  return async (at) => {
    const files = filesFolder({ dataFolder })
    const seen = await writtenSince(files, (since ?? at.getTime()) - MARGIN_MS)
    const keys = [...seen].filter(([key, state]) => packed.get(key) !== state).map(([key]) => key)
    const lists = await readLists(dataFolder)
    const state = [...lists.values()].join('\0')
    if (keys.length > 0 || state !== listed) {
      const file = await place.begin(archiveNames.pack(archive, at))
      try {
        const writer = await BackupWriter.begin(file, passphrase)
        await writeLists(writer, lists)
        const read = async (key: string) => {
          const path = join(files, key)
          const { size } = await lstat(path)
          const content = size === 0 ? [] : createReadStream(path, { end: size - 1 })
          return { size, content: content as AsyncIterable<Buffer> }
        }
        await writer.part(
          { name: partNames.files },
          () => packFiles({ read }, keys),
          () => keys.length,
        )
        await writer.end({ made_at: at.toISOString(), migrations: [], postgres: '' })
      } catch (error) {
        await file.discard()
        throw error
      }
    }
    ;[since, packed, listed] = [at.getTime(), seen, state]
  }
}

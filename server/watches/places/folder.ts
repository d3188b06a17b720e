import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, realpath, rename } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type Found, MAX_NAMES, type Place, PlaceError, type PutAway } from './place.ts'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_CREAT, O_EXCL, O_WRONLY } = constants

/** Linux names open files there: a name below it belongs to the folder that is open, whatever its path leads to by now. */
const pathOf = (handle: FileHandle) => `/proc/self/fd/${handle.fd}`

const codes: Readonly<Record<string, 'not_found' | 'refused'>> = {
  ENOENT: 'not_found',
  // A link, or a file in place of a folder.
  ELOOP: 'not_found',
  ENOTDIR: 'not_found',
  ENXIO: 'not_found',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
}

function placeError(error: unknown): unknown {
  const reason = codes[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new PlaceError(reason, error) : error
}

/**
 * Opens a folder of a store part by part, without following a link: `..`, links and an exchange between two looks lead nowhere. The
 * caller closes it.
 */
async function openFolder(root: string, [store, ...parts]: readonly [string, ...string[]]): Promise<FileHandle> {
  // The operator chose the root, which may be a link itself.
  let folder = await open(await realpath(root), O_RDONLY | O_DIRECTORY)
  const enter = async (part: string) => {
    if (part === '.' || part === '..' || part.includes('/') || part.includes('\0')) throw new PlaceError('not_found')
    const next = await open(join(pathOf(folder), part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    await folder.close()
    folder = next
  }
  try {
    await enter(store)
    const own = await realpath(pathOf(folder))
    for (const part of parts) await enter(part)
    const opened = await realpath(pathOf(folder))
    if (opened !== own && !opened.startsWith(`${own}/`)) throw new PlaceError('not_found')
    return folder
  } catch (error) {
    await folder.close()
    throw error
  }
}

const modifiedAt = ({ mtimeMs }: { mtimeMs: number }) => Math.floor(mtimeMs)

/**
 * Opens a file of an open folder, and checks what was opened: a plain file with a single name, as it was found. A second name could be
 * that of another store's file. The caller closes it.
 */
async function openFile(folder: FileHandle, found: Found): Promise<FileHandle> {
  if (found.name.includes('/') || found.name.includes('\0')) throw new PlaceError('not_found')
  // A pipe would block for ever without O_NONBLOCK.
  const file = await open(join(pathOf(folder), found.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const facts = await file.stat()
    const isSame = facts.isFile() && facts.nlink === 1 && facts.size === found.size
    if (!isSame || modifiedAt(facts) !== found.modifiedAt) throw new PlaceError('not_found')
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads the file to its end. Throws if it was written to meanwhile. */
async function* bytesOf(file: FileHandle, found: Found, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    let left = found.size
    while (left > 0) {
      signal.throwIfAborted()
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(Math.min(left, 64 * 1024)) })
      if (bytesRead === 0) break
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    const facts = await file.stat()
    if (facts.size !== found.size || modifiedAt(facts) !== found.modifiedAt) throw new PlaceError('not_found')
  } finally {
    await file.close()
  }
}

/** Names to try in a folder that has the name already. */
function* freeNames(name: string): Generator<string> {
  yield name
  const end = extname(name)
  const begin = basename(name, end)
  for (let number = 2; number <= MAX_NAMES; number++) yield `${begin} (${number})${end}`
}

/** True if `freeNames` yields the name. */
function isFreeName(free: string, name: string): boolean {
  const end = extname(name)
  const begin = basename(name, end)
  if (!free.startsWith(begin) || !free.endsWith(end)) return false
  return free === name || / \(\d+\)$/.test(free.slice(begin.length, free.length - end.length))
}

/** Reserves a name in a folder with an empty file, so that no earlier file is overwritten. */
async function reserve(folder: FileHandle, name: string): Promise<string> {
  for (const free of freeNames(name)) {
    try {
      const made = await open(join(pathOf(folder), free), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o640)
      await made.close()
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // A process that was killed before it moved its file.
      const facts = await lstat(join(pathOf(folder), free)).catch(() => undefined)
      if (facts?.isFile() && facts.size === 0) return free
    }
  }
  throw new PlaceError('too_many')
}

/** Folder of one store below RUAM_WATCH_ROOT. The operator makes `{root}/{store id}`. Linux only. */
export function folderPlace(root: string | undefined, storeId: number, path: string): Place {
  const parts = path.split('/').filter((part) => part !== '')

  async function withFolder<T>(more: readonly string[], work: (folder: FileHandle) => Promise<T>): Promise<T> {
    if (root === undefined) throw new PlaceError('not_found')
    let folder: FileHandle | undefined
    try {
      folder = await openFolder(root, [String(storeId), ...parts, ...more])
      return await work(folder)
    } catch (error) {
      throw placeError(error)
    } finally {
      await folder?.close()
    }
  }

  /** True if the folder has the file as it was found. */
  async function holds(folder: FileHandle, found: Found): Promise<boolean> {
    try {
      await (await openFile(folder, found)).close()
      return true
    } catch (error) {
      const failure = placeError(error)
      if (failure instanceof PlaceError && failure.reason === 'not_found') return false
      throw error
    }
  }

  /** Moves a file from a folder into `where`. Throws `not_found` if it is not there as it was found. */
  const moveFrom = (from: readonly string[], found: Found, where: PutAway) =>
    withFolder(from, async (folder) => {
      if (!(await holds(folder, found))) throw new PlaceError('not_found')
      await withFolder([], (base) => mkdir(join(pathOf(base), where), { mode: 0o750 }).catch(ignoreExisting))
      return withFolder([where], async (target) => {
        const name = await reserve(target, found.name)
        await rename(join(pathOf(folder), found.name), join(pathOf(target), name))
      })
    })

  /** Returns the file under the name that it got in a folder: an earlier one may have had its own. */
  const asideIn = (from: PutAway, found: Found) =>
    withFolder([from], async (folder) => {
      for await (const { name } of await opendir(pathOf(folder)))
        if (isFreeName(name, found.name) && (await holds(folder, { ...found, name }))) return { ...found, name }
      throw new PlaceError('not_found')
    })

  return {
    async *list(signal) {
      const files: Found[] = []
      await withFolder([], async (folder) => {
        for await (const entry of await opendir(pathOf(folder))) {
          signal.throwIfAborted()
          // Some file systems keep no kind with the name. A file that is deleted meanwhile is none.
          const facts = await lstat(join(pathOf(folder), entry.name)).catch(() => undefined)
          if (!facts?.isFile()) continue
          files.push({ name: entry.name, size: facts.size, modifiedAt: modifiedAt(facts) })
          if (files.length > MAX_NAMES) throw new PlaceError('too_many')
        }
      })
      yield* files
    },
    open: (found, signal) =>
      withFolder([], async (folder) => {
        const file = await openFile(folder, found)
        return Readable.from(bytesOf(file, found, signal), { objectMode: false })
      }),
    putAway: async (found, where, _signal, from = null) =>
      from === null ? moveFrom([], found, where) : moveFrom([from], await asideIn(from, found), where),
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Core } from '../servers/core.ts'
import type { Storage } from '../storage/storage.ts'

const SOON_MS = 60_000
const HOUR_MS = 3_600_000

/** Names of what a store has in the storage; on the disk, parts of files too. */
export async function storedNames({ config, storage }: Pick<Core, 'config' | 'storage'>, storeId: number) {
  if (!inject('s3')) return (await readdir(join(config.dataFolder, String(storeId))).catch(() => [])).sort()
  return (await keysOf(storage, storeId)).map((key) => key.split('/')[1]!).sort()
}

async function keysOf(storage: Pick<Storage, 'olderThan'>, storeId: number): Promise<string[]> {
  const keys: string[] = []
  for await (const found of storage.olderThan(Date.now() + SOON_MS))
    if (found.storeId === storeId) keys.push(...found.keys)
  return keys
}

/** The core whose storage takes keys to be so many hours old, and all others to be new. */
export function withAges<C extends Pick<Core, 'storage'>>(core: C, hoursOf: ReadonlyMap<string, number>): C {
  async function* olderThan(instant: number) {
    for await (const { storeId, keys } of core.storage.olderThan(Date.now() + SOON_MS)) {
      const old = keys.filter((key) => Date.now() - (hoursOf.get(key) ?? 0) * HOUR_MS < instant)
      if (old.length > 0) yield { storeId, keys: old }
    }
  }
  return { ...core, storage: { ...core.storage, olderThan } }
}

/** Everything that is stored: on the disk all of the data folder, in a bucket the files. */
export async function* storedFiles({
  config,
  storage,
}: Pick<Core, 'config' | 'storage'>): AsyncGenerator<{ name: string; bytes: Buffer }> {
  if (inject('s3'))
    for await (const { keys } of storage.olderThan(Date.now() + SOON_MS))
      for (const name of keys) yield { name, bytes: Buffer.concat(await storage.read(name).toArray()) }
  for (const entry of await readdir(config.dataFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const bytes = await readFile(join(entry.parentPath, entry.name)).catch((error: NodeJS.ErrnoException) => {
        // Deleted since the folder was read.
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (bytes) yield { name: entry.name, bytes }
    }
}

import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import type { Config } from '../core/config.ts'

/** Room for data. Imports, uploads, exports and writes of programs stop before there is none. */
export interface Disk {
  /** True while at least 95 % is used. */
  isFull(): Promise<boolean>
  /** Resolves when there is room. Rejects when the signal fires. */
  room(signal: AbortSignal): Promise<void>
}

/** Share of the disk at which new data are refused, and below which they are taken again. */
const FULL = 0.95
const ROOM = 0.94
/** Milliseconds between two looks at a folder, and at the size of a database, which takes longer. */
const LOOK_MS = 2000
const DATABASE_LOOK_MS = 30_000

/** Bytes kept for what must always work: sign-in, revocations, consents, deletions, webhooks. */
const RESERVE_BYTES = 64 * 1024 * 1024
/** Free bytes below which the reserve is released. */
const RELEASE_BYTES = 16 * 1024 * 1024
const RESERVE = 'reserve'
/** Blocks are written, since a file of holes reserves nothing. */
const PIECE = Buffer.alloc(1024 * 1024)

type Needed = Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseMaxBytes'>
type Statfs = (folder: string) => Promise<{ blocks: number; bavail: number; bsize: number }>

/** Watches the disk of the data folder, and the size of a PostgreSQL of one's own against its limit. Tests replace `ofDisk`. */
export function watchedDisk(config: Needed, pool: pg.Pool, ofDisk: Statfs = statfs): Disk {
  const reserve = join(config.dataFolder, RESERVE)
  let full = false

  const usedOfFolder = cached(LOOK_MS, async () => {
    const { blocks, bavail, bsize } = await ofDisk(config.dataFolder)
    const used = 1 - bavail / blocks
    if (bavail * bsize < RELEASE_BYTES) await rm(reserve, { force: true })
    else if (used < ROOM && bavail * bsize > 4 * RESERVE_BYTES) await keepReserve(reserve)
    return used
  })
  const usedOfDatabase = cached(DATABASE_LOOK_MS, async () => {
    const { databaseUrl, databaseMaxBytes } = config
    // The embedded PostgreSQL lies in the data folder.
    if (!databaseUrl || !databaseMaxBytes) return 0
    const { rows } = await pool.query<{ size: number }>('select pg_database_size(current_database()) as size')
    return rows[0]!.size / databaseMaxBytes
  })

  async function isFull(): Promise<boolean> {
    // A failed look leaves the result of the one before.
    const used = await Promise.all([usedOfFolder(), usedOfDatabase()]).catch(() => undefined)
    if (used) full = Math.max(...used) >= (full ? ROOM : FULL)
    return full
  }

  return {
    isFull,
    async room(signal) {
      while (await isFull()) await sleep(LOOK_MS, undefined, { signal })
    },
  }
}

/** Looks at the disk steadily, so that the reserve is released without a call that asks for room. */
export const watchRoomSteadily = (disk: Disk): TimedWork => ({
  name: 'room',
  everyMs: LOOK_MS + 1,
  everyProcess: true,
  work: () => disk.isFull(),
})

/** Writes the reserve if it is missing. A disk that fills meanwhile keeps none. */
async function keepReserve(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  const file = await open(path, 'wx', 0o600).catch(() => undefined)
  if (!file) return
  try {
    for (let size = 0; size < RESERVE_BYTES; size += PIECE.length) await file.write(PIECE)
    await file.sync()
  } catch {
    await rm(path, { force: true })
  } finally {
    await file.close()
  }
}

/** Returns a function that looks at most once in these milliseconds; callers meanwhile share the look. */
function cached(ms: number, look: () => Promise<number>): () => Promise<number> {
  let at = Number.NEGATIVE_INFINITY
  let found: Promise<number> | undefined
  return () => {
    if (found === undefined || performance.now() - at > ms) {
      at = performance.now()
      found = look()
      found.catch(() => {
        found = undefined
      })
    }
    return found
  }
}

import pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import { databaseNow } from '../../core/now.ts'
import { gauge, onScrape } from '../../metrics/metrics.ts'
import { basesOf, chunksOf, makeBase } from './base.ts'
import { type Base, chainFrom } from './names.ts'
import { notifyStuckArchive } from './notify-stuck.ts'
import { type OpenArchive, openArchive } from './open-archive.ts'
import { packer } from './packs.ts'
import { archiveLog, logToArchive, releaseLog, retainLog } from './wal.ts'

/** Milliseconds of which at most the work is lost with the machine, plus those of the copying itself. */
const EVERY_MS = 20_000
const HOUR_MS = 3_600_000
/** A base is copied at night, or later if the machine was off then. */
const [NIGHTLY_AFTER_MS, LATEST_AFTER_MS] = [20 * HOUR_MS, 36 * HOUR_MS]
const NIGHT = { from: 1, to: 5 }

/** Failing for as long is a notice. */
const STUCK_MS = HOUR_MS

/** `performance.now()` of the last round of this process. */
let archivedAt: number | undefined

async function withClient<T>(superUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: superUrl, application_name: 'ruam archive' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Copies the write-ahead log, new files and lists of the embedded database to RUAM_ARCHIVE. */
export function archiveSteadily(
  config: Config,
  superUrl: string,
  { stuckMs = STUCK_MS, notify = notifyStuckArchive }: { stuckMs?: number; notify?: typeof notifyStuckArchive } = {},
): TimedWork {
  let id: string | undefined
  let pack: Awaited<ReturnType<typeof packer>>
  let failingSince: number | undefined
  async function archive(client: pg.Client): Promise<void> {
    await retainLog(client)
    // Another process may have begun a new one.
    const open = await openArchive(config, client)
    if (open.archive.id !== id) pack = await packer(open)
    id = open.archive.id
    // Lists that are older than the database would keep a restored one from starting.
    const log = await logToArchive(client)
    await pack(log.at)
    await archiveLog(client, open, log)
    archivedAt = performance.now()
    failingSince = undefined
  }
  return {
    name: 'archive',
    everyMs: EVERY_MS,
    work: () =>
      withClient(superUrl, async (client) => {
        await archive(client).catch(async (error) => {
          failingSince ??= performance.now()
          // The reason of the fault counts, not that of a notice that failed too.
          if (performance.now() - failingSince >= stuckMs) await notify(client).catch(() => {})
          throw error
        })
      }),
  }
}

const reachedFrom = async (open: OpenArchive, base: Base) =>
  chainFrom(base, await chunksOf(open)).at(-1)?.to ?? base.from

/** Copies the whole database once a day, and at once after a gap in the log. */
export const copyBasesDaily = (config: Config, superUrl: string): TimedWork => ({
  name: 'archive-base',
  everyMs: HOUR_MS,
  async work(signal) {
    const due = await withClient(superUrl, async (client) => {
      await retainLog(client)
      const open = await openArchive(config, client)
      const newest = (await basesOf(open)).at(-1)
      const isGap = newest && (await reachedFrom(open, newest)) < (await logToArchive(client)).from
      const age = newest ? databaseNow() - newest.at.getTime() : Number.POSITIVE_INFINITY
      const hour = new Date(databaseNow()).getHours()
      const isNight = hour >= NIGHT.from && hour < NIGHT.to
      return isGap || age >= LATEST_AFTER_MS || (age >= NIGHTLY_AFTER_MS && isNight) ? open : undefined
    })
    if (due) await makeBase(due, superUrl, signal)
  },
})

/** Ends the slot of an archive that is no longer written: PostgreSQL would keep its log for ever. */
export const endArchive = (superUrl: string): Promise<void> => withClient(superUrl, releaseLog)

/** Shows the age of the archive in `/metrics`, in the process that writes it. Returns a function that ends this. */
export const showArchive = (): (() => void) =>
  onScrape(async () => {
    if (archivedAt !== undefined) gauge('ruam_archive_age_seconds', {}, (performance.now() - archivedAt) / 1000)
  })

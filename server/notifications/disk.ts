import { statfs } from 'node:fs/promises'
import type { TimedWork } from '../core/clock.ts'
import type { Core } from '../servers/core.ts'

const HOUR_MS = 3_600_000
/** Percentage of free disk space below which every store is notified. */
const LEAST_PERCENT = 10

type Needed = Pick<Core, 'pool' | 'config'>

/** Tells every store, once a week, while little of the disk is left. */
export async function watchDisk({ pool, config }: Needed, ofDisk = statfs): Promise<void> {
  const { blocks, bavail } = await ofDisk(config.dataFolder)
  const percent = Math.floor((Number(bavail) / Number(blocks)) * 100)
  if (percent < LEAST_PERCENT) await pool.query('select auth.notify_disk($1)', [percent])
}

/** Looks every hour. */
export const watchDiskHourly = (core: Needed): TimedWork => ({
  name: 'disk',
  everyMs: HOUR_MS,
  everyProcess: true,
  work: () => watchDisk(core),
})

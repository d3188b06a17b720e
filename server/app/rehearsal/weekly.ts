import { fileURLToPath } from 'node:url'
import type { TimedWork } from '../../core/clock.ts'
import { gauge, onScrape } from '../../metrics/metrics.ts'
import type { Core } from '../../servers/core.ts'
import { runInBackground } from '../backup/run-command.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Days between two rehearsals. */
const EVERY_DAYS = 7
/** From 3 to 6 a.m. by this machine's clock; a machine that is off then rehearses two days later at any hour. */
const NIGHT = { from: 3, to: 6 }
const LATE_DAYS = 2

const command = fileURLToPath(new URL('../backup-rehearse.ts', import.meta.url))

/** Last rehearsal of this installation's newest backup. */
interface LastRehearsal {
  ended_at: string
  ok: boolean
  backup_at: string | null
  seconds: number
  faults: string[]
}

/** Returns the last rehearsal; undefined if there was none. */
export async function lastRehearsal(pool: Core['pool']): Promise<LastRehearsal | undefined> {
  const { rows } = await pool.query<LastRehearsal>('select * from auth.last_rehearsal()')
  return rows[0]
}

/** True if it is time for a rehearsal. */
export function isRehearsalDue(last: Pick<LastRehearsal, 'ended_at'> | undefined, now: Date): boolean {
  if (!last) return true
  const days = (now.getTime() - Date.parse(last.ended_at)) / DAY_MS
  const isNight = now.getHours() >= NIGHT.from && now.getHours() < NIGHT.to
  return days >= EVERY_DAYS + LATE_DAYS || (days >= EVERY_DAYS - 0.5 && isNight)
}

/** Rehearses once a week in a process of its own, once there is a backup. */
export const rehearseWeekly = ({ pool, config }: Pick<Core, 'pool' | 'config'>): TimedWork => ({
  name: 'rehearsal',
  everyMs: HOUR_MS,
  async work(signal) {
    if (!config.backupFolder || !config.rehearse) return
    const { rows } = await pool.query<{ made: boolean }>('select auth.newest_backup() is not null as made')
    if (rows[0]!.made && isRehearsalDue(await lastRehearsal(pool), new Date()))
      await runInBackground('The rehearsal of the newest backup', [command, config.backupFolder], signal)
  },
})

/** Shows the ages of the newest backup and of its last rehearsal in `/metrics`. Returns a function that ends this. */
export const showBackups = (pool: Core['pool']): (() => void) =>
  onScrape(async () => {
    const { rows } = await pool.query<{ age: number | null }>(
      'select extract(epoch from now() - auth.newest_backup())::float8 as age',
    )
    if (rows[0]!.age !== null) gauge('ruam_backup_age_seconds', {}, rows[0]!.age)
    const last = await lastRehearsal(pool)
    if (!last) return
    gauge('ruam_rehearsal_age_seconds', {}, (Date.now() - Date.parse(last.ended_at)) / 1000)
    gauge('ruam_rehearsal_ok', {}, last.ok ? 1 : 0)
  })

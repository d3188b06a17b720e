import { fileURLToPath } from 'node:url'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { runInBackground } from './run-command.ts'

/** Hour of this machine's clock from which on the backup of a day is due. A machine that was off makes it when it starts. */
const DUE_HOUR = 2

const HOUR_MS = 3_600_000

const command = fileURLToPath(new URL('../backup.ts', import.meta.url))

/** Makes a backup into RUAM_BACKUP unless there is one since the last night, in a process of its own. */
export const nightlyBackup = ({ pool, config }: Pick<Core, 'pool' | 'config'>): TimedWork => ({
  name: 'backup',
  everyMs: HOUR_MS,
  async work(signal) {
    if (!config.backupFolder) return
    const due = lastDue(new Date())
    const { rows } = await pool.query<{ made: boolean }>('select auth.newest_backup() >= $1 as made', [due])
    if (!rows[0]!.made)
      await runInBackground('The nightly backup', [command, config.backupFolder, `--due=${due.toISOString()}`], signal)
  },
})

/** The last instant at which a backup was due. */
export function lastDue(now: Date): Date {
  const due = new Date(now)
  due.setHours(DUE_HOUR, 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

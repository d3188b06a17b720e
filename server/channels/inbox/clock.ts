import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'

/** Deletes entries of the online log that are older than 90 days. */
export const purgeOnlineLogHourly = ({ pool }: Pick<Core, 'pool'>): TimedWork => ({
  name: 'purge online log',
  everyMs: 3_600_000,
  async work(signal) {
    for (let gone = 1; gone > 0 && !signal.aborted; ) {
      const { rows } = await pool.query<{ gone: number }>('select auth.purge_online_log() as gone')
      gone = rows[0]!.gone
    }
  },
})

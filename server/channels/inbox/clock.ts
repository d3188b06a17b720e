import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

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

/** Milliseconds. The first pause before a name is asked for again is twice as long. */
const NAMES_EVERY_MS = 15_000

/** Wakes the job that asks for names in stores where one is due. */
export const fetchNamesSteadily = (core: Core): TimedWork => ({
  name: 'names of friends',
  everyMs: NAMES_EVERY_MS,
  async work() {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_names() as store_id')
    await eachStore(rows, ({ store_id }) =>
      inStore(core.pool, store_id, (db) => core.jobs.enqueue(db, 'channel-names', { store_id }, { once: true })),
    )
  },
})

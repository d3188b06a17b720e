import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { checkAccount } from './check.ts'
import { takeDueCheck } from './check-queries.ts'

/** Milliseconds between two looks for due accounts; a refused signature is looked into at the next one. */
const EVERY_MS = 15_000
/** Accounts of one look, and those checked at once: 120 a minute even while LINE hangs for 8 s. */
const MOST = 160
const AT_ONCE = 16

/** Checks the accounts that are due. */
export const checkAccountsSteadily = (core: Core): TimedWork => ({
  name: 'connections',
  everyMs: EVERY_MS,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number; channel_id: number }>(
      'select store_id, channel_id from auth.channels_to_check($1)',
      [MOST],
    )
    const lanes = Array.from({ length: AT_ONCE }, (_, lane) => rows.filter((_row, index) => index % AT_ONCE === lane))
    await Promise.all(
      lanes.map((lane) =>
        eachStore(lane, async ({ store_id, channel_id }) => {
          if (signal.aborted) return
          const takes = await inStore(core.pool, store_id, (db) => takeDueCheck(db, store_id, channel_id))
          if (takes) await checkAccount(core, store_id, channel_id)
        }),
      ),
    )
  },
})

import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

/** Milliseconds. A schedule begins at most this long after its time. */
const EVERY_MS = 5000

/** Wakes the senders of channels on which a broadcast is due. */
export const sendSteadily = (core: Core): TimedWork => ({
  name: 'broadcasts',
  everyMs: EVERY_MS,
  async work() {
    const { rows } = await core.pool.query<{ store_id: number; channel_id: number }>(
      'select store_id, channel_id from auth.channels_with_broadcasts()',
    )
    await eachStore(rows, ({ store_id, channel_id }) =>
      inStore(core.pool, store_id, (db) =>
        core.jobs.enqueue(db, 'broadcast', { store_id, channel_id }, { once: true }),
      ),
    )
  },
})

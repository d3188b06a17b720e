import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

/** Milliseconds. Held events wait for the end of an import at most this long after it. */
const EVERY_MS = 15_000

/** Wakes the ingester of stores in which events wait: after an import, a lost job, or an agreement that was accepted. */
export const ingestSteadily = (core: Core): TimedWork => ({
  name: 'ingest',
  everyMs: EVERY_MS,
  async work() {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_events() as store_id')
    await eachStore(rows, ({ store_id }) =>
      inStore(core.pool, store_id, (db) => core.jobs.enqueue(db, 'ingest', { store_id }, { once: true })),
    )
  },
})

import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { lookAtWatch } from './look.ts'
import { isLookDue } from './schedule.ts'

/** Looks at each watch of a store that is due. */
async function lookAtWatches(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  const due = await inStore(core.pool, storeId, (db) =>
    db
      .selectFrom('watch')
      .select(['store_id', 'id'])
      .where('store_id', '=', storeId)
      .where('deleted_at', 'is', null)
      .where(isLookDue)
      .orderBy('next_look_at')
      .orderBy('id')
      .execute(),
  )
  await eachStore(due, async ({ id }) => {
    if (!signal.aborted) await lookAtWatch(core, storeId, id, signal)
  })
}

/** Looks every twenty seconds, with one statement when no watch is due. */
export const watchSteadily = (core: Core): TimedWork => ({
  name: 'watches',
  everyMs: 20_000,
  async work(signal) {
    const text = 'select auth.stores_with_due_watches() as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text)
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await lookAtWatches(core, store_id, signal)
    })
  },
})

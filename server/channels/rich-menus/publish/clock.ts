import type { TimedWork } from '../../../core/clock.ts'
import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { eachStore } from '../../../work/each-store.ts'
import { dueAccounts } from '../due.ts'
import { syncMenus } from './sync.ts'

/** Milliseconds; a person waits for "used". */
const EVERY_MS = 3000
/** Accounts at once: one that LINE lets hang holds up no other. */
const AT_ONCE = 8

/** Makes menus at LINE what they are here. One process does it, so that no object is made twice. */
export const syncMenusSteadily = (core: Core): TimedWork => ({
  name: 'rich menus',
  everyMs: EVERY_MS,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_due_menus() as store_id')
    const due: { store_id: number; channel_id: number }[] = []
    await eachStore(rows, async ({ store_id }) => {
      const ids = await inStore(core.pool, store_id, (db) => dueAccounts(db, store_id))
      due.push(...ids.map((channel_id) => ({ store_id, channel_id })))
    })
    const lanes = Array.from({ length: AT_ONCE }, (_, lane) => due.filter((_row, index) => index % AT_ONCE === lane))
    await Promise.all(
      lanes.map((lane) =>
        eachStore(lane, async ({ store_id, channel_id }) => {
          if (!signal.aborted) await syncMenus(core, store_id, channel_id)
        }),
      ),
    )
  },
})

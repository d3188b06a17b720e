import type { TimedWork } from '../../../core/clock.ts'
import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { eachStore } from '../../../work/each-store.ts'

/** Milliseconds. A customer who joins a segment gets the menu after this long at most, and the time of LINE's calls. */
const EVERY_MS = 30_000

/** Wakes the flush of stores where friends have to be compared or moved. */
export const moveMenusSteadily = (core: Core): TimedWork => ({
  name: 'friends of menus',
  everyMs: EVERY_MS,
  async work() {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_menu_moves() as store_id')
    await eachStore(rows, ({ store_id }) =>
      inStore(core.pool, store_id, (db) => core.jobs.enqueue(db, 'menu-moves', { store_id }, { once: true })),
    )
  },
})

/** Deletes moves between menus that are older than 90 days. */
export const purgeMenuMovesHourly = ({ pool }: Pick<Core, 'pool'>): TimedWork => ({
  name: 'purge moves between menus',
  everyMs: 3_600_000,
  work: () => pool.query('select auth.purge_menu_moves()'),
})

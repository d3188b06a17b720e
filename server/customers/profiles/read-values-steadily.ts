import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { readValues } from './read-values.ts'

/** Milliseconds between two looks for stores with something new. */
const LOOK_MS = 2000

/** Keeps the values of every store's profiles as they change. A store that fails keeps no other from being read. */
export const readValuesSteadily = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'read values',
  everyMs: LOOK_MS,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_to_read() as store_id')
    await eachStore(rows, ({ store_id }) => readValues(core, store_id, { signal }))
  },
})

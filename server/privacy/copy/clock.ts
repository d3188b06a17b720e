import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { endCopies } from './make-copy.ts'

/** Looks every hour. */
export const endCopiesHourly = (core: Pick<Core, 'pool' | 'storage'>): TimedWork => ({
  name: 'privacy copies',
  everyMs: 3_600_000,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_ended_copies() as store_id')
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await endCopies(core, store_id)
    })
  },
})

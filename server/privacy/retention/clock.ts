import { PUT_BACK_DAYS, retentionKinds } from '@ruam/contract/privacy/retention.ts'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { endRounds, hideExpired } from './rounds.ts'

/** Blocks of a store in one look. Other stores and the work of a day come in between. */
const BLOCKS = 50

/** Hides, puts back and deletes. */
export async function retain(core: Pick<Core, 'pool'>, storeId: number, blocks = BLOCKS): Promise<void> {
  await endRounds(core, storeId, blocks)
  for (const kind of retentionKinds) await hideExpired(core, storeId, kind, blocks)
}

/** Looks every minute, which finds nothing in a store whose day is done. */
export const retainSteadily = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'retention',
  everyMs: 60_000,
  async work(signal) {
    const text = 'select auth.stores_with_retention($1) as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text, [PUT_BACK_DAYS])
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await retain(core, store_id)
    })
  },
})

import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import {
  broadcastEffectNotice,
  broadcastMeasuredNotice,
  broadcastUnclearNotice,
} from '@ruam/contract/broadcasts/notices.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { closedAmong } from '../audience/closed-target.ts'
import { findBroadcast, takeMeasured } from '../records/queries.ts'
import { effectOf } from './effect.ts'

/**
 * Notifies the author of a broadcast of what it added: once, unless it was cancelled, had no holdout, or its measurement ended early. Figures
 * of closed segments are left to the page, which knows the rights of its reader.
 */
async function notifyAuthor(db: Db, storeId: number, id: number): Promise<void> {
  const row = (await findBroadcast(db, storeId, id))!
  if (row.sub_status === 'canceled' || row.measure_ended_at !== null) return
  const { state, figures } = await effectOf(db, storeId, row)
  if (!figures) return
  const toAuthor = { ending: 'completed' as const, userId: row.created_by }
  const data = { broadcast_id: id }
  const [isClosed] = await closedAmong(db, storeId, noRights, [row.target])
  if (isClosed) return notify(db, storeId, broadcastMeasuredNotice, { ...toAuthor, data })
  const { difference, range } = figures
  if (!range || (state !== 'more' && state !== 'less'))
    return notify(db, storeId, broadcastUnclearNotice, { ...toAuthor, data })
  const [least, most] = [range.from, range.to].map(Math.abs).toSorted((one, other) => one - other)
  return notify(db, storeId, broadcastEffectNotice, {
    ...toAuthor,
    ending: state === 'more' ? 'completed' : 'failed',
    data: { ...data, baht: rounded(Math.abs(difference)), from: rounded(least!), to: rounded(most!) },
  })
}

/** The author may have lost the right to sensitive fields. */
const noRights: Rights = { roles: [], permissions: [] }

const rounded = (baht: number) => Math.round(baht * 100) / 100

/** Notifies authors of what their broadcasts added, each in a transaction of its own. */
export const notifyEffectsHourly = (core: Core): TimedWork => ({
  name: 'effects of broadcasts',
  everyMs: 3_600_000,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>(
      'select auth.stores_with_measured_broadcasts($1) as store_id',
      [EFFECT_DAYS],
    )
    await eachStore(rows, async ({ store_id }) => {
      const next = () =>
        inStore(core.pool, store_id, async (db) => {
          const id = await takeMeasured(db, store_id)
          if (id !== undefined) await notifyAuthor(db, store_id, id)
          return id !== undefined
        })
      while (!signal.aborted && (await next()));
    })
  },
})

import { restoreHold } from '@ruam/contract/broadcasts/broadcasts-paused-by-restore.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { isComposed } from '../records/kind.ts'
import { pausedBroadcasts } from '../records/paused-by-restore.ts'
import { lockBroadcast } from '../records/queries.ts'
import { resume } from '../sending/actions.ts'

export const restoreHoldRoutes = implement(restoreHold, {
  async list({ db, storeId, query }) {
    const { data, total } = await pausedBroadcasts(db, storeId, query)
    const held = data.map(({ id, name, due_at, accepted, queued, frozen_at }) => ({
      ...{ kind: 'broadcast' as const, id, name, due_at: due_at!, done: accepted },
      waiting: frozen_at === null ? null : queued,
    }))
    return pageAnswer({ ...query, sort_by: 'due_at', sort_dir: 'asc' }, held, total)
  },

  async release({ core, db, storeId, body: { id }, fail, audit }) {
    const row = await lockBroadcast(db, storeId, id)
    if (row?.reason !== 'restored' || row.sub_status !== 'paused' || !isComposed(row)) throw fail('not_found')
    await resume(core, db, storeId, row)
    await audit('broadcast', id)
  },
})

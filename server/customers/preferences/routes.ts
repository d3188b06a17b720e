import { preferences } from '@ruam/contract/customers/preferences.ts'
import { implement } from '../../http/implement.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import { labelNamesById } from '../labels/queries.ts'
import { lockView } from '../views/queries.ts'
import { findPreference, preferenceRow, savePreference } from './queries.ts'

const nothing = {
  datasource_cont_alert_dismiss: [],
  profile_list_column: [],
  profile_view_id: null,
  profile_view_order: [],
  dashboard_segments: null,
  updated_at: null,
}

export const preferenceRoutes = implement(preferences, {
  get: pipelinedRead(preferences.get, {
    reads: ({ storeId, userId }) => ({ own: preferenceRow(storeId, userId) }),
    answer: ({ own: [own] }) => own ?? nothing,
  }),

  async put({ db, storeId, user, body: { origin_time, ...body }, fail, stale }) {
    const view = body.profile_view_id
    if (typeof view === 'number' && !(await lockView(db, storeId, user.id, view))) throw fail('not_found')
    const shown = [...new Set(body.dashboard_segments)]
    if ((await labelNamesById(db, storeId, shown)).size < shown.length) throw fail('not_found')
    const saved = await savePreference(db, storeId, user.id, origin_time, body)
    if (!saved) throw stale((await findPreference(db, storeId, user.id)) ?? nothing)
    return saved
  },
})

import { profileViews } from '@ruam/contract/profile-views.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { deleteView, findView, forgetView, insertView, listViews, updateView, type ViewRow } from './queries.ts'

export const profileViewRoutes = implement(profileViews, {
  async list({ db, storeId, user, query }) {
    const { rows, total } = await listViews(db, storeId, user.id, query)
    const data = rows.map((row) => shownTo(user.id, row))
    return pageAnswer({ ...query, sort_by: 'name' }, data, total)
  },

  async create({ db, storeId, user, body }) {
    const id = await insertView(db, storeId, user.id, body)
    return shownTo(user.id, (await findView(db, storeId, user.id, id))!)
  },

  async update({ db, storeId, user, params, body: { origin_time, ...view }, fail, stale }) {
    const before = await findView(db, storeId, user.id, params.id)
    if (!before) throw fail('not_found')
    // Everybody sees a shared view; only its author changes it.
    if (before.created_by !== user.id) throw fail('forbidden')
    const updated = await updateView(db, storeId, user.id, params.id, origin_time, view)
    const current = await findView(db, storeId, user.id, params.id)
    if (!current) throw fail('not_found')
    if (!updated) throw stale(shownTo(user.id, current))
    if (!view.shared) await forgetView(db, storeId, params.id, user.id)
    return shownTo(user.id, current)
  },

  async delete({ db, storeId, user, params, fail }) {
    if (await deleteView(db, storeId, user.id, params.id)) return
    throw fail((await findView(db, storeId, user.id, params.id)) ? 'forbidden' : 'not_found')
  },
})

function shownTo(userId: number, row: ViewRow) {
  const { created_by, first_name, last_name, ...view } = row
  return { ...view, mine: created_by === userId, author: { id: created_by, name: `${first_name} ${last_name}`.trim() } }
}

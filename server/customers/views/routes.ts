import { isDeepStrictEqual } from 'node:util'
import { profileViews, type ViewDefinition } from '@ruam/contract/customers/views.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Caller } from '../../http/authorize.ts'
import { implement } from '../../http/implement.ts'
import { fieldsOf } from '../fields/fields.ts'
import { closedFields, refuseClosed } from '../profiles/closed.ts'
import { readRule } from '../profiles/list-conditions.ts'
import { withoutValues } from '../rules/without-values.ts'
import {
  countView,
  deleteView,
  findView,
  forgetView,
  insertView,
  listViews,
  updateView,
  type ViewRow,
} from './queries.ts'

export const profileViewRoutes = implement(profileViews, {
  async list({ db, storeId, user, query }) {
    const { rows, total } = await listViews(db, storeId, user.id, query)
    const data = await shownTo(db, storeId, user, rows)
    return pageAnswer({ ...query, sort_by: 'name' }, data, total)
  },

  async count({ db, storeId, user, params, fail }) {
    const view = await findView(db, storeId, user.id, params.id)
    if (!view) throw fail('not_found')
    return countView(db, storeId, user, view, new Date(databaseNow()))
  },

  async create({ db, storeId, user, body }) {
    await checkRule(db, storeId, user, body)
    const id = await insertView(db, storeId, user.id, body)
    return one(db, storeId, user, (await findView(db, storeId, user.id, id))!)
  },

  async update({ db, storeId, user, params, body: { origin_time, ...view }, fail, stale }) {
    const before = await findView(db, storeId, user.id, params.id)
    if (!before) throw fail('not_found')
    // Everybody sees a shared view; only its author changes it.
    if (before.created_by !== user.id) throw fail('forbidden')
    await checkRule(db, storeId, user, view, before)
    const updated = await updateView(db, storeId, user.id, params.id, origin_time, view)
    const current = await findView(db, storeId, user.id, params.id)
    if (!current) throw fail('not_found')
    if (!updated) throw stale(await one(db, storeId, user, current))
    if (!view.shared) await forgetView(db, storeId, params.id, user.id)
    return one(db, storeId, user, current)
  },

  async delete({ db, storeId, user, params, fail }) {
    if (await deleteView(db, storeId, user.id, params.id)) return
    throw fail((await findView(db, storeId, user.id, params.id)) ? 'forbidden' : 'not_found')
  },
})

type View = { definition: Pick<ViewDefinition, 'rule'> | { rule?: undefined } }

/** Throws if the caller may not see what a sent rule compares with, or if the store lacks what a changed rule names. */
async function checkRule(db: Db, storeId: number, user: Caller, { definition }: View, before?: ViewRow): Promise<void> {
  const { rule } = definition
  if (!rule) return
  if (before && isDeepStrictEqual(rule, before.rule)) return refuseClosed(db, storeId, user.rights, rule)
  await readRule(db, storeId, user.rights, rule, 'body.definition.rule')
}

const one = async (db: Db, storeId: number, user: Caller, row: ViewRow) => (await shownTo(db, storeId, user, [row]))[0]!

/** Returns views as the caller may see them. Values compared with a sensitive field are masked like the field itself. */
async function shownTo(db: Db, storeId: number, user: Caller, rows: readonly ViewRow[]) {
  const fields = rows.some(({ rule }) => rule) ? await fieldsOf(db, storeId, 'th') : []
  const hidden = closedFields(user.rights, fields)
  return rows.map((row) => {
    const { created_by, first_name, last_name, definition, rule, deleted, ...view } = row
    const { keyword, sort_by, sort_dir, columns } = definition
    return {
      ...view,
      definition: { keyword, deleted, rule: rule && withoutValues(rule, hidden), sort_by, sort_dir, columns },
      mine: created_by === user.id,
      author: { id: created_by, name: `${first_name} ${last_name}`.trim() },
    }
  })
}

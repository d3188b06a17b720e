import { isName } from '@ruam/contract/names.ts'
import { segments } from '@ruam/contract/segments.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { Refusal } from '../core/refusal.ts'
import {
  countTypes,
  deleteLabel,
  findLabel,
  insertLabel,
  labelNameExists,
  listLabels,
  updateLabel,
} from '../labels/queries.ts'
import { inInstants } from '../stores/range-days.ts'
import { canonicalText } from '../values/thai.ts'

/** Names that filters use for something else. */
const reserved = new Set(['all', 'none', 'ทั้งหมด', 'ไม่มี'])

export const segmentRoutes = implement(segments, {
  async list({ db, storeId, query }) {
    const { data, total } = await listLabels(db, storeId, await inInstants(db, storeId, query))
    return { ...pageAnswer({ ...query, sort_dir: query.sort_direction }, data, total) }
  },

  nameAvailable: async ({ db, storeId, query }) => ({
    exists: await labelNameExists(db, storeId, canonicalText(query.keyword)),
  }),

  async create({ db, storeId, user, body: { type, ...written }, fail, audit }) {
    if (type !== 'general') throw fail('label_type_invalid')
    const label = await insertLabel(db, storeId, user.id, readLabel(written))
    await audit('label', label.id)
    return label
  },

  async types({ db, storeId }) {
    const data = await countTypes(db, storeId)
    return { data, total: data.reduce((sum, { total }) => sum + total, 0) }
  },

  async get({ db, storeId, params, fail }) {
    const label = await findLabel(db, storeId, params.id)
    if (!label) throw fail('not_found')
    return label
  },

  async update({ db, storeId, params: { id }, body: { origin_time, type, ...written }, fail, stale, audit }) {
    const label = await updateLabel(db, storeId, id, readLabel(written), origin_time)
    if (!label) {
      const current = await findLabel(db, storeId, id)
      throw current ? stale(current) : fail('not_found')
    }
    // The refusal takes the change back.
    if (type !== undefined && type !== label.type) throw fail('label_type_invalid')
    await audit('label', id)
    return label
  },

  async delete({ db, storeId, params: { id }, fail, audit }) {
    const label = await findLabel(db, storeId, id)
    if (!label || !(await deleteLabel(db, storeId, id))) throw fail('not_found')
    await audit('label', id, { people: label.target_count })
  },

  async setDisplay({ db, storeId, params: { id }, body: { value }, fail, audit }) {
    const label = await updateLabel(db, storeId, id, { display_enabled: value })
    if (!label) throw fail('not_found')
    await audit('label', id, { display_enabled: value })
    return label
  },

  async setAutoApply({ db, storeId, params: { id }, body: { value }, fail, audit }) {
    const known = await findLabel(db, storeId, id)
    if (known?.type !== 'advanced' && value) throw fail(known ? 'label_without_rule' : 'not_found')
    const label = await updateLabel(db, storeId, id, { auto_apply_enabled: value })
    if (!label) throw fail('not_found')
    await audit('label', id, { auto_apply_enabled: value })
    return label
  },
})

/** A label as somebody writes it, as it is kept. */
function readLabel({
  name,
  description,
  note,
  color,
}: {
  name: string
  description?: string
  note?: string
  color: string
}) {
  return { name: readName(name), description: description ?? note ?? '', color }
}

/** A label's name as it is kept. Throws label_name_invalid (80) and label_name_reserved (81). */
function readName(typed: string): string {
  const name = canonicalText(typed)
  // Lists of labels travel joined by commas.
  if (!isName(name) || name.includes(',')) throw new Refusal('label_name_invalid')
  if (reserved.has(name.toLowerCase())) throw new Refusal('label_name_reserved')
  return name
}

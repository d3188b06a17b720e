import { isName } from '@ruam/contract/names.ts'
import { segments } from '@ruam/contract/segments.ts'
import { isTaken } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { canonicalText } from '../values/thai.ts'
import { insertLabel, labelNameExists, listLabels } from './queries.ts'

/** Names that filters use for something else. */
const reserved = new Set(['all', 'none', 'ทั้งหมด', 'ไม่มี'])

export const segmentRoutes = implement(segments, {
  async list({ db, storeId, query }) {
    const { data, total } = await listLabels(db, storeId, query)
    return { ...pageAnswer({ ...query, sort_dir: query.sort_direction }, data, total) }
  },

  nameAvailable: async ({ db, storeId, query }) => ({
    exists: await labelNameExists(db, storeId, canonicalText(query.keyword)),
  }),

  async create({ db, storeId, user, body, fail, audit }) {
    const name = canonicalText(body.name)
    // Lists of labels travel joined by commas.
    if (!isName(name) || name.includes(',')) throw fail('label_name_invalid')
    if (reserved.has(name.toLowerCase())) throw fail('label_name_reserved')
    try {
      const label = await insertLabel(db, storeId, user.id, { name, description: body.description, color: body.color })
      await audit({ action: 'label_created', subject_type: 'label', subject_id: label.id })
      return label
    } catch (error) {
      throw isTaken(error, 'label_name') ? fail('label_name_taken') : error
    }
  },
})

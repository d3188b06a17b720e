import { type Profile, profiles } from '@ruam/contract/profiles.ts'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { type Field, fieldsOf } from '../profile-fields/fields.ts'
import { masked, maySeeSensitive } from './masking.ts'
import {
  countProfiles,
  fieldValue,
  labelsOf,
  listProfiles,
  type ProfileRow,
  profilesById,
  totalProfiles,
} from './queries.ts'

export const profileRoutes = implement(profiles, {
  async list({ db, storeId, query, user, language }) {
    const rows = await listProfiles(db, storeId, query)
    const total_all = await totalProfiles(db, storeId)
    const { offset: _, limit: __, sort_by: ___, sort_dir: ____, ...filters } = query
    const filtered = Object.values(filters).some((filter) => filter !== undefined && filter !== '')
    const counted = filtered ? await countProfiles(db, storeId, query) : { total: total_all, capped: false }
    const fields = await fieldsOf(db, storeId, language)
    const data = await answer(db, storeId, rows, fields, maySeeSensitive(user.rights), false)
    return { ...pageAnswer(query, data, counted.total, counted.capped), total_capped: counted.capped, total_all }
  },

  async get({ db, storeId, params, user, language, fail }) {
    const rows = await profilesById(db, storeId, [params.id])
    const fields = await fieldsOf(db, storeId, language)
    const [profile] = await answer(db, storeId, rows, fields, maySeeSensitive(user.rights), true)
    if (!profile) throw fail('not_found')
    return profile
  },
})

async function answer(
  db: Db,
  storeId: number,
  rows: ProfileRow[],
  fields: Field[],
  unmasked: boolean,
  withEmpty: boolean,
): Promise<Profile[]> {
  const labels = Map.groupBy(
    await labelsOf(
      db,
      storeId,
      rows.map((row) => row.id),
    ),
    (label) => label.profile_id,
  )
  return rows.map((row) => ({
    id: row.id,
    fields: fields.flatMap((field) => {
      const value = fieldValue(row, field)
      if (value === null && !withEmpty) return []
      const hide = field.sensitive && !unmasked && value !== null
      const { id, name, display_name, data_type, type } = field
      return {
        id,
        name,
        display_name,
        data_type,
        type,
        value: hide ? masked(field, value) : value,
        ...(hide && { masked: true }),
      }
    }),
    labels: (labels.get(row.id) ?? []).map(({ id, name, color, type }) => ({ id, name, color, type })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }))
}

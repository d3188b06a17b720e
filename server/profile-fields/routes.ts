import { rowsOf } from '@ruam/contract/common.ts'
import type { Language } from '@ruam/contract/errors.ts'
import { FIELD_NAME } from '@ruam/contract/names.ts'
import { type ProfileField, type ProfileFieldQuery, profileFields } from '@ruam/contract/profile-fields.ts'
import { activityDate, systemFields } from '@ruam/contract/system-fields.ts'
import { isTaken } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { canonicalText } from '../values/thai.ts'
import { insertField, listFields, takenByActivity } from './queries.ts'

export const profileFieldRoutes = implement(profileFields, {
  async list({ db, storeId, query, language }) {
    const found = [...systemRows(language), ...(await listFields(db, storeId))].filter((field) => matches(field, query))
    found.sort((a, b) => compare(a, b, query.sort_by) * (query.sort_dir === 'asc' ? 1 : -1))
    return pageAnswer(query, found.slice(query.offset, query.offset + rowsOf(query.limit)), found.length)
  },

  async create({ db, storeId, user, body, fail, audit }) {
    const field = { ...body, display_name: canonicalText(body.display_name) }
    if (!FIELD_NAME.test(field.field_name)) throw fail('field_name_invalid')
    if (systemFields.some((known) => isName(known, field.field_name))) throw fail('field_name_in_profile')
    if (systemFields.some((known) => isShownAs(known, field.display_name))) throw fail('field_display_name_in_profile')
    const taken = await takenByActivity(db, storeId, field)
    if (taken.name || isName(activityDate, field.field_name)) throw fail('field_name_in_activity')
    if (taken.display_name || isShownAs(activityDate, field.display_name)) throw fail('field_display_name_in_activity')
    try {
      const made = await insertField(db, storeId, user.id, field)
      await audit({ action: 'profile_field_created', subject_type: 'profile_field', subject_id: made.id })
      return made
    } catch (error) {
      if (isTaken(error, 'profile_field_name')) throw fail('field_name_in_profile')
      if (isTaken(error, 'profile_field_display_name')) throw fail('field_display_name_in_profile')
      throw error
    }
  },
})

const isName = (known: { name: string }, name: string) => known.name.toLowerCase() === name.toLowerCase()

const isShownAs = (known: { th: string; en: string }, name: string) =>
  [known.th, known.en].some((shown) => shown.toLowerCase() === name.toLowerCase())

const systemRows = (language: Language): ProfileField[] =>
  systemFields.map((field) => ({
    id: field.id,
    field_name: field.name,
    display_name: field[language],
    data_type: field.data_type,
    field_type: 'system_profile',
    sensitive: 'sensitive' in field,
    created_at: null,
    updated_at: null,
  }))

function matches(field: ProfileField, query: ProfileFieldQuery): boolean {
  const keyword = query.keyword?.toLowerCase()
  if (keyword && !`${field.field_name} ${field.display_name}`.toLowerCase().includes(keyword)) return false
  if (query.type && field.field_type !== query.type) return false
  return !query.data_type || field.data_type === query.data_type
}

const thai = new Intl.Collator('th')

function compare(a: ProfileField, b: ProfileField, by: ProfileFieldQuery['sort_by']): number {
  const order = by === 'id' ? 0 : thai.compare(a[by] ?? '', b[by] ?? '')
  return order || a.id - b.id
}

import { type ActivityField, type ActivityType, activities } from '@ruam/contract/activities.ts'
import { rowsOf } from '@ruam/contract/common.ts'
import type { Language } from '@ruam/contract/errors.ts'
import { FIELD_NAME, isName } from '@ruam/contract/names.ts'
import { activityDate, systemFields } from '@ruam/contract/system-fields.ts'
import { isTaken } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { canonicalText } from '../values/thai.ts'
import {
  type ActivityTypeRow,
  activityTypeNameExists,
  addFieldToType,
  fieldNameTaken,
  insertActivityField,
  insertActivityType,
  listActivityFields,
  listActivityTypes,
  takenByProfile,
} from './queries.ts'

export const activityRoutes = implement(activities, {
  async fields({ db, storeId, query, language }) {
    const keyword = query.keyword?.toLowerCase()
    const found = [dateRow(language), ...(await listActivityFields(db, storeId))].filter(
      (field) =>
        (!query.type || field.field_type === query.type) &&
        (!keyword || `${field.field_name} ${field.display_name}`.toLowerCase().includes(keyword)),
    )
    const page = pageAnswer(query, found.slice(query.offset, query.offset + rowsOf(query.limit)), found.length)
    return { ...page, sort_by: 'id' }
  },

  async fieldNameAvailable({ db, storeId, query }) {
    const name = canonicalText(query.keyword)
    const exists =
      [activityDate, ...systemFields].some((field) => isNamed(field, name) || isShownAs(field, name)) ||
      (await fieldNameTaken(db, storeId, name))
    return { exists }
  },

  async createField({ db, storeId, query, body, fail, audit }) {
    const field = { ...body, display_name: canonicalText(body.display_name) }
    if (!FIELD_NAME.test(field.field_name)) throw fail('field_name_invalid')
    const taken = await takenByProfile(db, storeId, field)
    if (taken.name || systemFields.some((known) => isNamed(known, field.field_name)))
      throw fail('field_name_in_profile')
    if (taken.display_name || systemFields.some((known) => isShownAs(known, field.display_name)))
      throw fail('field_display_name_in_profile')
    if (isNamed(activityDate, field.field_name)) throw fail('field_name_in_activity')
    if (isShownAs(activityDate, field.display_name)) throw fail('field_display_name_in_activity')
    try {
      const made = await insertActivityField(db, storeId, field)
      const { activity_type_id: typeId } = query
      if (typeId !== undefined && !(await addFieldToType(db, storeId, typeId, made.id))) throw fail('not_found')
      await audit({ action: 'activity_field_created', subject_type: 'activity_field', subject_id: made.id })
      return made
    } catch (error) {
      if (isTaken(error, 'activity_field_name')) throw fail('field_name_in_activity')
      if (isTaken(error, 'activity_field_display_name')) throw fail('field_display_name_in_activity')
      throw error
    }
  },

  async types({ db, storeId, query, language }) {
    const { data, total } = await listActivityTypes(db, storeId, query.offset, query.limit)
    const fields = await listActivityFields(db, storeId)
    const page = pageAnswer(
      query,
      data.map((type) => viewType(type, fields, language)),
      total,
    )
    return { ...page, sort_by: 'name' }
  },

  typeNameAvailable: async ({ db, storeId, query }) => ({
    exists: await activityTypeNameExists(db, storeId, canonicalText(query.keyword)),
  }),

  async createType({ db, storeId, body, language, fail, audit }) {
    const name = canonicalText(body.name)
    if (!isName(name)) throw fail('activity_type_name_invalid')
    const fields = await listActivityFields(db, storeId)
    // The day belongs to every type.
    const chosen = body.fields.filter((id) => id !== activityDate.id)
    const known = new Set(fields.map((field) => field.id))
    if (new Set(chosen).size < chosen.length || chosen.some((id) => !known.has(id)))
      throw fail('activity_type_fields_invalid')
    try {
      const type = await insertActivityType(db, storeId, { name, description: body.description, field_ids: chosen })
      await audit({ action: 'activity_type_created', subject_type: 'activity_type', subject_id: type.id })
      return viewType(type, fields, language)
    } catch (error) {
      throw isTaken(error, 'activity_type_name') ? fail('activity_type_name_taken') : error
    }
  },
})

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const isNamed = (known: { name: string }, name: string) => isSame(known.name, name)
const isShownAs = (known: { th: string; en: string }, name: string) => isSame(known.th, name) || isSame(known.en, name)

const dateRow = (language: Language): ActivityField => ({
  id: activityDate.id,
  field_name: activityDate.name,
  display_name: activityDate[language],
  field_type: 'system_activity',
  data_type: activityDate.data_type,
  status: 'active',
  created_at: null,
  updated_at: null,
})

function viewType({ field_ids, ...type }: ActivityTypeRow, own: ActivityField[], language: Language): ActivityType {
  const byId = new Map(own.map((field) => [field.id, field]))
  const fields = [dateRow(language), ...field_ids.flatMap((id) => byId.get(id) ?? [])]
  return { ...type, field_count: fields.length, fields }
}

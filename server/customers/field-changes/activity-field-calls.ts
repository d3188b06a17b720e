import type { activities } from '@ruam/contract/customers/activities.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Context } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import { addFieldToType, typeCounts } from '../fields/activity-type-queries.ts'
import { setAmount } from '../fields/amount-field.ts'
import { fieldNameExists } from '../fields/field-names.ts'
import { findField, listFields } from '../fields/field-queries.ts'
import { formulaCounts } from '../fields/formula-usage.ts'
import { localizeField, storedFieldName } from '../fields/given-names.ts'
import { dateRow } from './activity-view.ts'
import { changeField, makeField, previewType, removeField } from './change-field.ts'
import { fieldPage } from './field-list.ts'
import { mappedCounts, usageKey } from './field-usage.ts'

type FieldCalls = Pick<
  Handlers<typeof activities>,
  'fields' | 'fieldNameAvailable' | 'createField' | 'getField' | 'updateField' | 'fieldTypePreview' | 'deleteField'
>

const isSystem = (id: number) => id === activityDate.id

/** The calls about single activity fields. */
export const fieldCalls = {
  async fields({ db, storeId, query, language }) {
    const [mapped, held] = [await mappedCounts(db, storeId), await typeCounts(db, storeId)]
    const formulas = await formulaCounts(db, 'activity', storeId)
    const fields = [dateRow(language), ...(await listFields(db, 'activity', storeId))]
    const listed = fields.map((own) => {
      const field = localizeField(own, language)
      const type = field.field_type === 'system_activity' ? 'system_activity' : 'custom_activity'
      const counts = [mapped.get(usageKey(type, field.id)), held.get(field.id), formulas.get(field.id)]
      return { ...field, usage_count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }
    })
    return fieldPage(listed, query)
  },

  async fieldNameAvailable({ db, storeId, query, language }) {
    const keyword = storedFieldName(canonicalText(query.keyword), language)
    return { exists: await fieldNameExists(db, storeId, { ...query, keyword }) }
  },

  async createField(call) {
    const { db, storeId, query, fail } = call
    const { name: field_name, ...rest } = call.body
    const made = await makeField(call, 'activity', { ...rest, field_name })
    const { activity_type_id: typeId } = query
    if (typeId !== undefined && !(await addFieldToType(db, storeId, typeId, made.id))) throw fail('not_found')
    await call.audit('activity_field', made.id)
    return made
  },

  async getField({ db, storeId, params: { id }, language, fail }) {
    const field = isSystem(id) ? dateRow(language) : await findField(db, 'activity', storeId, id)
    if (!field) throw fail('not_found')
    return localizeField(field, language)
  },

  updateField: changeActivityField,

  async fieldTypePreview(call) {
    if (isSystem(call.params.id)) throw call.fail('field_system')
    return previewType(call, 'activity', call.params.id, call.body.data_type)
  },

  async deleteField(call) {
    const { id } = call.params
    if (isSystem(id)) throw call.fail('field_system')
    const { job_id, holders, ...used } = await removeField(call, 'activity', id, call.query)
    await call.audit('activity_field', id, { activities: holders, ...used })
    return { job_id }
  },
} satisfies FieldCalls

type Update = Context<typeof activities.updateField>
type FieldChange = Omit<Update, 'body'> & {
  /** Without `origin_time` any version is changed. */
  body: Omit<Update['body'], 'origin_time'> & { origin_time?: string | undefined }
}

/** Changes the parts of an activity field that are sent. Throws as the call does. */
export async function changeActivityField(call: FieldChange) {
  const { id } = call.params
  if (isSystem(id)) throw call.fail('field_system')
  const { name, amount, ...rest } = call.body
  const change = { ...rest, ...(name !== undefined && { field_name: name }) }
  const field = await changeField(call, 'activity', id, change, call.stale)
  if (amount !== undefined && amount !== (field.purpose === 'amount')) {
    if (!(await setAmount(call.db, call.storeId, id, amount))) throw new ApiError('amount_not_number')
    field.purpose = amount ? 'amount' : null
  }
  await call.audit('activity_field', id, { data_type: field.data_type, ...(amount !== undefined && { amount }) })
  return field
}

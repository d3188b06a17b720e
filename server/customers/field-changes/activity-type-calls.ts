import { type activities, fieldIdsOf } from '@ruam/contract/customers/activities.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { pageAnswer } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Context } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import {
  activityTypeNameExists,
  addFieldToType,
  findActivityType,
  insertActivityType,
  listActivityTypes,
  updateActivityType,
} from '../fields/activity-type-queries.ts'
import { findField, listFields } from '../fields/field-queries.ts'
import { storedTypeName } from '../fields/given-names.ts'
import { makePurchaseType } from '../fields/purchase-type.ts'
import { dependency } from '../membership/dependencies.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { revalidateRules } from '../membership/revalidate.ts'
import { chosenFields, viewType } from './activity-view.ts'

type TypeCalls = Pick<
  Handlers<typeof activities>,
  'types' | 'typeNameAvailable' | 'createType' | 'makePurchaseType' | 'updateType' | 'typeFields' | 'addTypeField'
>

/** The calls about activity types and the fields they hold. */
export const typeCalls = {
  async types({ db, storeId, query, language }) {
    const { data, total } = await listActivityTypes(db, storeId, query)
    const fields = await listFields(db, 'activity', storeId)
    const shown = data.map((type) => viewType(type, fields, language))
    return pageAnswer(query, shown, total)
  },

  typeNameAvailable: async ({ db, storeId, query, language }) => ({
    exists: await activityTypeNameExists(db, storeId, storedTypeName(canonicalText(query.keyword), language)),
  }),

  async createType({ db, storeId, body, language, fail, audit }) {
    const name = storedTypeName(canonicalText(body.name), language)
    if (!isName(name)) throw fail('activity_type_name_invalid')
    // As the deletion of a field does: no type begins with one that goes meanwhile.
    await lockRules(db, storeId)
    const fields = await listFields(db, 'activity', storeId)
    const field_ids = chosenFields(fieldIdsOf(body) ?? [], fields)
    if (!field_ids) throw fail('activity_type_fields_invalid')
    const type = await insertActivityType(db, storeId, { name, description: body.description, field_ids })
    await audit('activity_type', type.id)
    return viewType(type, fields, language)
  },

  async makePurchaseType({ db, storeId, language, audit }) {
    await lockRules(db, storeId)
    const { id, made } = await makePurchaseType(db, storeId)
    if (made) await audit('activity_type', id)
    const type = await findActivityType(db, storeId, id)
    return viewType(type!, await listFields(db, 'activity', storeId), language)
  },

  updateType: (context) => changeType(context),

  async typeFields({ db, storeId, params: { id }, language, fail }) {
    const type = await findActivityType(db, storeId, id)
    if (!type) throw fail('not_found')
    const { fields } = viewType(type, await listFields(db, 'activity', storeId), language)
    return pageAnswer({ offset: 0, limit: -1 }, fields, fields.length)
  },

  async addTypeField({ db, storeId, params, body, language, fail, audit }) {
    if (!(await findActivityType(db, storeId, params.id))) throw fail('not_found')
    await lockRules(db, storeId)
    const field = await findField(db, 'activity', storeId, body.id)
    if (!field) throw fail('not_found')
    if (field.field_type !== body.type) throw fail('activity_type_fields_invalid')
    const type = await addFieldToType(db, storeId, params.id, body.id)
    if (!type) throw fail('already_exists')
    await audit('activity_type', params.id, { field: body.id })
    return viewType(type, await listFields(db, 'activity', storeId), language)
  },
} satisfies TypeCalls

type Update = Context<typeof activities.updateType>
type TypeChange = Omit<Update, 'body'> & {
  /** Parts that are not sent stay; without `origin_time` any version is changed. */
  body: { [K in keyof Update['body']]?: Update['body'][K] | undefined }
}

/** Changes the parts of an activity type that are sent. Throws as the call does. */
export async function changeType(context: TypeChange) {
  const { core, db, storeId, params, body, language, fail, stale, audit } = context
  const { id } = params
  const name = body.name === undefined ? undefined : storedTypeName(canonicalText(body.name), language)
  if (name !== undefined && !isName(name)) throw fail('activity_type_name_invalid')
  const known = await findActivityType(db, storeId, id)
  if (!known) throw fail('not_found')
  await lockRules(db, storeId)
  const fields = await listFields(db, 'activity', storeId)
  const asked = fieldIdsOf(body)
  const field_ids = asked && chosenFields(asked, fields)
  if (asked && !field_ids) throw fail('activity_type_fields_invalid')
  const change = {
    ...(name !== undefined && { name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(field_ids && { field_ids }),
  }
  if (Object.keys(change).length === 0) return viewType(known, fields, language)
  const type = await updateActivityType(db, storeId, id, body.origin_time, change)
  if (!type) throw stale(viewType((await findActivityType(db, storeId, id)) ?? known, fields, language))
  const gone = field_ids ? known.field_ids.filter((field) => !field_ids.includes(field)) : []
  if (gone.length > 0) await revalidateRules(core, db, storeId, gone.map(dependency.property))
  await audit('activity_type', id)
  return viewType(type, fields, language)
}

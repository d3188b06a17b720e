import { activitySettings, generalInfo } from '@ruam/contract/customers/older-settings.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { findActivityType } from '../fields/activity-type-queries.ts'
import { fieldNameExists } from '../fields/field-names.ts'
import { findField, listFields } from '../fields/field-queries.ts'
import { typeCalls } from './activity-type-calls.ts'
import { viewType } from './activity-view.ts'
import { profileFieldCalls, systemRows } from './profile-field-calls.ts'
import { removeType } from './remove-type.ts'

const { list, create, update, delete: remove } = profileFieldCalls

export const generalInfoRoutes = implement(generalInfo, {
  list,
  create,
  update,
  delete: remove,

  async get({ db, storeId, params: { id }, language, fail }) {
    const field = systemRows(language).find((one) => one.id === id) ?? (await findField(db, 'profile', storeId, id))
    if (!field) throw fail('not_found')
    return field
  },

  fieldExists: async ({ db, storeId, params }) => ({
    exists: await fieldNameExists(db, storeId, { keyword: params.value, kind: 'name' }),
  }),

  displayNameExists: async ({ db, storeId, params }) => ({
    exists: await fieldNameExists(db, storeId, { keyword: params.value, kind: 'display_name' }),
  }),
})

/** The calls of activity types in the older settings. */
export const activitySettingCalls = {
  list: typeCalls.types,
  create: typeCalls.createType,
  update: typeCalls.updateType,

  async get({ db, storeId, params: { id }, language, fail }) {
    const type = await findActivityType(db, storeId, id)
    if (!type) throw fail('not_found')
    return viewType(type, await listFields(db, 'activity', storeId), language)
  },

  async delete({ db, storeId, user, params: { id }, audit }) {
    await removeType(db, storeId, user, id)
    await audit('activity_type', id)
  },
} satisfies Handlers<typeof activitySettings>

export const activitySettingRoutes = implement(activitySettings, activitySettingCalls)

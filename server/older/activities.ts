import { olderActivities } from '@ruam/contract/older/activities.ts'
import { changeActivityField, fieldCalls } from '../customers/field-changes/activity-field-calls.ts'
import { changeType, typeCalls } from '../customers/field-changes/activity-type-calls.ts'
import { activitySettingCalls } from '../customers/field-changes/older-settings-calls.ts'
import { implementOlder } from './implement-older.ts'

export const olderActivityRoutes = implementOlder(olderActivities, {
  fields: fieldCalls.fields,
  createField: (context) => fieldCalls.createField({ ...context, query: {} }),
  getField: fieldCalls.getField,
  updateField: changeActivityField,
  deleteField: fieldCalls.deleteField,

  fieldExists: ({ params: { field: kind, value: keyword }, ...context }) =>
    fieldCalls.fieldNameAvailable({ ...context, params: undefined, query: { keyword, kind } }),

  types: typeCalls.types,
  createType: typeCalls.createType,
  getType: activitySettingCalls.get,
  updateType: changeType,
  deleteType: activitySettingCalls.delete,

  typeExists: ({ params: { value: keyword }, ...context }) =>
    typeCalls.typeNameAvailable({ ...context, params: undefined, query: { keyword } }),
})

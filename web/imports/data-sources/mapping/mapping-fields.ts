import type { activities } from '@ruam/contract/customers/activities.ts'
import { activityDate, type DataType, kindOfType, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Got } from '../../../data/api.ts'
import type { MappingAnswer } from './mapping-answer.ts'

export type MappingActivityType = Got<typeof activities.types>['data'][number]
type DestinationType = MappingAnswer['mapping'][number]['destinationType']

type SystemName = (typeof systemFields)[number]['name']
type Custom = `custom_${number}`

/** Target of a column: a system field by its name, a custom field by its id, or something of the row that is no field. */
export type TargetKey =
  | `profile:${SystemName | Custom}`
  | `activity:${(typeof activityDate)['name'] | Custom}`
  | 'row:labels'
  | 'row:number'

export interface TargetField {
  key: TargetKey
  id: number
  type: DestinationType | 'row'
  fieldName: string
  displayName: string
  dataType: DataType
  /** Several columns may feed it: free text, joined by blanks, and contacts, of which a customer has several. */
  joins: boolean
}

export type TargetFields = ReadonlyMap<TargetKey, TargetField>

const isActivity = (type: DestinationType) => type === 'system_activity' || type === 'custom_activity'

const systemNames = new Map<number, SystemName>(systemFields.map(({ id, name }) => [id, name]))

/** Returns the key of a field. Ids of system fields differ from those of custom fields. */
export function targetKey(type: DestinationType, id: number): TargetKey {
  if (isActivity(type)) return id === activityDate.id ? 'activity:activityDate' : `activity:custom_${id}`
  return `profile:${systemNames.get(id) ?? (`custom_${id}` as const)}`
}

/** Names of labels that a row gives. */
export const ROW_LABELS: TargetKey = 'row:labels'

/** The number of the customer whom a row is about. */
export const ROW_NUMBER: TargetKey = 'row:number'

export const isProfileKey = (key: TargetKey) => key.startsWith('profile:')
export const isRowKey = (key: TargetKey) => key.startsWith('row:')
export const isActivityKey = (key: TargetKey) => key.startsWith('activity:')

/** Phones and e-mails: further columns of them give further contacts. */
export const isContactKey = (key: TargetKey) => key === 'profile:phone' || key === 'profile:email'

/** The day of an activity: an activity needs it. */
export const ACTIVITY_DATE: TargetKey = 'activity:activityDate'

/** LINE's id of a user, which differs between providers. */
export const LINE_USER_ID: TargetKey = 'profile:lineUserId'

const kinds = new Map<number, string>(systemFields.map(({ id, kind }) => [id, kind]))

/** Names of targets that are no fields. */
interface RowNames {
  labels: string
  number: string
}

/** Every field that a column may feed: those of a profile, and those of the activity that the rows carry. */
export function targetFields(
  fields: MappingAnswer['profileFields'],
  activity: Pick<MappingActivityType, 'fields'> | undefined,
  rowNames: RowNames = { labels: '', number: '' },
): TargetFields {
  const known = new Map<TargetKey, TargetField>()
  const ofRow = { id: 0, type: 'row', dataType: 'String', joins: true } as const
  known.set(ROW_LABELS, { ...ofRow, key: ROW_LABELS, fieldName: 'labels', displayName: rowNames.labels })
  const number = { ...ofRow, joins: false, fieldName: 'id', displayName: rowNames.number }
  known.set(ROW_NUMBER, { ...number, key: ROW_NUMBER })
  for (const { id, fieldName, displayName, dataType, fieldType } of fields) {
    const system = fieldType === 'system_profile'
    const type = system ? 'system_profile' : 'custom_profile'
    const kind = system ? kinds.get(id) : kindOfType[dataType]
    const joins = kind === 'text' || kind === 'phone' || kind === 'email'
    const key = targetKey(type, id)
    known.set(key, { key, id, type, fieldName, displayName, dataType, joins })
  }
  for (const { id, fieldName, displayName, dataType, fieldType } of activity?.fields ?? []) {
    // Worked out, and filled by no file.
    if (fieldType === 'transform_activity') continue
    const type = fieldType === 'system_activity' ? 'system_activity' : 'custom_activity'
    const key = targetKey(type, id)
    known.set(key, { key, id, type, fieldName, displayName, dataType, joins: kindOfType[dataType] === 'text' })
  }
  return known
}

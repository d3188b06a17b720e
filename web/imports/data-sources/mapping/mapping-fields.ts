import type { activities } from '@ruam/contract/customers/activities.ts'
import { type DataType, kindOfType, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Got } from '../../../data/api.ts'
import type { MappingAnswer } from './mapping-answer.ts'

export type ActivityType = Got<typeof activities.types>['data'][number]
type DestinationType = MappingAnswer['mapping'][number]['destinationType']

/** Target of a column. Profile and activity fields have separate ids, hence the key. `row`: no field. */
export type TargetKey = `${'profile' | 'activity' | 'row'}:${number}`

export interface TargetField {
  key: TargetKey
  id: number
  type: DestinationType | 'row'
  fieldName: string
  displayName: string
  dataType: DataType
  /** Several columns may feed it: free text, joined by blanks. */
  joins: boolean
}

export type TargetFields = ReadonlyMap<TargetKey, TargetField>

const isActivity = (type: DestinationType) => type === 'system_activity' || type === 'custom_activity'

export const targetKey = (type: DestinationType, id: number): TargetKey =>
  `${isActivity(type) ? 'activity' : 'profile'}:${id}`

/** Names of labels that a row gives. */
export const ROW_LABELS: TargetKey = 'row:1'

/** The number of the customer whom a row is about. */
export const ROW_NUMBER: TargetKey = 'row:2'

export const isProfileKey = (key: TargetKey) => key.startsWith('profile:')
export const isRowKey = (key: TargetKey) => key.startsWith('row:')
export const isActivityKey = (key: TargetKey) => key.startsWith('activity:')

/** The id of the field that a key names. */
export const fieldIdOf = (key: TargetKey) => Number(key.slice(key.indexOf(':') + 1))

/** The day of an activity: an activity needs it. */
export const ACTIVITY_DATE = targetKey('system_activity', 24)

/** LINE's id of a user, which differs between providers. */
export const LINE_USER_ID = targetKey('system_profile', systemFields.find(({ name }) => name === 'lineUserId')!.id)

const kinds = new Map<number, string>(systemFields.map(({ id, kind }) => [id, kind]))

/** Names of targets that are no fields. */
interface RowNames {
  labels: string
  number: string
}

/** Every field that a column may feed: those of a profile, and those of the activity that the rows carry. */
export function targetFields(
  fields: MappingAnswer['profileFields'],
  activity: Pick<ActivityType, 'fields'> | undefined,
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
    const joins = (system ? kinds.get(id) : kindOfType[dataType]) === 'text'
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

import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { type ActivityTypeInfo, activityTypeOf } from '../../customers/fields/activity-types.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { existingLabels } from '../../customers/labels/queries.ts'
import type { Db } from '../../platform/core/db.ts'

/** What a mapping may name: the columns of its file, and the store's fields, labels and the activity it chose. */
export interface Targets {
  width: number
  fields: Field[]
  /** Undefined when the mapping names none, or one that is gone. */
  activity: ActivityTypeInfo | undefined
  /** Of the labels it names, those that exist. */
  labels: ReadonlySet<number>
}

export const isActivityRow = ({ destination_type: type }: Pick<MappingRow, 'destination_type'>) =>
  type === 'system_activity' || type === 'custom_activity'

const matchColumns = new Set(['phone', 'email', 'citizen_id', 'line_user_id'])

/** Whether a field can tell people apart: the four system keys, and text or number fields of the store's own. */
export function mayMatch(field: Field): boolean {
  if (field.column) return matchColumns.has(field.column)
  return field.type === 'custom_profile' && (field.data_type === 'String' || field.data_type === 'Number')
}

/** What the store has of all that a mapping may name; `width`: columns of the file. */
export async function targetsOf(
  db: Db,
  storeId: number,
  body: Pick<MappingBody, 'activity_id' | 'labels'>,
  width: number,
  language: Language,
): Promise<Targets> {
  const activity = body.activity_id === null ? undefined : await activityTypeOf(db, storeId, body.activity_id, language)
  return {
    width,
    fields: (await fieldsOf(db, storeId, language)).filter(isImported),
    activity: activity && { ...activity, fields: activity.fields.filter((field) => !field.formula) },
    labels: new Set(await existingLabels(db, storeId, body.labels)),
  }
}

/** Whether a file can fill a field: the values of a computed one are worked out. */
export const isImported = (field: Field) => field.type !== 'transform_profile'

import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { lineAccounts } from '../../customers/changes/line-accounts.ts'
import { type ActivityTypeInfo, activityTypeOf } from '../../customers/fields/activity-types.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { existingLabels } from '../../customers/labels/queries.ts'
import type { Db } from '../../database/db.ts'

/** Valid references of a mapping: columns of its file, and fields, labels and activity of the store. */
export interface Targets {
  width: number
  fields: Field[]
  /** Undefined when the mapping names none, or one that is gone. */
  activity: ActivityTypeInfo | undefined
  /** Existing labels among the named ones. */
  labels: ReadonlySet<number>
  /** Scope of the file's LINE ids; undefined when the mapping names no account, or one that is gone. */
  lineScope?: string | undefined
}

export const isActivityRow = ({ destination_type: type }: Pick<MappingRow, 'destination_type'>) =>
  type === 'system_activity' || type === 'custom_activity'

const matchColumns = new Set(['phone', 'email', 'citizen_id', 'line_user_id'])

/** True if a field may be a match key: the four system keys, and custom text or number fields. */
export function mayMatch(field: Field): boolean {
  if (field.column) return matchColumns.has(field.column)
  return field.type === 'custom_profile' && (field.data_type === 'String' || field.data_type === 'Number')
}

/** Reads the valid references of a store; `width`: columns of the file. */
export async function targetsOf(
  db: Db,
  storeId: number,
  body: Pick<MappingBody, 'activity_id' | 'labels' | 'line_account_id'>,
  width: number,
  language: Language,
): Promise<Targets> {
  const activity = body.activity_id === null ? undefined : await activityTypeOf(db, storeId, body.activity_id, language)
  return {
    width,
    fields: (await fieldsOf(db, storeId, language)).filter(isImported),
    activity: activity && { ...activity, fields: activity.fields.filter((field) => !field.formula) },
    labels: new Set(await existingLabels(db, storeId, body.labels)),
    lineScope: body.line_account_id
      ? (await lineAccounts(db, storeId)).find(({ id }) => id === body.line_account_id)?.scope
      : undefined,
  }
}

/** True if a file can fill a field; computed fields cannot be imported. */
export const isImported = (field: Field) => field.type !== 'transform_profile'

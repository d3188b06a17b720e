import type { Language } from '@ruam/contract/errors.ts'
import type { MappingBody } from '@ruam/contract/mapping.ts'
import { activityTypeOf } from '../activities/fields.ts'
import type { Db } from '../core/db.ts'
import { type Field, fieldsOf } from '../profile-fields/fields.ts'
import { existingLabels } from '../segments/queries.ts'
import type { Targets } from './plan.ts'

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

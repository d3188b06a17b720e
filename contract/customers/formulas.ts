import { z } from 'zod'
import { Id } from '../platform/common.ts'
import type { DataType } from '../platform/system-fields.ts'

/** Days of activities to consider; null: all. */
const days = z.int().min(1).max(3650).nullable().default(null)
const fieldId = { field_id: Id }
const activityId = { activity_id: Id }

/** Definition of a computed profile field. Evaluated when it is read. */
export const ProfileFormula = z.discriminatedUnion('function', [
  /** Whole years since a day, in the store's time zone. */
  z.strictObject({ function: z.literal('age'), ...fieldId }),
  /** Days since a day of the profile; before it a number below 0. */
  z.strictObject({ function: z.literal('days_since'), ...fieldId }),
  /** Days since the last activity of a type. */
  z.strictObject({ function: z.literal('days_since_activity'), ...activityId }),
  z.strictObject({ function: z.literal('activity_count'), ...activityId, days }),
  /** The sum of a Number field of the activities of a type. */
  z.strictObject({ function: z.literal('activity_sum'), ...activityId, ...fieldId, days }),
  /** A field of the last activity of a type that has a value in it; its day, when it is the activity's date. */
  z.strictObject({ function: z.literal('activity_last'), ...activityId, ...fieldId }),
])
export type ProfileFormula = z.output<typeof ProfileFormula>

/** Definition of a computed activity field, from other fields of the same activity. */
export const ActivityFormula = z.discriminatedUnion('function', [
  /** Days since the date of the activity, or since a Date field of it. */
  z.strictObject({ function: z.literal('days_since'), ...fieldId }),
  /** Number fields of it put together. */
  z.strictObject({ function: z.literal('sum'), field_ids: z.array(Id).min(1).max(20) }),
])
export type ActivityFormula = z.output<typeof ActivityFormula>

/** The type of what a formula gives, where that does not depend on the field it names. */
export const formulaTypes: Record<(ProfileFormula | ActivityFormula)['function'], DataType | null> = {
  age: 'Number',
  days_since: 'Number',
  days_since_activity: 'Number',
  activity_count: 'Number',
  activity_sum: 'Number',
  activity_last: null,
  sum: 'Number',
}

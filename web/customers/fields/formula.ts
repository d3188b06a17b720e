import type { activities } from '@ruam/contract/customers/activities.ts'
import type { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { activityDate, type DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Got, Sending } from '../../data/api.ts'
import type { FieldOwner } from './field-owner.ts'

type ProfileFormula = NonNullable<Sending<typeof profileFields.create>['body']['formula']>
type ActivityFormula = NonNullable<Sending<typeof activities.createField>['body']['formula']>
type FormulaFunction = (ProfileFormula | ActivityFormula)['function']

/** A formula being edited. Parts that its function does not use are kept for another function. */
export type FormulaDraft = {
  function: FormulaFunction
  activityId: number | null
  fieldId: number | null
  fieldIds: number[]
  days: number | null
}

/** Inputs of each function, by owner. */
export const functions = {
  profile: ['age', 'days_since', 'activity_count', 'activity_sum', 'activity_last', 'days_since_activity'],
  activity: ['sum', 'days_since'],
} as const satisfies Record<FieldOwner, readonly FormulaFunction[]>

export const requiredInputs = (draft: Pick<FormulaDraft, 'function'>, owner: FieldOwner) => {
  const name = draft.function
  const ofActivities = name.startsWith('activity_') || name === 'days_since_activity'
  return {
    activity: ofActivities,
    date: name === 'age' || name === 'days_since',
    /** A field of the activity type. */
    value: name === 'activity_sum' || name === 'activity_last',
    days: name === 'activity_count' || name === 'activity_sum',
    numbers: owner === 'activity' && name === 'sum',
  }
}

export const blankFormula = (owner: FieldOwner): FormulaDraft => ({
  function: functions[owner][0],
  activityId: null,
  fieldId: null,
  fieldIds: [],
  days: null,
})

type Kept = NonNullable<Got<typeof profileFields.create>['formula'] | Got<typeof activities.createField>['formula']>

export const formulaDraftOf = (owner: FieldOwner, formula: Kept | null | undefined): FormulaDraft | null =>
  formula ? { ...blankFormula(owner), ...formula } : null

/** The formula of profiles that a draft stands for; undefined while something is missing. */
export function profileFormula({
  function: name,
  activityId,
  fieldId,
  days,
}: FormulaDraft): ProfileFormula | undefined {
  if (name === 'age' || name === 'days_since') return fieldId === null ? undefined : { function: name, fieldId }
  if (activityId === null) return undefined
  if (name === 'days_since_activity') return { function: name, activityId }
  if (name === 'activity_count') return { function: name, activityId, days }
  if (fieldId === null) return undefined
  if (name === 'activity_sum') return { function: name, activityId, fieldId, days }
  return name === 'activity_last' ? { function: name, activityId, fieldId } : undefined
}

/** The formula of activities that a draft stands for; undefined while something is missing. */
export function activityFormula({ function: name, fieldId, fieldIds }: FormulaDraft): ActivityFormula | undefined {
  if (name === 'days_since') return fieldId === null ? undefined : { function: name, fieldId }
  return name === 'sum' && fieldIds.length > 0 ? { function: name, fieldIds } : undefined
}

/** The type of what a formula gives: a number, but for the last value of a field, which has the field's. */
export const resultType = (
  { function: name, fieldId }: FormulaDraft,
  fields: readonly { id: number; dataType: DataType }[],
): DataType => {
  if (name !== 'activity_last') return 'Number'
  if (fieldId === activityDate.id) return 'Date'
  return fields.find(({ id }) => id === fieldId)?.dataType ?? 'String'
}

export const formulaIn = (owner: FieldOwner, draft: FormulaDraft) =>
  owner === 'profile' ? profileFormula(draft) : activityFormula(draft)

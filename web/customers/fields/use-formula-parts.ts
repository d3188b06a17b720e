import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useRead } from '../../data/api.ts'
import type { FieldOwner } from './field-owner.ts'
import { type FormulaDraft, resultType } from './formula.ts'

type Part = { id: number; name: string }

/** Parts available to a formula by name, and the result type of the draft. */
export type FormulaParts = ReturnType<typeof useFormulaParts>

const all = { query: { offset: 0, limit: 0 } }

export function useFormulaParts(owner: FieldOwner, draft: FormulaDraft | null) {
  const enabled = draft !== null
  const ofProfiles = useRead(profileFields.list, all, { enabled: enabled && owner === 'profile' })
  const types = useRead(activities.types, all, { enabled: enabled && owner === 'profile' })
  const ofActivities = useRead(activities.fields, all, { enabled: enabled && owner === 'activity' })
  const type = types.data?.data.find(({ id }) => id === draft?.activityId)
  const own = owner === 'profile' ? (type?.fields ?? []) : (ofActivities.data?.data ?? [])
  const values = own.filter(({ fieldType }) => fieldType !== 'transform_activity')
  const dated = owner === 'profile' ? (ofProfiles.data?.data ?? []) : values
  const named = (fields: readonly { id: number; displayName: string }[]): Part[] =>
    fields.map(({ id, displayName }) => ({ id, name: displayName }))
  const asked = owner === 'profile' ? [ofProfiles, types] : [ofActivities]
  return {
    /** Why they could not be read. */
    unread: asked.find(({ data, error }) => error && !data)?.error?.message,
    types: (types.data?.data ?? []).map(({ id, name }): Part => ({ id, name })),
    dates: named(dated.filter(({ dataType, fieldType }) => dataType === 'Date' && fieldType !== 'transform_profile')),
    values: named(values),
    numbers: named(values.filter(({ dataType }) => dataType === 'Number')),
    dataType: draft ? resultType(draft, values) : 'String',
  }
}

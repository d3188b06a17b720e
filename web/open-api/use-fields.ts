import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useRead } from '../data/api.ts'
import { useMayCall } from '../ui/may.ts'
import type { AccessField } from './FieldAccess.tsx'

/** The profile fields of the store, as lists of programs open them: those with sensitive values last. */
export function useFields(): { fields: AccessField[]; error: string | undefined } {
  const enabled = useMayCall(profileFields.list)
  const read = useRead(
    profileFields.list,
    { query: { offset: 0, limit: 0, sortBy: 'id', sortDir: 'asc' } },
    { enabled, staleTime: 60_000 },
  )
  const fields = (read.data?.data ?? []).map(({ id, displayName, fieldType, sensitive = false }) => ({
    ...{ id, displayName, sensitive },
    computed: fieldType === 'transform_profile',
  }))
  return { fields: fields.sort((a, b) => Number(a.sensitive) - Number(b.sensitive)), error: read.error?.message }
}

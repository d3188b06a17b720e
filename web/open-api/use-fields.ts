import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useMayCall } from '../ui/may.ts'
import { openApiText } from './open-api-text.ts'

/** The profile fields of the store, as an open API may show them. */
export function useFields() {
  const t = useWords(openApiText)
  const enabled = useMayCall(profileFields.list)
  const read = useRead(
    profileFields.list,
    { query: { offset: 0, limit: 0, sortBy: 'id', sortDir: 'asc' } },
    { enabled, staleTime: 60_000 },
  )
  const fields = read.data?.data.map(({ id, displayName, sensitive = false }) => ({
    id,
    sensitive,
    name: sensitive ? t.isSensitive({ name: displayName }) : displayName,
  }))
  return { fields, error: read.error?.message }
}

import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useMemo } from 'react'
import { type Sending, useRead } from '../../data/api.ts'
import { expandPage } from './expand-page.ts'

type Query = Omit<Sending<typeof profiles.query>['body'], 'names'>

/** A page of profiles, kept current. On its way it has the names of fields and labels once. */
export function useProfiles(query: Query, options: { enabled?: boolean } = {}) {
  const read = useRead(profiles.query, { body: { ...query, names: 'once' } }, options)
  const page = read.data
  const data = useMemo(() => page && ('fields' in page ? expandPage(page) : page), [page])
  return { ...read, data }
}

import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useRead } from '../../../data/api.ts'
import { useMayCall } from '../../../ui/may.ts'

/** Last purchase and spend of the profiles on a page. `none`: the store has no amounts. */
export function usePurchases(ids: readonly number[]) {
  const may = useMayCall(profileActivities.purchases)
  const profiles = ids.join(',')
  const { data } = useRead(profileActivities.purchases, { query: { profiles } }, { enabled: may && profiles !== '' })
  const known = new Map(data?.data?.map((one) => [one.profileId, one]))
  return { none: !may || data?.data === null, of: (id: number) => known.get(id) }
}

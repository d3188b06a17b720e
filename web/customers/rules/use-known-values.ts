import { useDebouncedValue } from '@mantine/hooks'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import type { RuleField } from './use-rule-options.ts'

const TYPING_MS = 250
const MINUTE = 60_000

/** Values that a field has already and that begin with what is typed; of a detail of activities, those of their type. */
export function useKnownValues(
  { name, dataType }: RuleField,
  activityTypeId: number | undefined,
  typed: string,
): string[] {
  const [value] = useDebouncedValue(typed.trim(), TYPING_MS)
  const may = useMayCall(profiles.searchField) && dataType === 'String'
  const ofPeople = useRead(
    profiles.searchField,
    { params: { field: name }, query: { value } },
    { enabled: may && activityTypeId === undefined, staleTime: MINUTE },
  )
  const ofActivities = useRead(
    profileActivities.searchField,
    { params: { id: activityTypeId ?? 0, field: name }, query: { value } },
    { enabled: may && activityTypeId !== undefined, staleTime: MINUTE },
  )
  const known = (activityTypeId === undefined ? ofPeople : ofActivities).data?.data ?? []
  return [...new Set(known.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : [])))]
}

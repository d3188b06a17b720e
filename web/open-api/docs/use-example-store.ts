import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useMayCall } from '../../ui/may.ts'
import { type ExampleField, type ExampleStore, NO_KEY } from './example-store.ts'

const all = { query: { offset: 0, limit: 0 } }
/** Fields change rarely, and the page stays open for long. */
const staleTime = 60_000

/** Returns the data of the open store for examples, as far as the person may see it: without rights the system fields. */
export function useExampleStore(key: string): ExampleStore {
  const { language } = usePreferences()
  const ofProfiles = useRead(profileFields.list, all, { enabled: useMayCall(profileFields.list), staleTime })
  const types = useRead(activities.types, all, { enabled: useMayCall(activities.types), staleTime })
  const first = useFirstIds()
  const own = ofProfiles.data?.data.flatMap((field): ExampleField[] =>
    field.fieldType === 'transform_profile' || field.convertingTo !== null
      ? []
      : [
          {
            ...{ name: field.fieldName, type: field.dataType, title: field.displayName },
            custom: field.fieldType === 'custom_profile',
          },
        ],
  )
  const system = systemFields.map(
    (field): ExampleField => ({ name: field.name, type: field.data_type, title: field[language], custom: false }),
  )
  return {
    address: location.origin,
    key: key.trim() || NO_KEY,
    language,
    fields: own ?? system,
    activityTypes: (types.data?.data ?? []).map(({ id, name, fields }) => ({
      ...{ id, name },
      // The day of an activity is its `at`.
      fields: fields.flatMap((field): ExampleField[] =>
        field.fieldType === 'custom_activity' && field.convertingTo === null
          ? [{ name: field.fieldName, type: field.dataType, title: field.displayName, custom: true }]
          : [],
      ),
    })),
    ids: { ...first, receipt: 1, webhook: 1, delivery: 1 },
  }
}

/** Returns numbers of things that the store has, for addresses that need one; 1 where it has none. */
function useFirstIds() {
  const one = { offset: 0, limit: 1 }
  const maySegment = useMayCall(labels.list)
  const when = { enabled: maySegment, staleTime }
  const profile = useRead(profiles.list, { query: one }, { enabled: useMayCall(profiles.list), staleTime })
  const label = useRead(labels.list, { query: { ...one, type: 'general' } }, when)
  const segment = useRead(labels.list, { query: { ...one, type: 'advanced' } }, when)
  const purpose = useRead(consents.purposes, { query: one }, { enabled: useMayCall(consents.purposes), staleTime })
  const connector = useRead(connectors.list, { query: one }, { enabled: useMayCall(connectors.list), staleTime })
  const idOf = (read: { data?: { data: readonly { id: number }[] } | undefined }) => read.data?.data[0]?.id ?? 1
  return {
    ...{ profile: idOf(profile), label: idOf(label), segment: idOf(segment) },
    ...{ purpose: idOf(purpose), connector: idOf(connector) },
  }
}

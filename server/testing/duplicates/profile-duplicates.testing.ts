import { type DuplicatePair, profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { TestStore } from '../store.testing.ts'
import { until } from '../until.testing.ts'

/** Waits until no scan of the store waits or works. */
export async function scanned(store: TestStore): Promise<void> {
  await until(async () => !(await store.call(profileDuplicates.list, { query: { limit: '1' } })).scanning)
}

/** Looks the whole store through, and answers the pairs that are open then. */
export async function scanStore(store: TestStore): Promise<DuplicatePair[]> {
  await scanned(store)
  await store.call(profileDuplicates.scan)
  await scanned(store)
  return openPairs(store)
}

export async function openPairs(store: TestStore): Promise<DuplicatePair[]> {
  return (await store.call(profileDuplicates.list, { query: { limit: '0' } })).data
}

/** A value of a profile by the field's name. */
export const fieldOf = ({ fields }: Profile, name: string) => fields.find((field) => field.name === name)?.value ?? null

/** Both first names of a pair, in the order of the alphabet. */
export const namesOf = ({ profiles }: DuplicatePair) =>
  profiles.map((profile) => String(fieldOf(profile, 'firstName') ?? fieldOf(profile, 'company'))).sort()

import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import type { TestStore } from '../store.testing.ts'
import { profileId } from './profiles.ts'

/** A new request of a new customer. */
export async function privacyRequest(store: TestStore): Promise<number> {
  const body = { kind: 'see' as const, source: 'phone' as const, profile_ids: [await profileId(store)] }
  return (await store.call(privacyRequests.create, { body })).id
}

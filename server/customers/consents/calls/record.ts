import { ApiError } from '../../../core/api-error.ts'
import type { Principal } from '../../../core/principal.ts'
import type { Db } from '../../../database/db.ts'
import { afterProfilesChanged } from '../../changes/after-profiles-changed.ts'
import { liftStops } from '../../changes/line-stops.ts'
import { dependency } from '../../membership/dependencies.ts'
import { lockProfile } from './queries.ts'
import { type NewEntry, writeEntries } from './write-entries.ts'

/** Records a profile's answer to a purpose. Returns false if it is the latest answer already. Throws not_found. */
export async function recordConsent(db: Db, storeId: number, by: Principal, said: NewEntry): Promise<boolean> {
  const { profile_id, purpose_id } = said
  if (!(await lockProfile(db, storeId, profile_id))) throw new ApiError('not_found')
  const [entry] = await writeEntries(db, storeId, by, [said])
  // A guardian does not answer for the chat of the customer.
  if (said.operation === 'granted' && !said.guardian) await liftStops(db, storeId, profile_id, purpose_id)
  if (!entry) throw new ApiError('not_found')
  if (entry.written) {
    const judged = { ids: [profile_id], reads: [dependency.consent(purpose_id)] }
    await afterProfilesChanged(db, storeId, 'user', { judged })
  }
  return entry.written
}

import { ApiError } from '../../core/api-error.ts'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { liftStops } from '../changes/line-stops.ts'
import { dependency } from '../membership/dependencies.ts'
import { findPurpose, insertEntry, lockProfile, type NewEntry } from './queries.ts'

/** Records a profile's answer to a purpose. Returns false if it is the latest answer already. Throws not_found. */
export async function recordConsent(db: Db, storeId: number, by: Principal, said: NewEntry): Promise<boolean> {
  const { profile_id, purpose_id } = said
  if (!(await lockProfile(db, storeId, profile_id))) throw new ApiError('not_found')
  const written = await insertEntry(db, storeId, by, said)
  if (said.operation === 'granted') await liftStops(db, storeId, profile_id, purpose_id)
  if (!written && !(await findPurpose(db, storeId, purpose_id))) throw new ApiError('not_found')
  if (written) {
    const judged = { ids: [profile_id], reads: [dependency.consent(purpose_id)] }
    await afterProfilesChanged(db, storeId, 'user', { judged })
  }
  return written
}

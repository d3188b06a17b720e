import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { afterProfilesChanged } from '../../changes/after-profiles-changed.ts'
import { dependency } from '../../membership/dependencies.ts'
import { evidenceValue } from '../evidence.ts'
import { hasWithdrawn, versionInUse } from '../standing.ts'
import { lockProfile } from './queries.ts'

interface OwnWithdrawal {
  profile_id: number
  purpose_id: number
  /** LINE user by whom the customer was recognised. */
  userId: string
}

/** Withdraws a purpose for a customer who says so themselves. Returns false if it was withdrawn before, or is unknown. */
export async function withdrawOwn(
  db: Db,
  storeId: number,
  { profile_id, purpose_id, userId }: OwnWithdrawal,
): Promise<boolean> {
  if (!(await lockProfile(db, storeId, profile_id))) return false
  const { rows } = await sql`
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, external_id, version, evidence)
    select ${storeId}, ${profile_id}, c.id, 'withdrawn', 'line', ${userId}, ${versionInUse(storeId, sql`c.id`)},
      ${evidenceValue({ way: 'my_data' })}
    from consent_purpose c
    where c.store_id = ${storeId} and c.id = ${purpose_id}
      and not ${hasWithdrawn(storeId, sql`${profile_id}::bigint`, sql`c.id`)}
    returning purpose_id`.execute(db)
  if (rows.length === 0) return false
  const judged = { ids: [profile_id], reads: [dependency.consent(purpose_id)] }
  await afterProfilesChanged(db, storeId, 'line', { judged })
  return true
}

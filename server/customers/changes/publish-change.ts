import { MAX_PUSHED_PROFILES, profileEvent } from '@ruam/contract/customers/profile-event.ts'
import { type Principal, userIdOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { AuditEntry } from '../../http/audit.ts'
import { publish } from '../../push/publish.ts'

/** Publishes who changed the customers that an act is about. */
export async function publishChange(db: Db, storeId: number, by: Principal, act: AuditEntry): Promise<void> {
  await publishChanged(db, storeId, userIdOf(by), customersOf(act))
}

/** The customer that an act names, and those that it merged, separated or moved. */
function customersOf({ subject_type, subject_id, details = {} }: AuditEntry): number[] {
  const { profile_id, kept, gone } = details
  return [subject_type === 'profile' ? subject_id : null, profile_id, kept, gone].flatMap((id) => Number(id ?? 0) || [])
}

/**
 * Publishes that customers were changed or ticked off. Every writer calls it once per transaction, with the customers that it may have
 * changed; what calls do is published with their audit entry.
 */
export async function publishChanged(
  db: Db,
  storeId: number,
  userId: number | null,
  ids: readonly number[],
  act: 'changed' | 'ticked' = 'changed',
): Promise<void> {
  const named = [...new Set(ids)]
  if (named.length === 0) return
  const profile_ids = named.length > MAX_PUSHED_PROFILES ? null : named
  await publish(db, profileEvent, { storeId, data: { profile_ids, act, user_id: userId } })
}

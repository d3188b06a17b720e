import { profileEvent } from '@ruam/contract/customers/profile-event.ts'
import { type Principal, userIdOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { AuditEntry } from '../../http/audit.ts'
import { publish } from '../../push/publish.ts'

/** Publishes who changed a customer, if an act is about one. */
export async function publishChange(db: Db, storeId: number, by: Principal, act: AuditEntry): Promise<void> {
  if (act.subject_type !== 'profile') return
  await publish(db, profileEvent, { storeId, data: { profile_id: Number(act.subject_id), user_id: userIdOf(by) } })
}

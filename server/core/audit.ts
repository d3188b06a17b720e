import type { Db } from './db.ts'

export interface AuditEntry {
  /** What was done, in snake_case: run_started, field_created... */
  action: string
  subject_type: string
  subject_id: string | number
  /** Ids and counts alone, never a person's values. */
  details?: Record<string, string | number | boolean | null>
}

/** Writes down who did what, in the transaction that does it. */
export async function audit(
  db: Db,
  storeId: number,
  userId: number | null,
  requestId: string | null,
  entry: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      store_id: storeId,
      user_id: userId,
      action: entry.action,
      subject_type: entry.subject_type,
      subject_id: String(entry.subject_id),
      details: JSON.stringify(entry.details ?? {}),
      request_id: requestId,
    })
    .execute()
}

import type { AuditSubject } from '@ruam/contract/reports/audit-log.ts'
import { sql } from 'kysely'
import { type Principal, userIdOf } from '../core/principal.ts'
import type { Db } from '../database/db.ts'

/** Ids, counts and choices alone, never a person's values. */
type AuditDetails = Record<string, string | number | boolean | null>

export interface AuditEntry {
  /** Act in snake_case: run_started, field_created... */
  action: string
  subject_type: AuditSubject
  subject_id: string | number
  details?: AuditDetails
}

/** Writes down who did what and the names of its things, in the transaction that does it. `by` is null for system actions. */
export async function audit(
  db: Db,
  storeId: number,
  by: Principal | null,
  requestId: string | null,
  entry: AuditEntry,
): Promise<void> {
  const act = db
    .insertInto('audit_log')
    .values({
      store_id: storeId,
      user_id: userIdOf(by),
      action: entry.action,
      subject_type: entry.subject_type,
      subject_id: String(entry.subject_id),
      details: JSON.stringify(entry.details ?? {}),
      request_id: requestId,
    })
    .returning(['store_id', 'at', 'user_id', 'subject_type', 'subject_id', 'details'])
  await db
    .with('act', () => act)
    .selectFrom('act')
    .select(sql`remember_names(store_id, at, user_id, subject_type, subject_id, details)`.as('remembered'))
    .execute()
}

/** Writes down the one act of a call. */
export type AuditOfCall = (
  subjectType: AuditSubject,
  subjectId: string | number,
  details?: AuditDetails,
) => Promise<void>

type Acted = (db: Db, storeId: number, by: Principal, act: AuditEntry) => Promise<void>
let acted: Acted | undefined

/** Chooses once what runs after each act of a call, in its transaction. */
export function afterActs(run: Acted): void {
  acted = run
}

/** The act that a call states, in its transaction. A second row would count one act twice: it is our fault, and nothing of the call stays. */
export function auditOnce(
  db: Db,
  storeId: number,
  by: Principal,
  { requestId, action }: { requestId: string; action: string },
): AuditOfCall {
  let written = false
  return async (subject_type, subject_id, details) => {
    if (written) throw new Error(`${action} is written down twice in one call`)
    written = true
    const program = by.kind === 'program' ? { credential_id: by.id } : undefined
    const act = { action, subject_type, subject_id, details: { ...details, ...program } }
    await audit(db, storeId, by, requestId, act)
    await acted?.(db, storeId, by, act)
  }
}

import { openApiChanges } from '@ruam/contract/open-api/changes.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type ProgramRow, rightsOfProgram } from '../../http/programs.ts'

/**
 * Returns a program's rights to the stream as they are now, as a request of it would have them; undefined if its credential has ended, or may not
 * manage webhooks.
 */
export async function callerOf(db: Db, storeId: number, credentialId: number) {
  const { rows } = await sql<ProgramRow>`
    select p.* from credential c cross join lateral auth.program(c.secret_hash, ${titleOf(openApiChanges.changes)}) p
    where c.store_id = ${storeId} and c.id = ${credentialId}`.execute(db)
  const row = rows[0]
  if (!row || row.refusal !== null || row.dpa_status !== 'found') return undefined
  return rightsOfProgram(openApiChanges.changes, row)
}

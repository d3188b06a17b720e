import { openApiChanges } from '@ruam/contract/open-api/changes.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type ProgramRow, rightsOfProgram } from '../../http/programs.ts'
import type { ChangeCaller } from '../changes/readable.ts'

/** Returns a program's rights to the stream as they are now; `ended` if its credential is no longer valid. */
export async function programAt(
  db: Db,
  storeId: number,
  credentialId: number,
): Promise<(ChangeCaller & { ended: boolean }) | undefined> {
  const { rows } = await sql<ProgramRow>`
    select p.* from credential c cross join lateral auth.program(c.secret_hash, ${titleOf(openApiChanges.changes)}) p
    where c.store_id = ${storeId} and c.id = ${credentialId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const ended = row.refusal !== null || row.dpa_status !== 'found'
  return { ...rightsOfProgram(openApiChanges.changes, row), ended }
}

/** Returns a program's rights as a request of it would have them now; undefined if its credential has ended. */
export async function callerOf(db: Db, storeId: number, credentialId: number): Promise<ChangeCaller | undefined> {
  const program = await programAt(db, storeId, credentialId)
  return program?.ended ? undefined : program
}

import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { findProgram, type ProgramSight } from './list.ts'

/** Programs that a person may see, and how. */
export const sightOf = (rights: Rights): ProgramSight => ({
  kinds: [
    ...(may(rights, 'cdp-core.api-key.read') ? ['key'] : []),
    ...(may(rights, 'datasource-open-api-token.read') ? ['token'] : []),
  ],
  seesSensitive: maySeeSensitive(rights),
})

/** Returns a program that a person may see. Throws not_found. */
export async function visibleProgram(db: Db, storeId: number, rights: Rights, id: number) {
  const program = await findProgram(db, storeId, sightOf(rights), id)
  if (!program) throw new ApiError('not_found')
  return program
}

import { ApiError } from '../../core/api-error.ts'
import { missingProfile } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'

/** Returns the error for an id without a live profile. Callers without profile:read never learn which customer was merged into which. */
export const missingFor = async (
  { scopes }: Pick<ProgramCaller, 'scopes'>,
  db: Db,
  storeId: number,
  id: number,
): Promise<ApiError> => (scopes.includes('profile:read') ? missingProfile(db, storeId, id) : new ApiError('not_found'))

import type { Language } from '@ruam/contract/errors/catalog.ts'
import { itemFailures } from '@ruam/contract/imports/item-failures.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { StoredResult } from '../../imports/stream/results.ts'
import type { ProgramCaller } from '../../platform/core/programs.ts'

/** Results in the language of the caller, without what a sensitive value found for one who may not see it. */
export function viewResults(results: readonly StoredResult[], user: ProgramCaller, language: Language): ItemResult[] {
  const seesSensitive = user.scopes.includes('profile-sensitive:read')
  return results.map(({ sensitive, ...result }) => ({
    ...result,
    ...(sensitive && !seesSensitive && { profile_id: null, matched_by: null }),
    message: result.error === null ? null : itemFailures[result.error as RowFailure][language],
  }))
}

import { tryHoldProfiles } from '../../customers/profiles/lock.ts'
import type { Outcome } from '../../imports/stream/results.ts'
import { type SentItems, writeItems } from '../../imports/stream/write-items.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Core } from '../../platform/core/core.ts'
import { inStore } from '../../platform/core/db.ts'
import { takeTurn } from './turn.ts'

/** Carries the outcomes of a dry run out of the transaction that is rolled back. */
class DryRunEnded extends Error {
  outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('A dry run ended')
    this.outcomes = outcomes
  }
}

/** Returns what items would do, by the code that would do it, and writes nothing. Throws profile_locked beside an import. */
export async function dryRunItems(
  core: Core,
  storeId: number,
  dataSourceId: number,
  sent: SentItems,
): Promise<Outcome[]> {
  try {
    return await inStore(core.pool, storeId, async (db, client) => {
      if (!(await takeTurn(db, storeId)) || !(await tryHoldProfiles(db, storeId))) throw new ApiError('profile_locked')
      throw new DryRunEnded(await writeItems(core, client, storeId, dataSourceId, [sent]))
    })
  } catch (error) {
    if (error instanceof DryRunEnded) return error.outcomes
    throw error
  }
}

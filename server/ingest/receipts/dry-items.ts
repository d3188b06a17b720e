import type pg from 'pg'
import { ApiError } from '../../core/api-error.ts'
import { tryLockProfiles } from '../../customers/profiles/lock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { acquireTurn } from '../ingester/turn.ts'
import type { ItemOutcome } from '../items/results.ts'
import { type SentItems, writeItems } from '../items/write-items.ts'

/** Carries the outcome of a dry run out of the transaction that is rolled back. */
class DryRunEnded<T> extends Error {
  outcome: T
  constructor(outcome: T) {
    super('A dry run ended')
    this.outcome = outcome
  }
}

/** Runs `work` as the store's only ingester, rolls it back and returns its result. Throws profile_locked during an import. */
export async function rolledBack<T>(
  core: Core,
  storeId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inStore<T>(core.pool, storeId, async (db, client) => {
      if (!(await acquireTurn(db, storeId)) || !(await tryLockProfiles(db, storeId)))
        throw new ApiError('profile_locked')
      throw new DryRunEnded(await work(client))
    })
  } catch (error) {
    if (error instanceof DryRunEnded) return error.outcome as T
    throw error
  }
}

/** Returns what items would do: runs the real code and rolls it back. Throws profile_locked during an import. */
export async function dryRunItems(core: Core, storeId: number, sent: SentItems): Promise<ItemOutcome[]> {
  return rolledBack(core, storeId, (client) => writeItems(core, client, storeId, [sent]))
}

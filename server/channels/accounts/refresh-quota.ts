import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { fetchQuota, type LineCredentials } from './line-client.ts'
import { lineMonth } from './line-month.ts'
import { saveQuota } from './quota.ts'

/** Asks LINE for the quota of an account and what is used of it. A later month begins with the same limit. */
export async function refreshQuota(
  core: Core,
  storeId: number,
  channelId: number,
  credentials: LineCredentials,
  later?: string,
): Promise<void> {
  const { limit, usage } = await fetchQuota(core, credentials)
  const month = lineMonth(new Date(databaseNow()))
  await inStore(core.pool, storeId, async (db) => {
    await saveQuota(db, storeId, { channelId, month }, { limit, usage })
    if (later && later !== month) await saveQuota(db, storeId, { channelId, month: later }, { limit, usage: 0 })
  })
}

import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { callLine, type LineCredentials } from './line-client.ts'
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
  const [{ type, value }, { totalUsage }] = await Promise.all([
    callLine<{ type: 'none' | 'limited'; value?: number }>(core, credentials, '/v2/bot/message/quota'),
    callLine<{ totalUsage: number }>(core, credentials, '/v2/bot/message/quota/consumption'),
  ])
  const limit = type === 'limited' ? (value ?? 0) : null
  const month = lineMonth(new Date())
  await inStore(core.pool, storeId, async (db) => {
    await saveQuota(db, storeId, { channelId, month }, { limit, usage: totalUsage })
    if (later && later !== month) await saveQuota(db, storeId, { channelId, month: later }, { limit, usage: 0 })
  })
}

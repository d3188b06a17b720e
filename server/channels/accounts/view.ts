import type { ChannelAccount } from '@ruam/contract/channels/accounts.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { friendCounts } from '../friends/queries.ts'
import { accountNames } from './providers.ts'
import { type AccountRow, reservedOf } from './queries.ts'
import { webhookUrl } from './secrets.ts'

const nobody = { known: 0, unknown: 0, blocked: 0 }
const untested = { reason: null, status: null, ms: null, at: null }

/** Returns accounts as staff see them: never with a secret. */
export async function viewAccounts(
  core: Core,
  db: Db,
  storeId: number,
  rows: readonly AccountRow[],
): Promise<ChannelAccount[]> {
  const ids = rows.map(({ id }) => id)
  const friends = await friendCounts(db, storeId, ids)
  const reserved = await reservedOf(db, storeId, ids)
  const names = await accountNames(db, storeId, [...new Set(rows.flatMap(({ shared_with }) => shared_with))])
  return rows.map((row) => {
    const {
      external_id,
      bot_user_id: _,
      secret: __,
      token: ___,
      webhook: ____,
      webhook_state,
      quota,
      friends_at_line,
      ...shown
    } = row
    return {
      ...shown,
      shared_with: row.shared_with.flatMap((id) => (names.has(id) ? { id, name: names.get(id)! } : [])),
      type: row.type as ChannelAccount['type'],
      error: row.error as ChannelAccount['error'],
      channel_id: external_id,
      webhook: { url: webhookUrl(core, storeId, row), ...(webhook_state ?? untested) },
      friends: { ...(friends.get(row.id) ?? nobody), at_line: friends_at_line },
      quota: quota && { ...quota, reserved: reserved.get(row.id) ?? 0 },
    }
  })
}

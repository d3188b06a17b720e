import type { ChannelAccount } from '@ruam/contract/channels/accounts.ts'
import { type ConnectionFault, connectionChecks, connectionOf } from '@ruam/contract/channels/connection.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { listStatesOf } from '../friends/listing.ts'
import { friendCounts } from '../friends/queries.ts'
import { checksOf, type StoredCheck } from './check-queries.ts'
import { lineMonth } from './line-month.ts'
import { accountNames } from './providers.ts'
import type { AccountRow } from './queries.ts'
import { quotasOf } from './quota.ts'
import { webhookUrl } from './secrets.ts'

const nobody = { known: 0, unknown: 0, blocked: 0 }
const unmade = { result: null, at: null, trouble: null, tried_at: null, status: null, ms: null }

/** Returns accounts as staff see them: never with a secret. */
export async function viewAccounts(
  core: Core,
  db: Db,
  storeId: number,
  rows: readonly AccountRow[],
): Promise<ChannelAccount[]> {
  const ids = rows.map(({ id }) => id)
  const friends = await friendCounts(db, storeId, ids)
  const lists = await listStatesOf(db, storeId, rows)
  const quotas = await quotasOf(db, storeId, ids, lineMonth(new Date(databaseNow())))
  const checks = Map.groupBy(await checksOf(db, storeId, ids), ({ channel_id }) => channel_id)
  const names = await accountNames(db, storeId, [...new Set(rows.flatMap(({ shared_with }) => shared_with))])
  return rows.map((row) => {
    const { id, name, external_id, basic_id, chat_mode, picture, provider, secret_end, token_end } = row
    const { status, keep_chat_text, line_answers, stop_phrases, friends_at_line, created_at, updated_at } = row
    const quota = quotas.get(id)
    return {
      ...{ id, name, basic_id, chat_mode, picture, provider, secret_end, token_end, status },
      ...{ keep_chat_text, line_answers, stop_phrases },
      type: row.type as ChannelAccount['type'],
      channel_id: external_id,
      shared_with: row.shared_with.flatMap((other) => (names.has(other) ? { id: other, name: names.get(other)! } : [])),
      webhook: { url: webhookUrl(core, storeId, row), answers: answersOf(row) },
      connection: connectionOf({ status, fault: row.fault as ConnectionFault | null }),
      checks: connectionChecks.map((kind) => viewCheck(kind, checks.get(id) ?? [])),
      friends: { ...(friends.get(id) ?? nobody), at_line: friends_at_line, list: lists.get(id)! },
      quota: quota?.at ? { limit: quota.limit, usage: quota.usage, reserved: quota.schedule, at: quota.at } : null,
      created_at,
      updated_at,
    }
  })
}

function viewCheck(kind: StoredCheck['kind'], all: readonly StoredCheck[]): ChannelAccount['checks'][number] {
  const { channel_id: _, ...check } = all.find((one) => one.kind === kind) ?? { channel_id: 0, ...unmade }
  return { ...check, kind }
}

function answersOf(row: AccountRow): ChannelAccount['webhook']['answers'] {
  const { answers_since: since, answers: count, answers_slow: slow, answers_ms: ms, answers_max_ms: max_ms } = row
  return since === null || count === 0 ? null : { since, count, slow, average_ms: Math.round(ms / count), max_ms }
}

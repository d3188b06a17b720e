import { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'
import { outsideId } from '../../core/outside-text.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { checkAccount } from '../accounts/check.ts'
import { fetchLine, LineError } from '../accounts/line-client.ts'
import { callPatiently } from '../accounts/patient-call.ts'
import { type AccountRow, lineAccountById, saveRefused } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'

/** Ids of one page: LINE's maximum. */
const PAGE = 1000

/** LINE's answer to GET /v2/bot/followers/ids. */
const Followers = z.object({ userIds: z.array(outsideId(100)).max(PAGE), next: outsideId(1000).optional() })

interface FollowersPage {
  ids: string[]
  /** Token of the next page; null after the last one. */
  next: string | null
}

interface Asking {
  core: Core
  storeId: number
  account: AccountRow
  signal: AbortSignal
}

/**
 * Fetches a page of the list of an account's friends. Returns null if the token expired. Throws line_list_refused if LINE gives no list
 * to the account.
 */
export async function fetchPage(asking: Asking, start: string | null): Promise<FollowersPage | null> {
  const { core, storeId, account, signal } = asking
  const path = `/v2/bot/followers/ids?${new URLSearchParams({ limit: String(PAGE), ...(start && { start }) })}`
  const expected = start === null ? [403] : [400, 403]
  try {
    const { userIds, next } = await callPatiently({ core, storeId, channelId: account.id, signal, expected }, () =>
      fetchLine(core, credentialsOf(core, storeId, account), path, Followers),
    )
    return { ids: userIds, next: next ?? null }
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    return error.status === 403 ? refuse(asking, error) : null
  }
}

/** Tells a refused list from a refused account, which its check finds. */
async function refuse({ core, storeId, account }: Asking, cause: LineError): Promise<never> {
  await checkAccount(core, storeId, account.id, { kinds: ['keys', 'bot'] })
  const isActive = await inStore(core.pool, storeId, async (db) => {
    const now = await lineAccountById(db, storeId, account.id)
    if (now?.status === 'active') await saveRefused(db, storeId, account.id)
    return now?.status === 'active'
  })
  throw new ApiError(isActive ? 'line_list_refused' : 'channel_unreachable', undefined, { cause })
}

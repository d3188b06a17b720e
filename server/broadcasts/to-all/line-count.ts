import { z } from 'zod'
import { fetchLine, type LineCredentials } from '../../channels/accounts/line-client.ts'
import { lineDate } from '../../channels/accounts/line-month.ts'
import { databaseNow } from '../../core/now.ts'
import { outsideText } from '../../core/outside-text.ts'
import type { Core } from '../../servers/core.ts'

const Count = z.int().min(0).max(2_147_483_647)
const Followers = z.object({ status: outsideText(40), followers: Count.optional(), blocks: Count.optional() })

const DAY_MS = 86_400_000

/** Friends of an account, as LINE counted them. */
export interface LineCount {
  line_friends: number
  /** Day (UTC+9). */
  line_counted_on: string
}

/** Returns LINE's day of yesterday: the last one that it may have counted. */
export const yesterday = (): string => lineDate(new Date(databaseNow() - DAY_MS))

/**
 * Asks LINE for its count of yesterday, or returns null while that is not ready. `targetedReaches` would be too few: it leaves out people
 * of unknown age or place, and a call for everyone does not.
 */
export async function countAtLine(core: Core, credentials: LineCredentials): Promise<LineCount | null> {
  const day = yesterday()
  const path = `/v2/bot/insight/followers?date=${day.replaceAll('-', '')}`
  const { status, followers, blocks = 0 } = await fetchLine(core, credentials, path, Followers)
  if (status !== 'ready' || followers === undefined) return null
  return { line_friends: Math.max(0, followers - blocks), line_counted_on: day }
}

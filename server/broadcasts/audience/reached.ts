import { HOLDOUT_SHARE } from '@ruam/contract/broadcasts/effect.ts'
import { isToAll, reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'
import type { SettingRow } from '../settings/queries.ts'
import { friendsAtLine } from '../to-all/friends.ts'
import { audienceOf } from './audience.ts'
import { countAudience } from './count.ts'
import { drawOf } from './draw.ts'

type Planned = Pick<BroadcastRow, 'id' | 'target' | 'purpose_id' | 'holdout_share' | 'repeats_id'>

interface Reached {
  /** People of the target. */
  total: number
  /** People who can be reached now. */
  target: number
  /** People who get messages: without the held-out ones, and at most as many as the author allows. */
  people: number
  /** Share of the holdout: a draft of before holdouts has not chosen one. */
  holdout_share: number
}

/** Counts the recipients of a broadcast as it is planned, or null if its target names something that is gone. */
export async function countReached(
  config: Pick<Config, 'secretKey'>,
  db: Db,
  storeId: number,
  { target, purpose_id, ...row }: Planned,
  { account, settings }: { account: { type: 'lineOA' | 'lineModule'; channel_id: number }; settings: SettingRow },
): Promise<Reached | null> {
  if (isToAll(target)) {
    const friends = await friendsAtLine(db, storeId, account.channel_id)
    return { total: friends ?? 0, target: friends ?? 0, people: reservedFor(friends ?? 0), holdout_share: 0 }
  }
  const audience = await audienceOf(db, storeId, { account, target, purposeId: purpose_id, settings })
  if (!audience) return null
  const holdout_share = row.holdout_share ?? HOLDOUT_SHARE
  const counted = await countAudience(db, audience.rows, drawOf(config, storeId, { ...row, target, holdout_share }))
  const people = Math.min(counted.target - counted.held_out, target.limit.max ?? counted.target)
  return { total: counted.total, target: counted.target, people, holdout_share }
}

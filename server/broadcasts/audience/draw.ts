import { createHmac, hkdfSync } from 'node:crypto'
import { HOLDOUT_FROM } from '@ruam/contract/broadcasts/effect.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { BroadcastRow } from '../records/queries.ts'

/** The draw of people who get nothing: a keyed hash over the person, the same for all broadcasts of a chain of repeats. */
export interface Draw {
  /** Percent of the people who are reached. */
  share: number
  /** 64 bits, as text: numbers of JavaScript have 53. */
  seed: string
}

/**
 * Returns the draw of a broadcast, or null if all are sent to. Nobody without the server's secret can tell whom it meets. People who got an
 * earlier message are not drawn again: the held-out ones of that message are not among them.
 */
export function drawOf(
  { secretKey }: Pick<Config, 'secretKey'>,
  storeId: number,
  { id, target, holdout_share, repeats_id }: Pick<BroadcastRow, 'id' | 'target' | 'holdout_share' | 'repeats_id'>,
): Draw | null {
  if (!holdout_share || target.messaged || (target.failed_of !== null && target.not_clicked)) return null
  return { share: holdout_share, seed: seedOf(secretKey, `ruam holdout ${storeId}`, repeats_id ?? id) }
}

/** The draw of both texts of an A/B test, another one for each broadcast. */
export interface ArmDraw extends Draw {
  /** Recipients at most, if fewer are sent to than can be reached. */
  most: number | null
}

/** Returns the draw of a broadcast's texts, or null if it has one text. */
export function armDrawOf(
  { secretKey }: Pick<Config, 'secretKey'>,
  storeId: number,
  { id, ab_test, target, reserved, per_person }: BroadcastRow,
): ArmDraw | null {
  if (!ab_test) return null
  const { max, up_to_remaining_quota } = target.limit
  const limits = [max, up_to_remaining_quota ? reserved / per_person : null].filter((limit) => limit !== null)
  const most = limits.length === 0 ? null : Math.min(...limits)
  return { share: ab_test.share, seed: seedOf(secretKey, `ruam texts ${storeId}`, id), most }
}

/** Returns the draw of an automation, or null if everyone gets its messages. All its versions hold out the same people. */
export const automationDraw = (
  { secretKey }: Pick<Config, 'secretKey'>,
  storeId: number,
  automationId: number,
  share: number,
): Draw | null =>
  share > 0 ? { share, seed: seedOf(secretKey, `ruam holdout of automations ${storeId}`, automationId) } : null

/** True for the customers whom a draw holds out. */
export const isDrawnOut = (profileId: RawBuilder<unknown>, { share, seed }: Draw) =>
  sql<boolean>`((hashint8extended(${profileId}, ${seed}::bigint) & ${VALUES - 1}::int) < ${Math.round((share / 100) * VALUES)}::int)`

function seedOf(secretKey: string, use: string, id: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', use, 32))
  return String(createHmac('sha256', key).update(String(id)).digest().readBigInt64BE())
}

/** Values of the hash that are compared with the share: 20 bits, so that a percent is exact to a thousandth. */
const VALUES = 2 ** 20

/**
 * Adds `held_out` to the rows of an audience: true for a share of the customers who are reached, false for the others of them. Null for
 * friends who are not customers, whose purchases are unknown, and for everybody if fewer than HOLDOUT_FROM customers are reached.
 */
export const withDraw = (rows: RawBuilder<unknown>, draw: Draw) => sql`
  select profile_id, external_id, reason, case when reason is null and profile_id is not null and reached >= ${HOLDOUT_FROM}::int
    then ${isDrawnOut(sql`profile_id`, draw)} end as held_out
  from (select a.*, count(profile_id) filter (where reason is null) over () as reached from (${rows}) a) counted`

/** Adds `arm` to rows with `held_out`: a share of the people who are sent to gets text A, as many others B, the rest null. */
export const withArms = (rows: RawBuilder<unknown>, { share, seed, most }: ArmDraw) => sql`
  select profile_id, external_id, reason, held_out, case when is_sent then
      case when hash < part then 'a' when hash < 2 * part then 'b' end end as arm
  from (
    select r.*, coalesce(hashint8extended(profile_id, ${seed}::bigint), hashtextextended(external_id, ${seed}::bigint)) & ${VALUES - 1}::int as hash,
      ${(share / 100) * VALUES}::float8 * least(1, ${most}::float8 / nullif(count(*) filter (where is_sent) over (), 0)) as part
    from (select r.*, reason is null and held_out is not true as is_sent from (${rows}) r) r
  ) drawn`

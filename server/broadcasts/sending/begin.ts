import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { reserve, reserveUpTo, settle } from '../../channels/accounts/quota.ts'
import type { Config } from '../../core/config.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { audit } from '../../http/audit.ts'
import { audienceOf } from '../audience/audience.ts'
import { type ArmDraw, armDrawOf, type Draw, drawOf, withArms, withDraw } from '../audience/draw.ts'
import { isCompulsory } from '../records/kind.ts'
import { lockedLetterRows } from '../records/letters.ts'
import { type BroadcastRow, endMeasurement, setState } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'
import { quietUntil } from '../settings/quiet-hours.ts'
import { finish, pause, revertToDraft } from './finish.ts'
import { beginToAll } from './to-all.ts'

/** A schedule that was missed by more is not sent by itself. */
const MISSED_MS = 3_600_000

const now = sql<string>`clock_timestamp()` as unknown as string

/** Pauses a broadcast until quiet hours end. Returns false if there are none now. */
export async function waitForQuietHours(db: Db, storeId: number, row: BroadcastRow): Promise<boolean> {
  if (isCompulsory(row)) return false
  const until = quietUntil(await settingsOf(db, storeId), new Date(databaseNow()), await timeZoneOf(db, storeId))
  if (!until) return false
  await setState(db, storeId, row.id, { sub_status: 'paused', reason: 'quiet_hours', wait_until: until.toISOString() })
  return true
}

/** True for a broadcast whose time is over by so much that it is not sent by itself. */
export const isMissed = ({ due_at, reason }: Pick<BroadcastRow, 'due_at' | 'reason'>): boolean =>
  databaseNow() - Date.parse(due_at!) > MISSED_MS && reason !== 'quiet_hours'

/** Freezes the audience of a broadcast that is due, or puts it off. */
export async function begin(
  config: Pick<Config, 'secretKey'>,
  db: Db,
  storeId: number,
  row: BroadcastRow,
): Promise<void> {
  if (isCompulsory(row)) return beginLetter(db, storeId, row)
  if (isMissed(row)) return revertToDraft(db, storeId, row, 'missed')
  if (await waitForQuietHours(db, storeId, row)) return
  const account = await lineAccountById(db, storeId, row.channel_id!)
  if (account?.status !== 'active') return pause(db, storeId, row, 'account')
  if (isToAll(row.target)) {
    if (await beginToAll(db, storeId, row)) await nameFormerAuthor(db, storeId, row)
    return
  }
  const audience = await audienceOf(db, storeId, {
    account: { type: account.type as 'lineOA' | 'lineModule', channel_id: account.id },
    target: row.target,
    purposeId: row.purpose_id,
    settings: await settingsOf(db, storeId),
  })
  if (!audience) return revertToDraft(db, storeId, row, 'target_broken')
  const draw = drawOf(config, storeId, row)
  const arms = armDrawOf(config, storeId, row)
  const { total, target, trial } = await freezeAudience(db, storeId, row.id, { rows: audience.rows, draw, arms })
  const kept = await reserveFor(db, storeId, row, Math.min(target, row.target.limit.max ?? target))
  if (kept < target) await trimAudience(db, storeId, row.id, kept)
  const frozen = {
    ...row,
    reserved: kept * row.per_person,
    queued: kept,
    skipped: total - kept,
    frozen_at: new Date(databaseNow()).toISOString(),
  }
  await setState(db, storeId, row.id, {
    sub_status: 'sending',
    reason: null,
    wait_until: null,
    reserved: frozen.reserved,
    queued: frozen.queued,
    skipped: frozen.skipped,
    frozen_at: now,
    started_at: now,
    ...(row.ab_test && { trial_last: Math.min(trial, kept) }),
    estimate: { total, target: kept },
  })
  await nameFormerAuthor(db, storeId, row)
  const { failed_of, with_held_out, not_clicked } = row.target
  if (with_held_out && !not_clicked && failed_of !== null) await endMeasurement(db, storeId, failed_of)
  if (kept === 0) await finish(db, storeId, frozen, target === 0 ? 'nobody' : 'quota')
}

/**
 * Freezes the people of an incident who are reached by the account of its letter. People who came since the approval are sent to as well,
 * also beyond the quota that was left: LINE itself refuses what exceeds its own.
 */
async function beginLetter(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  const account = await lineAccountById(db, storeId, row.channel_id!)
  if (account?.status !== 'active') return pause(db, storeId, row, 'account')
  const rows = await lockedLetterRows(db, storeId, row)
  const { total, target } = await freezeAudience(db, storeId, row.id, { rows, draw: null, arms: null })
  const reserved = target * row.per_person
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  await settle(db, storeId, month, { released: row.reserved - reserved, used: 0 })
  const frozen = { reserved, queued: target, skipped: total - target, frozen_at: new Date(databaseNow()).toISOString() }
  const state = { sub_status: 'sending', reason: null, wait_until: null, started_at: now } as const
  await setState(db, storeId, row.id, { ...frozen, ...state, frozen_at: now, estimate: { total, target } })
  if (target === 0) await finish(db, storeId, { ...row, ...frozen }, 'nobody')
}

/** Records in the audit log that a broadcast is sent although one of its authors has left the store. */
async function nameFormerAuthor(db: Db, storeId: number, { id, author_ids }: BroadcastRow): Promise<void> {
  const former = await db
    .selectFrom('store_member')
    .select('user_id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`user_id = any(${author_ids}::int[])`)
    .where('removed_at', 'is not', null)
    .orderBy('user_id')
    .executeTakeFirst()
  if (!former) return
  const act = { action: 'broadcast_of_former_member', subject_type: 'broadcast', subject_id: id } as const
  await audit(db, storeId, null, null, { ...act, details: { user_id: former.user_id } })
}

/** Changes the reservation to what the frozen audience takes. Returns how many people the quota covers. */
async function reserveFor(db: Db, storeId: number, row: BroadcastRow, people: number): Promise<number> {
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  const more = people * row.per_person - row.reserved
  if (more <= 0) {
    await settle(db, storeId, month, { released: -more, used: 0 })
    return people
  }
  if (await reserve(db, storeId, month, more)) return people
  const got = await reserveUpTo(db, storeId, month, more, row.per_person)
  return (row.reserved + got) / row.per_person
}

/** Writes the audience in a random order: first a trial, then the others who are sent to. Returns how many these are, and all. */
export async function freezeAudience(
  db: Db,
  storeId: number,
  broadcastId: number,
  { rows, draw, arms }: { rows: RawBuilder<unknown>; draw: Draw | null; arms: ArmDraw | null },
): Promise<{ total: number; target: number; trial: number }> {
  await bySets(db)
  const reached = sql`
    select a.profile_id, a.external_id, coalesce(a.reason, case when s.profile_id is not null
      or user_hash(a.external_id) in (${usersSentBefore(storeId, broadcastId)}) then 'sent_before' end) as reason
    from (${rows}) a left join (${sentBefore(storeId, broadcastId)}) s on s.profile_id = a.profile_id`
  const drawn = draw ? withDraw(reached, draw) : sql`select r.*, null::boolean as held_out from (${reached}) r`
  const armed = arms ? withArms(drawn, arms) : sql`select d.*, null::text as arm from (${drawn}) d`
  const trialFirst = arms ? sql`arm is null,` : sql``
  const { rows: counts } = await sql<{ total: number; target: number; trial: number }>`
    with frozen as (
      insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason, held_out, arm)
      select ${storeId}, ${broadcastId}, row_number() over (order by reason is not null, ${trialFirst} random()), profile_id, external_id,
        case when reason is null then 'queued' else 'skipped' end, reason, held_out, arm
      from (select profile_id, external_id, case when held_out then 'held_out' else reason end as reason, held_out, arm
        from (${armed}) armed) audience
      returning status, arm
    )
    select count(*)::int as total, (count(*) filter (where status = 'queued'))::int as target,
      count(arm)::int as trial from frozen`.execute(db)
  return counts[0]!
}

/** Customers whom LINE was called for after a backup that was restored since, merged ones under their present profile. */
const sentBefore = (storeId: number, broadcastId: number) => sql`
  select distinct coalesce(p.merged_into, p.id) as profile_id from broadcast_sent b
  join profile p on p.store_id = b.store_id and p.id = b.profile_id
  where b.store_id = ${storeId} and b.broadcast_id = ${broadcastId}`

/** LINE ids that LINE was called for after such a backup, as hashes. */
const usersSentBefore = (storeId: number, broadcastId: number) => sql`
  select user_hash from broadcast_sent_user where store_id = ${storeId} and broadcast_id = ${broadcastId}`

/** Skips those who come after the first `kept` of a frozen audience. */
async function trimAudience(db: Db, storeId: number, broadcastId: number, kept: number): Promise<void> {
  await sql`update broadcast_recipient set status = 'skipped', reason = 'over_quota', updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'queued' and position > ${kept}::int`.execute(
    db,
  )
}

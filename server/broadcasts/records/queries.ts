import type { AbTest } from '@ruam/contract/broadcasts/ab-test.ts'
import type { BroadcastTarget, broadcastStatuses, broadcastSubStatuses } from '@ruam/contract/broadcasts/broadcast.ts'
import { EFFECT_DAYS, type Holdout } from '@ruam/contract/broadcasts/effect.ts'
import type { LinkTracking } from '@ruam/contract/broadcasts/links.ts'
import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'
import { whereComposed } from './kind.ts'

const summary = [
  ...['id', 'name', 'status', 'sub_status', 'reason', 'channel_id', 'purpose_id', 'send_at', 'time_zone'],
  ...['estimate', 'queued', 'accepted', 'failed', 'skipped', 'unknown', 'created_by', 'created_at', 'updated_at'],
  ...['started_at', 'finished_at', 'target'],
] as const satisfies readonly (keyof Tables['broadcast'])[]

const whole = [
  ...summary,
  ...['messages', 'quick_replies', 'stop_reply', 'notification_disabled', 'version', 'approved_version'],
  ...['approved_by', 'approved_at', 'author_ids', 'quota_month', 'reserved', 'per_person', 'due_at', 'wait_until'],
  ...['frozen_at', 'statistics', 'statistics_at', 'holdout_share', 'holdout_off_reason', 'repeats_id'],
  ...['measure_ended_at', 'link_tracking', 'estimated_at', 'ab_test', 'trial_last', 'trial_ended_at'],
  ...['trial_figures', 'text_choice', 'text_chosen_at', 'text_chosen_by'],
  ...['line_friends', 'line_counted_on', 'confirmed_withdrawn', 'called_on', 'charged', 'charge_due_at'],
  ...['called_before', 'automation_id', 'automation_version', 'automation_step', 'incident_id', 'incident_letter'],
] as const satisfies readonly (keyof Tables['broadcast'])[]

/** Days after the end of a measurement for which its author is notified: after an update of Ruam, not of all older ones. */
const NOTIFY_DAYS = 7

interface ListQuery {
  offset: number
  limit: number
  keyword: string
  status?: (typeof broadcastStatuses)[number] | undefined
  sub_status?: (typeof broadcastSubStatuses)[number] | undefined
  label_id?: number | undefined
  sort_by: 'updated_at' | 'created_at' | 'name' | 'send_at'
  sort_dir: 'asc' | 'desc'
}

/** Returns a page of broadcasts. */
export function listBroadcasts(db: Db, storeId: number, query: ListQuery) {
  let rows = db.selectFrom('broadcast').where('store_id', '=', storeId).where(whereComposed)
  if (query.keyword) rows = rows.where('name', 'ilike', `%${escapeLike(query.keyword)}%`)
  if (query.status) rows = rows.where('status', '=', query.status)
  if (query.sub_status) rows = rows.where('sub_status', '=', query.sub_status)
  if (query.label_id !== undefined)
    rows = rows.where(sql<boolean>`target ->> 'type' = 'segments'
      and target -> 'include' -> 'label_ids' @> to_jsonb(${query.label_id}::int)`)
  return pageRows(rows, query, (page) =>
    page.select(summary).orderBy(orders[query.sort_by], query.sort_dir).orderBy('id', query.sort_dir),
  )
}

const orders = {
  updated_at: sql`updated_at`,
  created_at: sql`created_at`,
  name: sql`name collate "th-x-icu"`,
  // When it was sent, or will be.
  send_at: sql`coalesce(started_at, send_at)`,
}

/** True if a broadcast is still the version that was read. */
export const isVersion = async (db: Db, storeId: number, id: number, seen: string): Promise<boolean> =>
  (await one(db, storeId, id).where('updated_at', '=', sql<string>`${seen}::timestamptz`).select('id').execute())
    .length > 0

const one = (db: Db, storeId: number, id: number): SelectQueryBuilder<Tables, 'broadcast', object> =>
  db.selectFrom('broadcast').where('store_id', '=', storeId).where('id', '=', id)

/** Returns a broadcast that people composed. Those of automations and incidents are shown with these. */
export const findBroadcast = (db: Db, storeId: number, id: number) =>
  one(db, storeId, id).select(whole).where(whereComposed).executeTakeFirst()

/** Locks a broadcast until the transaction ends. Comes before the locks of its chunks, recipients and quota. */
export const lockBroadcast = (db: Db, storeId: number, id: number) =>
  one(db, storeId, id).select(whole).forUpdate().executeTakeFirst()

export type BroadcastRow = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>
export type SummaryRow = Pick<BroadcastRow, (typeof summary)[number]>

/** The parts of a broadcast that staff write. */
export interface Written {
  name: string
  channel_id: number | null
  purpose_id: number | null
  target: BroadcastTarget
  messages: Message[]
  quick_replies: MessageAction[]
  stop_reply: boolean
  send_at: string | null
  time_zone: string | null
  notification_disabled: boolean
  holdout_share: number | null
  holdout_off_reason: Holdout['off_reason']
  repeats_id: number | null
  link_tracking: LinkTracking
  ab_test: AbTest | null
}

const stored = ({ target, messages, quick_replies, ab_test, ...rest }: Written) => ({
  ...rest,
  ab_test: ab_test && JSON.stringify(ab_test),
  target: JSON.stringify(target),
  messages: JSON.stringify(messages),
  quick_replies: JSON.stringify(quick_replies),
})

export async function insertBroadcast(db: Db, storeId: number, userId: number, written: Written): Promise<number> {
  const { id } = await db
    .insertInto('broadcast')
    .values({ ...stored(written), store_id: storeId, created_by: userId, author_ids: [userId] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a draft over the version that was read, which voids its approval. Returns false if it changed, or is no draft. */
export async function saveDraft(
  db: Db,
  storeId: number,
  userId: number,
  { id, seen }: { id: number; seen: string },
  written: Written,
): Promise<boolean> {
  const saved = await db
    .updateTable('broadcast')
    .set({
      ...stored(written),
      sub_status: null,
      reason: null,
      estimate: sql<null>`case when target = ${JSON.stringify(written.target)}::jsonb and channel_id is not distinct from ${written.channel_id}
        and purpose_id is not distinct from ${written.purpose_id} then estimate end`,
      estimated_at: null,
      version: sql<number>`version + 1`,
      approved_version: null,
      approved_by: null,
      approved_at: null,
      author_ids: sql<
        number[]
      >`case when ${userId}::int = any(author_ids) then author_ids else author_ids || ${userId}::int end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

type BroadcastState = Partial<
  Pick<
    BroadcastRow,
    | ('status' | 'sub_status' | 'reason' | 'reserved' | 'per_person' | 'quota_month' | 'due_at' | 'wait_until')
    | ('frozen_at' | 'started_at' | 'finished_at' | 'approved_version' | 'approved_by' | 'approved_at')
    | ('queued' | 'accepted' | 'failed' | 'skipped' | 'unknown' | 'holdout_share' | 'trial_last' | 'trial_ended_at')
    | ('line_friends' | 'line_counted_on' | 'confirmed_withdrawn' | 'called_on' | 'charged' | 'charge_due_at')
  > & { estimate: { total: number; target: number } | null }
>

/** Changes the state of a broadcast that the caller holds. */
export async function setState(
  db: Db,
  storeId: number,
  id: number,
  { estimate, ...state }: BroadcastState,
): Promise<void> {
  await db
    .updateTable('broadcast')
    .set({
      ...state,
      ...(estimate !== undefined && { estimate: estimate && JSON.stringify(estimate) }),
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

/** Keeps the count of a draft that is still as it was counted. It is no edit: the draft keeps its version. */
export async function saveEstimate(
  db: Db,
  storeId: number,
  { id, version }: Pick<BroadcastRow, 'id' | 'version'>,
  estimate: BroadcastRow['estimate'],
): Promise<void> {
  await sql`update broadcast set estimate = ${estimate && JSON.stringify(estimate)}::jsonb, estimated_at = clock_timestamp()
    where store_id = ${storeId} and id = ${id} and version = ${version} and status = 'draft'`.execute(db)
}

/** Ends the measurement of a broadcast before its days are over, because its held-out people get the messages. */
export async function endMeasurement(db: Db, storeId: number, id: number): Promise<void> {
  await sql`update broadcast set measure_ended_at = clock_timestamp()
    where store_id = ${storeId} and id = ${id} and measure_ended_at is null
      and started_at > clock_timestamp() - make_interval(days => ${EFFECT_DAYS}::int)`.execute(db)
}

/** Marks the next broadcast whose measurement ended as notified. Returns undefined if there is none. */
export async function takeMeasured(db: Db, storeId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update broadcast set effect_notified_at = clock_timestamp()
    where store_id = ${storeId} and id = (select id from broadcast
      where store_id = ${storeId} and status = 'published' and holdout_share > 0 and effect_notified_at is null
        and started_at < clock_timestamp() - make_interval(days => ${EFFECT_DAYS}::int)
        and started_at > clock_timestamp() - make_interval(days => ${EFFECT_DAYS + NOTIFY_DAYS}::int)
      order by started_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** Deletes a draft. Returns false if it is none. */
export async function deleteDraft(db: Db, storeId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('broadcast')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Adds to the counters of a broadcast. */
export async function count(
  db: Db,
  storeId: number,
  id: number,
  more: Partial<Record<'queued' | 'accepted' | 'failed' | 'skipped' | 'unknown' | 'reserved', number>>,
): Promise<void> {
  const changes = Object.entries(more).map(
    ([column, by]) => sql`${sql.ref(column)} = greatest(${sql.ref(column)} + ${by}::int, 0)`,
  )
  if (changes.length === 0) return
  await sql`update broadcast set ${sql.join(changes)}, updated_at = ${risenUpdatedAt}
    where store_id = ${storeId} and id = ${id}`.execute(db)
}

/** Keeps LINE's figures of a broadcast. Returns when. */
export async function saveStatistics(
  db: Db,
  storeId: number,
  id: number,
  figures: NonNullable<BroadcastRow['statistics']>,
): Promise<string> {
  const saved = await db
    .updateTable('broadcast')
    .set({ statistics: JSON.stringify(figures), statistics_at: sql<string>`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('statistics_at')
    .executeTakeFirstOrThrow()
  return saved.statistics_at!
}

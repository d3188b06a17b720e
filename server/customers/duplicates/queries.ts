import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP, MAX_WIDE_PAGE_SIZE, UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { columns } from '../profiles/queries.ts'
import { CHOSEN_PRIORITY } from './review-priority.ts'
import { LISTED } from './rule.ts'

type PairStatus = 'open' | 'dismissed' | 'merged'

const pairColumns = ['d.id', 'd.low_id', 'd.high_id', 'd.score', 'd.reasons', 'd.status', 'd.found_at'] as const

/**
 * State of a profile and its merge target. Outside of the probe: with it inside, a plan without statistics may read the index of all live
 * profiles.
 */
const isLive = (storeId: number, id: string, into: RawBuilder<SqlBool> = sql`p.merged_into is null`) =>
  sql<SqlBool>`exists (
    select from (select deleted_at, merged_into from profile where store_id = ${storeId} and id = ${sql.ref(id)} offset 0) p
    where p.deleted_at is null and ${into})`

/** Pairs of a status; of the open ones those whose profiles are both there, and that are one person rather than two. */
function pairsOf(db: Db, storeId: number, status: PairStatus) {
  const pairs = db.selectFrom('profile_duplicate as d').where('d.store_id', '=', storeId).where('d.status', '=', status)
  if (status !== 'open') return pairs
  return pairs
    .where((by) => by.or([by('d.score', '>=', LISTED), by('d.chosen', '=', true)]))
    .where(isLive(storeId, 'd.low_id'))
    .where(isLive(storeId, 'd.high_id'))
}

/** Order by gain; settled pairs by time, latest first. */
export function listPairs(
  db: Db,
  storeId: number,
  { status, offset, limit }: { status: PairStatus; offset: number; limit: number },
) {
  return pairsOf(db, storeId, status)
    .select(pairColumns)
    .orderBy(status === 'open' ? 'd.gain' : 'd.settled_at', 'desc')
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(rowsOf(limit, MAX_WIDE_PAGE_SIZE))
    .execute()
}

export type PairRow = Awaited<ReturnType<typeof listPairs>>[number]

export async function countPairs(db: Db, storeId: number, status: PairStatus) {
  const found = pairsOf(db, storeId, status)
    .select(sql`1`.as('one'))
    .limit(COUNT_CAP + 1)
  const { n } = await db.selectFrom(found.as('found')).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return { total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

export function findPair(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile_duplicate as d')
    .select(pairColumns)
    .where('d.store_id', '=', storeId)
    .where('d.id', '=', id)
    .executeTakeFirst()
}

/** Returns the open pair of two profiles, found or chosen. Undefined if there is none. */
export function findOpenPair(db: Db, storeId: number, low_id: number, high_id: number) {
  return db
    .selectFrom('profile_duplicate as d')
    .select(pairColumns)
    .where('d.store_id', '=', storeId)
    .where('d.low_id', '=', low_id)
    .where('d.high_id', '=', high_id)
    .where('d.status', '=', 'open')
    .executeTakeFirst()
}

/** Returns a pair and locks it until the transaction ends. */
export function lockPair(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile_duplicate as d')
    .select(pairColumns)
    .where('d.store_id', '=', storeId)
    .where('d.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the existing profiles, so that none is removed before its pair is stored: removing a profile deletes its pairs. */
export async function lockForPairs(db: Db, storeId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${ids.toSorted((a, b) => a - b)}::bigint[]) w (id)
    cross join lateral (select from profile where store_id = ${storeId} and id = w.id for key share) p`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores a pair chosen by a member, and reopens a dismissed one. Returns undefined if the two are merged or a profile is gone.
 */
export async function choosePair(db: Db, storeId: number, low_id: number, high_id: number) {
  const there = await lockForPairs(db, storeId, [low_id, high_id])
  if (there.size < 2) return undefined
  return db
    .insertInto('profile_duplicate')
    .values({ store_id: storeId, low_id, high_id, score: 1, gain: CHOSEN_PRIORITY, reasons: ['chosen'], chosen: true })
    .onConflict((on) =>
      on
        .columns(['store_id', 'low_id', 'high_id'])
        .doUpdateSet({
          score: 1,
          gain: CHOSEN_PRIORITY,
          reasons: sql`array_append(array_remove(profile_duplicate.reasons, 'chosen'), 'chosen')`,
          chosen: true,
          status: 'open',
          settled_at: null,
          settled_by: null,
        })
        .where('profile_duplicate.status', '<>', 'merged'),
    )
    .returning(['id', 'low_id', 'high_id', 'score', 'reasons', 'status', 'found_at'])
    .executeTakeFirst()
}

/** Settles or reopens a pair. Returns undefined if its status is no longer `from`. */
export function settlePair(
  db: Db,
  storeId: number,
  id: number,
  userId: number | null,
  from: PairStatus,
  to: PairStatus,
) {
  return db
    .updateTable('profile_duplicate as d')
    .set({
      status: to,
      settled_at: to === 'open' ? null : sql`clock_timestamp()`,
      settled_by: to === 'open' ? null : userId,
    })
    .where('d.store_id', '=', storeId)
    .where('d.id', '=', id)
    .where('d.status', '=', from)
    .returning('d.id')
    .executeTakeFirst()
}

/** Dismisses pairs that are not settled yet and whose profiles exist. */
export async function dismissPairs(db: Db, storeId: number, pairs: readonly (readonly [low: number, high: number])[]) {
  const there = await lockForPairs(db, storeId, [...new Set(pairs.flat())])
  const kept = pairs.filter((pair) => pair.every((id) => there.has(id)))
  await sql`insert into profile_duplicate as d (store_id, low_id, high_id, score, reasons, status, settled_at)
    select distinct ${storeId}::int, low, high, 0, '{}'::text[], 'dismissed', clock_timestamp()
    from unnest(${kept.map(([low]) => low)}::bigint[], ${kept.map(([, high]) => high)}::bigint[]) p (low, high)
    order by low, high
    on conflict (store_id, low_id, high_id) do update set status = 'dismissed', settled_at = excluded.settled_at
      where d.status = 'open'`.execute(db)
}

/** A profile that looked like one that has gone into another may look like that one: their open pairs are compared again. */
export async function passPairs(db: Db, storeId: number, gone: number, kept: number): Promise<void> {
  await sql`
    insert into profile_duplicate (store_id, low_id, high_id, score, gain, reasons)
    select ${storeId}, least(o.id, ${kept}::bigint), greatest(o.id, ${kept}::bigint), o.score, o.gain, o.reasons
    from (
      select case when low_id = ${gone} then high_id else low_id end as id, score, gain, reasons from profile_duplicate
      where store_id = ${storeId} and status = 'open' and (low_id = ${gone} or high_id = ${gone})) o
    cross join lateral (select from profile where store_id = ${storeId} and id = o.id for key share) there
    where o.id <> ${kept}
    on conflict do nothing`.execute(db)
}

/** Profiles of pairs, those that went into another included; of deleted ones only who can be brought back. */
export async function pairProfiles(db: Db, storeId: number, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('profile')
    .select([...columns, 'merged_into'])
    .where('store_id', '=', storeId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export async function activityTotals(db: Db, storeId: number, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity')
    .select(['profile_id', sql<number>`count(*)`.as('total')])
    .where('store_id', '=', storeId)
    .where('profile_id', '=', sql<number>`any(${ids}::bigint[])`)
    .groupBy('profile_id')
    .execute()
  return new Map(rows.map((row) => [row.profile_id, row.total]))
}

/** The last merge of each pair that is merged, and whether it can be taken back: the kept profile must still be there. */
export async function mergesOf(db: Db, storeId: number, pairIds: number[]) {
  if (pairIds.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('profile_merge as m')
    .distinctOn('m.duplicate_id')
    .select(['m.id', 'm.duplicate_id', 'm.kept_id', 'm.gone_id', 'm.created_at', undoable(storeId).as('undoable')])
    .where('m.store_id', '=', storeId)
    .where('m.duplicate_id', '=', sql<number>`any(${pairIds}::int[])`)
    .where('m.undone_at', 'is', null)
    .orderBy('m.duplicate_id')
    .orderBy('m.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.duplicate_id, row]))
}

const undoable = (storeId: number) => sql<boolean>`(
  m.undone_at is null and m.created_at > now() - make_interval(days => ${UNDO_DAYS})
  and ${isLive(storeId, 'm.kept_id')} and ${isLive(storeId, 'm.gone_id', sql`p.merged_into = m.kept_id`)})`

/** A merge as it is now. */
export function findMerge(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile_merge as m')
    .select([
      'm.id',
      'm.duplicate_id',
      'm.kept_id',
      'm.gone_id',
      'm.labels',
      'm.activities',
      'm.consents',
      'm.identities',
    ])
    .select(undoable(storeId).as('undoable'))
    .where('m.store_id', '=', storeId)
    .where('m.id', '=', id)
    .executeTakeFirst()
}

export type MergeRow = NonNullable<Awaited<ReturnType<typeof findMerge>>>

/**
 * The two profiles of a pair as they are, held until the caller's transaction ends; the lower id first, so that two merges never wait
 * for each other. Other pairs of them can be written meanwhile: that writer may hold what the merge waits for.
 */
export function lockBothProfiles(db: Db, storeId: number, ids: number[]) {
  return db
    .selectFrom('profile')
    .select([...columns, 'merged_into', 'sources'])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export type LockedProfile = Awaited<ReturnType<typeof lockBothProfiles>>[number]

export async function undoMergeRow(db: Db, storeId: number, id: number, userId: number): Promise<void> {
  await db
    .updateTable('profile_merge')
    .set({ undone_at: sql`clock_timestamp()`, undone_by: userId })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

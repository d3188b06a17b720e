import { rowsOf } from '@ruam/contract/common.ts'
import { COUNT_CAP } from '@ruam/contract/constants.ts'
import type { ProfileQuery } from '@ruam/contract/profiles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Field } from '../profile-fields/fields.ts'
import { type Condition, conditionsOf } from './list-conditions.ts'
import { isInstant, orderOf } from './list-sort.ts'
import {
  ALL,
  columns,
  matchingProfiles,
  type ProfileColumn,
  type ProfileRow,
  probed,
  profilesById,
  profilesOf,
  totalProfiles,
} from './queries.ts'

/** Above so many profiles a list is sorted by its times alone. */
export const SORT_CAP = 100_000

export interface ListPage {
  profiles: ProfileRow[]
  /** Counted up to COUNT_CAP. */
  total: number
  capped: boolean
}

type Rows = ReturnType<typeof profilesOf>

/**
 * A page of the profiles that a query means, and how many there are. What is asked for most of all decides the way:
 * a condition that few fulfil is looked up first and the others asked of those few; when many fulfil each of them, a page of the newest
 * is soon full, so the list is read in its order until it is. Neither trusts the planner's statistics, which know nothing of rows
 * that were imported a moment ago.
 */
export async function listPage(
  db: Db,
  storeId: number,
  q: ProfileQuery,
  field: Field | null,
  totalAll: number,
): Promise<ListPage> {
  const order = orderOf(field, q)
  if (q.deleted === 'true') return pageOf(db, storeId, matchingProfiles(db, storeId, q), order, q)
  const conditions = conditionsOf(storeId, q)
  if (conditions.length === 0) {
    const profiles = await readPage(db, storeId, profilesOf(db, storeId), order, q)
    return { profiles, total: totalAll, capped: false }
  }
  for (const condition of conditions) {
    if (condition.scans && (await isCommon(db, storeId, condition))) continue
    const few = await fewIds(db, condition, COUNT_CAP)
    if (few === null) continue
    const others = conditions.filter((other) => other !== condition)
    return pageOf(db, storeId, narrowed(probed(db, storeId, unnested(few)), others), order, q)
  }
  const profiles = isInstant(q.sort_by) ? await walkedPage(db, storeId, q, conditions, order) : null
  if (profiles === null) {
    const read = isInstant(q.sort_by) ? [q.sort_by] : undefined
    return pageOf(db, storeId, probed(db, storeId, idsOfAll(conditions), read), order, q)
  }
  if (conditions.length === 1 && conditions[0]!.exact) return { profiles, total: COUNT_CAP, capped: true }
  // Newest first, for those are more often asked for; oldest first when only an end is given.
  const oldest = !q.created_from && !q.updated_from && Boolean(q.created_to ?? q.updated_to)
  const found = await countMany(db, storeId, conditions, oldest ? 'asc' : 'desc')
  return { profiles, total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP }
}

/**
 * Those that fulfil all of the conditions, or those of them that are among so many of the newest of each. Sets of ids are compared as
 * a whole: to probe 100,000 profiles takes half a second.
 */
const idsOfAll = (conditions: readonly Condition[], most = conditions.map(() => ALL)) =>
  sql<{ id: number }>`(${sql.join(
    conditions.map(({ ids }, n) => sql`select id from ${ids(most[n]!, 'desc')} each`),
    sql` intersect `,
  )})`

/** How many of the newest profiles are looked at first, and how many at most. */
const SAMPLE = 500
const NEWEST = 2.5 * COUNT_CAP

/** Whether more than COUNT_CAP of the newest profiles fulfil a condition. */
async function isCommon(db: Db, storeId: number, { is, reads }: Condition): Promise<boolean> {
  const found = (newest: number) => {
    const rows = profilesOf(db, storeId)
      .select(['id', ...reads])
      .orderBy('id', 'desc')
      .limit(newest)
    return tableOf((db.selectFrom(rows.as('profile')) as unknown as Rows).where(is))
  }
  if ((await countUpTo(db, found(SAMPLE), SAMPLE)) < SAMPLE / 2) return false
  return (await countUpTo(db, found(NEWEST), COUNT_CAP + 1)) > COUNT_CAP
}

/** How many profiles are probed for a total before all ids are compared. */
const PROBES = 3 * COUNT_CAP

/** How many fulfil conditions that many fulfil each, counted to one past COUNT_CAP. */
async function countMany(
  db: Db,
  storeId: number,
  conditions: readonly Condition[],
  direction: 'asc' | 'desc',
): Promise<number> {
  const few = await fewest(db, conditions)
  if (few) return countUpTo(db, tableOf(fulfilling(db, storeId, few, conditions, HARDLY_MORE)), COUNT_CAP + 1)
  if (direction === 'desc' && (await newestOfEach(db, conditions)) > COUNT_CAP) return COUNT_CAP + 1
  const some = fulfilling(db, storeId, conditions[0]!, conditions, PROBES, direction)
  const found = await countUpTo(db, tableOf(some), COUNT_CAP + 1)
  if (found > COUNT_CAP) return found
  return countUpTo(db, tableOf(probed(db, storeId, idsOfAll(conditions), [])), COUNT_CAP + 1)
}

/** Those among the ids of one condition who fulfil the others. Profiles are read only where something must be known of them. */
function fulfilling(
  db: Db,
  storeId: number,
  base: Condition,
  conditions: readonly Condition[],
  most: number,
  direction?: 'asc' | 'desc',
): Rows {
  const others = conditions.filter((other) => other !== base)
  const reads = others.flatMap((other) => other.reads)
  const ids = base.ids(most, direction)
  if (!base.exact || reads.length > 0) return narrowed(probed(db, storeId, ids, reads), others)
  const rows = db.selectFrom(ids.as('profile')) as unknown as Rows
  // OFFSET 0 keeps the probe a probe.
  return others.reduce((found, { is }) => found.where(sql<boolean>`(select ${is} offset 0)`), rows)
}

/**
 * How many fulfil all conditions among the newest of each, counted to one past COUNT_CAP: by indexes alone. Where those who came
 * last are alike in all of them, as after an import with a label, it is enough to know the total.
 */
async function newestOfEach(db: Db, conditions: readonly Condition[]): Promise<number> {
  if (!conditions.some(({ exact }) => exact) || conditions.some(({ scans }) => scans)) return 0
  const most = conditions.map((_, n) => (n === 0 ? 1.1 : 6) * COUNT_CAP)
  return countUpTo(db, idsOfAll(conditions, most), COUNT_CAP + 1)
}

const HARDLY_MORE = 1.5 * COUNT_CAP

/** A condition that hardly more than COUNT_CAP fulfil. */
async function fewest(db: Db, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const base of conditions.slice(1)) {
    if (!base.scans && (await countUpTo(db, base.ids(HARDLY_MORE), HARDLY_MORE)) < HARDLY_MORE) return base
  }
}

/** Whether a list may be sorted by a field: it must read every profile that matches. */
export async function sortsField(db: Db, storeId: number, q: ProfileQuery): Promise<boolean> {
  if (isInstant(q.sort_by) || (await totalProfiles(db, storeId)) <= SORT_CAP) return true
  return (await countUpTo(db, tableOf(matchingProfiles(db, storeId, q)), SORT_CAP + 1)) <= SORT_CAP
}

const narrowed = (rows: Rows, conditions: readonly Condition[]) =>
  conditions.reduce((found, { is }) => found.where(is), rows)

const unnested = (ids: string) => sql<{ id: number }>`(select unnest(${ids}::bigint[]) as id)`

/** The ids that fulfil a condition, as the text of an array that goes back as it came; null when there are more than `most`. */
async function fewIds(db: Db, condition: Condition, most: number): Promise<string | null> {
  const { ids } = await db
    .selectFrom(condition.ids(most + 1).as('hit'))
    .select(sql<string | null>`case when count(*) <= ${most} then coalesce(array_agg(id), '{}')::text end`.as('ids'))
    .executeTakeFirstOrThrow()
  return ids
}

/** A page of rows that are few, and their number, at once. */
async function pageOf(
  db: Db,
  storeId: number,
  rows: Rows,
  order: RawBuilder<unknown>,
  q: ProfileQuery,
): Promise<ListPage> {
  const { rows: found } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (${rows.select('profile.id').select(sql<number>`row_number() over (order by ${order})`.as('place'))})
    select count(*) as total, coalesce(array_agg(id order by place)
      filter (where place > ${q.offset} and place <= ${q.offset + rowsOf(q.limit)}), '{}') as ids from found`.execute(
    db,
  )
  const { total, ids } = found[0]!
  const profiles = await profilesById(db, storeId, ids.map(Number), q.deleted === 'true')
  return { profiles, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP }
}

/** A page of rows in their order. Ids first: they come from an index alone, and only the page's profiles are read whole. */
function readPage(db: Db, storeId: number, rows: Rows, order: RawBuilder<unknown>, q: ProfileQuery) {
  const page = rows.select('profile.id').orderBy(order).offset(q.offset).limit(rowsOf(q.limit))
  return probed(db, storeId, sql`(${page})`).select(columns).orderBy(order).execute()
}

/** How many profiles are read in the order of a list before it is given up to fill a page that way. */
const WALK = 20_000

/** The page of a list whose conditions many fulfil each; null when the first profiles of the list do not fill it. */
async function walkedPage(
  db: Db,
  storeId: number,
  q: ProfileQuery,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
): Promise<ProfileRow[] | null> {
  // Where a condition is about the time that orders the list, the walk begins within it.
  const within = conditions.filter(({ instant }) => instant === q.sort_by)
  const read = [
    ...new Set<ProfileColumn>(['id', 'created_at', 'updated_at', ...conditions.flatMap(({ reads }) => reads)]),
  ]
  const walked = narrowed(profilesOf(db, storeId), within).select(read).orderBy(order).limit(WALK)
  const rows = db.selectFrom(walked.as('profile')) as unknown as Rows
  const profiles = await readPage(db, storeId, narrowed(rows, conditions), order, q)
  return profiles.length === rowsOf(q.limit) ? profiles : null
}

/** How many rows of a table there are, counted up to `most`. */
async function countUpTo(db: Db, table: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${table} found limit ${most}) counted`.execute(db)
  return rows[0]!.n
}

const tableOf = (rows: Rows) => sql`(${rows.select(sql`1`.as('one'))})`

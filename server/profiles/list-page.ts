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
    const few = await fewIds(db, condition, COUNT_CAP)
    if (few === null) continue
    const others = conditions.filter((other) => other !== condition)
    return pageOf(db, storeId, narrowed(probed(db, storeId, unnested(few)), others), order, q)
  }
  const profiles = isInstant(q.sort_by) ? await walkedPage(db, storeId, q, conditions, order) : null
  if (profiles && conditions.length === 1 && conditions[0]!.exact) return { profiles, total: COUNT_CAP, capped: true }
  // To count up to the cap a look at the sizes must stay cheap; a keyword is the one that makes a bad choice dear.
  const base = await fewest(db, conditions, profiles === null ? ALL : (q.keyword ? 10 : 2) * COUNT_CAP)
  const others = conditions.filter((other) => other !== base)
  // Newest first, for those are more often asked for; oldest first when only an end is given.
  const oldest = !q.created_from && !q.updated_from && Boolean(q.created_to ?? q.updated_to)
  const rows = narrowed(probed(db, storeId, base.ids(ALL, oldest ? 'asc' : 'desc')), others)
  if (profiles === null) return pageOf(db, storeId, rows, order, q)
  const found = await countUpTo(db, tableOf(rows), COUNT_CAP + 1)
  return { profiles, total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP }
}

/** The condition that the fewest fulfil, if not more than `most`; else the first one. Each is counted up to the fewest before it. */
async function fewest(db: Db, conditions: readonly Condition[], most: number): Promise<Condition> {
  let best = conditions[0]!
  if (conditions.length === 1) return best
  let limit = most
  for (const condition of conditions) {
    const beyond = Math.min(limit + 1, ALL)
    const number = await countUpTo(db, condition.ids(beyond), beyond)
    if (number > limit) continue
    best = condition
    limit = number
  }
  return best
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
  const walked = narrowed(profilesOf(db, storeId), within).selectAll('profile').orderBy(order).limit(WALK)
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

import type { ProfileQuery } from '@ruam/contract/customers/profiles.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP, MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import { walkBesideSet } from '../../platform/core/plans.ts'
import type { Field } from '../fields/fields.ts'
import type { Condition, ProfileColumn } from '../rules/condition.ts'
import { exceedsThreshold } from '../rules/sampling.ts'
import { type AskedFilter, conditionsOf } from './list-conditions.ts'
import { amongAll, countMany, countUpTo, fewIds, idsOfAll, knownTotal, narrowed, type Rows } from './list-count.ts'
import { isInstant, orderOf } from './list-sort.ts'
import { matchingDeleted, matchingIds } from './matching.ts'
import { columns, type ProfileRow, probed, profilesById, profilesOf, totalProfiles } from './queries.ts'

/** Above so many profiles a list is sorted by its times alone. */
export const SORT_CAP = 100_000

/** Up to this size, counting is as fast as sampling. */
const FEW = 2 * COUNT_CAP

/** A list's query whose rule is SQL. */
export type ListQuery = Omit<ProfileQuery, 'filter' | 'names'> & { filter: AskedFilter }

interface ListPage {
  profiles: ProfileRow[]
  /** Counted up to COUNT_CAP; how far the page reaches, where nothing is to be counted. */
  total: number
  capped: boolean
}

/**
 * A page of the profiles that a query means, and how many there are. What is asked for most of all decides the way:
 * a condition that few fulfil is looked up first and the others asked of those few; when many fulfil each of them, as some drawn by
 * lot tell, a page of the newest is soon full, so the list is read in its order until it is. Neither trusts the planner's statistics, which know nothing of rows
 * that were imported a moment ago.
 */
export async function listPage(
  db: Db,
  storeId: number,
  q: ListQuery,
  field: Field | null,
  totalAll: number,
): Promise<ListPage> {
  const order = orderOf(field, q)
  if (q.filter.deleted) return pageOf(db, storeId, matchingDeleted(db, storeId, q.filter), order, q)
  const conditions = conditionsOf(q.filter)
  if (conditions.length === 0) {
    const profiles = await readPage(db, storeId, profilesOf(db, storeId), order, q)
    return { profiles, total: totalAll, capped: false }
  }
  // An index tells sooner than a lot whether more than COUNT_CAP fulfil a condition.
  const byLot = totalAll > FEW && conditions.some(({ scans }) => scans)
  const sure = byLot
    ? await exceedsThreshold(db, storeId, conditions, totalAll, COUNT_CAP)
    : { each: [] as boolean[], all: false }
  const known = await knownTotal(db, conditions)
  for (const [place, condition] of conditions.entries()) {
    if (sure.each[place] || (known ?? 0) > COUNT_CAP) continue
    const few = await fewIds(db, condition.ids(COUNT_CAP + 1), COUNT_CAP)
    if (few === null) continue
    const { ids, others } = amongAll(
      unnested(few),
      conditions.filter((other) => other !== condition),
    )
    return pageOf(db, storeId, narrowed(probed(db, storeId, ids), others), order, q)
  }
  if (!isInstant(q.sort_by)) return pageOf(db, storeId, probed(db, storeId, idsOfAll(conditions)), order, q)
  let profiles = await walkedPage(db, storeId, q, q.sort_by, conditions)
  if (profiles.length < pageSize(q)) {
    // The newest are others: after an import whom a label is asked of lie below all that came in.
    const few = await fewIds(db, idsOfAll(conditions), COUNT_CAP)
    if (few !== null) return pageOf(db, storeId, probed(db, storeId, unnested(few), [q.sort_by]), order, q)
    profiles = await setPage(db, storeId, q, q.sort_by, conditions)
  }
  if (!q.count) return reaching(profiles, q)
  if (sure.all || (known ?? 0) > COUNT_CAP || (conditions.length === 1 && conditions[0]!.exact))
    return { profiles, total: COUNT_CAP, capped: true }
  // Newest first, for those are more often asked for; oldest first when only an end is given.
  const times = conditions.filter(({ instant }) => instant)
  const oldest = times.length > 0 && times.every(({ upTo }) => upTo)
  const found = await countMany(db, storeId, conditions, oldest ? 'asc' : 'desc')
  return { profiles, total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP }
}

const pageSize = ({ limit }: Pick<ListQuery, 'limit'>) => rowsOf(limit, MAX_WIDE_PAGE_SIZE)

/** A full page of which nothing is counted: at least one more may follow. */
const reaching = (profiles: ProfileRow[], { offset }: Pick<ListQuery, 'offset'>): ListPage => ({
  profiles,
  total: Math.min(offset + profiles.length, COUNT_CAP),
  capped: true,
})

/** True if a list may be sorted by a field, which reads every matching profile. */
export async function sortsField(db: Db, storeId: number, q: ListQuery): Promise<boolean> {
  if (isInstant(q.sort_by) || (await totalProfiles(db, storeId)) <= SORT_CAP) return true
  return (await countUpTo(db, sql`(${matchingIds(db, storeId, q.filter)})`, SORT_CAP + 1)) <= SORT_CAP
}

const unnested = (ids: string) => sql<{ id: number }>`(select unnest(${ids}::bigint[]) as id)`

/** A page of rows that are few, and their number, at once. */
async function pageOf(
  db: Db,
  storeId: number,
  rows: Rows,
  order: RawBuilder<unknown>,
  q: ListQuery,
): Promise<ListPage> {
  const { rows: found } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (${rows.select('profile.id').select(sql<number>`row_number() over (order by ${order})`.as('place'))})
    select count(*) as total, coalesce(array_agg(id order by place)
      filter (where place > ${q.offset} and place <= ${q.offset + pageSize(q)}), '{}') as ids from found`.execute(db)
  const { total, ids } = found[0]!
  const profiles = await profilesById(db, storeId, ids.map(Number), q.filter.deleted)
  return { profiles, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP }
}

/** A page of rows in their order. Ids first: they come from an index alone, and only the page's profiles are read whole. */
function readPage(db: Db, storeId: number, rows: Rows, order: RawBuilder<unknown>, q: ListQuery) {
  const page = rows.select('profile.id').orderBy(order).offset(q.offset).limit(pageSize(q))
  return probed(db, storeId, sql`(${page})`).select(columns).orderBy(order).execute()
}

type Instant = 'created_at' | 'updated_at'

/** The profiles of a list in its order, of which `most` are read. Where a condition is about the time of the order, they begin within it. */
function walked(
  db: Db,
  storeId: number,
  q: ListQuery,
  instant: Instant,
  conditions: readonly Condition[],
  read: readonly ProfileColumn[],
  most: number,
): Rows {
  const within = conditions.filter((condition) => condition.instant === instant)
  const columnsRead = [...new Set<ProfileColumn>(['id', instant, ...read])]
  // The limit keeps the walk in its order, and what is asked of its profiles outside of it.
  const rows = narrowed(profilesOf(db, storeId), within).select(columnsRead).orderBy(orderOf(null, q)).limit(most)
  return db.selectFrom(rows.as('profile')) as unknown as Rows
}

/** Maximum profiles read in list order before the set of matching ids is computed. */
const WALK = 20_000
/** More profiles than any store has. */
const ALL = 2_147_483_647

/** The page of a list whose conditions many fulfil each; not full where the first profiles of the list do not fill it. */
function walkedPage(db: Db, storeId: number, q: ListQuery, instant: Instant, conditions: readonly Condition[]) {
  const reads = conditions.flatMap((condition) => condition.reads)
  const rows = walked(db, storeId, q, instant, conditions, reads, WALK)
  return readPage(db, storeId, narrowed(rows, conditions), orderOf(null, q), q)
}

/** The same page, however far down it begins: the set of all who fulfil the conditions is hashed, and the list walked until it is full. */
async function setPage(db: Db, storeId: number, q: ListQuery, instant: Instant, conditions: readonly Condition[]) {
  await walkBesideSet(db, 'on')
  const rows = walked(db, storeId, q, instant, conditions, [], ALL)
  // IS TRUE keeps the set one that each profile is looked up in. As a join the list would be sorted whole.
  const among = sql<boolean>`(profile.id in (select id from ${idsOfAll(conditions)} fulfilling)) is true`
  const page = await readPage(db, storeId, rows.where(among), orderOf(null, q), q)
  await walkBesideSet(db, 'off')
  return page
}

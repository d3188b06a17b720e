import type { ProfileQuery } from '@ruam/contract/customers/profiles.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP, MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { nestedLoopBesideSet } from '../../database/plans.ts'
import type { Core } from '../../servers/core.ts'
import type { ColumnOrder } from '../columns/column-leaf.ts'
import type { Condition, ProfileColumn } from '../rules/condition.ts'
import { exceedsThreshold } from '../rules/sampling.ts'
import { countList } from './list-columns.ts'
import { type CompiledFilter, conditionsOf } from './list-conditions.ts'
import { countMany, countUpTo, fewIds, idsOfAll, matchAll, narrowed, type Rows, storedTotal } from './list-count.ts'
import { isInstant, orderOf } from './list-sort.ts'
import { matchingDeleted, matchingIds } from './matching.ts'
import { columns, type ProfileRow, probed, profilesById, profilesOf, totalProfiles } from './queries.ts'

/** Maximum profiles of a list sorted by a field. Larger lists are sorted by time only. */
export const SORT_CAP = 100_000

/** Up to this size, counting is as fast as sampling. */
const FEW = 2 * COUNT_CAP

/** Query of a list with its rule compiled to SQL. */
export type ListQuery = Omit<ProfileQuery, 'filter' | 'names'> & { filter: CompiledFilter }

interface ListPage {
  profiles: ProfileRow[]
  /** Counted up to COUNT_CAP; without a count, the end of the page. */
  total: number
  capped: boolean
}

/** Values shared by the strategies of one request. */
interface ListRequest {
  db: Db
  storeId: number
  q: ListQuery
  order: RawBuilder<unknown>
  conditions: readonly Condition[]
  /** Live profiles of the store. */
  totalAll: number
}

/**
 * Returns a page of the matching profiles and their number, by the first strategy that applies:
 *
 * | strategy      | applies to                                                       | reads                                              |
 * |---------------|------------------------------------------------------------------|----------------------------------------------------|
 * | deletedPage   | deleted profiles                                                 | all of them: few are deleted in 30 days            |
 * | plainPage     | no conditions                                                    | the page, by index; the total is stored            |
 * | countedPage   | a rule over fields that are loaded as columns                    | the page; the total is counted in memory           |
 * | timedPage     | a keyword alone that at most COUNT_CAP match, in order of a time | those few, once: the index finds them in no order  |
 * | rarePage      | a condition that at most COUNT_CAP profiles match                | those few, tested against the other conditions     |
 * | sortedPage    | an order by a field, when every condition matches many           | all matches, since any may come first              |
 * | orderedPage   | an order by time, when every condition matches many              | the list in its order, until the page is full      |
 *
 * No strategy trusts the planner's statistics, which know nothing of rows imported a moment ago: sizes come from stored totals, from
 * sampling, or from reading up to COUNT_CAP + 1 ids.
 */
export async function listPage(
  db: Db,
  storeId: number,
  q: ListQuery,
  order: RawBuilder<unknown>,
  totalAll: number,
  core?: Pick<Core, 'pool' | 'report'>,
): Promise<ListPage> {
  const conditions = q.filter.deleted ? [] : conditionsOf(q.filter)
  const request: ListRequest = { db, storeId, q, order, conditions, totalAll }
  if (q.filter.deleted) return deletedPage(request)
  if (conditions.length === 0) return plainPage(request)
  const counted = core && q.count ? await countedPage(core, request) : undefined
  if (counted) return counted
  const sizes = await sizesOf(request)
  const rare = await rarePage(request, sizes)
  if (rare) return rare
  return isInstant(q.sort_by) ? orderedPage(request, q.sort_by, sizes) : sortedPage(request)
}

const deletedPage = ({ db, storeId, q, order }: ListRequest) =>
  pageOf(db, storeId, matchingDeleted(db, storeId, q.filter), order, q)

async function plainPage({ db, storeId, q, order, totalAll }: ListRequest): Promise<ListPage> {
  return { profiles: await readPage(db, storeId, profilesOf(db, storeId), order, q), total: totalAll, capped: false }
}

/** Reads a page by columns; undefined if they cannot tell which profiles it has. `order`: the field to sort a long list by. */
export async function countedPage(
  core: Pick<Core, 'pool' | 'report'>,
  { db, storeId, q, order, totalAll }: Omit<ListRequest, 'conditions'>,
  sort?: ColumnOrder,
): Promise<ListPage | undefined> {
  const most = q.offset + pageSize(q)
  const asked = { filter: q.filter, total: totalAll, most, sort: q, order: sort }
  const found = await countList(core, db, storeId, asked)
  if (!found) return undefined
  const total = {
    total: sort && !q.filter.rule ? found.total : Math.min(found.total, COUNT_CAP),
    capped: q.filter.rule !== undefined && found.total > COUNT_CAP,
  }
  if (found.sorted) return { profiles: await profilesById(db, storeId, found.ids.slice(q.offset)), ...total }
  return pageOf(db, storeId, probed(db, storeId, unnested(`{${found.ids.join(',')}}`)), order, q)
}

/** Known sizes of the conditions, before their ids are read. */
interface Sizes {
  /** For each condition and for all together: certainly above COUNT_CAP. */
  each: readonly boolean[]
  all: boolean
  /** Stored total of a single condition, if there is one. */
  known: number | null
}

async function sizesOf({ db, storeId, conditions, totalAll }: ListRequest): Promise<Sizes> {
  // Sampling pays only for conditions without an index: an index shows sooner if more than COUNT_CAP match.
  const samples = totalAll > FEW && conditions.some(({ scans }) => scans)
  const certain = samples
    ? await exceedsThreshold(db, storeId, conditions, totalAll, COUNT_CAP)
    : { each: [], all: false }
  return { ...certain, known: await storedTotal(db, conditions) }
}

/** Reads the ids of the first condition that matches few. Returns undefined if all match many. */
async function rarePage(
  { db, storeId, q, order, conditions }: ListRequest,
  { each, known }: Sizes,
): Promise<ListPage | undefined> {
  for (const [index, condition] of conditions.entries()) {
    if (each[index] || (known ?? 0) > COUNT_CAP) continue
    if (condition.timed && conditions.length === 1 && isInstant(q.sort_by))
      return timedPage(db, storeId, condition.timed(COUNT_CAP + 1), order, q)
    const few = await fewIds(db, condition.ids(COUNT_CAP + 1), COUNT_CAP)
    if (few === null) continue
    const { ids, others } = matchAll(
      unnested(few),
      conditions.filter((other) => other !== condition),
    )
    return pageOf(db, storeId, narrowed(probed(db, storeId, ids), others), order, q)
  }
  return undefined
}

/** Reads a page of those that a search finds with their times, and their number. Returns undefined if there are many. */
async function timedPage(
  db: Db,
  storeId: number,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  q: ListQuery,
): Promise<ListPage | undefined> {
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    with profile as materialized (select id, created_at, updated_at from ${found} found),
    counted as (select count(*) as total from profile)
    select total, case when total <= ${COUNT_CAP} then
      array(select id from profile order by ${order} limit ${pageSize(q)} offset ${q.offset}) end as ids from counted`.execute(
    db,
  )
  const { total, ids } = rows[0]!
  return ids ? { profiles: await profilesById(db, storeId, ids.map(Number)), total, capped: false } : undefined
}

const sortedPage = ({ db, storeId, q, order, conditions }: ListRequest) =>
  pageOf(db, storeId, probed(db, storeId, idsOfAll(conditions)), order, q)

/** Walks the list in its order. Intersects the conditions if the first WALK profiles do not fill the page. */
async function orderedPage(request: ListRequest, instant: Instant, { all, known }: Sizes): Promise<ListPage> {
  const { db, storeId, q, order, conditions } = request
  let profiles = await walkedPage(db, storeId, q, instant, conditions)
  if (profiles.length < pageSize(q)) {
    // Matches lie deep in the list: after an import, those of an older label are below everything imported.
    const few = await fewIds(db, idsOfAll(conditions), COUNT_CAP)
    if (few !== null) return pageOf(db, storeId, probed(db, storeId, unnested(few), [instant]), order, q)
    profiles = await setPage(db, storeId, q, instant, conditions)
  }
  if (!q.count) return reaching(profiles, q)
  if (all || (known ?? 0) > COUNT_CAP || (conditions.length === 1 && conditions[0]!.exact))
    return { profiles, total: COUNT_CAP, capped: true }
  // Newest first, since those are filtered more often; oldest first if only upper bounds are given.
  const times = conditions.filter(({ instant: at }) => at)
  const oldest = times.length > 0 && times.every(({ upTo }) => upTo)
  const found = await countMany(db, storeId, conditions, oldest ? 'asc' : 'desc')
  return { profiles, total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP }
}

const pageSize = ({ limit }: Pick<ListQuery, 'limit'>) => rowsOf(limit, MAX_WIDE_PAGE_SIZE)

/** Full page without a count: at least one more profile may follow. */
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

/** Reads a page of few rows and their number at once. */
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

/** Reads a page in order. Ids first: they come from an index only, and just the page's profiles are read whole. */
function readPage(db: Db, storeId: number, rows: Rows, order: RawBuilder<unknown>, q: ListQuery) {
  const page = rows.select('profile.id').orderBy(order).offset(q.offset).limit(pageSize(q))
  return probed(db, storeId, sql`(${page})`).select(columns).orderBy(order).execute()
}

type Instant = 'created_at' | 'updated_at'

/** Reads up to `most` profiles in list order, starting within the conditions on the time of the order. */
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
  // The limit keeps the walk in order, and other conditions outside of it.
  const rows = narrowed(profilesOf(db, storeId), within).select(columnsRead).orderBy(orderOf(null, q)).limit(most)
  return db.selectFrom(rows.as('profile')) as unknown as Rows
}

/** Maximum profiles read in list order before the set of matching ids is computed. */
const WALK = 20_000
/** Limit above the size of any store. */
const ALL = 2_147_483_647

/** Filters the first WALK profiles of the list. The page may stay incomplete. */
function walkedPage(db: Db, storeId: number, q: ListQuery, instant: Instant, conditions: readonly Condition[]) {
  const reads = conditions.flatMap((condition) => condition.reads)
  const rows = walked(db, storeId, q, instant, conditions, reads, WALK)
  return readPage(db, storeId, narrowed(rows, conditions), orderOf(null, q), q)
}

/** Walks the whole list next to the hashed set of all matches, until the page is full. */
async function setPage(db: Db, storeId: number, q: ListQuery, instant: Instant, conditions: readonly Condition[]) {
  await nestedLoopBesideSet(db, 'on')
  const rows = walked(db, storeId, q, instant, conditions, [], ALL)
  // IS TRUE keeps a lookup per profile. As a join, the whole list would be sorted.
  const among = sql<boolean>`(profile.id in (select id from ${idsOfAll(conditions)} fulfilling)) is true`
  const page = await readPage(db, storeId, rows.where(among), orderOf(null, q), q)
  await nestedLoopBesideSet(db, 'off')
  return page
}

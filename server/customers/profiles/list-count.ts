import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Condition } from '../rules/condition.ts'
import { probed, type profilesOf } from './queries.ts'

/** Profiles that more can be asked of. */
export type Rows = ReturnType<typeof profilesOf>

/** Filters rows by conditions. */
export const narrowed = (rows: Rows, conditions: readonly Condition[]) =>
  conditions.reduce((found, { is }) => found.where(is), rows)

/**
 * Intersects conditions, optionally among the newest ids of each. Compares whole sets: probing 100,000 profiles takes half a second.
 * Conditions that exclude few profiles are subtracted from the others.
 */
export function idsOfAll(conditions: readonly Condition[], most: readonly number[] = []) {
  const sets = conditions.map(({ ids }, n) => sql`select id from ${ids(most[n], 'desc')} each`)
  const taken = conditions.flatMap(({ but }) => (but ? [sql`except select id from ${but()} each`] : []))
  if (taken.length === 0 || taken.length === conditions.length)
    return sql<{ id: number }>`(${sql.join(sets, sql` intersect `)})`
  const given = sets.filter((_, n) => !conditions[n]!.but)
  return sql<{ id: number }>`(${sql.join(given, sql` intersect `)} ${sql.join(taken, sql` `)})`
}

/** True if all ids belong to live profiles. */
export const areLive = (conditions: readonly Condition[]) =>
  conditions.some(({ exact, but }) => exact && !but) || conditions.every(({ but }) => but)

/** Maximum profiles probed for a total before whole sets are compared. */
const PROBES = 3 * COUNT_CAP
/** Maximum ids of a condition for all of them to be probed. */
const HARDLY_MORE = 1.5 * COUNT_CAP

/** Counts profiles for conditions that each match many, up to one past COUNT_CAP. */
export async function countMany(
  db: Db,
  storeId: number,
  conditions: readonly Condition[],
  direction: 'asc' | 'desc',
): Promise<number> {
  if (conditions.some(({ whole }) => whole)) return countUpTo(db, liveOfAll(db, storeId, conditions), COUNT_CAP + 1)
  const few = await fewest(db, conditions)
  if (few) return countUpTo(db, tableOf(fulfilling(db, storeId, few, conditions, HARDLY_MORE)), COUNT_CAP + 1)
  if (direction === 'desc' && (await newestOfEach(db, conditions)) > COUNT_CAP) return COUNT_CAP + 1
  const some = fulfilling(db, storeId, conditions[0]!, conditions, PROBES, direction)
  const found = await countUpTo(db, tableOf(some), COUNT_CAP + 1)
  if (found > COUNT_CAP) return found
  return countUpTo(db, liveOfAll(db, storeId, conditions), COUNT_CAP + 1)
}

/** The live ones among those who fulfil all conditions; they are looked at where no condition says that they are. */
const liveOfAll = (db: Db, storeId: number, conditions: readonly Condition[]) =>
  areLive(conditions) ? idsOfAll(conditions) : tableOf(probed(db, storeId, idsOfAll(conditions), []))

/** Filters ids by conditions with a single index scan, and returns the remaining conditions. */
export function matchAll(ids: RawBuilder<{ id: number }>, conditions: readonly Condition[]) {
  const found = conditions.reduce((some, { among }) => (among ? among(some) : some), ids)
  return { ids: found, others: conditions.filter(({ among }) => !among) }
}

/** Filters the ids of one condition by the others. Reads profiles only for conditions that need them. */
function fulfilling(
  db: Db,
  storeId: number,
  base: Condition,
  conditions: readonly Condition[],
  most: number,
  direction?: 'asc' | 'desc',
): Rows {
  const { ids, others } = matchAll(
    base.ids(most, direction),
    conditions.filter((other) => other !== base),
  )
  const reads = others.flatMap((other) => other.reads)
  if (!base.exact || reads.length > 0) return narrowed(probed(db, storeId, ids, reads), others)
  const rows = db.selectFrom(ids.as('profile')) as unknown as Rows
  // OFFSET 0 keeps the probe a probe.
  return others.reduce((found, { is }) => found.where(sql<boolean>`(select ${is} offset 0)`), rows)
}

/**
 * Counts matches among the newest ids of each condition, up to one past COUNT_CAP, by indexes only. Suffices for a total if the newest
 * match all conditions, as after an import with a label.
 */
async function newestOfEach(db: Db, conditions: readonly Condition[]): Promise<number> {
  if (!conditions.some(({ exact }) => exact) || conditions.some(({ scans }) => scans)) return 0
  const most = conditions.map((_, n) => (n === 0 ? 1.1 : 6) * COUNT_CAP)
  return countUpTo(db, idsOfAll(conditions, most), COUNT_CAP + 1)
}

/** A condition that hardly more than COUNT_CAP fulfil. */
async function fewest(db: Db, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const base of conditions.slice(1)) {
    if (!base.scans && (await countUpTo(db, base.ids(HARDLY_MORE), HARDLY_MORE)) < HARDLY_MORE) return base
  }
}

/** Stored number of live profiles for a single condition, if there is one. */
export async function storedTotal(db: Db, [only, ...more]: readonly Condition[]): Promise<number | null> {
  if (!only?.known || more.length > 0) return null
  const { rows } = await sql<{ known: number | null }>`select ${only.known} as known`.execute(db)
  return rows[0]!.known
}

/** Ids, as the text of an array that goes back as it came; null when there are more than `most`. */
export async function fewIds(db: Db, table: RawBuilder<{ id: number }>, most: number): Promise<string | null> {
  const { ids } = await db
    .selectFrom(sql<{ id: number }>`(select id from ${table} each limit ${most + 1})`.as('hit'))
    .select(sql<string | null>`case when count(*) <= ${most} then coalesce(array_agg(id), '{}')::text end`.as('ids'))
    .executeTakeFirstOrThrow()
  return ids
}

/** Counts rows up to `most`. */
export async function countUpTo(db: Db, table: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${table} found limit ${most}) counted`.execute(db)
  return rows[0]!.n
}

/** Profiles as a table to count. */
const tableOf = (rows: Rows) => sql`(${rows.select(sql`1`.as('one'))})`

import { type RawBuilder, sql } from 'kysely'
import type { Ids } from './condition.ts'
import type { PeopleSet } from './leaf.ts'

// Sets of ids are put together as a whole (INTERSECT, UNION, EXCEPT): joins would be planned by statistics that know nothing of rows
// which were imported a moment ago, and may then ask a table once for each person.

/** A set whose ids are known to be of live people. */
export interface LiveSet extends PeopleSet {
  exact: boolean
}

/** A statement that answers ids, each once, as `Ids`. */
export const idsOf =
  (select: RawBuilder<unknown>): Ids =>
  (most) =>
    most === undefined ? sql`(${select})` : sql`(${select} limit ${most})`

/** Live people of whom something is true that their row tells. */
export function scanned(storeId: number, is?: RawBuilder<boolean>): LiveSet {
  const where = sql`store_id = ${storeId} and deleted_at is null and merged_into is null`
  return { ids: idsOf(sql`select id from profile where ${is ? sql`${where} and ${is}` : where}`), exact: true }
}

const combined = (sets: readonly PeopleSet[], by: 'intersect' | 'union' | 'except') =>
  sql`${sql.join(
    sets.map(({ ids }) => sql`select id from ${ids()} one`),
    sql.raw(` ${by} `),
  )}`

const joined = (sets: readonly LiveSet[], by: 'intersect' | 'union') =>
  sets.length === 1 ? sets[0]!.ids() : sql`(${combined(sets, by)})`

/** Difference of a set and others. */
function without(first: RawBuilder<unknown>, others: readonly LiveSet[]): Ids {
  if (others.length === 0) return idsOf(sql`select id from ${first} these`)
  return idsOf(sql`select id from ${first} these except (${combined(others, 'union')})`)
}

/** Intersection of sets. */
export function intersection(sets: readonly LiveSet[]): LiveSet {
  if (sets.length === 1) return sets[0]!
  const these = sets.filter(({ allBut }) => !allBut)
  const others = sets.filter(({ allBut }) => allBut)
  if (these.length === 0) return { ids: idsOf(combined(others, 'union')), allBut: true, exact: false }
  return { ids: without(joined(these, 'intersect'), others), exact: these.some(({ exact }) => exact) }
}

/** Union of sets. */
export function union(sets: readonly LiveSet[]): LiveSet {
  if (sets.length === 1) return sets[0]!
  const these = sets.filter(({ allBut }) => !allBut)
  const others = sets.filter(({ allBut }) => allBut)
  if (others.length > 0) return { ids: without(joined(others, 'intersect'), these), allBut: true, exact: false }
  return { ids: idsOf(combined(these, 'union')), exact: these.every(({ exact }) => exact) }
}

/** The ids of a set, none left that stand for all others. */
export function plainSet(storeId: number, set: LiveSet): LiveSet {
  return set.allBut ? { ids: without(scanned(storeId).ids(), [set]), exact: true } : set
}

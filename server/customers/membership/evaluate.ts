import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'
import { faultsOf } from '../rules/check.ts'
import { compileRow } from '../rules/compiled-condition.ts'
import { type RuleContext, ruleContext } from '../rules/context.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { sharedTexts } from '../rules/shared-texts.ts'
import { awaitActivities } from './activities-ahead.ts'
import { noteDepartures } from './departures.ts'
import { dependency } from './dependencies.ts'
import { followers, type SegmentRow } from './segments.ts'
import { normalizeRule } from './stored-rule.ts'
import { markFollowersStale } from './touched.ts'
import { noteWriter, transactionTime } from './writers.ts'

/** People of whom something has changed, and what, by the keys of `reading`. */
export interface ChangedProfiles {
  ids: readonly number[]
  reads: readonly string[] | 'all'
}

/** People who are judged with the transaction that changes them; segments of more are calculated when the writer's work is over. */
const HANDFUL = 50

/** Maximum rules per statement: with more, planning takes longer than execution. */
const RULES_AT_ONCE = 100

/** A profile that joined or left a segment. */
export interface Moved {
  label_id: number
  profile_id: number
  joined: boolean
}

/**
 * Has segments follow a change of people that the caller holds and has written: a handful are judged at once, by the segments alone
 * that look at what has changed, and by those that look at these. `later`: by a calculation after the caller's work, also of a handful.
 * Answers who moved, whom the caller counts.
 */
export async function follow(
  db: Db,
  storeId: number,
  { ids, reads }: ChangedProfiles,
  later = false,
): Promise<Moved[]> {
  if (ids.length === 0) return []
  await noteWriter(db, storeId)
  const keys = reads === 'all' ? reads : [...reads, dependency.updated]
  if (!later && ids.length <= HANDFUL) {
    const moved = await evaluateAll(db, storeId, ids, await followers(db, storeId, keys))
    await awaitActivities(db, storeId, ids, keys)
    return moved
  }
  await markFollowersStale(db, storeId, keys, ids)
  return []
}

/** Evaluates locked profiles for these segments and their dependents. Returns the moves. */
export async function evaluateAll(
  db: Db,
  storeId: number,
  ids: readonly number[],
  segments: readonly SegmentRow[],
): Promise<Moved[]> {
  const moved: Moved[] = []
  if (segments.length === 0) return moved
  const now = await transactionTime(db)
  // Without cycles, the longest chain ends.
  for (let next = segments; next.length > 0; ) {
    const these = await evaluate(db, storeId, ids, next, now)
    moved.push(...these)
    const labels = [...new Set(these.map(({ label_id }) => dependency.label(label_id)))]
    next = labels.length > 0 ? await followers(db, storeId, labels) : []
  }
  return moved
}

/** Evaluates locked profiles for these segments only. Skips broken ones, which a calculation empties. Pins stay. */
export async function evaluate(
  db: Db,
  storeId: number,
  ids: readonly number[],
  segments: readonly SegmentRow[],
  now: Date,
): Promise<Moved[]> {
  const rules = segments.map((segment) => ({ id: segment.id, rule: normalizeRule(segment.rule) }))
  const context = await ruleContext(
    db,
    storeId,
    rules.map(({ rule }) => rule),
    now,
  )
  const asked = rules.filter(({ rule }) => faultsOf(rule, context).length === 0)
  return move(db, storeId, await differing(db, context, ids, asked))
}

/** Live profiles without restricted processing, which may be members. */
export const mayBeMember = sql<boolean>`(restricted_at is null and deleted_at is null and merged_into is null)`

interface Asked {
  id: number
  rule: RuleGroup
}

/**
 * Returns members who should leave and profiles that should join. Rules shared by segments are evaluated once, and groups are derived from
 * their results.
 */
async function differing(
  db: Db,
  context: RuleContext,
  ids: readonly number[],
  asked: readonly Asked[],
): Promise<Moved[]> {
  if (asked.length === 0) return []
  const places = new Map<string, number>()
  const leaves: Rule[] = []
  for (const { rule } of asked) {
    for (const { rule: leaf } of leavesOf(rule)) {
      const key = JSON.stringify(leaf)
      if (places.has(key)) continue
      places.set(key, leaves.length)
      leaves.push(leaf)
    }
  }
  const people = await answersOf(db, context, ids, leaves)
  const has = await sourcesOf(db, context.storeId, ids, asked)
  return asked.flatMap((one) =>
    people.flatMap(({ id, may, so }) => {
      const holds = (leaf: Rule) => so[places.get(JSON.stringify(leaf))!] === true
      const joined = may && holdsOf(one.rule, holds)
      const source = has.get(`${one.id} ${id}`)
      const moves = joined ? source === undefined : source === 'rule'
      return moves ? [{ label_id: one.id, profile_id: id, joined }] : []
    }),
  )
}

const holdsOf = (group: RuleGroup, holds: (leaf: Rule) => boolean): boolean => {
  const inner = (rule: Rule | RuleGroup) => ('rules' in rule ? holdsOf(rule, holds) : holds(rule))
  return (group.condition === 'and' ? group.rules.every(inner) : group.rules.some(inner)) !== (group.not ?? false)
}

interface Answers {
  id: number
  may: boolean
  so: boolean[]
}

/** Results by live profile and rule. */
async function answersOf(
  db: Db,
  context: RuleContext,
  ids: readonly number[],
  leaves: readonly Rule[],
): Promise<Answers[]> {
  const people = new Map<number, Answers>()
  for (let at = 0; at === 0 || at < leaves.length; at += RULES_AT_ONCE) {
    const some = leaves.slice(at, at + RULES_AT_ONCE)
    const shared = sharedTexts(some, context)
    const asked = some.map((leaf) => {
      const { is, not } = compileRow(leaf, shared.context)
      return sql`(${is}) is ${sql.raw(not ? 'not true' : 'true')}`
    })
    const { rows } = await sql<Answers>`select id, ${mayBeMember} as may, array[${sql.join(asked)}]::boolean[] as so
      from unnest(${ids}::bigint[]) who (sought) cross join lateral (
        select * from profile where store_id = ${context.storeId} and id = sought offset 0) profile ${shared.join}
      where ${isLive()} order by id`.execute(db)
    for (const row of rows) {
      const known = people.get(row.id)
      if (known) known.so.push(...row.so)
      else people.set(row.id, row)
    }
  }
  return [...people.values()]
}

/** Membership by `segment profile`. */
async function sourcesOf(db: Db, storeId: number, ids: readonly number[], asked: readonly Asked[]) {
  const { rows } = await sql<{ label_id: number; profile_id: number; source: string }>`
    select label_id, profile_id, source from profile_label
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and label_id = any(${asked.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ label_id, profile_id, source }) => [`${label_id} ${profile_id}`, source]))
}

/**
 * Applies the results of rules to profiles that the caller has locked, so that no other transaction has moved them since. Waits for
 * labels that are being deleted, and gives none of them.
 */
async function move(db: Db, storeId: number, moving: readonly Moved[]): Promise<Moved[]> {
  if (moving.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from label
    where store_id = ${storeId} and id = any(${[...new Set(moving.map(({ label_id }) => label_id))]}::int[]) order by id for key share`.execute(
    db,
  )
  const there = new Set(rows.map(({ id }) => id))
  const moved = moving.filter(({ label_id }) => there.has(label_id))
  const pairs = (joined: boolean) => {
    const these = moved.filter((one) => one.joined === joined)
    return sql`unnest(${these.map((one) => one.label_id)}::int[], ${these.map((one) => one.profile_id)}::bigint[]) as t (label_id, profile_id)`
  }
  await sql`insert into profile_label (store_id, label_id, profile_id, source)
    select ${storeId}, label_id, profile_id, 'rule' from ${pairs(true)}`.execute(db)
  await sql`delete from profile_label x using ${pairs(false)}
    where x.store_id = ${storeId} and x.label_id = t.label_id and x.profile_id = t.profile_id and x.source = 'rule'`.execute(
    db,
  )
  await noteDepartures(
    db,
    storeId,
    moved.filter(({ joined }) => !joined),
  )
  return moved
}

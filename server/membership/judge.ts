import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { faultsOf } from '../rules/check.ts'
import { compileRule } from '../rules/compile.ts'
import { type RuleContext, ruleContext } from '../rules/context.ts'
import { reading } from './reads.ts'
import { followers, type SegmentRow, wantFollowers } from './segments.ts'
import { wholeRule } from './whole-rule.ts'
import { momentOf, noteWriter } from './writers.ts'

/** People of whom something has changed, and what, by the keys of `reading`. */
export interface Changed {
  ids: readonly number[]
  reads: readonly string[] | 'all'
}

/** People who are judged with the transaction that changes them; segments of more are calculated when the writer's work is over. */
export const HANDFUL = 50

/** Rules of one statement: more are planned for longer than they work. */
const RULES_AT_ONCE = 40

/** Somebody who joined a segment or left it. */
export interface Moved {
  label_id: number
  profile_id: number
  joined: boolean
}

/**
 * Has segments follow a change of people that the caller holds and has written: a handful are judged at once, by the segments alone
 * that look at what has changed, and by those that look at these. `later`: by a calculation after the caller's work, whoever they are.
 * Answers who moved, whom the caller counts.
 */
export async function follow(db: Db, storeId: number, { ids, reads }: Changed, later = false): Promise<Moved[]> {
  if (ids.length === 0) return []
  await noteWriter(db, storeId)
  const keys = reads === 'all' ? reads : [...reads, reading.updated]
  if (!later && ids.length <= HANDFUL) return judgeAll(db, storeId, ids, await followers(db, storeId, keys))
  await wantFollowers(db, storeId, keys)
  return []
}

/** Judges people, whom the caller holds, by these segments and by those that follow them. Answers who moved. */
export async function judgeAll(
  db: Db,
  storeId: number,
  ids: readonly number[],
  segments: readonly SegmentRow[],
): Promise<Moved[]> {
  const moved: Moved[] = []
  if (segments.length === 0) return moved
  const now = await momentOf(db)
  // There is no circle, so the longest chain ends.
  for (let next = segments; next.length > 0; ) {
    const these = await judge(db, storeId, ids, next, { now })
    moved.push(...these)
    const labels = [...new Set(these.map(({ label_id }) => reading.label(label_id)))]
    next = labels.length > 0 ? await followers(db, storeId, labels) : []
  }
  return moved
}

interface Judging {
  now: Date
  /** Whether a rule that can't be asked means nobody; left out, its people stay. */
  brokenMeansNobody?: boolean
}

/** Judges people, whom the caller holds, by these segments alone. Pins stay. Answers who moved. */
export async function judge(
  db: Db,
  storeId: number,
  ids: readonly number[],
  segments: readonly SegmentRow[],
  { now, brokenMeansNobody = false }: Judging,
): Promise<Moved[]> {
  const rules = segments.map((segment) => ({ id: segment.id, rule: wholeRule(segment.rule) }))
  const context = await ruleContext(
    db,
    storeId,
    rules.map(({ rule }) => rule),
    now,
  )
  // One that is broken is calculated, and nobody is in it then; one whose field is being converted is calculated afterwards.
  const asked = brokenMeansNobody ? rules : rules.filter(({ rule }) => faultsOf(rule, context).length === 0)
  const moving: Moved[] = []
  for (let at = 0; at < asked.length; at += RULES_AT_ONCE) {
    moving.push(...(await differing(db, context, ids, asked.slice(at, at + RULES_AT_ONCE))))
  }
  return move(db, storeId, moving)
}

/** Takes away what the rule of a segment has given to people who are away, so that nobody comes back with it. They are counted nowhere. */
export async function dropAway(db: Db, storeId: number, id: number): Promise<void> {
  await sql`with away as materialized (
      select p.id from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
      where x.store_id = ${storeId} and x.label_id = ${id} and x.source = 'rule' and (p.deleted_at is not null or p.merged_into is not null)
      order by p.id for no key update of p)
    delete from profile_label x using away
    where x.store_id = ${storeId} and x.label_id = ${id} and x.profile_id = away.id and x.source = 'rule'`.execute(db)
}

/** Who may be in a segment: live people who have not asked to be left alone. */
export const mayBeMember = sql<boolean>`(restricted_at is null and deleted_at is null and merged_into is null)`

type Asked = { id: number; rule: ReturnType<typeof wholeRule> }

async function differing(db: Db, context: RuleContext, ids: readonly number[], asked: readonly Asked[]) {
  const { storeId } = context
  const means = asked.map(
    ({ id, rule }): RawBuilder<unknown> => sql`(${id}::int, ${mayBeMember} and (${compileRule(rule, context).is}))`,
  )
  const { rows } = await sql<Moved>`
    select means.label_id, profile.id as profile_id, means.joined
    from profile cross join lateral (values ${sql.join(means)}) as means (label_id, joined)
    left join profile_label has on has.store_id = ${storeId} and has.label_id = means.label_id and has.profile_id = profile.id
    where profile.store_id = ${storeId} and profile.id = any(${ids}::bigint[])
      and profile.deleted_at is null and profile.merged_into is null
      and case when means.joined then has.source is null else has.source = 'rule' end
    order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, joined: row.joined === true }))
}

/**
 * Gives and takes what rules give; of people whom the caller holds, so that nobody else has done so since they were judged. Labels that
 * are being deleted are waited for, and given to nobody.
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
  return moved
}

import type { Estimate } from '@ruam/contract/customers/segment-estimate.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { mayBeMember } from '../membership/evaluate.ts'
import { normalizeRule, type StoredRule } from '../membership/stored-rule.ts'
import { compileRule } from '../rules/compile.ts'
import { compileRow, compileSet } from '../rules/compiled-condition.ts'
import type { RuleContext } from '../rules/context.ts'
import { sampleBlocks } from '../rules/sample-blocks.ts'
import { sharedTexts } from '../rules/shared-texts.ts'
import { membersWithSource } from './membership-diff.ts'
import { nameOfPerson } from './people.ts'
import { everybodyOf, NEWEST, type Tally, tally } from './tally.ts'
import { rulesOf, type Tree, treeOf } from './tree.ts'

export type Counts = Pick<Estimate, 'count' | 'exact' | 'margin' | 'per_rule' | 'change'> & {
  /** Up to ten of them, the newest first. */
  newest: number[]
}

/** A rule as sets of ids, in its order. */
export function bySet(rule: StoredRule, context: RuleContext) {
  const tree = treeOf(rule)
  const shared = sharedTexts(rulesOf(tree), context)
  return { tree, shared, asked: tree.leaves.map((leaf) => compileSet(leaf.rule, shared.context)) }
}

/** A rule as tests of a sample of the store's profiles, which stand in `from`. */
export function bySample(rule: StoredRule, context: RuleContext, total: number) {
  const tree = treeOf(rule)
  const shared = sharedTexts(rulesOf(tree), context)
  const asked = tree.leaves.map((leaf) => compileRow(leaf.rule, shared.context))
  // One by one: the margin is that of people who are drawn alone.
  const lots = { people: LOOKED_AT, total, block: 1, mostTried: MOST_TRIED }
  const from = sql`${sampleBlocks(context.storeId, lots, sql`*`)} profile ${shared.join} where ${mayBeMember}`
  return { tree, asked, from }
}

/** Counts matches of a rule exactly: reads each profile once for row tests, and one set of ids per other rule. */
export async function countExactly(db: Db, rule: StoredRule, context: RuleContext, labelId?: number): Promise<Counts> {
  const { tree, shared, asked } = bySet(rule, context)
  await bySets(db)
  const everybody = everybodyOf(context.storeId, shared.join)
  const members = labelId === undefined ? undefined : membersWithSource(context.storeId, labelId)
  const told = await tally(db, tree, asked, { ...everybody, members })
  return { ...countsOf(tree, told), change: told.change, exact: true, margin: 0 }
}

/** `each`: people for whom one of those who were asked stands. */
const countsOf = ({ leaves }: Tree, { count, alone, left, newest }: Tally, each = 1) => ({
  count: Math.round(count * each),
  per_rule: leaves.map(({ path }, place) => ({
    path: [...path],
    alone: Math.round(alone[place]! * each),
    left: Math.round(left[place]! * each),
  })),
  newest,
})

/** People of a store that are all counted at once. */
export const MANY = 100_000

/** Counts matches of a rule: exactly, or by sampling in large stores unless exactness was requested. */
export async function estimateOf(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
  {
    total,
    exact,
    many = MANY,
    labelId,
  }: { total: number; exact: boolean; many?: number; labelId?: number | undefined },
): Promise<Counts> {
  const byLot = exact || total < many ? undefined : await countByLot(db, rule, context, total)
  if (!byLot) return countExactly(db, rule, context, labelId)
  // A rule that means many has no part that is true of few.
  const few = byLot.count - byLot.margin > FEW ? undefined : await countFew(db, rule, context)
  return few ? { ...byLot, ...few, exact: true, margin: 0 } : byLot
}

/** People who are looked at where a store has many, and how few are too few to tell. */
const LOOKED_AT = 4000
export const TOO_FEW = 1000
/** Ids that are tried at most to find them: of a store whose people lie far apart. */
const MOST_TRIED = 400_000

/**
 * The same by some thousands of people who are drawn by lot, each of them asked all rules; undefined where too few are found. The count
 * is right within the margin in 95 of 100 cases.
 */
async function countByLot(db: Db, rule: StoredRule, context: RuleContext, total: number): Promise<Counts | undefined> {
  const { tree, asked, from } = bySample(rule, context, total)
  const told = await tally(db, tree, asked, { from })
  if (told.people < TOO_FEW) return undefined
  return {
    ...countsOf(tree, told, total / told.people),
    change: null,
    exact: false,
    margin: marginOf(told.count, told.people, total),
  }
}

/** Standard errors of 95 %. */
const Z = 1.96

/** Error of a sample with `hits` of `people` matches: Wilson's interval, valid for few hits too. */
function marginOf(hits: number, people: number, total: number): number {
  const p = hits / people
  const z2 = (Z * Z) / people
  const middle = (p + z2 / 2) / (1 + z2)
  const half = (Z * Math.sqrt((p * (1 - p)) / people + z2 / (4 * people))) / (1 + z2)
  return Math.ceil(Math.max(p - (middle - half), middle + half - p) * total)
}

/** Ids of a rule that an index tells and that are few enough to be asked one by one. */
const FEW = 5000

/** Exact matches if an index shows that one condition matches few; otherwise undefined. */
export async function countFew(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
): Promise<Pick<Counts, 'count' | 'newest'> | undefined> {
  const found = await fewMatches(db, rule, context)
  if (!found) return undefined
  const { rows } = await sql<{ count: number; newest: string[] }>`
    select count(*) as count, coalesce((array_agg(profile.id order by profile.id desc))[1:${NEWEST}::int], '{}') as newest
    from ${found}`.execute(db)
  return { count: rows[0]!.count, newest: rows[0]!.newest.map(Number) }
}

/** The matches as rows of `profile`, if an index shows that one condition matches few; otherwise undefined. */
export async function fewMatches(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
): Promise<RawBuilder<unknown> | undefined> {
  const { conditions } = compileRule(normalizeRule(rule), context)
  for (const { ids, scans, whole } of conditions) {
    // To find some of these takes as long as to find all.
    if (scans || whole) continue
    const some = await sql<{ n: number }>`select count(*) as n from ${ids(FEW + 1)} found`.execute(db)
    if (some.rows[0]!.n > FEW) continue
    const all = conditions.map(({ is }) => sql`and (${is})`)
    return sql`${ids()} few cross join lateral (
        select * from profile where store_id = ${context.storeId} and id = few.id offset 0) profile
      where ${mayBeMember} ${sql.join(all, sql` `)}`
  }
  return undefined
}

/** The names of people, in this order. */
export async function segmentNamesOf(db: Db, storeId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string }>`select id, ${nameOfPerson} as name from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`.execute(
    db,
  )
  return rows
}

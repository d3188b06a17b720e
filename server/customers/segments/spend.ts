import type { EstimatedSpend } from '@ruam/contract/customers/segment-estimate.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { amountOf, type Purchases, purchasesOf } from '../fields/amount-field.ts'
import type { StoredRule } from '../membership/stored-rule.ts'
import { spendFrom } from '../profiles/purchases.ts'
import type { RuleContext } from '../rules/context.ts'
import type { Clock } from '../rules/days.ts'
import { treeBitmap } from './bitmaps.ts'
import { bySample, bySet, fewMatches, MANY, TOO_FEW } from './estimate.ts'
import { answersOf, everybodyOf } from './tally.ts'

/** Matches below which the spend of a sample says nothing: a few large sums decide it. */
const FEW_MATCHES = 100

/** Sums the spend of a rule's matches: exactly, or by sampling in large stores. Null without amounts, or if a sample is too small. */
export async function spendOf(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
  { total, many = MANY }: { total: number; many?: number },
): Promise<EstimatedSpend | null> {
  const purchases = await purchasesOf(db, context.storeId)
  if (!purchases) return null
  const rows = purchaseRows(context, purchases)
  return total < many ? spendExactly(db, rule, context, rows) : spendBySample(db, rule, context, { total, rows })
}

/** Purchases of the last twelve months as rows `a` with their amount `v.amount`. */
export const purchaseRows = (context: Clock & { storeId: number }, purchases: Purchases) => sql`
    activity a cross join lateral (select ${amountOf(purchases)} as amount) v
    where a.store_id = ${context.storeId} and a.type_id = any(${purchases.types}::int[])
      and a.activity_at >= ${spendFrom(context)}::timestamptz and a.activity_at <= ${context.now.toISOString()}::timestamptz
      and v.amount is not null`

async function spendExactly(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
  purchases: RawBuilder<unknown>,
): Promise<EstimatedSpend> {
  const { tree, shared, asked } = bySet(rule, context)
  await bySets(db)
  const { answers, whole } = answersOf(tree, asked, everybodyOf(context.storeId, shared.join))
  const summed = (word: RawBuilder<unknown>) =>
    sql`coalesce(sum(amount) filter (where ((live & ${word}) >> place) & 1 = 1), 0)::double precision`
  const { rows } = await sql<{ all: number; matching: number; left: number[] }>`
    with ${answers},
    spent as materialized (
      select a.profile_id >> 6 as block, (a.profile_id & 63)::int as place, sum(v.amount) as amount
      from ${purchases} group by a.profile_id)
    select coalesce(sum(amount) filter (where (coalesce(live, -1) >> place) & 1 = 1), 0)::double precision as "all", ${summed(whole)} as matching,
      array[${sql.join(asked.map((_, place) => summed(treeBitmap(tree.root, place)!)))}]::double precision[] as "left"
    from spent left join answers using (block)`.execute(db)
  const { all, matching, left } = rows[0]!
  return {
    exact: true,
    all,
    matching,
    per_rule: tree.leaves.map(({ path }, place) => ({ path: [...path], left: left[place]! })),
  }
}

async function spendBySample(
  db: Db,
  rule: StoredRule,
  context: RuleContext,
  { total, rows: purchases }: { total: number; rows: RawBuilder<unknown> },
): Promise<EstimatedSpend | null> {
  const { tree, asked, from } = bySample(rule, context, total)
  const { answers, whole } = answersOf(tree, asked, { from })
  const spent = sql`lateral (select sum(v.amount) as amount from ${purchases} and a.profile_id = profile.id) spent`
  const { rows } = await sql<{ people: number; matches: number; all: number; matching: number }>`
    with ${answers},
    profile as (
      select block * 64 + place as id, (${whole} >> place) & 1 = 1 as matches
      from answers cross join generate_series(0, 63) place where (live >> place) & 1 = 1)
    select count(*) as people, count(*) filter (where matches) as matches, coalesce(sum(amount), 0)::double precision as "all",
      coalesce(sum(amount) filter (where matches), 0)::double precision as matching
    from profile left join ${spent} on true`.execute(db)
  const { people, matches, all, matching } = rows[0]!
  if (people < TOO_FEW) return null
  const each = total / people
  if (matches >= FEW_MATCHES) return { exact: false, all: all * each, matching: matching * each, per_rule: [] }
  const few = await fewMatches(db, rule, context)
  if (!few) return null
  const exact = await sql<{ matching: number }>`
    select coalesce(sum(amount), 0)::double precision as matching
    from (select profile.id from ${few}) profile left join ${spent} on true`.execute(db)
  return { exact: true, all: all * each, matching: exact.rows[0]!.matching, per_rule: [] }
}

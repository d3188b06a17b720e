import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { Why, WhyNode } from '@ruam/contract/customers/segment-why.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { standingsOf } from '../consents/standings-of.ts'
import { amountOf, type Purchases, purchasesOf } from '../fields/amount-field.ts'
import { computedValues } from '../fields/computed.ts'
import { labelNamesById } from '../labels/queries.ts'
import { mayBeMember } from '../membership/evaluate.ts'
import { ruleFaultsIn } from '../membership/faults.ts'
import type { SegmentRow } from '../membership/segments.ts'
import { normalizeRule } from '../membership/stored-rule.ts'
import { transactionTime } from '../membership/writers.ts'
import { fieldValue, type ProfileRow } from '../profiles/queries.ts'
import { countedActivities } from '../rules/activity-leaf.ts'
import { faultsOf } from '../rules/check.ts'
import { compileRule } from '../rules/compile.ts'
import { type RuleContext, ruleContext } from '../rules/context.ts'
import { leavesOn } from './leaving.ts'
import { membership, pinOf, sinceOf } from './members.ts'
import { evaluateTree, type TreeNode, treeOf } from './tree.ts'

/** Purchases that a reason names. */
const SHOWN = 3

type Saw = NonNullable<WhyNode['saw']>

interface Asked {
  segment: SegmentRow
  person: ProfileRow
}

/** Evaluates each rule of a segment for one profile. Returns the results with the profile's values. */
export async function whyOf(db: Db, storeId: number, { segment, person }: Asked): Promise<Why> {
  const whole = treeOf(segment.rule)
  const { root, leaves } = whole
  const context = await ruleContext(db, storeId, [normalizeRule(segment.rule)], await transactionTime(db))
  const faulty = ruleFaultsIn(segment.rule, context)
  const alone = leaves.map(({ rule }) => compileRule({ condition: 'and', rules: [rule] }, context).is)
  const { rows } = await sql<{ may: boolean; so: (boolean | null)[] }>`
    select ${mayBeMember} as may, array[${sql.join(alone.map((is) => sql`(${is}) is true`))}] as so
    from profile where store_id = ${storeId} and id = ${person.id}`.execute(db)
  const { may, so } = rows[0] ?? { may: false, so: [] }
  const purchases = await purchasesOf(db, storeId)
  const saw: (Saw | null)[] = []
  for (const { rule } of leaves) {
    const known = faultsOf({ condition: 'and', rules: [rule] }, context).length === 0
    saw.push(known ? await seen(db, context, rule, { person, purchases }) : null)
  }
  const show = (node: TreeNode): WhyNode => {
    const path = [...node.path]
    const holds = evaluateTree(node, (place) => so[place] === true) === true
    if (!('leaf' in node)) {
      const { condition, not, items } = node
      return { path, holds, condition, not, items: items.map(show) }
    }
    return { path, holds, rule: node.rule, saw: saw[node.leaf]! }
  }
  const tree = show(root)
  const is = await membership(db, storeId, segment.id, person.id)
  const would_be = tree.holds && may && faulty.length === 0
  const stays = would_be && is.source === 'rule' && segment.auto_apply
  return {
    ...is,
    leaves_on: stays ? await leavesOn(db, context, whole, { person, so }) : null,
    since: (await sinceOf(db, storeId, segment.id, [person.id]))[0]?.since ?? null,
    would_be,
    pin: await pinOf(db, storeId, segment.id, person.id),
    tree,
  }
}

/** Data of a profile at each rule that can be evaluated. Sensitive values are always hidden here: viewing them is logged elsewhere. */
async function seen(
  db: Db,
  context: RuleContext,
  rule: Rule,
  { person, purchases }: { person: ProfileRow; purchases: Purchases | undefined },
): Promise<Saw | null> {
  const { storeId } = context
  switch (rule.kind) {
    case 'profile': {
      const field = context.fields.get(rule.field_id)!
      const computed = await computedValues(db, storeId, [person.id], [field])
      const value = field.formula ? (computed.get(person.id)?.[field.id] ?? null) : fieldValue(person, field)
      return field.sensitive && value !== null ? { masked: true } : { value }
    }
    case 'label': {
      const rows = await db
        .selectFrom('profile_label')
        .select('label_id')
        .where('store_id', '=', storeId)
        .where('profile_id', '=', person.id)
        .where('label_id', 'in', rule.label_ids)
        .where('source', '<>', 'manual_remove')
        .execute()
      const names = await labelNamesById(
        db,
        storeId,
        rows.map(({ label_id }) => label_id),
      )
      return { labels: [...names].map(([id, name]) => ({ id, name })) }
    }
    case 'activity': {
      const counted = sql`${countedActivities(rule, context)} and a.profile_id = ${person.id}`
      const { rows } = await sql<{ count: number; at: string | null }>`select count(*) as count, max(activity_at) as at
        from activity a where ${counted}`.execute(db)
      if (!purchases?.types.includes(rule.activity_type_id)) return rows[0]!
      return { ...rows[0]!, ...(await boughtOf(db, storeId, purchases, counted)) }
    }
    case 'consent': {
      const now = (await standingsOf(db, storeId, person.id, [rule.purpose_id])).get(rule.purpose_id)
      if (!now || now.standing === 'unknown') return { status: null }
      return { status: now.standing, ...(now.at !== null && now.standing !== 'under_age' && { at: now.at }) }
    }
    case 'channel': {
      if (rule.channel_type === 'phone' || rule.channel_type === 'sms') return { value: person.phone }
      const one = rule.channel_id === undefined ? sql`` : sql`and channel_id = ${rule.channel_id}`
      const { rows } = await sql<{ status: string }>`select status from channel_friend
        where store_id = ${storeId} and profile_id = ${person.id} and channel_type = ${rule.channel_type} ${one}
        order by channel_id limit 1`.execute(db)
      return rows[0] ?? { status: null }
    }
    case 'broadcast': {
      const { rows } = await sql<{ status: string }>`select status from broadcast_recipient
        where store_id = ${storeId} and profile_id = ${person.id} and broadcast_id = ${rule.broadcast_id}`.execute(db)
      return rows[0] ?? { status: null }
    }
    case 'source':
      return null
    case 'time':
      return { at: person[`${rule.at}_at`] }
  }
}

interface Purchase {
  at: string
  /** First text of the activity, which usually names the goods. */
  text: string | null
  amount: number
}

/** Sums the activities `a` of a condition that have an amount, and returns the last three of them. */
async function boughtOf(
  db: Db,
  storeId: number,
  purchases: Purchases,
  counted: RawBuilder<unknown>,
): Promise<{ total: number; purchases: Purchase[] }> {
  const bought = sql`activity a cross join lateral (select ${amountOf(purchases)} as amount) v
    where ${counted} and v.amount is not null`
  const sum = await sql<{ total: number }>`
    select coalesce(sum(v.amount), 0)::double precision as total from ${bought}`.execute(db)
  const { rows } = await sql<Purchase>`
    select a.activity_at as at, v.amount::double precision as amount, (
      select a.fields ->> f.id::text from activity_type t
        cross join lateral unnest(t.field_ids) with ordinality u (id, place)
        join activity_field f on f.store_id = t.store_id and f.id = u.id
      where t.store_id = ${storeId} and t.id = a.type_id and f.data_type = 'String' and f.field_type = 'custom_activity'
        and coalesce(a.fields ->> f.id::text, '') <> ''
      order by u.place limit 1) as text
    from ${bought} order by a.activity_at desc, a.id desc limit ${SHOWN}`.execute(db)
  return { total: sum.rows[0]!.total, purchases: rows }
}

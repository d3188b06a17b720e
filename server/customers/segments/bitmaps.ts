// How the members of a segment are computed: as bitmaps, in one statement.
//
// A rule is a tree of conditions joined by and, or and not. Each condition yields profiles: some by an index (a label), some by reading every
// row (a field). Combining such sets by INTERSECT, EXCEPT or joins sorts or hashes every profile once per condition, and negation needs the
// set of all profiles. Bitmaps avoid both: a million profiles are 16,000 words, whatever the number of conditions.
//
// 1. A word stands for 64 profiles with consecutive ids. Profile 1234 is bit 1234 & 63 = 18 of block 1234 >> 6 = 19.
// 2. Each condition is a column. Its source is a set of ids (of a label, an activity, ...) or a test of rows of `profile`. Sources are read
//    by one UNION ALL, in which a row sets one bit of its columns and leaves the others null, and GROUP BY block merges them with bit_or:
//    all tables are read in parallel, and only words are grouped.
// 3. Rules are expressions over columns: & for and, | for or, ~ for not. Nothing reads a profile again.
// 4. ~ also sets the bits of ids without a profile, and of deleted or restricted profiles. Callers add a column of profiles outside of all
//    segments (outsideOf), and one of live profiles if the rule matches profiles without any data, and mask the result with both.
//
// Example: rule "VIP and not bought", profiles 1, 2, 3 and 5 of one block, labels of 1, 2 and 5, purchases of 2. The statement reads
//
//   block | rule_0 (label VIP)        | rule_1 (bought)
//   0     | bits 1, 2, 5 = 0b100110   | bit 2 = 0b000100
//
// and rule_0 & ~rule_1 = 0b100010: profiles 1 and 5. ~rule_1 alone would also have bits 0, 4 and 6 to 63, which belong to no profile. A block
// without any row is missing; coalesce(column, 0) fills columns in blocks that others made. With members 1 and 2 as a further column,
// membership-diff.ts computes matches & ~members = profile 5, which joins, and members & ~matches = profile 2, which leaves. docs/performance.md has
// the measurements.
import { type RawBuilder, sql } from 'kysely'
import type { CompiledCondition } from '../rules/compiled-condition.ts'
import type { TreeNode } from './tree.ts'

/** Source of a bitmap column: a set of ids, possibly repeated, with a test on its rows, or a test on profiles only. */
interface Column {
  name: string
  ids?: RawBuilder<unknown>
  is?: RawBuilder<unknown>
}

/**
 * Returns a statement that yields words by `block`, null for columns without matches. `people`: rows to test, from a table `profile` or a
 * replacement, with a condition at its end.
 */
export function bitmaps(columns: readonly Column[], people: RawBuilder<unknown>): RawBuilder<unknown> {
  const named = columns.map(({ name }) => sql.ref(name))
  // Shared sources are read once.
  const read = [...new Set(columns.map(({ ids }) => ids))]
  const branches = read.map((ids) => {
    const id = sql.ref(ids ? 'one.id' : 'profile.id')
    const own = columns.filter((column) => column.ids === ids)
    // A single test filters rows before they are grouped.
    const only = !ids && own.length === 1 ? own[0]!.is : undefined
    const words = columns.map((column) => {
      if (column.ids !== ids) return none
      return column.is && !only ? sql`case when ${column.is} then ${bitOf(id)} end` : bitOf(id)
    })
    const from = ids ? sql`${ids} one` : people
    return sql`union all select ${blockOf(id)}, ${sql.join(words)} from ${from} ${only ? sql`and (${only})` : sql``}`
  })
  // Starts with an empty branch, which hides statistics of ids: the planner would expect a block per profile, and group in one process.
  return sql`select block, ${sql.join(named.map((name) => sql`bit_or(${name}) as ${name}`))} from (
      select null::int8 as block, ${sql.join(named.map((name) => sql`${none} as ${name}`))} where false
      ${sql.join(branches, sql` `)}
    ) bits group by block`
}

const none: RawBuilder<unknown> = sql`null::int8`
const blockOf = (id: RawBuilder<unknown>) => sql`${id} >> 6`
const bitOf = (id: RawBuilder<unknown>) => sql`1::int8 << (${id} & 63)::int`

/** The column of a rule. */
export const ruleName = (place: number) => `rule_${place}`

/** The columns of rules, in their order. */
export const ruleColumns = (asked: readonly CompiledCondition[]): Column[] =>
  asked.map(({ is, ids }, place) => ({ name: ruleName(place), ...(ids ? { ids } : { is }) }))

/** Expressions of the rules' words from their columns; negated ones include gaps between ids. */
export const ruleBitmaps = (asked: readonly CompiledCondition[]): RawBuilder<unknown>[] =>
  asked.map(({ not }, place) => {
    const name = sql.ref(ruleName(place))
    return sql`${sql.raw(not ? '~' : '')}coalesce(${name}, 0) as ${name}`
  })

/** Result of a part of a rule. `upTo`: evaluates the rule up to this path; undefined if no part was evaluated. */
export function treeBitmap(node: TreeNode, upTo = Number.POSITIVE_INFINITY): RawBuilder<unknown> | undefined {
  if ('leaf' in node) return node.leaf <= upTo ? sql.ref(ruleName(node.leaf)) : undefined
  const parts = node.items.flatMap((item) => treeBitmap(item, upTo) ?? [])
  if (parts.length === 0) return undefined
  const whole = sql`(${sql.join(parts, sql.raw(node.condition === 'and' ? ' & ' : ' | '))})`
  return node.not ? sql`(~${whole})` : whole
}

/** Profiles excluded from all segments; `away` ones keep their membership for their return. */
export const outsideOf = (
  storeId: number,
) => sql`(select id, deleted_at is not null or merged_into is not null as away from profile
  where store_id = ${storeId} and (coalesce(deleted_at, restricted_at) is not null or merged_into is not null))`

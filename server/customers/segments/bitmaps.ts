import { type RawBuilder, sql } from 'kysely'
import type { CompiledCondition } from '../rules/compiled-condition.ts'
import type { TreeNode } from './tree.ts'

// Represents matches as bits: 64 profiles with consecutive ids share a word. Rules and groups become a few thousand words, combined without
// reading profiles, and parallel workers can read all tables.

/** Source of a bitmap column: a set of ids, possibly repeated, with a test on its rows, or a test on profiles only. */
interface Column {
  name: string
  ids?: RawBuilder<unknown>
  is?: RawBuilder<unknown>
}

/**
 * A statement that answers words by `block`, null where nobody was found. `people`: whose rows are read, a table `profile` or what stands
 * for it, with a condition at its end.
 */
export function bitmaps(columns: readonly Column[], people: RawBuilder<unknown>): RawBuilder<unknown> {
  const named = columns.map(({ name }) => sql.ref(name))
  // Shared sources are read once.
  const read = [...new Set(columns.map(({ ids }) => ids))]
  const branches = read.map((ids) => {
    const id = sql.ref(ids ? 'one.id' : 'profile.id')
    const own = columns.filter((column) => column.ids === ids)
    // Asked where they are read, of one column alone: nobody else comes to be grouped.
    const only = !ids && own.length === 1 ? own[0]!.is : undefined
    const words = columns.map((column) => {
      if (column.ids !== ids) return none
      return column.is && !only ? sql`case when ${column.is} then ${bitOf(id)} end` : bitOf(id)
    })
    const from = ids ? sql`${ids} one` : people
    return sql`union all select ${blockOf(id)}, ${sql.join(words)} from ${from} ${only ? sql`and (${only})` : sql``}`
  })
  // Begun with nothing, so that no statistics say how many blocks there are: else every person counts for one, and one process groups them all.
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

/** The words of whom each rule is so, out of the columns: of gaps between people, too. */
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

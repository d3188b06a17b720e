import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Asked } from '../rules/ask.ts'
import type { Tree, TreeNode } from './tree.ts'

// Whom each rule means is put down as bits: 64 people in a row make a word, by their ids. What a rule or a group says of everybody is then a
// few thousand words, which are put together and counted without a look at any person; and all tables are read by all processes at once.

/** How many of the people that were asked fulfil a rule, each of its parts, and the rule as if it ended after each. */
export interface Tally {
  people: number
  count: number
  alone: number[]
  left: number[]
  /** Some of those whom the rule means, the newest first. */
  newest: number[]
}

/** People who are shown as examples. */
export const NEWEST = 10

/** People who are asked: of a table `profile`, or of what stands for it. */
interface People {
  from: RawBuilder<unknown>
  /** Those among them who may be in no segment. */
  outside?: RawBuilder<unknown>
}

/** All people of a store. Where no rule asks their rows, an index tells who they are. */
export const everybodyOf = (storeId: number): People => ({
  from: sql`profile where store_id = ${storeId}`,
  outside: sql`(select id from profile
    where store_id = ${storeId} and (coalesce(deleted_at, restricted_at) is not null or merged_into is not null))`,
})

/** Asks people the rules of a tree, in its order. */
export async function tally(db: Db, tree: Tree, asked: readonly Asked[], people: People): Promise<Tally> {
  const whole = wordOf(tree.root)!
  const counts = (word: (place: number) => RawBuilder<unknown>) =>
    sql`array[${sql.join(asked.map((_, place) => counted(word(place))))}]::int[]`
  const { rows } = await sql<Omit<Tally, 'newest'> & { newest: string[] }>`
    with answers as materialized (
      select block, live & ~coalesce(outside, 0) as live, ${sql.join(asked.map(answer))}
      from (${words(asked, people)}) words where live is not null
    )
    select ${counted(sql`live`)} as people, ${counted(whole)} as count,
      ${counts(nameOf)} as alone, ${counts((place) => wordOf(tree.root, place)!)} as left, ${newest(whole)} as newest
    from answers`.execute(db)
  const { newest: ids, ...told } = rows[0]!
  return { ...told, newest: ids.map(Number) }
}

const blockOf = (id: RawBuilder<unknown>) => sql`${id} >> 6`
const bitOf = (id: RawBuilder<unknown>) => sql`1::int8 << (${id} & 63)::int`
const nameOf = (place: number): RawBuilder<unknown> => sql.ref(`rule_${place}`)

/** The words of who is asked, of who may be in no segment, and of whom each rule is so. */
function words(asked: readonly Asked[], { from, outside }: People): RawBuilder<unknown> {
  const names = [sql.ref('live'), sql.ref('outside'), ...asked.map((_, place) => nameOf(place))]
  const none = names.map((): RawBuilder<unknown> => sql`null::int8`)
  const [id, one] = [sql.ref('profile.id'), sql.ref('one.id')]
  const ofRow = [
    bitOf(id),
    none[0]!,
    ...asked.map(({ is, ids }) => (ids ? none[0]! : sql`case when ${is} then ${bitOf(id)} end`)),
  ]
  const sets = [undefined, outside, ...asked.map(({ ids }) => ids)].flatMap((ids, place) =>
    ids ? [sql`union all select ${blockOf(one)}, ${sql.join(none.with(place, bitOf(one)))} from ${ids} one`] : [],
  )
  return sql`select block, ${sql.join(names.map((name) => sql`bit_or(${name}) as ${name}`))} from (
      select ${blockOf(id)} as block, ${sql.join(ofRow.map((word, place) => sql`${word} as ${names[place]!}`))}
      from ${from} ${sql.join(sets, sql` `)}
    ) bits group by block`
}

function answer({ not }: Asked, place: number): RawBuilder<unknown> {
  return sql`${sql.raw(not ? '~' : '')}coalesce(${nameOf(place)}, 0) as ${nameOf(place)}`
}

/** What a part of the rule says. `upTo`: as if the rule ended after this place; undefined when nothing of it was asked. */
function wordOf(node: TreeNode, upTo = Number.POSITIVE_INFINITY): RawBuilder<unknown> | undefined {
  if ('leaf' in node) return node.leaf <= upTo ? nameOf(node.leaf) : undefined
  const parts = node.items.flatMap((item) => wordOf(item, upTo) ?? [])
  if (parts.length === 0) return undefined
  const whole = sql`(${sql.join(parts, sql.raw(node.condition === 'and' ? ' & ' : ' | '))})`
  return node.not ? sql`(~${whole})` : whole
}

const counted = (word: RawBuilder<unknown>) => sql`coalesce(sum(bit_count((live & ${word})::bit(64))), 0)::int`

function newest(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array(select id from (
      select block, live & ${word} as word from answers where live & ${word} <> 0 order by block desc limit ${NEWEST}
    ) last cross join lateral (
      select block * 64 + place as id from generate_series(0, 63) place where (word >> place) & 1 = 1) people
    order by id desc limit ${NEWEST})`
}

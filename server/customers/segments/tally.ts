import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { CompiledCondition } from '../rules/compiled-condition.ts'
import { bitmaps, outsideOf, ruleBitmaps, ruleColumns, ruleName, treeBitmap } from './bitmaps.ts'
import { evaluateTree, type Tree } from './tree.ts'

/** Counts matches among evaluated profiles: of the rule, of each part, and of the rule up to each part. */
export interface Tally {
  people: number
  count: number
  alone: number[]
  left: number[]
  /** Some of those whom the rule means, the newest first. */
  newest: number[]
  /** Compared with members, if they were given. */
  change: { joined: number; left: number } | null
}

/** Number of profiles shown as examples. */
export const NEWEST = 10

/** Profiles to evaluate: the table `profile`, or a replacement. */
interface People {
  from: RawBuilder<unknown>
  /** Profiles among them that are excluded from segments. */
  outside?: RawBuilder<unknown>
  /** Skips the total. */
  uncounted?: true
  /** Members of a segment to compare with, as rows (id, source). */
  members?: RawBuilder<unknown> | undefined
}

/** All profiles of a store. If no rule reads their rows, an index suffices. */
export const everybodyOf = (storeId: number, join: RawBuilder<unknown>): People => ({
  from: sql`profile ${join} where store_id = ${storeId}`,
  outside: outsideOf(storeId),
  uncounted: true,
})

/** The common table `answers`: words of live profiles and of each rule, by block. `whole`: the word of the rule. */
export function answersOf(
  tree: Tree,
  asked: readonly CompiledCondition[],
  { from, outside, uncounted, members }: People,
): { answers: RawBuilder<unknown>; whole: RawBuilder<unknown> } {
  // A condition that matches profiles without data needs all profiles.
  const all =
    !uncounted || asked.some((one, place) => one.not || evaluateTree(tree.root, (at) => asked[at]!.not, place))
  const columns = [
    ...(all ? [{ name: 'live' }] : []),
    ...(outside ? [{ name: 'outside', ids: outside }] : []),
    ...(members
      ? [
          { name: 'by_rule', ids: members, is: sql`one.source = 'rule'` },
          { name: 'pinned', ids: members, is: sql`one.source <> 'rule'` },
        ]
      : []),
    ...ruleColumns(asked),
  ]
  const live = all ? sql`live` : sql`-1::int8`
  const compared = members ? sql`coalesce(by_rule, 0) as by_rule, coalesce(pinned, 0) as pinned,` : sql``
  const answers = sql`answers as materialized (
      select block, ${compared} ${outside ? sql`${live} & ~coalesce(outside, 0) as live` : live}, ${sql.join(ruleBitmaps(asked))}
      from (${bitmaps(columns, from)}) words where ${live} is not null
    )`
  return { answers, whole: treeBitmap(tree.root)! }
}

/** Evaluates the rules of a tree for profiles, in its order. */
export async function tally(db: Db, tree: Tree, asked: readonly CompiledCondition[], people: People): Promise<Tally> {
  const { answers, whole } = answersOf(tree, asked, people)
  const counts = (word: (place: number) => RawBuilder<unknown>) =>
    sql`array[${sql.join(asked.map((_, place) => counted(word(place))))}]::int[]`
  const change = people.members
    ? sql`json_build_object('joined', ${counted(sql`${whole} & ~by_rule & ~pinned`)}, 'left', ${counted(sql`by_rule & ~${whole}`)})`
    : sql`null`
  const { rows } = await sql<Omit<Tally, 'newest'> & { newest: string[] }>`
    with ${answers}
    select ${counted(sql`live`)} as people, ${counted(whole)} as count,
      ${counts((place) => sql.ref(ruleName(place)))} as alone, ${counts((place) => treeBitmap(tree.root, place)!)} as left, ${newest(whole)} as newest,
      ${change} as change
    from answers`.execute(db)
  const { newest: ids, ...told } = rows[0]!
  return { ...told, newest: ids.map(Number) }
}

const counted = (word: RawBuilder<unknown>) => sql`coalesce(sum(bit_count((live & ${word})::bit(64))), 0)::int`

function newest(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array(select id from (
      select block, live & ${word} as word from answers where live & ${word} <> 0 order by block desc limit ${NEWEST}
    ) last cross join lateral (
      select block * 64 + place as id from generate_series(0, 63) place where (word >> place) & 1 = 1) people
    order by id desc limit ${NEWEST})`
}

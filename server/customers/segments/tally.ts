import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import type { CompiledCondition } from '../rules/compiled-condition.ts'
import { bitmaps, outsideOf, ruleBitmaps, ruleColumns, ruleName, treeBitmap } from './bitmaps.ts'
import { holdsAt, type Tree } from './tree.ts'

/** Counts matches among evaluated profiles: of the rule, of each part, and of the rule up to each part. */
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
  /** Profiles among them that are excluded from segments. */
  outside?: RawBuilder<unknown>
  /** Nobody asks how many they are. */
  uncounted?: true
}

/** All people of a store. Where no rule asks their rows, an index tells who they are. */
export const everybodyOf = (storeId: number, join: RawBuilder<unknown>): People => ({
  from: sql`profile ${join} where store_id = ${storeId}`,
  outside: outsideOf(storeId),
  uncounted: true,
})

/** Asks people the rules of a tree, in its order. */
export async function tally(
  db: Db,
  tree: Tree,
  asked: readonly CompiledCondition[],
  { from, outside, uncounted }: People,
): Promise<Tally> {
  // A condition that matches profiles without data needs all profiles.
  const all = !uncounted || asked.some((one, place) => one.not || holdsAt(tree.root, (at) => asked[at]!.not, place))
  const columns = [
    ...(all ? [{ name: 'live' }] : []),
    ...(outside ? [{ name: 'outside', ids: outside }] : []),
    ...ruleColumns(asked),
  ]
  const live = all ? sql`live` : sql`-1::int8`
  const whole = treeBitmap(tree.root)!
  const counts = (word: (place: number) => RawBuilder<unknown>) =>
    sql`array[${sql.join(asked.map((_, place) => counted(word(place))))}]::int[]`
  const { rows } = await sql<Omit<Tally, 'newest'> & { newest: string[] }>`
    with answers as materialized (
      select block, ${outside ? sql`${live} & ~coalesce(outside, 0) as live` : live}, ${sql.join(ruleBitmaps(asked))}
      from (${bitmaps(columns, from)}) words where ${live} is not null
    )
    select ${counted(sql`live`)} as people, ${counted(whole)} as count,
      ${counts((place) => sql.ref(ruleName(place)))} as alone, ${counts((place) => treeBitmap(tree.root, place)!)} as left, ${newest(whole)} as newest
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

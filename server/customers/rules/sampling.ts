import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import type { Condition } from './condition.ts'
import { sampleBlocks } from './sample-blocks.ts'

/** Profiles whose ids follow each other lie on the same pages: a block of them costs hardly more than one. */
const BLOCK = 8
/** Profiles that are looked at, as many as tell some hundredths of a store. */
const LOOKED_AT = 1000
/** And first: what none of these fulfils is hardly ever common, and rare things are asked for as often. */
const FIRST_LOOKED_AT = 120
/** Blocks that are tried at most, of a store whose profiles lie far apart among those of others. */
const MOST_TRIED = 5000
/** Standard errors: wrong less than once in 1,000 times, also where those who fulfil a condition lie together. */
const Z = 3.5

interface Drawn {
  blocks: number
  people: number
  /** Sums per block of matches, their squares and their products with the total, for each condition and for all together. */
  hits: number[]
  squares: number[]
  products: number[]
  peopleSquared: number
}

interface Surely {
  /** Tells for each condition whether it certainly matches more than `most` live profiles. */
  each: boolean[]
  /** True if certainly more than `most` match all. */
  all: boolean
}

/**
 * Which conditions surely more than `most` of the `total` live profiles of a store fulfil, by some blocks of profiles drawn by lot. Of
 * what is not sure nothing is said. Wrong less than once in 1,000 times.
 */
export async function exceedsThreshold(
  db: Db,
  storeId: number,
  conditions: readonly Condition[],
  total: number,
  most: number,
): Promise<Surely> {
  const first = await draw(db, storeId, conditions, total, FIRST_LOOKED_AT)
  if (conditions.some(({ scans }, place) => scans && first.hits[place] === 0))
    return { each: conditions.map(() => false), all: false }
  const drawn = await draw(db, storeId, conditions, total, LOOKED_AT)
  const sure = drawn.hits.map((_, place) => isSurelyAbove(drawn, place, most / total))
  return { each: sure.slice(0, -1), all: sure.at(-1)! }
}

/** Ratio estimate with its error for a sample of blocks, never more certain than a sample of single profiles. */
function isSurelyAbove(drawn: Drawn, place: number, share: number): boolean {
  const { blocks, people, peopleSquared } = drawn
  if (blocks < 2) return false
  const [hits, squares, products] = [drawn.hits[place]!, drawn.squares[place]!, drawn.products[place]!]
  const found = hits / people
  const spread = squares - 2 * found * products + found * found * peopleSquared
  const ofBlocks = (Math.max(spread, 0) * blocks) / (blocks - 1) / (people * people)
  const ofEach = (share * (1 - share)) / people
  return found - Z * Math.sqrt(Math.max(ofBlocks, ofEach)) > share
}

async function draw(
  db: Db,
  storeId: number,
  conditions: readonly Condition[],
  total: number,
  most: number,
): Promise<Drawn> {
  const reads = new Set<string>([
    'id',
    'deleted_at',
    'merged_into',
    ...conditions.flatMap((condition) => condition.reads),
  ])
  const lots = { people: most, total, block: BLOCK, mostTried: MOST_TRIED }
  const columns = sql.join([...reads].map((name) => sql.ref(name)))
  const each = conditions.map((_, place) => sql.ref(`is_${place}`))
  // OFFSET 0 keeps the probe a probe: a label is no set of 200,000 people that is hashed to be asked about 1,000.
  const asked = conditions.map(({ is }, place) => sql`(select ${is} offset 0) as ${each[place]!}`)
  const hits = [...each, sql.join(each, sql` and `)].map((is, place) => ({ is, name: sql.ref(`hits_${place}`) }))
  const counts = hits.map(({ is, name }) => sql`count(*) filter (where ${is}) as ${name}`)
  const sums = (of: (hit: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`array[${sql.join(hits.map(({ name }) => sql`coalesce(sum(${of(name)}), 0)::float8`))}]`
  const { rows } = await sql<Drawn>`
    with asked as (
      select lot, ${sql.join(asked)} from ${sampleBlocks(storeId, lots, columns)} profile
      where deleted_at is null and merged_into is null
      offset 0
    ), drawn as (
      select count(*) as people, ${sql.join(counts)} from asked group by lot
    )
    select count(*)::float8 as blocks, coalesce(sum(people), 0)::float8 as people,
      coalesce(sum(people * people), 0)::float8 as "peopleSquared", ${sums((hit) => hit)} as hits,
      ${sums((hit) => sql`${hit} * ${hit}`)} as squares, ${sums((hit) => sql`${hit} * people`)} as products
    from drawn`.execute(db)
  return rows[0]!
}

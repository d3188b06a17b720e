// How a list learns that a condition matches more than 10,000 profiles without counting them.
//
// A list shows its total up to 10,000 and "10,000+" above. Counting 50,000 matches of a word takes 66 ms, almost all of it spent on pages of
// the index. Testing 1,000 random profiles takes a few, and answers the same question if the condition is common. If the sample is not
// certain, the caller counts as before: sampling may only save work, never change a result.
//
// 1. Blocks, not profiles. Profiles with consecutive ids lie on the same pages, so 125 blocks of 8 profiles cost little more than 125
//    profiles. Every block of the store's ids is equally likely; a block without profiles of the store counts for nothing.
// 2. Estimate. Each block yields its live profiles (people) and its matches (hits). The share of matches is hits / people over all blocks: a
//    ratio estimate, since both numbers are random.
// 3. Error. Profiles of one block often come from one file and are alike, so 1,000 of them tell less than 1,000 independent ones. The error
//    is therefore computed from the spread between blocks: the sum of (hits - share * people)^2, which needs the sums of hits^2,
//    hits * people and people^2 only. It is never taken for smaller than that of single profiles, sqrt(p (1 - p) / n).
// 4. Decision. A condition exceeds the threshold if the share minus 3.5 standard errors is above it: wrong less than once in 1,000 times.
//
// Example: a store has 100,000 profiles, and the list asks if more than 10,000 (p = 0.1) have a word. 125 blocks yield 1,000 profiles, 250
// of which match: share 0.25. Were the profiles independent, the error would be sqrt(0.1 * 0.9 / 1000) = 0.0095. The matches came in runs, so
// the spread between blocks gives 0.022, which is larger and therefore used. 0.25 - 3.5 * 0.022 = 0.173 > 0.1: certainly more than 10,000,
// and the list shows "10,000+". With 130 matches (share 0.13) nothing is certain even at the small error: 0.13 - 3.5 * 0.0095 = 0.097 < 0.1.
//
// A first sample of 120 profiles comes before: if a condition without an index matches at most half as many as the threshold, it is most
// likely rare, and its ids are read instead. Decision 39 has the measurements.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Condition } from './condition.ts'
import { sampleBlocks } from './sample-blocks.ts'

/** Profiles per block: consecutive ids lie on the same pages, and cost little more than one. */
const BLOCK = 8
/** Sampled profiles: enough to detect differences of a few percent. */
const LOOKED_AT = 1000
/** Profiles of the first sample: conditions without matches there are rarely common. */
const FIRST_LOOKED_AT = 120
/** Maximum blocks tried, for stores whose profiles are scattered among those of others. */
const MOST_TRIED = 5000
/** Standard errors: wrong less than once in 1,000 times, even if matches are adjacent. */
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
 * Returns which conditions certainly match more than `most` of a store's `total` live profiles, by sampling. False means uncertain, not
 * fewer.
 */
export async function exceedsThreshold(
  db: Db,
  storeId: number,
  conditions: readonly Condition[],
  total: number,
  most: number,
): Promise<Surely> {
  const first = await draw(db, storeId, conditions, total, FIRST_LOOKED_AT)
  // Half the threshold is most likely below it.
  if (conditions.some(({ scans }, place) => scans && 2 * first.hits[place]! <= (most / total) * first.people))
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
  // OFFSET 0 keeps a probe per profile: PostgreSQL would hash 200,000 members of a label to test 1,000.
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

import type { Estimate } from '@ruam/contract/segment-estimate.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type MeaningRule, wholeRule } from '../membership/whole-rule.ts'
import { type Asked, askEach, askOf } from '../rules/ask.ts'
import { compileRule } from '../rules/compile.ts'
import type { RuleContext } from '../rules/context.ts'
import { byLots } from '../rules/lots.ts'
import { nameOfPerson } from './people.ts'
import { holdsAt, type Tree, treeOf } from './tree.ts'

type Counts = Pick<Estimate, 'count' | 'exact' | 'margin' | 'per_rule'>

/** People of whom the same is so, and how many they are; of each rule one bit. */
interface Alike {
  bits: number[]
  people: number
}

/** People who are shown as examples. */
const SAMPLE = 10

/** Rules whose answers travel as one number. */
const WORD = 30

/**
 * How many people a rule means, exactly: everybody is read once for what their rows tell, each other rule is one set of ids, and all of
 * them are put together by person. What the groups of the rule say is then worked out for each combination of answers there is.
 */
export async function countExactly(db: Db, rule: MeaningRule, context: RuleContext): Promise<Counts> {
  const tree = treeOf(rule)
  const asked = tree.leaves.map((leaf) => askOf(leaf.rule, context))
  const alike = await combinations(db, context.storeId, asked)
  return { ...countsOf(tree, asked, alike, 1), exact: true, margin: 0 }
}

const wordsOf = (asked: readonly Asked[]) => Array.from({ length: Math.ceil(asked.length / WORD) }, (_, word) => word)

const bitOf = (place: number) => 2 ** (place % WORD)

const inWord = (place: number, word: number) => Math.floor(place / WORD) === word

/** What of a word the row of somebody tells, of these rules. */
function bitsOf(asked: readonly Asked[], word: number, among: (one: Asked) => boolean): RawBuilder<unknown> {
  const parts = asked.flatMap((one, place): RawBuilder<unknown>[] =>
    among(one) && inWord(place, word) ? [sql`case when ${one.is} then ${bitOf(place)}::int else 0 end`] : [],
  )
  return parts.length > 0 ? sql`(${sql.join(parts, sql` | `)})` : sql`0`
}

async function combinations(db: Db, storeId: number, asked: readonly Asked[]): Promise<Alike[]> {
  const words = wordsOf(asked)
  const ofRow = words.map((word) => bitsOf(asked, word, ({ ids }) => !ids))
  const sets = asked.flatMap(({ ids }, place) => {
    if (!ids) return []
    const bits = words.map((word) => sql`${inWord(place, word) ? bitOf(place) : 0}::int`)
    return [sql`union all select id, ${sql.join(bits)}, false from ${ids} one`]
  })
  const names = words.map((word) => sql.ref(`w${word}`))
  const { rows } = await sql<{ bits: number[]; people: number }>`
    select array[${sql.join(names)}] as bits, count(*) as people from (
      select id, ${sql.join(names.map((name) => sql`bit_or(${name}) as ${name}`))} from (
        select id, ${sql.join(ofRow.map((bits, word) => sql`${bits} as ${names[word]!}`))}, true as lives from profile
        where store_id = ${storeId} and deleted_at is null and merged_into is null and restricted_at is null
        ${sql.join(sets, sql` `)}
      ) answers group by id having bool_or(lives)
    ) people group by ${sql.join(names)}`.execute(db)
  return rows
}

/** People of a store that are all counted at once. */
const MANY = 100_000

/** How many people a rule means: exactly, or of many people by lot where that was not asked for. */
export async function estimateOf(
  db: Db,
  rule: MeaningRule,
  context: RuleContext,
  { total, exact, many = MANY }: { total: number; exact: boolean; many?: number },
): Promise<Counts> {
  const byLot = exact || total < many ? undefined : await countByLot(db, rule, context, total)
  if (!byLot) return countExactly(db, rule, context)
  const few = await countFew(db, rule, context)
  return few === undefined ? byLot : { ...byLot, count: few, exact: true, margin: 0 }
}

/** People who are looked at where a store has many, and how few are too few to tell. */
const LOOKED_AT = 4000
const TOO_FEW = 1000
/** Ids that are tried at most to find them: of a store whose people lie far apart. */
const MOST_TRIED = 400_000

/**
 * The same by some thousands of people who are drawn by lot, each of them asked all rules; undefined where too few are found. The count
 * is right within the margin in 95 of 100 cases.
 */
async function countByLot(db: Db, rule: MeaningRule, context: RuleContext, total: number): Promise<Counts | undefined> {
  const tree = treeOf(rule)
  const asked = tree.leaves.map((leaf) => askEach(leaf.rule, context))
  const alike = await drawn(db, context.storeId, asked, total)
  const people = alike.reduce((sum, one) => sum + one.people, 0)
  if (people < TOO_FEW) return undefined
  const counts = countsOf(tree, asked, alike, total / people)
  return { ...counts, exact: false, margin: marginOf((counts.count * people) / total, people, total) }
}

async function drawn(db: Db, storeId: number, asked: readonly Asked[], total: number): Promise<Alike[]> {
  const words = wordsOf(asked)
  const names = words.map((word) => sql.ref(`w${word}`))
  const bits = words.map((word) => sql`${bitsOf(asked, word, () => true)} as ${names[word]!}`)
  // One by one: the margin is that of people who are drawn alone.
  const lots = { people: LOOKED_AT, total, block: 1, mostTried: MOST_TRIED }
  const { rows } = await sql<{ bits: number[]; people: number }>`
    select array[${sql.join(names)}] as bits, count(*) as people from (
      select ${sql.join(bits)} from ${byLots(storeId, lots, sql`*`)} profile
      where deleted_at is null and merged_into is null and restricted_at is null
    ) people group by ${sql.join(names)}`.execute(db)
  return rows
}

/** Standard errors of 95 %. */
const Z = 1.96

/** How far off a count may be of which `hits` of `people` fulfilled the rule: Wilson's interval, which holds for few hits too. */
function marginOf(hits: number, people: number, total: number): number {
  const p = hits / people
  const z2 = (Z * Z) / people
  const middle = (p + z2 / 2) / (1 + z2)
  const half = (Z * Math.sqrt((p * (1 - p)) / people + z2 / (4 * people))) / (1 + z2)
  return Math.ceil(Math.max(p - (middle - half), middle + half - p) * total)
}

/** Ids of a rule that an index tells and that are few enough to be asked one by one. */
const FEW = 5000

/** How many a rule means exactly, where an index tells that one of the things it asks for is true of few; undefined elsewhere. */
export async function countFew(db: Db, rule: MeaningRule, context: RuleContext): Promise<number | undefined> {
  const { conditions } = compileRule(wholeRule(rule), context)
  for (const { ids, scans } of conditions) {
    if (scans) continue
    const some = await sql<{ n: number }>`select count(*) as n from ${ids(FEW + 1)} found`.execute(db)
    if (some.rows[0]!.n > FEW) continue
    const all = conditions.map(({ is }) => sql`and (${is})`)
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${ids()} few cross join lateral (
        select * from profile where store_id = ${context.storeId} and id = few.id offset 0) profile
      where deleted_at is null and merged_into is null and restricted_at is null ${sql.join(all, sql` `)}`.execute(db)
    return rows[0]!.n
  }
  return undefined
}

/** What the groups of a rule say of each combination; `each`: how many people one of them stands for. */
function countsOf({ root, leaves }: Tree, asked: readonly Asked[], alike: readonly Alike[], each: number) {
  const sum = (is: (so: (place: number) => boolean) => boolean | undefined) => {
    let people = 0
    for (const one of alike) {
      const so = (place: number) =>
        (Math.floor(one.bits[Math.floor(place / WORD)]! / bitOf(place)) % 2 === 1) !== asked[place]!.not
      if (is(so)) people += one.people
    }
    return Math.round(people * each)
  }
  return {
    count: sum((so) => holdsAt(root, so)),
    per_rule: leaves.map(({ path }, place) => ({
      path: [...path],
      alone: sum((so) => so(place)),
      left: sum((so) => holdsAt(root, so, place)),
    })),
  }
}

/** Up to ten people whom a rule means, the newest first. */
export async function sampleOf(db: Db, rule: MeaningRule, context: RuleContext) {
  const { conditions } = compileRule(wholeRule(rule), context)
  const all = conditions.map(({ is }) => sql`and (${is})`)
  const { rows } = await sql<{ id: number; name: string }>`select id, ${nameOfPerson} as name from profile
    where store_id = ${context.storeId} and deleted_at is null and merged_into is null and restricted_at is null
      ${sql.join(all, sql` `)}
    order by id desc limit ${SAMPLE}`.execute(db)
  return rows
}

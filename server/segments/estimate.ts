import type { Estimate } from '@ruam/contract/segments.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type MeaningRule, wholeRule } from '../membership/whole-rule.ts'
import { type Asked, askOf } from '../rules/ask.ts'
import { compileRule } from '../rules/compile.ts'
import type { RuleContext } from '../rules/context.ts'
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

/** Answers by word: how the rules of each are asked of a row, and by which sets. */
const wordsOf = (asked: readonly Asked[]) => Array.from({ length: Math.ceil(asked.length / WORD) }, (_, word) => word)

const bitOf = (place: number) => 2 ** (place % WORD)

async function combinations(db: Db, storeId: number, asked: readonly Asked[]): Promise<Alike[]> {
  const words = wordsOf(asked)
  const inWord = (place: number, word: number) => Math.floor(place / WORD) === word
  const ofRow = words.map((word) => {
    const parts = asked.flatMap(({ is, ids }, place): RawBuilder<unknown>[] =>
      ids || !inWord(place, word) ? [] : [sql`case when ${is} then ${bitOf(place)}::int else 0 end`],
    )
    return parts.length > 0 ? sql`(${sql.join(parts, sql` | `)})` : sql`0`
  })
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

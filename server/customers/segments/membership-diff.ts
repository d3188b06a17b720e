import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { isLive } from '../fields/live.ts'
import { mayBeMember } from '../membership/evaluate.ts'
import type { StoredRule } from '../membership/stored-rule.ts'
import type { CompiledRule } from '../rules/compile.ts'
import { compileSet } from '../rules/compiled-condition.ts'
import type { RuleContext } from '../rules/context.ts'
import { sharedTexts } from '../rules/shared-texts.ts'
import { bitmaps, outsideOf, ruleBitmaps, ruleColumns, treeBitmap } from './bitmaps.ts'
import { evaluateTree, rulesOf, treeOf } from './tree.ts'

const ASKED_AT_ONCE = 5000

/** Members of a segment and profiles excluded by hand, as rows (id, source). */
export const membersWithSource = (storeId: number, id: number) =>
  sql`(select profile_id as id, source from profile_label where store_id = ${storeId} and label_id = ${id})`

/** Profiles that must join or leave, by one comparison of matches with members, ordered by id. Pins stay. */
export async function membershipDiff(
  db: Db,
  context: RuleContext,
  id: number,
  rule: StoredRule,
): Promise<MembershipDiff> {
  const { storeId } = context
  const tree = treeOf(rule)
  const { root } = tree
  const shared = sharedTexts(rulesOf(tree), context)
  const asked = tree.leaves.map((leaf) => compileSet(leaf.rule, shared.context))
  // A condition that matches profiles without data needs all profiles.
  const all = evaluateTree(root, (place) => asked[place]!.not) === true
  const has = membersWithSource(storeId, id)
  const outside = outsideOf(storeId)
  const columns = [
    ...(all ? [{ name: 'live' }] : []),
    { name: 'outside', ids: outside },
    { name: 'away', ids: outside, is: sql`one.away` },
    { name: 'by_rule', ids: has, is: sql`one.source = 'rule'` },
    { name: 'pinned', ids: has, is: sql`one.source <> 'rule'` },
    ...ruleColumns(asked),
  ]
  const set = ['outside', 'away', 'by_rule', 'pinned'].map(
    (name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`,
  )
  const live = all ? sql`coalesce(live, 0) as live` : sql`-1::int8 as live`
  await bySets(db)
  const { rows } = await sql<{ block: number; low: number; high: number }>`
    select block, word & 4294967295 as low, word >> 32 & 4294967295 as high from (
      select block, (should & ~by_rule & ~pinned) | (by_rule & ~should & ~away) as word from (
        select answers.*, ${treeBitmap(root)!} & live & ~outside as should from (
          select block, ${live}, ${sql.join([...set, ...ruleBitmaps(asked)])}
          from (${bitmaps(columns, sql`profile ${shared.join} where store_id = ${storeId}`)}) words
        ) answers
      ) compared
    ) differ where word <> 0 order by block`.execute(db)
  return peopleIn(rows)
}

/** People by id, as numbers and nothing else: there may be as many as the store has. */
export type MembershipDiff = Float64Array | readonly number[]

/** The people of words; of each 64 the first 32 stand in the lower half. */
function peopleIn(words: readonly { block: number; low: number; high: number }[]): Float64Array {
  const people = new Float64Array(words.length * 64)
  let found = 0
  for (const { block, low, high } of words) {
    for (let place = 0; place < 64; place++) {
      const half = place < 32 ? low : high
      if (Math.floor(half / 2 ** (place % 32)) % 2 === 1) people[found++] = block * 64 + place
    }
  }
  return people.slice(0, found)
}

/** The same among a few people, of whom each is asked by an index. */
export async function membershipDiffOf(
  db: Db,
  storeId: number,
  id: number,
  { is }: CompiledRule,
  ids: readonly number[],
): Promise<number[]> {
  const movers: number[] = []
  for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
    const { rows } = await sql<{ id: number }>`
      select p.id from (
        select id, ${mayBeMember} and (${is}) is true as so from profile
        where store_id = ${storeId} and id = any(${ids.slice(at, at + ASKED_AT_ONCE)}::bigint[]) and ${isLive()}
      ) p left join lateral (select source from profile_label
        where store_id = ${storeId} and label_id = ${id} and profile_id = p.id offset 0) x on true
      where case when p.so then x.source is null else x.source = 'rule' end
      order by p.id`.execute(db)
    movers.push(...rows.map((row) => row.id))
  }
  return movers
}

/** Members by rule, away ones included, ordered by id. */
export async function membersByRule(db: Db, storeId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select profile_id as id from profile_label
    where store_id = ${storeId} and label_id = ${id} and source = 'rule' order by profile_id`.execute(db)
  return rows.map((row) => row.id)
}

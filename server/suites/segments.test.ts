import { type Rule, RuleFilter, type RuleGroup } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { normalizeRule } from '../customers/membership/stored-rule.ts'
import { areLive, idsOfAll } from '../customers/profiles/list-count.ts'
import { faultsOf } from '../customers/rules/check.ts'
import { type CompiledRule, compileRule } from '../customers/rules/compile.ts'
import { ruleContext } from '../customers/rules/context.ts'
import { leavesOf } from '../customers/rules/leaves-of.ts'
import { countExactly } from '../customers/segments/estimate.ts'
import { evaluateTree, treeOf } from '../customers/segments/tree.ts'
import { type Db, inStore } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { fulfils, isMember } from '../testing/rules/evaluate.testing.ts'
import { randomGroup } from '../testing/rules/random-rules.testing.ts'
import { randomStore } from '../testing/rules/random-store.testing.ts'
import type { RandomStore } from '../testing/rules/random-things.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'

const STORES = Number(process.env.SEGMENTS_STORES ?? 1)
const RULES = Number(process.env.SEGMENTS_RULES ?? 50)
const PEOPLE = 200
const SEED = Number(process.env.SEGMENTS_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))

interface Asked {
  /** By the set. */
  members: number[]
  /** Matches per live profile. */
  fulfilling: number[]
  /** By the conditions of a list: all by their sets, and each asked of the person. */
  bySets: number[]
  byEach: number[]
}

async function ask(db: Db, storeId: number, { is, means, conditions }: CompiledRule): Promise<Asked> {
  const live = sql`from profile where store_id = ${storeId} and deleted_at is null and merged_into is null`
  const all = conditions.map((one) => sql`and (${one.is})`)
  const sets = conditions.length > 0 ? idsOfAll(conditions) : sql``
  const found = areLive(conditions) ? sql`from ${sets} f` : sql`${live} and id in (select id from ${sets} f)`
  const { rows } =
    await sql<Asked>`select array(select id ${live} and restricted_at is null and id in (select id from ${means()} m) order by 1) as members,
    array(select id ${live} and ${is} order by 1) as fulfilling,
    array(select id ${conditions.length > 0 ? found : live} order by 1) as "bySets",
    array(select id ${live} ${sql.join(all, sql` `)} order by 1) as "byEach"`.execute(db)
  const { members: byMembers, fulfilling, bySets, byEach } = rows[0]!
  const numbers = (ids: unknown[]) => ids.map(Number)
  return {
    members: numbers(byMembers),
    fulfilling: numbers(fulfilling),
    bySets: numbers(bySets),
    byEach: numbers(byEach),
  }
}

/** Which rules alone mean other people than they should, with the first of these. */
async function blame(db: Db, rule: RuleGroup, store: RandomStore): Promise<string> {
  const told: string[] = []
  for (const leaf of leavesOf(rule)) {
    const alone: RuleGroup = { condition: 'and', rules: [leaf.rule] }
    const context = await ruleContext(db, store.storeId, [alone], new Date(store.now))
    const asked = new Set((await ask(db, store.storeId, compileRule(alone, context))).members)
    const wrong = store.people.find((person) => isMember(alone, person, store) !== asked.has(person.id))
    if (wrong) told.push(`${JSON.stringify(leaf.rule)} is wrong of ${JSON.stringify(wrong)}`)
  }
  return told.join('\n')
}

/** Returns an exact estimate of a rule, and the true result of it and its parts. */
async function estimated(core: Core, rule: RuleGroup, store: RandomStore) {
  const meaning = {
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and' as const, groups: [rule] },
  }
  const { count, newest, per_rule } = await inStore(core.pool, store.storeId, async (db) => {
    const context = await ruleContext(db, store.storeId, [normalizeRule(meaning)], new Date(store.now))
    return countExactly(db, meaning, context)
  })
  const { root, leaves } = treeOf(meaning)
  const answers = store.people.map((person) =>
    leaves.map((leaf) => isMember({ condition: 'and', rules: [leaf.rule] }, person, store)),
  )
  const may = store.people.map((person) =>
    isMember({ condition: 'and', not: true, rules: [nobodysName] }, person, store),
  )
  const members = store.people.filter((person) => isMember(rule, person, store))
  const many = (is: (so: boolean[]) => boolean | undefined) => answers.filter((so, n) => may[n] && is(so)).length
  return {
    sql: { count, newest, parts: per_rule.map(({ alone, left }) => [alone, left]) },
    plain: {
      count: members.length,
      newest: idsOf(members).reverse().slice(0, 10),
      parts: leaves.map((_, place) => [
        many((so) => so[place]),
        many((so) => evaluateTree(root, (leaf) => so[leaf] === true, place)),
      ]),
    },
  }
}

/** A rule that matches no one. */
const nobodysName: Rule = { kind: 'profile', field_id: 1, operator: 'eq', value: 'ชื่อที่ไม่มีใครใช้' }

const idsOf = (people: RandomStore['people']) => people.map(({ id }) => id).sort((a, b) => a - b)

test(`a rule means the same people as a set, asked of each person, and in plain TypeScript, over ${STORES * RULES} rules (SEGMENTS_SEED=${SEED})`, {
  timeout: 7_200_000,
}, async () => {
  const { admin, core } = await testServer()
  let [compared, some] = [0, 0]
  for (let place = 0; place < STORES; place++) {
    const seed = SEED + place
    const random = randomOf(seed)
    const { storeId } = await newStore()
    const store = await randomStore(admin, storeId, random, PEOPLE)
    const live = store.people.filter(({ deleted, merged }) => !deleted && !merged)
    await inStore(core.pool, storeId, async (db) => {
      for (let n = 0; n < RULES; n++) {
        const rule = randomGroup(random, store)
        const told = () =>
          `SEGMENTS_SEED=${seed} SEGMENTS_STORES=1, rule ${n} in ${store.timeZone} at ${new Date(store.now).toISOString()}: ${JSON.stringify(rule)}`
        expect(RuleFilter.safeParse(rule).success, told()).toBe(true)
        const context = await ruleContext(db, storeId, [rule], new Date(store.now))
        expect(faultsOf(rule, context), told()).toEqual([])
        const asked = await ask(db, storeId, compileRule(rule, context))
        const fulfilling = idsOf(live.filter((person) => fulfils(rule, person, store)))
        const members = idsOf(store.people.filter((person) => isMember(rule, person, store)))
        const should: Asked = { members, fulfilling, bySets: fulfilling, byEach: fulfilling }
        if (JSON.stringify(asked) !== JSON.stringify(should))
          expect(asked, `${told()}\n${await blame(db, rule, store)}`).toEqual(should)
        const counted = await estimated(core, rule, store)
        if (JSON.stringify(counted.sql) !== JSON.stringify(counted.plain))
          expect(counted.sql, told()).toEqual(counted.plain)
        compared += store.people.length
        if (members.length > 0 && fulfilling.length < live.length) some++
      }
    })
  }
  console.log(
    `${STORES * RULES} rules from seed ${SEED}, ${compared} people compared, ${some} rules that part people: 0 differ`,
  )
  // Rules that match every profile, or none, would prove little.
  expect(some).toBeGreaterThan(STORES * RULES * 0.4)
})

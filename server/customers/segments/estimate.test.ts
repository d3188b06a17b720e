import { setTimeout } from 'node:timers/promises'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '../../core/api-error.ts'
import { inStore } from '../../database/db.ts'
import { newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, ruleOf } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { normalizeRule } from '../membership/stored-rule.ts'
import { ruleContext } from '../rules/context.ts'
import { countFew, estimateOf } from './estimate.ts'
import { newestAlone } from './newest-alone.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const named = (value: string) => ({ kind: 'profile', field_id: 1, operator: 'eq', value }) as const
const citizenId = systemFields.find(({ column }) => column === 'citizen_id')!.id

test('a rule is counted as a whole, by each part alone, and up to each part', async () => {
  const label = await newLabel(store)
  const [first, second, third] = await people(store, ['นก', 'กา', 'นก', 'ไก่'])
  for (const id of [first!, second!])
    await store.call(profiles.addLabels, { ...byId(id), body: { label_ids: [label] } })
  const rule: RuleGroup = {
    condition: 'and',
    rules: [
      { condition: 'or', rules: [named('นก'), named('กา')] },
      { kind: 'label', operator: 'has_none', label_ids: [label] },
    ],
  }
  const answer = await store.call(segments.estimate, { body: { segment_rule: ruleOf(rule) } })
  expect(answer).toMatchObject({ total: 4, count: 1, exact: true, margin: 0, sample: [{ id: third, name: 'นก' }] })
  const at = ['target', 'groups', 0, 'rules']
  expect(answer.per_rule).toEqual([
    { path: [...at, 0, 'rules', 0], alone: 2, left: 2 },
    { path: [...at, 0, 'rules', 1], alone: 1, left: 3 },
    { path: [...at, 1], alone: 2, left: 1 },
  ])
})

test('a hundred rules are counted at once', { tags: ['verify'] }, async () => {
  await people(store, ['นก', 'กา'])
  const groups = Array.from({ length: 5 }, (_, group) => ({
    condition: 'or' as const,
    rules: Array.from({ length: 20 }, (_, place) => named(place === 7 ? 'นก' : `คน ${group} ${place}`)),
  }))
  const segment_rule = { ...ruleOf(named('')), target: { condition: 'and' as const, groups } }
  const { count, per_rule } = await store.call(segments.estimate, { body: { segment_rule } })
  expect([count, per_rule.length, per_rule.filter(({ alone }) => alone === 1).length]).toEqual([1, 100, 5])
  const more = { ...segment_rule, target: { ...segment_rule.target, groups: [...groups, groups[0]!] } }
  expect((await store.try(segments.estimate, { body: { segment_rule: more } })).status).toBe(400)
})

test('an estimate shows no profiles without permission to read them', async () => {
  await people(store, ['นก'])
  const reader = await store.member(['cdp-core.label.read'])
  const { sample, count } = await reader.call(segments.estimate, { body: { segment_rule: ruleOf(named('นก')) } })
  expect([sample, count]).toEqual([null, 1])
})

test('a rule over a sensitive field asks for the right to such values, in an estimate and in a segment', async () => {
  const rule = ruleOf({ kind: 'profile', field_id: citizenId, operator: 'eq', value: '1101700230708' })
  const editor = await store.member(['cdp-core.label.read', 'cdp-core.label.create', 'cdp-core.label.edit'])
  const refused = { status: 403, body: { details: { permission: 'cdp-core.profile-sensitive.read' } } }
  expect(await editor.try(segments.estimate, { body: { segment_rule: rule } })).toMatchObject(refused)
  const body = { name: 'ลับ', color: 'teal', type: 'advanced', segment_rule: rule } as const
  expect(await editor.try(labels.create, { body })).toMatchObject(refused)
  const { id } = await store.call(labels.create, { body })
  const seen = await editor.call(labels.get, byId(id))
  expect(JSON.stringify(seen)).not.toContain('1101700230708')
  expect(seen.segment_rule!.target.groups[0]!.rules).toEqual([
    { kind: 'profile', field_id: citizenId, operator: 'eq', masked: true },
  ])
  const renamed = { name: 'ลับกว่า', color: 'red', origin_time: seen.updated_at } as const
  expect((await editor.call(labels.update, { ...byId(id), body: renamed })).name).toBe('ลับกว่า')
  expect((await store.call(labels.get, byId(id))).segment_rule).toMatchObject({ target: rule.target })
})

test('a segment refuses a sent rule with a sensitive leaf alike when its value is right and when it is wrong', async () => {
  const ofCitizen = (value: string) => ruleOf({ kind: 'profile', field_id: citizenId, operator: 'eq', value })
  const guesser = await store.member(['cdp-core.label.read', 'cdp-core.label.edit'])
  const kept = ofCitizen('1101700230708')
  const body = { name: 'เดาไม่ได้', color: 'teal', type: 'advanced', segment_rule: kept } as const
  const { id, updated_at } = await store.call(labels.create, { body })
  const guess = (rule: SegmentRule) =>
    guesser.try(labels.update, {
      ...byId(id),
      body: { name: 'เดาไม่ได้', color: 'red', segment_rule: rule, origin_time: updated_at },
    })
  const details = { permission: 'cdp-core.profile-sensitive.read' }
  const [right, wrong] = [await guess(kept), await guess(ofCitizen('1101700230709'))]
  expect([right.status, right.body.details]).toEqual([403, details])
  expect(wrong.body).toEqual(right.body)
  expect(await store.call(labels.get, byId(id))).toMatchObject({ color: 'teal', updated_at })
})

test('a rule that compares with another type of value is refused with its place', async () => {
  const rule = ruleOf({ kind: 'profile', field_id: 1, operator: 'gt', value: 5 })
  const refused = await store.try(segments.estimate, { body: { segment_rule: rule } })
  const fields = ['body.segment_rule.target.groups.0.rules.0']
  expect(refused).toMatchObject({ status: 400, body: { error: 'label_invalid', details: { fields } } })
})

describe('by sampling', () => {
  test('a count of many profiles is within its margin for nearly every rule, and is marked as inexact', {
    tags: ['verify'],
  }, async () => {
    const { admin } = await testServer()
    const core = await coreOf(store)
    const total = 30_000
    await admin.query(
      `insert into profile (store_id, first_name, custom) select $1, 'คน ' || n % 97, '{}' from generate_series(1, $2::int) n`,
      [store.storeId, total],
    )
    await admin.query('insert into profile_total (store_id, live) values ($1, $2)', [store.storeId, total])
    await inStore(core.pool, store.storeId, async (db) => {
      let inside = 0
      for (let n = 0; n < 40; n++) {
        const names = Array.from({ length: 1 + ((n * 7) % 60) }, (_, place) => `คน ${place}`)
        const { filter, target } = ruleOf({ kind: 'profile', field_id: 1, operator: 'in', value: names })
        const rule = { filter, target }
        const context = await ruleContext(db, store.storeId, [normalizeRule(rule)])
        const asked = { total, exact: false, many: 1000 }
        const by = await estimateOf(db, rule, context, asked)
        const truth = await estimateOf(db, rule, context, { ...asked, exact: true })
        expect([by.exact, by.margin > 0, truth.exact, truth.margin]).toEqual([false, true, true, 0])
        if (Math.abs(by.count - truth.count) <= by.margin) inside++
      }
      expect(inside).toBeGreaterThanOrEqual(34)
    })
  })

  test('few profiles found by an index are counted exactly', { tags: ['verify'] }, async () => {
    const core = await coreOf(store)
    const label = await newLabel(store)
    const [first, second] = await people(store, ['นก', 'กา', 'นก'])
    for (const id of [first!, second!])
      await store.call(profiles.addLabels, { ...byId(id), body: { label_ids: [label] } })
    const rules: RuleGroup = {
      condition: 'and',
      rules: [{ kind: 'label', operator: 'has_any', label_ids: [label] }, named('นก')],
    }
    const { filter, target } = ruleOf(rules)
    await inStore(core.pool, store.storeId, async (db) => {
      const context = await ruleContext(db, store.storeId, [normalizeRule({ filter, target })])
      expect(await countFew(db, { filter, target }, context)).toEqual({ count: 1, newest: [first] })
    })
  })
})

test('a newer estimate cancels the same user’s previous one in the database, and no other’s', async () => {
  const core = await coreOf(store)
  const sleep = (userId: number, seconds: number) =>
    inStore(core.pool, store.storeId, (db) =>
      newestAlone(db, userId, async () => {
        await sql`select pg_sleep(${seconds})`.execute(db)
        return 'done'
      }),
    ).catch((error) => (error as ApiError).errorName)
  const older = sleep(store.userId, 20)
  const others = sleep(store.userId + 100_000, 0.3)
  await setTimeout(100)
  const newer = sleep(store.userId, 0.01)
  expect(await Promise.all([older, others, newer])).toEqual(['estimate_stopped', 'done', 'done'])
})

import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { WhyNode } from '@ruam/contract/customers/segment-why.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { expect, test } from 'vitest'
import { newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, segment, settled } from '../../testing/customers/segments.testing.ts'
import { newStore } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'

const asked = (id: number, profile: number) => ({ params: { id: String(id), profile_id: String(profile) } })

/** Leaves of a rule, ticked or crossed. */
const ticks = (node: WhyNode): [boolean, unknown][] => node.items?.flatMap(ticks) ?? [[node.holds, node.saw]]

test('a label shows since when profiles have it, and omits the others', async () => {
  const store = await newStore()
  const [first, second, third, fourth] = await people(store, ['นก', 'นก', 'กา', 'นก'])
  const { id } = await segment(store, { kind: 'profile', field_id: 1, operator: 'eq', value: 'นก' })
  await settled(store)
  const before = new Date().toISOString()
  await store.call(segments.pin, { ...asked(id, second!), body: { value: true } })
  await store.call(segments.pin, { ...asked(id, fourth!), body: { value: false } })
  const query = { profiles: [fourth, third, second, first].join(',') }
  const { data } = await store.call(segments.joined, { ...byId(id), query })
  expect(data.map((one) => [one.profile_id, one.since > before])).toEqual([
    [first, false],
    [second, true],
  ])
  const other = await newStore()
  expect((await other.try(segments.joined, { ...byId(id), query })).status).toBe(404)
  const theirs = await newLabel(other)
  expect(await other.call(segments.joined, { ...byId(theirs), query })).toEqual({ data: [] })
})

test('each rule is ticked or crossed for a profile, with the value it was compared with', async () => {
  const store = await newStore()
  const [who, other] = await people(store, ['นก', 'กา'])
  const label = await newLabel(store)
  const type = await activityType(store)
  await store.call(profiles.addLabels, { ...byId(who!), body: { label_ids: [label] } })
  await store.call(profileActivities.create, { ...byId(who!), body: { activity_type_id: type, fields: [] } })
  const rule: RuleGroup = {
    condition: 'and',
    rules: [
      { kind: 'profile', field_id: 1, operator: 'eq', value: 'นก' },
      {
        condition: 'or',
        not: true,
        rules: [
          { kind: 'activity', activity_type_id: type, done: true, count: { operator: 'gte', value: 2 } },
          { kind: 'label', operator: 'has_none', label_ids: [label] },
        ],
      },
    ],
  }
  const { id } = await segment(store, rule)
  await settled(store)
  const why = await store.call(segments.why, asked(id, who!))
  expect(why).toMatchObject({ member: true, source: 'rule', would_be: true, pin: null, tree: { holds: true } })
  expect(ticks(why.tree)).toMatchObject([
    [true, { value: 'นก' }],
    [false, { count: 1, at: expect.any(String) }],
    [false, { labels: [{ id: label }] }],
  ])
  const not = await store.call(segments.why, asked(id, other!))
  expect(not).toMatchObject({ member: false, source: null, would_be: false })
  expect(ticks(not.tree).map(([holds]) => holds)).toEqual([false, false, true])
})

test('a sensitive field is ticked without its value, and only for people with the right to it', async () => {
  const store = await newStore()
  const body = { fields: [{ id: 10, value: '1101700230708' }] }
  const { id: who } = await store.call(profiles.create, { body })
  const { id } = await segment(store, { kind: 'profile', field_id: 10, operator: 'not_empty' })
  expect(ticks((await store.call(segments.why, asked(id, who))).tree)).toEqual([[true, { masked: true }]])
  const reader = await store.member(['cdp-core.label.read', 'cdp-core.profile.read'])
  expect((await reader.try(segments.why, asked(id, who))).body.error).toBe('field_closed')
})

import { consents } from '@ruam/contract/customers/consents.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { beforeAll, expect, test } from 'vitest'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { erase, profileWith } from '../../testing/customers/profile-erasure.testing.ts'
import { byId, membersOf, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'
import { consentPurpose } from '../../testing/things/segments.ts'

let store: TestStore
let kept: number
const rules: Record<string, Rule> = {}

// Two customers with one of everything, of whom one is then erased.
beforeAll(async () => {
  store = await newStore()
  const { id: source } = await importFile(store, 'ชื่อ,เบอร์โทร\nนก,0811111111\nกา,0822222222\n')
  kept = await profileWith(store, '+66811111111')
  const gone = await profileWith(store, '+66822222222')
  const [label, type, { id: purpose }] = [await newLabel(store), await activityType(store), await consentPurpose(store)]
  for (const id of [kept, gone]) {
    await store.call(profiles.addLabels, { ...byId(id), body: { label_ids: [label] } })
    await store.call(profileActivities.create, { ...byId(id), body: { activity_type_id: type, fields: [] } })
    const consent = { profile_id: id, purpose_id: purpose } as const
    await store.call(consents.record, { body: { ...consent, operation: 'withdrawn' } })
    await store.call(consents.record, { body: { ...consent, operation: 'granted', way: 'paper', note: '7' } })
  }
  await erase(store, gone)
  Object.assign(rules, {
    'a granted consent': { kind: 'consent', purpose_id: purpose, operator: 'granted' },
    'a name': { kind: 'profile', field_id: 1, operator: 'not_empty' },
    'a label': { kind: 'label', operator: 'has_any', label_ids: [label] },
    'an activity': { kind: 'activity', activity_type_id: type, done: true },
    'a source': { kind: 'source', data_source_id: source, operator: 'any' },
    'a channel': { kind: 'channel', channel_type: 'phone', operator: 'friend' },
  } satisfies Record<string, Rule>)
})

test.each(['a granted consent', 'a name', 'a label', 'an activity', 'a source', 'a channel'])(
  'an erased customer is neither counted nor a member when the rule asks for %s',
  async (name) => {
    const body = { segment_rule: ruleOf(rules[name]!), exact: true }
    const { count, per_rule, sample } = await store.call(segments.estimate, { body })
    expect([count, per_rule[0]!.alone, sample!.map(({ id }) => id)]).toEqual([1, 1, [kept]])
    const filter = { rule: { condition: 'and' as const, rules: [rules[name]!] } }
    const { total, data } = await store.call(profiles.query, { body: { filter } })
    expect([total, data.map((row) => row.id)]).toEqual([1, [kept]])
    const { id } = await segment(store, rules[name]!)
    await settled(store)
    expect(await membersOf(store, id)).toEqual([kept])
  },
)

test('an erased customer is not counted when the rule asks for an unknown or a withdrawn consent', async () => {
  const { purpose_id } = rules['a granted consent'] as { purpose_id: number }
  for (const operator of ['unknown', 'withdrawn'] as const) {
    const segment_rule = ruleOf({ kind: 'consent', purpose_id, operator })
    expect((await store.call(segments.estimate, { body: { segment_rule } })).count).toBe(0)
  }
})

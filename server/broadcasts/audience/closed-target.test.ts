import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { expect, test } from 'vitest'
import { draft, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { settled as calculated, segment } from '../../testing/customers/segments.testing.ts'

const INCOME = 19
const closed = { status: 403, body: { error: 'field_closed' } }

test('a closed segment is an audience with its number, that nothing open narrows and nobody is named of', async () => {
  const made = await scene({ friends: 2 })
  const { store, account, purposeId, people } = made
  const { updated_at: origin_time } = await store.call(profiles.get, { params: { id: String(people[0]!.id) } })
  const body = { fields: [{ id: INCOME, value: 90_000 }], origin_time }
  await store.call(profiles.update, { params: { id: String(people[0]!.id) }, body })
  const rule = { kind: 'profile', field_id: INCOME, operator: 'gt', value: 50_000 } as const
  const secret = await segment(store, rule)
  const over = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [secret.id] })
  await calculated(store)
  const one = await store.call(labels.create, { body: { name: 'คนเดียว', color: 'teal', type: 'general' } })
  const staff = await store.member(permissions.filter((each) => each !== 'cdp-core.profile-sensitive.read'))
  const channel = { type: 'lineOA' as const, channel_id: account.id }
  const among = (condition: 'and' | 'or', label_ids: number[], exclude: number[] = []) => ({
    ...{ type: 'segments' as const, include: { condition, label_ids }, exclude: { label_ids: exclude } },
  })
  const count = (target: object) =>
    staff.try(broadcasts.target, { body: { channel, purpose_id: purposeId, target: target as never } })
  for (const id of [secret.id, over.id]) expect((await count(among('or', [id]))).body).toMatchObject({ target: 1 })
  expect((await count({ type: 'all_friends', exclude: { label_ids: [secret.id] } })).body).toMatchObject({ target: 1 })
  const narrowed = [
    among('and', [secret.id, one.id]),
    among('or', [one.id], [over.id]),
    { type: 'profiles', profile_ids: [people[0]!.id], exclude: { label_ids: [secret.id] } },
  ]
  for (const target of narrowed) {
    expect(await count(target)).toMatchObject(closed)
    expect(await staff.try(broadcasts.create, { body: { target: target as never } })).toMatchObject(closed)
  }
  const target = among('or', [over.id])
  expect(await staff.try(broadcasts.excluded, { body: { channel, purpose_id: purposeId, target } })).toMatchObject(
    closed,
  )

  const { id } = await draft(made, { target })
  await schedule(made, id)
  await settled(made, id)
  const params = { id: String(id) }
  expect(await staff.call(broadcasts.get, { params })).toMatchObject({ counts: { accepted: 1 } })
  expect((await store.call(broadcasts.recipients, { params, query: {} })).results).toHaveLength(1)
  expect(await staff.try(broadcasts.recipients, { params, query: {} })).toMatchObject(closed)
  const file = { type: 'broadcast_recipient', file_type: 'csv', filter: { broadcast_id: id } } as const
  expect(await staff.try(exports.createList, { body: file })).toMatchObject(closed)
  const got = { kind: 'broadcast', broadcast_id: id, operator: 'sent' } as const
  const filter = { rule: { condition: 'and' as const, rules: [got] } }
  expect(await staff.try(profiles.query, { body: { filter } })).toMatchObject(closed)
  expect((await store.call(profiles.query, { body: { filter } })).total).toBe(1)
})

test('a rule of a view is an audience that stays as it was chosen, and is masked and closed for people who may not see its values', async () => {
  const made = await scene({ friends: 3 })
  const { store, account, purposeId, people } = made
  const { updated_at: origin_time } = await store.call(profiles.get, { params: { id: String(people[0]!.id) } })
  const body = { fields: [{ id: INCOME, value: 90_000 }], origin_time }
  await store.call(profiles.update, { params: { id: String(people[0]!.id) }, body })
  const leaf = { kind: 'profile', field_id: INCOME, operator: 'gt', value: 50_000 } as const
  const target = { type: 'rule' as const, rule: { condition: 'and' as const, rules: [leaf] } }
  const asked = { channel: { type: 'lineOA' as const, channel_id: account.id }, purpose_id: purposeId, target }
  const staff = await store.member(permissions.filter((each) => each !== 'cdp-core.profile-sensitive.read'))
  expect(await store.call(broadcasts.target, { body: asked })).toMatchObject({ total: 1, target: 1 })
  for (const refused of [
    await staff.try(broadcasts.target, { body: asked }),
    await staff.try(broadcasts.excluded, { body: asked }),
    await staff.try(broadcasts.create, { body: { target } }),
  ])
    expect(refused).toMatchObject(closed)
  const unknown = { ...target, rule: { ...target.rule, rules: [{ ...leaf, field_id: 2_000_000_000 }] } }
  expect((await store.try(broadcasts.create, { body: { target: unknown } })).status).toBe(404)

  const { id } = await draft(made, { target })
  await schedule(made, id)
  await settled(made, id)
  const params = { id: String(id) }
  const { counts, target: shown } = await staff.call(broadcasts.get, { params })
  expect(counts.accepted).toBe(1)
  expect(shown.rule!.rules).toEqual([{ kind: 'profile', field_id: INCOME, operator: 'gt', masked: true }])
  expect((await store.call(broadcasts.get, { params })).target.rule).toEqual(target.rule)
  expect(await staff.try(broadcasts.recipients, { params, query: {} })).toMatchObject(closed)
  const got = { kind: 'broadcast', broadcast_id: id, operator: 'sent' } as const
  const filter = { rule: { condition: 'and' as const, rules: [got] } }
  expect(await staff.try(profiles.query, { body: { filter } })).toMatchObject(closed)
  // A rule about those who got it is closed with it.
  const again = { type: 'rule' as const, rule: filter.rule }
  const { id: other } = await draft(made, { target: again })
  const otherParams = { id: String(other) }
  expect(await staff.try(broadcasts.recipients, { params: otherParams, query: {} })).toMatchObject(closed)
})

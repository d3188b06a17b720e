import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { byId, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { type Member, newStore, type TestStore } from '../../testing/store.testing.ts'

// Segments that a closed field decides, for a member with every right but the one to sensitive values.

let store: TestStore
let staff: Member
let rich: number
let poor: number
/** Over the income, over that segment, and over the one over it. */
const made: number[] = []

const earns: Rule = { kind: 'profile', field_id: field.income, operator: 'gt', value: 50_000 }
const has = (id: number): Rule => ({ kind: 'label', operator: 'has_any', label_ids: [id] })
const filterOf = (rule: Rule) => ({ rule: { condition: 'and' as const, rules: [rule] } })
const closed = { status: 403, body: { error: 'field_closed' } }

beforeAll(async () => {
  store = await newStore()
  rich = (await madeProfile(store, { [field.firstName]: 'มั่งมี', [field.income]: 90_000 })).id
  poor = (await madeProfile(store, { [field.firstName]: 'พอเพียง', [field.income]: 9000 })).id
  for (const rule of [earns, () => has(made[0]!), () => has(made[1]!)])
    made.push((await segment(store, typeof rule === 'function' ? rule() : rule)).id)
  await settled(store)
  staff = await store.member(permissions.filter((one) => one !== 'cdp-core.profile-sensitive.read'))
})

const chips = async (by: Member, id: number) =>
  (await by.call(profiles.get, { params: { id: String(id) } })).labels.map((label) => label.id)

describe.each([0, 1, 2])('members of a segment, %i segments away from a closed field, are closed', (depth) => {
  const id = () => made[depth]!

  test('on customers and in their list, while its number stays', async () => {
    expect(await chips(store, rich)).toContain(id())
    expect(await chips(staff, rich)).not.toContain(id())
    const { data } = await staff.call(profiles.list, { query: { keyword: 'มั่งมี' } })
    expect(data[0]!.labels).toEqual([])
    expect(await staff.call(labels.get, byId(id()))).toMatchObject({ target_count: 1, members_closed: true })
    expect(await store.call(labels.get, byId(id()))).toMatchObject({ target_count: 1, members_closed: false })
  })

  test('to filters, in a body and in an address, of lists, changes, views, files and estimates', async () => {
    const filter = filterOf(has(id()))
    const definition = {
      keyword: '',
      deleted: false,
      rule: filter.rule,
      sort_by: 'updated_at',
      sort_dir: 'desc',
      columns: [],
    }
    for (const asked of [
      staff.try(profiles.query, { body: { filter } }),
      staff.try(profiles.list, { query: { labels: String(id()) } }),
      staff.try(profileBulk.preview, { body: { target: { filter }, action: { type: 'delete' } } }),
      staff.try(profileViews.create, { body: { name: 'ลับ', shared: false, definition: definition as never } }),
      staff.try(exports.create, { body: { type: 'profile', file_type: 'csv', filter } }),
      staff.try(segments.estimate, { body: { segment_rule: ruleOf(has(id())) } }),
      staff.try(segments.estimate, { body: { segment_rule: ruleOf(has(0x7fff), { refs: [id()] }) } }),
    ])
      expect(await asked).toMatchObject(closed)
  })

  test('to reasons, movements, pins and calculations', async () => {
    const params = { id: String(id()), profile_id: String(poor) }
    for (const asked of [
      staff.try(segments.why, { params }),
      staff.try(segments.pin, { params, body: { value: false } }),
      staff.try(segments.unpin, { params }),
      staff.try(segments.pins, { ...byId(id()), query: {} }),
      staff.try(segments.moved, { ...byId(id()), query: { way: 'joined' } }),
      staff.try(segments.joined, { ...byId(id()), query: { profiles: String(rich) } }),
      staff.try(segments.evaluations, { ...byId(id()), query: {} }),
      staff.try(segments.calculateOne, { params: { id: String(rich) }, body: { reference_id: id() } }),
    ])
      expect(await asked).toMatchObject(closed)
    expect((await staff.call(segments.size, { ...byId(id()), query: {} })).week).toBeNull()
    const { data } = await staff.call(segments.calculateOne, { params: { id: String(rich) }, body: {} })
    expect(data.map((one) => one.reference_id)).not.toContain(id())
  })

  test('to a caller that writes labels back', async () => {
    const answers = []
    for (const person of [rich, poor])
      answers.push(await staff.try(profiles.setLabels, { params: { id: String(person) }, body: { label_ids: [id()] } }))
    expect(answers.map(({ body }) => body.error)).toEqual(['label_type_invalid', 'label_type_invalid'])
  })
})

test('a segment over open fields stays open', async () => {
  const { id } = await segment(store, { kind: 'profile', field_id: field.firstName, operator: 'eq', value: 'มั่งมี' })
  await settled(store)
  expect(await chips(staff, rich)).toContain(id)
  expect((await staff.call(profiles.query, { body: { filter: filterOf(has(id)) } })).total).toBe(1)
})

test('a field that becomes sensitive closes its segments, computed ones and views saved before', async () => {
  const own = await newStore()
  const person = await madeProfile(own, { [field.firstName]: 'ดอกไม้' })
  const create = (name: string, formula?: object) =>
    own.call(profileFields.create, {
      body: {
        field_name: name,
        display_name: name,
        ...(formula ? { data_type: 'Number', formula } : { data_type: 'Date' }),
      } as never,
    })
  const visa = await create('visa')
  const days = await create('visaDays', { function: 'days_since', field_id: visa.id })
  const over = await segment(own, { kind: 'profile', field_id: days.id, operator: 'not_empty' })
  const reader = await own.member(['cdp-core.profile.read', 'cdp-core.label.read'])
  const { rule } = filterOf(has(over.id))
  const definition = {
    keyword: '',
    deleted: false,
    rule,
    sort_by: 'updated_at',
    sort_dir: 'desc',
    columns: [],
  } as never
  const view = await own.call(profileViews.create, { body: { name: 'วีซ่า', shared: true, definition } })
  const body = { fields: [{ id: visa.id, value: '2020-01-01' }], origin_time: person.updated_at }
  await own.call(profiles.update, { params: { id: String(person.id) }, body })
  await settled(own)
  expect(await chips(reader, person.id)).toEqual([over.id])
  expect((await reader.call(profileViews.count, byId(view.id))).total).toBe(1)
  const { updated_at: origin_time } = visa
  await own.call(profileFields.update, { ...byId(visa.id), body: { sensitive: true, origin_time: origin_time! } })
  expect(await chips(reader, person.id)).toEqual([])
  expect(await reader.try(profileViews.count, byId(view.id))).toMatchObject(closed)
  expect(await reader.try(profiles.query, { body: { filter: { rule } } })).toMatchObject(closed)
  const history = await reader.call(profileHistory.list, { params: { id: String(person.id) }, query: {} })
  expect(JSON.stringify(history)).not.toContain('visa')
})

describe('members that an owner opens', () => {
  const open = (by: Member, id: number, value: boolean) =>
    by.try(segments.setMembersVisible, { ...byId(id), body: { value } })

  test('are seen by everybody, and so are those of segments over them; reasons stay closed', async () => {
    expect(await open(staff, made[0]!, true)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect((await open(store, made[0]!, true)).body).toMatchObject({ members_visible: true })
    expect(await chips(staff, rich)).toEqual(expect.arrayContaining(made))
    expect((await staff.call(profiles.query, { body: { filter: filterOf(has(made[1]!)) } })).total).toBe(1)
    const params = { id: String(made[0]), profile_id: String(rich) }
    expect(await staff.try(segments.why, { params })).toMatchObject(closed)
    await open(store, made[0]!, false)
    expect(await chips(staff, rich)).not.toContain(made[0])
  })

  test('close again when the rule asks for further fields', async () => {
    const { id } = await segment(store, earns)
    const { body } = await open(store, id, true)
    const segment_rule = ruleOf({ kind: 'profile', field_id: field.citizenId, operator: 'not_empty' })
    const written = { name: 'อื่น', color: 'red', segment_rule, origin_time: body.updated_at } as const
    expect(await store.call(labels.update, { ...byId(id), body: written })).toMatchObject({ members_visible: false })
  })
})

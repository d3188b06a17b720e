import { automations } from '@ruam/contract/automations/automations.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { definitionOf, labelStep, startedAutomation } from '../../testing/automations/automations.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { byId, segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, type Member, newStore, type TestStore } from '../../testing/store.testing.ts'
import { maySeePeople } from './closed.ts'

// Automations that read a closed field, and a member with every right but the one to sensitive values.

let store: TestStore
let staff: Member
let rich: number
let given: number

const earns: RuleGroup = {
  condition: 'and',
  rules: [{ kind: 'profile', field_id: field.income, operator: 'gt', value: 50_000 }],
}
const closedError = { status: 403, body: { error: 'field_closed' } }

const made = async (name: string) =>
  (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id

beforeAll(async () => {
  store = await newStore()
  given = await made('เชิญแล้ว')
  rich = (await madeProfile(store, { [field.firstName]: 'มั่งมี', [field.income]: 90_000 }, [given])).id
  staff = await store.member(permissions.filter((one) => one !== 'cdp-core.profile-sensitive.read'))
})

const seesPeople = async (id: number, by: Member) => {
  const core = await coreOf(store)
  const rights = by === staff ? { roles: [], permissions: [] } : { roles: ['owner'], permissions: [...permissions] }
  return inStore(core.pool, store.storeId, (db) => maySeePeople(db, store.storeId, id, rights))
}

test('a label that an automation gives by a closed field is closed to the same people', async () => {
  const exit = { kind: 'rule', rule: earns } as const
  const started = await startedAutomation(store, definitionOf([labelStep(1, given)], { exit }))
  expect(await staff.call(labels.get, byId(given))).toMatchObject({ members_closed: true })
  expect(await store.call(labels.get, byId(given))).toMatchObject({ members_closed: false })
  const chips = async (by: Member) => (await by.call(profiles.get, byId(rich))).labels.map(({ id }) => id)
  expect([await chips(store), await chips(staff)]).toEqual([[given], []])
  expect(await staff.try(profiles.list, { query: { labels: String(given) } })).toMatchObject(closedError)
  expect([await seesPeople(started.id, store), await seesPeople(started.id, staff)]).toEqual([true, false])
  const shown = await staff.call(automations.get, byId(started.id))
  expect(shown).toMatchObject({ people_closed: true, may_edit: false, may_start: false, messages: null, waiting: [] })
  expect(shown.definition.exit).toMatchObject({ rule: { rules: [{ field_id: field.income, masked: true }] } })
})

test('a start names the labels that become closed', async () => {
  const label = await made('จะปิด')
  const definition = definitionOf([labelStep(1, label)], { exit: { kind: 'rule', rule: earns } })
  const { id } = await store.call(automations.create, { body: { definition } })
  const numbers = await store.call(automations.startNumbers, byId(id))
  expect(numbers).toMatchObject({ closes: [{ id: label, name: 'จะปิด' }], faults: [] })
})

test('an automation that reads a closed field sets no value and writes no note', async () => {
  const steps = [
    { id: 1, kind: 'value', field_id: field.gender, value: null },
    { id: 2, kind: 'note', text: 'โทรหา', follow_up_days: null },
  ] as const
  const definition = definitionOf([...steps], { exit: { kind: 'rule', rule: earns } })
  const { faults } = await store.call(automations.create, { body: { definition } })
  expect(faults.map(({ kind, step }) => [kind, step])).toEqual([
    ['closed', 1],
    ['closed', 2],
  ])
})

test('people without the right write no automation that reads a closed field, through any depth', async () => {
  const inner = await segment(store, earns.rules[0] as never)
  const outer = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [inner.id] })
  await settled(store)
  const entered = (segment_id: number) => definitionOf([], { trigger: { kind: 'segment_entered', segment_id } })
  for (const definition of [
    entered(inner.id),
    entered(outer.id),
    definitionOf([], { exit: { kind: 'rule', rule: earns } }),
  ])
    expect(await staff.try(automations.create, { body: { definition } })).toMatchObject(closedError)
  await store.call(segments.setMembersVisible, { ...byId(outer.id), body: { value: true } })
  expect((await staff.try(automations.create, { body: { definition: entered(outer.id) } })).status).toBe(200)
})

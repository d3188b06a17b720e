import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow, textMessage } from '../../../tools/line/webhooks.ts'
import { inStore } from '../../database/db.ts'
import { actsOf, runsOf, setStatus, startedAutomation, worked } from '../../testing/automations/work.testing.ts'
import { connectLine, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { broadcastDraft } from '../../testing/things/broadcasts.ts'

let store: TestStore

beforeAll(async () => {
  store = await newStore()
})

const note = { id: 1, kind: 'note', text: 'โทรหา', follow_up_days: null } as const
const done = ['entered change', 'note done', 'ended done']

let serial = 0
/** A segment of customers with a given occupation, and the values that make a customer one of them. */
async function occupation() {
  const name = `กลุ่ม${'กขคงจฉชซ'[serial++]}`
  const { id } = await segment(store, { kind: 'profile', field_id: field.firstName, operator: 'eq', value: name })
  await settled(store)
  return { id, member: { [field.firstName]: name } }
}

const visit = (id: number) => store.call(profileActivities.visit, { params: { id: String(id) }, body: {} })

describe('a segment', () => {
  test('lets customers enter who join it from the start of the automation on', async () => {
    const { id: segment_id, member } = await occupation()
    await madeProfile(store, member)
    const id = await startedAutomation(store, { trigger: { kind: 'segment_entered', segment_id }, steps: [note] })
    await worked(store)
    expect(await actsOf(store, id)).toEqual([])
    const joined = await madeProfile(store, member)
    await worked(store)
    expect(await actsOf(store, id)).toEqual(done)
    expect((await runsOf(store, id)).map(({ profile_id }) => profile_id)).toEqual([joined.id])
    await worked(store)
    expect(await actsOf(store, id)).toEqual(done)
  })

  test('lets nobody enter who joined it while the automation was paused', async () => {
    const { id: segment_id, member } = await occupation()
    const id = await startedAutomation(store, { trigger: { kind: 'segment_entered', segment_id }, steps: [note] })
    await setStatus(store, id, 'paused')
    await madeProfile(store, member)
    await setStatus(store, id, 'active')
    await worked(store)
    expect(await actsOf(store, id)).toEqual([])
  })

  test('lets customers enter who leave it for the chosen reason', async () => {
    const { id: segment_id, member } = await occupation()
    const trigger = (reason: 'profile' | 'time') => ({ kind: 'segment_left' as const, segment_id, reasons: [reason] })
    const id = await startedAutomation(store, { trigger: trigger('profile'), steps: [note] })
    const other = await startedAutomation(store, { trigger: trigger('time'), steps: [note] })
    await save(store, await madeProfile(store, member), { [field.firstName]: 'ย้าย' })
    await worked(store)
    expect(await actsOf(store, id)).toEqual(done)
    expect((await runsOf(store, id))[0]!.detail).toEqual({ reasons: ['profile'] })
    expect(await actsOf(store, other)).toEqual([])
  })
})

test('the first automation of a group takes a customer who enters several segments at once', async () => {
  const [one, other] = [
    await occupation(),
    await segment(store, { kind: 'profile', field_id: field.phone, operator: 'not_empty' }),
  ]
  await settled(store)
  const of = (segment_id: number) => ({
    trigger: { kind: 'segment_entered' as const, segment_id },
    steps: [note],
    group: 'ก',
  })
  const second = await startedAutomation(store, of(one.id))
  const first = await startedAutomation(store, of(other.id))
  await rowsOf(store, 'update automation set place = 1 + (id = $2)::int where store_id = $1', second)
  await madeProfile(store, { ...one.member, [field.phone]: '+66812345678' })
  await worked(store)
  expect(await actsOf(store, first)).toEqual(done)
  expect(await actsOf(store, second)).toEqual([])
})

test('an activity lets customers enter each time, or with their first one alone', async () => {
  const customer = await madeProfile(store, { [field.firstName]: 'มาบ่อย' })
  await visit(customer.id)
  const [type] = await rowsOf<{ id: number }>(
    store,
    "select id from activity_type where store_id = $1 and purpose = 'visit'",
  )
  const of = (first: boolean) =>
    startedAutomation(store, {
      trigger: { kind: 'activity', activity_type_id: type!.id, first },
      repeat: { kind: 'every', days: 0 },
      steps: [note],
    })
  const [each, first] = [await of(false), await of(true)]
  const another = await madeProfile(store, { [field.firstName]: 'มาใหม่' })
  for (const { id } of [customer, another, another]) {
    await visit(id)
    await worked(store)
  }
  expect((await runsOf(store, each)).map(({ profile_id }) => profile_id)).toEqual([customer.id, another.id, another.id])
  expect((await runsOf(store, first)).map(({ profile_id }) => profile_id)).toEqual([another.id])
})

describe('a file', () => {
  const file = (name: string, phone: string) => `ชื่อ,เบอร์โทร\n${name},${phone}\n`

  test('lets its customers enter automations that take imports, and taking it back ends what got no message', async () => {
    const { id: segment_id, member } = await occupation()
    const trigger = { kind: 'segment_entered', segment_id } as const
    const wait = { id: 2, kind: 'wait', length: { n: 3, unit: 'day' }, until: null } as const
    const without = await startedAutomation(store, { trigger, steps: [note] })
    const taking = await startedAutomation(store, { trigger, steps: [note, wait], imports: true })
    const { id, real } = await importFile(store, file(member[field.firstName]!, '0817700991'), { name: 'นำเข้า' })
    await settled(store)
    await worked(store)
    expect(await actsOf(store, without)).toEqual([])
    expect(await actsOf(store, taking)).toEqual(['entered change', 'note done'])
    expect((await runsOf(store, taking))[0]!.detail).toEqual({ run_id: expect.any(Number) })
    await undone(store, id, real)
    await worked(store)
    expect((await actsOf(store, taking)).at(-1)).toBe('ended deleted')
    expect(await actsOf(store, without)).toEqual([])
  })

  test('brings its customers into the first automation of a group, though each segment is calculated by itself', async () => {
    const { id: segment_id, member } = await occupation()
    const other = await segment(store, {
      kind: 'profile',
      field_id: field.phone,
      operator: 'eq',
      value: '+66817700993',
    })
    await settled(store)
    const of = (id: number) =>
      startedAutomation(store, {
        ...{ trigger: { kind: 'segment_entered', segment_id: id }, steps: [note] },
        ...{ group: 'ข', imports: true },
      })
    const [second, first] = [await of(segment_id), await of(other.id)]
    await rowsOf(store, 'update automation set place = 1 + (id = $2)::int where store_id = $1', second)
    await importFile(store, file(member[field.firstName]!, '0817700993'), { name: 'สองกลุ่ม' })
    await settled(store)
    await worked(store)
    expect(await actsOf(store, first)).toEqual(done)
    expect(await actsOf(store, second)).toEqual([])
  })

  test('keeps no customer out who joins a segment by hand after it', async () => {
    const { id: segment_id, member } = await occupation()
    const id = await startedAutomation(store, { trigger: { kind: 'segment_entered', segment_id }, steps: [note] })
    await importFile(store, file('ชื่ออื่น', '0817700992'), { name: 'อีกไฟล์' })
    await settled(store)
    await madeProfile(store, member)
    await worked(store)
    expect(await actsOf(store, id)).toEqual(done)
  })
})

test('a friend who follows the account enters, and one of another account does not', async () => {
  const { state } = await testLine()
  const [one, other] = [await connectLine(store), await connectLine(store)]
  const of = (channel_id: number) =>
    startedAutomation(store, { trigger: { kind: 'friend' }, channel_id, steps: [note] })
  const [id, unmoved] = [await of(one.account.id), await of(other.account.id)]
  const { userId } = addFriend(one.line)
  await postEvents(one.line, one.account.webhook.url, [follow(state, userId)])
  await namesStored(store.storeId)
  await worked(store)
  expect(await actsOf(store, id)).toEqual(done)
  expect(await actsOf(store, unmoved)).toEqual([])
})

test('a friend who follows and writes at once enters', async () => {
  const { state } = await testLine()
  const { line, account } = await connectLine(store)
  const id = await startedAutomation(store, { trigger: { kind: 'friend' }, channel_id: account.id, steps: [note] })
  const { userId } = addFriend(line)
  const followed = follow(state, userId)
  const written = textMessage(state, userId, 'สวัสดีค่ะ')
  await postEvents(line, account.webhook.url, [followed, { ...written, timestamp: followed.timestamp + 900 }])
  await namesStored(store.storeId)
  await worked(store)
  expect(await actsOf(store, id)).toEqual(done)
})

test('a click on the chosen link lets the customer enter', async () => {
  const customer = await madeProfile(store, { [field.firstName]: 'คลิก' })
  const { id: broadcast_id } = await broadcastDraft(store)
  await rowsOf(store, "update broadcast set link_tracking = 'people' where store_id = $1 and id = $2", broadcast_id)
  const of = (url: string | null) =>
    startedAutomation(store, { trigger: { kind: 'link', broadcast_id, url }, steps: [note] })
  const [any, chosen, other] = [await of(null), await of('https://example.com/a'), await of('https://example.com/b')]
  await rowsOf(
    store,
    "insert into broadcast_link (store_id, broadcast_id, place, message, code, target) values ($1, $2, 1, 0, 'kodeOfM', 'https://example.com/a')",
    broadcast_id,
  )
  const { pool } = await coreOf(store)
  const click = { store_id: store.storeId, broadcast_id, place: 1, profile_id: customer.id }
  await inStore(pool, store.storeId, (db) => db.insertInto('broadcast_person_click').values(click).execute())
  await worked(store)
  expect(await actsOf(store, any)).toEqual(done)
  expect(await actsOf(store, chosen)).toEqual(done)
  expect(await actsOf(store, other)).toEqual([])
})

import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { expect, test } from 'vitest'
import type { Fault } from '../../../tools/line/state.ts'
import {
  acceptedUsers,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { field, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { customField } from '../../testing/things/fields.ts'

const PUSH = '/v2/bot/message/push'

const hello = (fieldId: number = field.firstName) => ({
  messages: [{ type: 'text', text: `สวัสดี${WORD_MARK} ลด 15%`, words: [{ field_id: fieldId, fallback: 'คุณลูกค้า' }] }],
})

const users = ({ people }: Scene) => people.map(({ userId }) => userId).sort()
const sentTo = ({ state, line }: Scene) =>
  state.accepted.filter(({ channelId }) => channelId === line.id) as ((typeof state.accepted)[number] & {
    message: { text: string }
  })[]
const name = (made: Scene, place: number, value: string | null) =>
  change(made, 'update profile set first_name = $3 where store_id = $1 and id = $2', [made.people[place]!.id, value])

async function send(made: Scene, more: object = hello()) {
  const { id } = await draft(made, more)
  await schedule(made, id)
  return { id, ended: await settled(made, id) }
}

/** Bytes of requests that were not deleted. */
const left = ({ store }: Scene) =>
  rowsOf(store, 'select id from broadcast_chunk where store_id = $1 and body is not null')

test('each friend gets one message with their own words, and the fallback without a value', async () => {
  const made = await scene({ friends: 3 })
  await name(made, 0, 'มานี')
  await name(made, 1, null)
  await name(made, 2, '  \u200b ')
  const { ended } = await send(made)
  expect(ended).toMatchObject({ status: 'published', counts: { accepted: 3 } })
  const texts = new Map(sentTo(made).map(({ userId, call, message }) => [userId, `${call} ${message.text}`]))
  expect(made.people.map(({ userId }) => texts.get(userId))).toEqual([
    'push สวัสดีมานี ลด 15%',
    'push สวัสดีคุณลูกค้า ลด 15%',
    'push สวัสดีคุณลูกค้า ลด 15%',
  ])
  expect(new Set(sentTo(made).map(({ retryKey }) => retryKey)).size).toBe(3)
  // The broadcast shows its template, and no value is stored any more.
  expect(ended.messages).toEqual(hello().messages)
  expect(await left(made)).toEqual([])
})

test('values are cut between Thai letters and emoji until LINE takes the text', async () => {
  const made = await scene({ friends: 4 })
  await name(made, 0, 'ก๊'.repeat(2000))
  await name(made, 1, '👨‍👩‍👧‍👦'.repeat(150))
  await name(made, 2, 'שלום \u202e\u0007ดี\nครับ')
  const words = [
    { field_id: field.firstName, fallback: 'ก' },
    { field_id: field.firstName, fallback: 'ข' },
  ]
  const text = `${'ค'.repeat(4700)}${WORD_MARK}${WORD_MARK}`
  const { ended } = await send(made, { messages: [{ type: 'text', text, words }] })
  expect(ended.counts.accepted).toBe(4)
  const texts = new Map(sentTo(made).map(({ userId, message }) => [userId, message.text.slice(4700)]))
  const [thai, emoji, turned] = made.people.map(({ userId }) => texts.get(userId)!)
  for (const value of texts.values()) expect(value.length).toBeLessThanOrEqual(300)
  expect(thai).toMatch(/^(?:ก๊)+$/u)
  expect(emoji).toMatch(/^(?:👨‍👩‍👧‍👦)+$/u)
  expect(turned).toBe('שלום ดีครับ'.repeat(2))
})

test('while its outcome is unknown a message is sealed, and its repeat has the same bytes', async () => {
  const made = await scene({ friends: 2 })
  await name(made, 0, 'ชื่อลับเฉพาะ')
  const seen = Promise.withResolvers<void>()
  const fault: Fault = { path: PUSH, kind: 'slow', times: 1, until: seen.promise }
  made.state.faults.push(fault, { path: PUSH, kind: 'timeout_after_accept', times: 1 })
  const { id } = await draft(made, hello())
  await schedule(made, id)
  while (fault.times > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const rows = await rowsOf<{ body: Buffer }>(
    made.store,
    'select body from broadcast_chunk where store_id = $1 and body is not null',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { body } of rows) expect(body.includes('ชื่อลับเฉพาะ')).toBe(false)
  seen.resolve()
  expect((await settled(made, id)).counts.accepted).toBe(2)
  expect(acceptedUsers(made)).toEqual(users(made))
  expect([...made.state.bodies.values()].filter(({ size }) => size > 1)).toEqual([])
  expect(await left(made)).toEqual([])
})

const faults = [
  ['answers 500', { kind: 'error', times: 20 }],
  ['accepts and hangs up', { kind: 'timeout_after_accept', times: 20 }],
  ['hangs up before it accepts', { kind: 'timeout', times: 20, delay: 20 }],
  ['limits the rate', { kind: 'too_many', times: 20 }],
  ['refuses a token', { kind: 'unauthorized', times: 20 }],
] as const

async function once(friends: number, fault: Omit<Fault, 'path'>) {
  const made = await scene({ friends, channel: { quota: null } })
  made.state.faults.push({ path: PUSH, ...fault })
  const { id, ended } = await send(made)
  expect([ended.status, ended.counts.accepted]).toEqual(['published', friends])
  expect(acceptedUsers(made)).toEqual(users(made))
  expect([...made.state.bodies.values()].filter(({ size }) => size > 1)).toEqual([])
  expect(await left(made)).toEqual([])
  const { results } = await made.store.call(broadcasts.recipients, {
    params: { id: String(id) },
    query: { limit: '1' },
  })
  expect(results[0]).toMatchObject({ status: 'accepted' })
}

firstCases(2)(faults)('250 friends get one message each when LINE %s', (_, fault) => once(250, fault))

test('5,000 friends get one message each when LINE accepts and hangs up', { tags: ['verify'], timeout: 600_000 }, () =>
  once(5000, { kind: 'timeout_after_accept', times: 300 }),
)

test('a friend whose message LINE refuses fails alone', async () => {
  const made = await scene({ friends: 5 })
  await change(made, `update channel_friend set external_id = 'bad' where store_id = $1 and profile_id = $2`, [
    made.people[2]!.id,
  ])
  const { ended } = await send(made)
  expect(ended).toMatchObject({ status: 'published', counts: { accepted: 4, failed: 1 } })
  // The bad id was meant.
  made.state.violations.splice(0)
})

test('a stopped account pauses the broadcast with one notice, and nobody is called twice after it is resumed', async () => {
  const made = await scene({ friends: 30 })
  for (const path of [PUSH, '/v2/bot/info']) made.state.faults.push({ path, kind: 'unauthorized', times: 1000 })
  const { id, ended } = await send(made)
  expect(ended).toMatchObject({ sub_status: 'paused', reason: 'account', counts: { queued: 30 } })
  const notices = await rowsOf(
    made.store,
    `select id from notification where store_id = $1 and kind = 'broadcast_paused'`,
  )
  expect(notices).toHaveLength(1)
  made.state.faults.splice(0)
  await change(made, `update channel set status = 'active' where store_id = $1`)
  await made.store.call(broadcasts.resume, { params: { id: String(id) } })
  expect((await settled(made, id)).counts.accepted).toBe(30)
  expect(acceptedUsers(made)).toEqual(users(made))
})

test('an erased customer’s request goes with them', async () => {
  const made = await scene({ friends: 3 })
  const { id } = await draft(made, hello())
  made.state.faults.push({ path: PUSH, kind: 'too_many', times: 3 })
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  const { job_id } = await made.store.call(profileErasure.erase, {
    params: { id: String(made.people[1]!.id) },
    body: { confirm: true },
  })
  await change(made, 'update broadcast set due_at = now() where store_id = $1')
  const [ended] = await Promise.all([settled(made, id), jobEnded(made.store.storeId, job_id)])
  expect(ended.counts.accepted).toBeGreaterThanOrEqual(2)
  expect(await left(made)).toEqual([])
})

/** A field of the store with a value for everyone. */
async function ownField(made: Scene) {
  const id = await customField(made.store)
  await change(made, `update profile set custom = jsonb_build_object($2::text, 'ต่าย') where store_id = $1`, [
    String(id),
  ])
  return id
}

test('a field that became sensitive or was deleted after scheduling pauses the broadcast before anyone gets its value', async () => {
  for (const gone of [
    'update profile_field set sensitive = true where store_id = $1 and id = $2',
    'delete from profile_field where store_id = $1 and id = $2',
  ]) {
    const made = await scene({ friends: 2 })
    const fieldId = await ownField(made)
    const { id } = await draft(made, hello(fieldId))
    await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
    await change(made, gone, [fieldId])
    await change(made, 'update broadcast set due_at = now() where store_id = $1')
    expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'word' })
    expect(sentTo(made)).toEqual([])
  }
})

test('a word of a sensitive field or of another store is refused, and a person who may not read customers cannot approve one', async () => {
  const made = await scene({ friends: 1 })
  const other = await scene({ friends: 1 })
  const create = (fieldId: number) => made.store.try(broadcasts.create, { body: hello(fieldId) as never })
  expect((await create(field.citizenId)).body).toMatchObject({ error: 'word_closed' })
  expect((await create(await ownField(other))).status).toBe(404)
  await change(made, 'update broadcast_setting set approval = true where store_id = $1')
  const { id } = await draft(made, hello())
  const { version } = await schedule(made, id)
  const approver = await made.store.member(['cdp-core.setting-line.read', 'cdp-core.broadcast.approve'])
  const refused = await approver.try(broadcasts.approve, { params: { id: String(id) }, body: { version } })
  expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  expect((await read(made, id)).sub_status).toBe('awaiting_approval')
})

test('a word without a fallback keeps a broadcast from being sent, and one without its mark is refused', async () => {
  const made = await scene({ friends: 1 })
  const words = [{ field_id: field.firstName, fallback: ' ' }]
  const { id, updated_at: origin_time } = await draft(made, {
    messages: [{ type: 'text', text: `ก${WORD_MARK}`, words }],
  })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(refused.body).toMatchObject({ details: { fields: ['body.messages.0.words.0'] } })
  const unmarked = await made.store.try(broadcasts.create, {
    body: { messages: [{ type: 'text', text: 'ก', words }] } as never,
  })
  expect(unmarked).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
})

test('a draft with a word whose field was deleted can be saved, and is sent only without it', async () => {
  const made = await scene({ friends: 1 })
  const fieldId = await ownField(made)
  const { id } = await draft(made, hello(fieldId))
  await change(made, 'delete from profile_field where store_id = $1 and id = $2', [fieldId])
  const { updated_at } = await read(made, id)
  const saved = await made.store.call(broadcasts.update, {
    body: { id, origin_time: updated_at, ...hello(fieldId) } as never,
  })
  const refused = await made.store.try(broadcasts.update, {
    body: { id, origin_time: saved.updated_at, status: 'pending' },
  })
  expect(refused.body).toMatchObject({ error: 'broadcast_invalid', details: { fields: ['body.messages.0.words.0'] } })
})

test('a card holds words, and its values are cut to the 60 letters of a card with a title', async () => {
  const made = await scene({ friends: 2 })
  await name(made, 0, 'ก'.repeat(90))
  await name(made, 1, 'มานี')
  const words = [{ field_id: field.firstName, fallback: 'คุณลูกค้า' }]
  const actions = [{ label: 'ดู', type: 'message', value: 'ดู' }]
  const card = { type: 'template', alt_text: 'โปร', title: 'โปร', text: `คุณ${WORD_MARK}`, words, actions }
  const { ended } = await send(made, { messages: [card] })
  expect(ended.counts.accepted).toBe(2)
  const texts = new Map(
    made.state.accepted.map(({ userId, message }) => [
      userId,
      (message as { template?: { text: string } }).template?.text,
    ]),
  )
  expect(made.people.map(({ userId }) => texts.get(userId))).toEqual([`คุณ${'ก'.repeat(50)}`, 'คุณมานี'])
})

test('a test reaches its receivers with their own words', async () => {
  const made = await scene({ friends: 2 })
  await name(made, 0, 'มานี')
  await name(made, 1, null)
  await change(made, 'update broadcast_setting set tester_ids = $2 where store_id = $1', [
    made.people.map(({ id }) => id),
  ])
  const { id } = await draft(made, hello())
  expect(await made.store.call(broadcasts.test, { params: { id: String(id) } })).toEqual({ sent: 2 })
  expect(
    sentTo(made)
      .map(({ message }) => message.text)
      .toSorted(),
  ).toEqual(['สวัสดีคุณลูกค้า ลด 15%', 'สวัสดีมานี ลด 15%'])
})

test('a message without words goes to all friends in one call', async () => {
  const made = await scene({ friends: 3 })
  const { ended } = await send(made, {})
  expect(ended.counts.accepted).toBe(3)
  expect(new Set(sentTo(made).map(({ call }) => call))).toEqual(new Set(['multicast']))
})

test('a preview shows five customers who differ, and how empty and long the values are', async () => {
  const made = await scene({ friends: 8 })
  await name(made, 0, null)
  await name(made, 1, 'ก'.repeat(40))
  await name(made, 2, 'ข')
  const body = {
    channel: { type: 'lineOA' as const, channel_id: made.account.id },
    purpose_id: made.purposeId,
    target: { type: 'all_friends' as const },
    field_ids: [field.firstName],
  }
  const shown = await made.store.call(broadcasts.preview, { body })
  expect(shown.counted).toBe(8)
  expect(shown.fields).toEqual([{ field_id: field.firstName, empty: 1, longest: 40 }])
  expect(shown.people).toHaveLength(5)
  const of = (kind: string) => shown.people.find((person) => person.kind === kind)!
  expect(of('long')).toMatchObject({ id: made.people[1]!.id, values: [{ value: 'ก'.repeat(40) }] })
  expect(of('empty')).toMatchObject({ id: made.people[0]!.id, values: [{ value: null }] })
  const refused = await made.store.try(broadcasts.preview, { body: { ...body, field_ids: [field.citizenId] } })
  expect(refused.body).toMatchObject({ error: 'word_closed' })
})

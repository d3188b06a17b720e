import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
import {
  abTest,
  afterHours,
  clickLink,
  sentTrial,
  textA,
  textB,
  textsByUser,
  workUntil,
} from '../../testing/broadcasts/ab-test.testing.ts'
import {
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
  workChannel,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'

const byId = (id: number) => ({ params: { id: String(id) } })
const choose = ({ store }: Scene, id: number, choice: 'a' | 'b' | 'half') =>
  store.call(broadcasts.winner, { ...byId(id), body: { choice } })
const tryChoice = ({ store }: Scene, id: number, choice: 'a' | 'b' | 'half') =>
  store.try(broadcasts.winner, { ...byId(id), body: { choice } })

/** Texts by how many users got each, once each user was counted once. */
function got(made: Scene): Record<string, number> {
  const texts = textsByUser(made)
  expect(new Set(texts.map(([user]) => user)).size).toBe(texts.length)
  return Object.fromEntries([...Map.groupBy(texts, ([, text]) => text)].map(([text, users]) => [text, users.length]))
}

const reserved = async ({ store }: Scene) =>
  (await rowsOf<{ reserved: number }>(store, 'select reserved from broadcast_quota where store_id = $1'))[0]!.reserved

test('the trial is sent first, the others wait with their quota, and get the text with more clicks after the hours', async () => {
  const made = await scene({ friends: 300, channel: { quota: 1000 } })
  const waiting = await sentTrial(made)
  const { a, b } = waiting.trial!.figures!
  expect(waiting).toMatchObject({ status: 'pending', sub_status: 'sending', reason: 'trial' })
  expect(a.people + b.people).toBe(waiting.counts.accepted)
  expect(got(made)).toEqual({ A: a.people, B: b.people })
  expect(a.people).toBeGreaterThan(35)
  expect(b.people).toBeGreaterThan(35)
  expect(await reserved(made)).toBe(waiting.counts.queued)
  expect(waiting.links.map(({ arm, target }) => [arm, target])).toEqual([
    ['a', 'https://shop.example/sale'],
    ['b', 'https://shop.example/sale'],
  ])
  await clickLink(made, waiting.id, 'b', 25)
  await clickLink(made, waiting.id, 'a', 3)
  // Its hours are not over.
  await workChannel(made)
  expect((await read(made, waiting.id)).trial).toMatchObject({
    choice: null,
    figures: { a: { clicked: 3 }, b: { clicked: 25 }, better: 'b' },
  })
  expect(got(made)).toEqual({ A: a.people, B: b.people })
  await afterHours(made, waiting.id)
  const ended = await settled(made, waiting.id)
  expect(ended).toMatchObject({
    status: 'published',
    counts: { accepted: 300, queued: 0 },
    trial: { choice: 'b', chosen_by: null, figures: { a: { clicked: 3 }, b: { clicked: 25 } } },
  })
  expect(got(made)).toEqual({ A: a.people, B: 300 - a.people })
  expect(await reserved(made)).toBe(0)
  const acts = await rowsOf<{ details: object }>(
    made.store,
    "select details from audit_log where store_id = $1 and action = 'broadcast_text_decided'",
  )
  expect(acts).toEqual([{ details: { choice: 'b' } }])
})

test('at a tie the others get each text by halves', async () => {
  const made = await scene({ friends: 300, channel: { quota: null } })
  const { id, trial } = await sentTrial(made)
  await afterHours(made, id)
  expect(await settled(made, id)).toMatchObject({ counts: { accepted: 300 }, trial: { choice: 'half' } })
  const { A, B } = got(made)
  const rest = 300 - trial!.figures!.a.people - trial!.figures!.b.people
  expect(Math.abs(A! - trial!.figures!.a.people - rest / 2)).toBeLessThanOrEqual(1)
  expect(A! + B!).toBe(300)
  const { results } = await made.store.call(broadcasts.recipients, { ...byId(id), query: { limit: '100' } })
  expect(results.every(({ arm }) => arm !== null)).toBe(true)
})

test('at a tie that a person decides it stops, says so once, and goes on with the chosen text', async () => {
  const made = await scene({ friends: 100, channel: { quota: null } })
  const { id } = await sentTrial(made, { tie: 'by_hand' })
  await afterHours(made, id)
  expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'choice', trial: { choice: null } })
  const notices = () =>
    rowsOf(made.store, "select 1 from notification where store_id = $1 and kind = 'broadcast_choice'")
  expect(await notices()).toHaveLength(1)
  const refused = { status: 409, body: { error: 'broadcast_state' } }
  expect(await made.store.try(broadcasts.resume, byId(id))).toMatchObject(refused)
  expect(await made.store.try(broadcasts.pause, byId(id))).toMatchObject(refused)
  const before = got(made)
  await choose(made, id, 'a')
  const ended = await settled(made, id)
  expect(ended).toMatchObject({ status: 'published', trial: { choice: 'a', chosen_by: expect.any(String) } })
  expect(got(made)).toEqual({ ...before, A: 100 - (before.B ?? 0) })
  expect(await notices()).toHaveLength(1)
})

test('a person chooses before the hours are over, once', async () => {
  const made = await scene({ friends: 60, channel: { quota: null } })
  const { id } = await sentTrial(made)
  const replies = await Promise.all((['a', 'b', 'half'] as const).map((choice) => tryChoice(made, id, choice)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // It may have been sent whole by then.
  const { status, body } = await tryChoice(made, id, 'b')
  expect([status, ['text_chosen', 'broadcast_final']]).toEqual([409, expect.arrayContaining([body.error])])
  expect((await settled(made, id)).counts.accepted).toBe(60)
  expect(Object.values(got(made)).reduce((sum, users) => sum + users, 0)).toBe(60)
})

test('a text is chosen only of a test whose trial was sent', async () => {
  const made = await scene({ friends: 2 })
  const plain = await draft(made)
  expect(await tryChoice(made, plain.id, 'a')).toMatchObject({ status: 409, body: { error: 'broadcast_state' } })
  const { id } = await draft(made, { messages: textA, ...abTest() })
  await schedule(made, id, {
    schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString(), time_zone: null },
  })
  expect(await tryChoice(made, id, 'a')).toMatchObject({ status: 409, body: { error: 'broadcast_state' } })
  await change(made, `update broadcast set frozen_at = now(), trial_last = 1 where store_id = $1 and id = $2`, [id])
  expect(await tryChoice(made, id, 'a')).toMatchObject({ status: 409, body: { error: 'trial_running' } })
})

test('figures decide only between texts whose links are counted', async () => {
  const made = await scene({ friends: 40 })
  const refused = { status: 400, body: { error: 'broadcast_invalid', details: { fields: ['body.ab_test.decide'] } } }
  const without = [{ type: 'text', text: 'แบบ B ไม่มีลิงก์' }]
  for (const more of [abTest({ messages: without }), { ...abTest(), link_tracking: 'off' }]) {
    const { id, updated_at: origin_time } = await draft(made, { messages: textA, ...more })
    expect(await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })).toMatchObject(
      refused,
    )
  }
  const { id } = await draft(made, { messages: textA, ...abTest({ messages: without, decide: 'by_hand' }) })
  await schedule(made, id)
  expect(await settled(made, id)).toMatchObject({
    reason: 'choice',
    trial: { decides_at: null, figures: { difference: null, better: null } },
  })
  await choose(made, id, 'b')
  expect((await settled(made, id)).counts.accepted).toBe(40)
})

test('a second text that is not complete is refused with its fields', async () => {
  const made = await scene({ friends: 1 })
  const messages = [{ type: 'text' as const, text: '' }]
  const { id, updated_at: origin_time } = await draft(made, { messages: textA, ...abTest({ messages }) })
  const reply = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(reply).toMatchObject({
    body: { details: { fields: ['body.ab_test.messages.0.text', 'body.ab_test.decide'] } },
  })
})

test('a paused trial waits on until its hours are over, and a stopped one leaves the others unsent', async () => {
  const made = await scene({ friends: 100, channel: { quota: 200 } })
  const { id, counts, trial } = await sentTrial(made)
  await made.store.call(broadcasts.pause, byId(id))
  await made.store.call(broadcasts.resume, byId(id))
  const waits = await workUntil(made, id, ({ reason }) => reason === 'trial')
  expect(waits.trial!.decides_at).toBe(trial!.decides_at)
  await made.store.call(broadcasts.cancel, byId(id))
  const ended = await read(made, id)
  expect(ended).toMatchObject({ status: 'published', sub_status: 'canceled', unsent: 100 - counts.accepted })
  expect(await tryChoice(made, id, 'a')).toMatchObject({ status: 409, body: { error: 'broadcast_final' } })
  expect(await reserved(made)).toBe(0)
})

test('a paused broadcast whose hours passed decides when it is resumed', async () => {
  const made = await scene({ friends: 60, channel: { quota: null } })
  const { id } = await sentTrial(made)
  await made.store.call(broadcasts.pause, byId(id))
  await afterHours(made, id)
  await workChannel(made)
  expect((await read(made, id)).trial!.choice).toBeNull()
  await made.store.call(broadcasts.resume, byId(id))
  expect(await settled(made, id)).toMatchObject({ status: 'published', trial: { choice: 'half' } })
})

test('the others wait for the end of quiet hours', async () => {
  const made = await scene({ friends: 60, channel: { quota: null } })
  const { id } = await sentTrial(made)
  await change(made, `update broadcast_setting set quiet_from = '00:00', quiet_to = '23:59' where store_id = $1`)
  await choose(made, id, 'a')
  const held = await workUntil(made, id, ({ reason }) => reason === 'quiet_hours')
  expect(held.counts.queued).toBeGreaterThan(0)
  await change(made, `update broadcast_setting set quiet_from = null, quiet_to = null where store_id = $1`)
  await change(made, `update broadcast set wait_until = null where store_id = $1 and id = $2`, [id])
  expect((await workUntil(made, id, ({ status }) => status === 'published')).counts.accepted).toBe(60)
})

test('a broadcast that a person paused stays so when its text is chosen; a copy to the rest has it, a repeat both', async () => {
  const made = await scene({ friends: 60, channel: { quota: null } })
  const { id } = await sentTrial(made)
  await made.store.call(broadcasts.pause, byId(id))
  expect(await choose(made, id, 'b')).toMatchObject({ sub_status: 'paused', reason: 'user', trial: { choice: 'b' } })
  await made.store.call(broadcasts.cancel, byId(id))
  const copy = (to: 'failed' | 'target') => made.store.call(broadcasts.duplicate, { ...byId(id), body: { to } })
  expect(await copy('failed')).toMatchObject({ messages: textB, ab_test: null, trial: null })
  expect(await copy('target')).toMatchObject({ messages: textA, ab_test: { messages: textB, share: 20 }, trial: null })
})

test('an edit of the second text raises the version that an approval names', async () => {
  const made = await scene({ friends: 1 })
  const { id, version, updated_at: origin_time } = await draft(made, { messages: textA, ...abTest() })
  const changed = { ...abTest().ab_test, messages: textA }
  const { version: next } = await made.store.call(broadcasts.update, {
    body: { id, origin_time, ab_test: changed } as never,
  })
  expect(next).toBe(version + 1)
})

test('customers without any among the trial get the texts by halves at once', async () => {
  const made = await scene({ friends: 2 })
  const { id } = await draft(made, { messages: textA, ...abTest({ share: 5 }) })
  await schedule(made, id)
  const ended = await workUntil(made, id, ({ status, trial }) => status === 'published' || trial?.ended_at != null)
  if (ended.status === 'pending') return
  expect(ended.counts.accepted).toBe(2)
})

test('a trial of all customers ends with the figures of both texts', async () => {
  for (;;) {
    const made = await scene({ friends: 1, channel: { quota: null } })
    const { id, trial } = await sentTrial(made, { share: 40 })
    const { a, b } = trial!.figures!
    // One in five draws leaves the customer for the choice.
    if (a.people + b.people === 0) continue
    expect((await read(made, id)).status).toBe('published')
    return
  }
})

test('a customer with two browsers does not count twice beyond the customers of the text', async () => {
  const made = await scene({ friends: 20, channel: { quota: null } })
  const { id, trial } = await sentTrial(made, { share: 40 })
  const { people } = trial!.figures!.a
  await clickLink(made, id, 'a', people + 5)
  expect((await read(made, id)).trial!.figures!.a).toEqual({ people, clicked: people })
})

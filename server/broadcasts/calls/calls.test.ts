import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { expect, test } from 'vitest'
import {
  acceptedUsers,
  change,
  draft,
  read,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'

test('a target counts who is reached and why others are not', async () => {
  const made = await scene({ friends: 6 })
  const { store, account, purposeId, people } = made
  const label = await store.call(labels.create, { body: { name: 'กลุ่ม', color: 'teal', type: 'general' } })
  await change(made, `insert into profile (store_id, first_name) values ($1, 'ไม่มี LINE')`)
  await change(
    made,
    `insert into profile_label (store_id, profile_id, label_id, source) select $1, id, $2, 'manual_add' from profile where store_id = $1`,
    [label.id],
  )
  await change(made, `update channel_friend set status = 'blocked' where store_id = $1 and profile_id = $2`, [
    people[0]!.id,
  ])
  await change(
    made,
    `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'withdrawn', 'line')`,
    [people[1]!.id, purposeId],
  )
  await change(made, 'update profile set restricted_at = now() where store_id = $1 and id = $2', [people[2]!.id])
  const body = {
    channel: { type: 'lineOA' as const, channel_id: account.id },
    purpose_id: purposeId,
    target: { type: 'segments' as const, include: { condition: 'or' as const, label_ids: [label.id] } },
  }
  const found = await store.call(broadcasts.target, { body })
  expect(found).toMatchObject({ total: 7, target: 3 })
  expect(Object.fromEntries(found.exclusions.map(({ reason, total }) => [reason, total]))).toEqual({
    ...{ not_linked: 1, blocked: 1, withdrawn: 1, restricted: 1 },
  })
  const without = { ...body, target: { ...body.target, exclude: { label_ids: [label.id] } } }
  expect(await store.call(broadcasts.target, { body: without })).toMatchObject({ total: 0, target: 0 })
})

test('the list names the target of each broadcast to who may read labels, and narrows to those that await approval', async () => {
  const made = await scene({ friends: 1 })
  const { store } = made
  const label = await store.call(labels.create, { body: { name: 'ลูกค้าประจำ', color: 'teal', type: 'general' } })
  const { id } = await draft(made, {
    target: { type: 'segments', include: { condition: 'or', label_ids: [label.id] } },
  })
  await draft(made, { target: { type: 'all_friends' } })
  await change(made, `update broadcast set sub_status = 'awaiting_approval' where store_id = $1 and id = $2`, [id])
  const waiting = { query: { sub_status: 'awaiting_approval' as const } }
  const { results, total } = await store.call(broadcasts.list, waiting)
  const shown = { id: label.id, name: 'ลูกค้าประจำ', color: 'teal', type: 'general' }
  const audience = { type: 'segments', labels: [shown], chosen: 0 }
  expect({ total, results }).toMatchObject({ total: 1, results: [{ id, audience }] })
  const reader = await store.member(['cdp-core.setting-line.read'])
  const read = await reader.call(broadcasts.list, waiting)
  expect(read.results[0]!.audience.labels).toEqual([])

  const toLabel = { query: { label_id: String(label.id) } }
  expect((await store.call(broadcasts.list, toLabel)).results.map((one) => one.id)).toEqual([id])
  expect((await store.call(broadcasts.list, { query: { label_id: '999999' } })).total).toBe(0)
  expect(await reader.try(broadcasts.list, toLabel)).toMatchObject({ status: 403 })
})

test('the list is ordered by when a broadcast was sent, or will be', async () => {
  const made = await scene({ friends: 1 })
  const days = async (at: string, more: string) => {
    const { id } = await draft(made)
    await change(made, `update broadcast set ${at} = now() + $3::interval where store_id = $1 and id = $2`, [id, more])
    return id
  }
  const [later, sent, sooner] = [
    await days('send_at', '3 days'),
    await days('started_at', '-1 day'),
    await days('send_at', '1 day'),
  ]
  const { results } = await made.store.call(broadcasts.list, { query: { sort_by: 'send_at', sort_dir: 'desc' } })
  expect(results.map(({ id }) => id)).toEqual([later, sooner, sent])
})

test('a broadcast with faults is refused with each field', async () => {
  const made = await scene()
  const { id, updated_at: origin_time } = await draft(made, {
    channel: null,
    messages: [
      { type: 'text', text: '' },
      { type: 'flex', alt_text: 'x', contents: '{' },
    ],
  })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(refused).toMatchObject({
    status: 400,
    body: { details: { fields: ['body.channel', 'body.messages.0.text', 'body.messages.1.contents'] } },
  })
})

test('an edit over an older version is refused with the newer one', async () => {
  const made = await scene()
  const { id, updated_at: origin_time } = await draft(made)
  await made.store.call(broadcasts.update, { body: { id, origin_time, name: 'หนึ่ง' } })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, name: 'สอง' } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'stale_edit', details: { current: { name: 'หนึ่ง' } } } })
})

test('an approval is refused to every author, and void after an edit', async () => {
  const made = await scene()
  await change(made, 'update broadcast_setting set approval = true where store_id = $1')
  const { id } = await draft(made)
  const asked = await schedule(made, id)
  expect(asked).toMatchObject({ status: 'draft', sub_status: 'awaiting_approval', may_approve: false })
  const params = { id: String(id) }
  const own = await made.store.try(broadcasts.approve, { params, body: { version: asked.version } })
  expect(own).toMatchObject({ status: 403, body: { error: 'broadcast_own_approval' } })
  const other = await made.store.member('owner')
  const { updated_at: origin_time } = await read(made, id)
  await made.store.call(broadcasts.update, { body: { id, origin_time, name: 'ใหม่' } })
  const again = await schedule(made, id)
  const before = await other.try(broadcasts.approve, { params, body: { version: asked.version } })
  expect(before).toMatchObject({ status: 409, body: { error: 'broadcast_state' } })
  expect(await other.call(broadcasts.approve, { params, body: { version: again.version } })).toMatchObject({
    status: 'pending',
  })
})

test('quiet hours refuse a schedule', async () => {
  const made = await scene()
  await change(made, `update broadcast_setting set quiet_from = '00:00', quiet_to = '23:59' where store_id = $1`)
  const { id, updated_at: origin_time } = await draft(made)
  const send_at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T05:00:00Z`
  const body = { id, origin_time, status: 'pending' as const, schedule: { type: 'at' as const, send_at } }
  const refused = await made.store.try(broadcasts.update, { body })
  expect(refused).toMatchObject({ status: 409, body: { error: 'broadcast_quiet' } })
})

test('a test goes to the named people, at most 20 a day', async () => {
  const made = await scene()
  const params = { id: String((await draft(made)).id) }
  expect(await made.store.try(broadcasts.test, { params })).toMatchObject({ body: { error: 'broadcast_no_tester' } })
  await change(made, 'update broadcast_setting set tester_ids = $2 where store_id = $1', [
    made.people.slice(0, 2).map(({ id }) => id),
  ])
  for (let sent = 0; sent < 10; sent++) expect(await made.store.call(broadcasts.test, { params })).toEqual({ sent: 2 })
  expect(await made.store.try(broadcasts.test, { params })).toMatchObject({ body: { error: 'broadcast_test_limit' } })
  expect(acceptedUsers(made)).toHaveLength(20)
})

test('a duplicate is a draft with the same words', async () => {
  const made = await scene()
  const { id, messages } = await draft(made)
  const copy = await made.store.call(broadcasts.duplicate, { params: { id: String(id) }, body: {} })
  expect(copy).toMatchObject({ status: 'draft', messages, name: 'ลดฤดูหนาว' })
})

test('a broadcast that is sent is final, and one that waits to be sent has to be cancelled first', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  const params = { id: String(id) }
  const later = { type: 'at' as const, send_at: new Date(Date.now() + 3_600_000).toISOString() }
  await schedule(made, id, { schedule: later })
  const { updated_at: origin_time } = await read(made, id)
  const waits = { status: 409, body: { error: 'broadcast_pending' } }
  expect(await made.store.try(broadcasts.delete, { params })).toMatchObject(waits)
  expect(await made.store.try(broadcasts.update, { body: { id, origin_time, name: 'ใหม่' } })).toMatchObject(waits)
  await change(made, 'update broadcast set due_at = now() where store_id = $1')
  await settled(made, id)
  const final = { status: 409, body: { error: 'broadcast_final' } }
  expect(await made.store.try(broadcasts.delete, { params })).toMatchObject(final)
  expect(await made.store.try(broadcasts.update, { body: { id, origin_time, name: 'ใหม่' } })).toMatchObject(final)
  for (const act of [broadcasts.pause, broadcasts.resume, broadcasts.cancel, broadcasts.retry])
    expect(await made.store.try(act, { params })).toMatchObject(final)
})

import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { expect, test } from 'vitest'
import {
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

/** The same time of day, so many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const dated = (made: Scene, days: number) =>
  draft(made, { schedule: { type: 'at', send_at: inDays(days), time_zone: 'Asia/Bangkok' } })

async function scheduled(made: Scene, days: number): Promise<number> {
  const { id } = await dated(made, days)
  await schedule(made, id)
  return id
}

async function move(made: Scene, id: number, send_at: string, by: Pick<Scene['store'], 'try'> = made.store) {
  const { updated_at: origin_time } = await read(made, id)
  return by.try(broadcasts.move, { params: { id: String(id) }, body: { send_at, origin_time } })
}

async function reservedIn({ store }: Scene): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query('select sum(reserved)::int as sum from broadcast_quota where store_id = $1', [
    store.storeId,
  ])
  return rows[0].sum
}

test('a draft gets another time and stays a draft', async () => {
  const made = await scene({ friends: 2 })
  const { id } = await dated(made, 3)
  const send_at = inDays(5)
  const { body } = await move(made, id, send_at)
  expect(body).toMatchObject({ status: 'draft', sub_status: null, version: 2 })
  expect(Date.parse((await read(made, id)).schedule.send_at!)).toBe(Date.parse(send_at))
})

test('a scheduled broadcast keeps its quota and is due at the new time', async () => {
  const made = await scene({ friends: 2, channel: { quota: 2 } })
  const id = await scheduled(made, 1)
  const send_at = inDays(2)
  expect((await move(made, id, send_at)).body).toMatchObject({ status: 'pending', sub_status: 'scheduled', version: 3 })
  const { admin } = await testServer()
  const { rows } = await admin.query<{ due_at: string }>(
    'select due_at from broadcast where store_id = $1 and id = $2',
    [made.store.storeId, id],
  )
  expect(Date.parse(rows[0]!.due_at)).toBe(Date.parse(send_at))
  expect(await reservedIn(made)).toBe(2)
})

test('a move asks for approval again, of another person than who moved it', async () => {
  const made = await scene({ friends: 2 })
  const id = await scheduled(made, 1)
  await change(made, 'update broadcast_setting set approval = true where store_id = $1')
  const second = await made.store.member(permissions)
  expect((await move(made, id, inDays(2), second)).body).toMatchObject({
    status: 'draft',
    sub_status: 'awaiting_approval',
    approved_by: null,
  })
  expect(await reservedIn(made)).toBe(0)
  const { version } = await read(made, id)
  const approve = (by: Pick<Scene['store'], 'try'>) =>
    by.try(broadcasts.approve, { params: { id: String(id) }, body: { version } })
  expect(await approve(second)).toMatchObject({ status: 403, body: { error: 'broadcast_own_approval' } })
  expect((await move(made, id, inDays(3), second)).body).toMatchObject({ sub_status: 'awaiting_approval' })
})

test('a broadcast that cannot be sent at the new time stays where it was', async () => {
  const made = await scene({ friends: 2, channel: { quota: 4 } })
  const id = await scheduled(made, 1)
  const before = await read(made, id)
  // By the clock of the store a whole day is quiet but for an hour.
  await change(made, `update broadcast_setting set quiet_from = '01:00', quiet_to = '00:00' where store_id = $1`)
  const noon = `${inDays(3).slice(0, 10)}T12:00:00+07:00`
  expect(await move(made, id, noon)).toMatchObject({ status: 409, body: { error: 'broadcast_quiet' } })
  expect(await move(made, id, inDays(-1))).toMatchObject({ status: 409, body: { error: 'broadcast_past' } })
  expect(await read(made, id)).toEqual(before)
  expect(await reservedIn(made)).toBe(2)
})

test('a broadcast that was sent, and an older version, are not moved', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  await schedule(made, id)
  await settled(made, id)
  expect(await move(made, id, inDays(1))).toMatchObject({ status: 409, body: { error: 'broadcast_final' } })
  const { id: other, updated_at: origin_time } = await dated(made, 2)
  await move(made, other, inDays(3))
  const body = { send_at: inDays(4), origin_time }
  expect(await made.store.try(broadcasts.move, { params: { id: String(other) }, body })).toMatchObject({
    status: 409,
    body: { error: 'stale_edit', details: { current: { id: other } } },
  })
})

test('a person who may edit but not send moves drafts alone', async () => {
  const made = await scene({ friends: 1 })
  const [{ id }, sent] = [await dated(made, 2), await scheduled(made, 2)]
  const staff = await made.store.member(permissions.filter((each) => each !== 'cdp-core.broadcast.send'))
  expect((await move(made, id, inDays(3), staff)).status).toBe(200)
  expect(await move(made, sent, inDays(3), staff)).toMatchObject({ status: 403 })
})

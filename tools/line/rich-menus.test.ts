import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { richMenusOf, switchMenu, visibleMenu } from './rich-menus.ts'
import { type LineSimulator, startLine } from './server.ts'
import { addChannel, addFriend, type Channel } from './state.ts'

let line: LineSimulator
let channel: Channel
let now = Date.parse('2026-11-12T00:00:00Z')
beforeAll(async () => {
  line = await startLine({ now: () => now })
})
afterAll(() => line.stop())
beforeEach(() => {
  channel = addChannel(line.state, { id: randomUUID() })
})

async function call(method: string, path: string, body?: object | Buffer) {
  const isImage = Buffer.isBuffer(body)
  const reply = await fetch(`${line.url}/v2/bot${path}`, {
    method,
    headers: {
      authorization: `Bearer ${channel.token}`,
      ...(body && { 'content-type': isImage ? 'image/jpeg' : 'application/json' }),
    },
    ...(body && { body: isImage ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as { richMenuId?: string } }
}
const bounds = { x: 0, y: 0, width: 2500, height: 843 }
const object = (more: object = {}) => ({
  size: { width: 2500, height: 843 },
  selected: true,
  name: 'menu',
  chatBarText: 'เมนู',
  areas: [{ bounds, action: { type: 'message', label: 'สั่ง', text: 'สั่ง' } }],
  ...more,
})
const image = (width = 2500, height = 843) =>
  sharp({ create: { width, height, channels: 3, background: 'brown' } })
    .jpeg()
    .toBuffer()

async function menu(more: object = {}): Promise<string> {
  const { richMenuId } = (await call('POST', '/richmenu', object(more))).body
  await call('POST', `/richmenu/${richMenuId}/content`, await image())
  return richMenuId!
}

test('a menu needs its picture in its own pixels before anybody gets it, and no picture replaces another', async () => {
  const { richMenuId: id } = (await call('POST', '/richmenu', object())).body
  const friend = addFriend(channel)
  expect((await call('POST', `/user/all/richmenu/${id}`)).status).toBe(400)
  expect((await call('POST', '/richmenu/bulk/link', { richMenuId: id, userIds: [friend.userId] })).status).toBe(400)
  expect((await call('POST', `/richmenu/${id}/content`, await image(2500, 844))).status).toBe(400)
  expect((await call('POST', `/richmenu/${id}/content`, await image())).status).toBe(200)
  expect((await call('POST', `/richmenu/${id}/content`, await image())).status).toBe(400)
  expect((await call('POST', `/user/all/richmenu/${id}`)).status).toBe(200)
  expect((await call('GET', '/user/all/richmenu')).body).toEqual({ richMenuId: id })
})

test('bulk calls ignore users who blocked the account or are strangers, and a deleted menu leaves the default one', async () => {
  const [main, gold] = [await menu(), await menu()]
  const [friend, blocked] = [addFriend(channel), addFriend(channel, { blocked: true })]
  const stranger = `U${'0'.repeat(32)}`
  await call('POST', `/user/all/richmenu/${main}`)
  const userIds = [friend.userId, blocked.userId, stranger]
  expect((await call('POST', '/richmenu/bulk/link', { richMenuId: gold, userIds })).status).toBe(202)
  const own = richMenusOf(line.state, channel)
  expect(userIds.map((user) => visibleMenu(own, user))).toEqual([gold, main, main])
  expect((await call('DELETE', `/richmenu/${gold}`)).status).toBe(200)
  expect((await call('GET', `/user/${friend.userId}/richmenu`)).status).toBe(404)
  expect(visibleMenu(own, friend.userId)).toBe(main)
})

test('an alias leads to the menu it was moved to last, and a switch of a user is their own menu from then on', async () => {
  const [one, other] = [await menu(), await menu()]
  const { userId } = addFriend(channel)
  const own = richMenusOf(line.state, channel)
  const alias = { richMenuAliasId: 'tab-1', richMenuId: one }
  expect((await call('POST', '/richmenu/alias', alias)).status).toBe(200)
  expect((await call('POST', '/richmenu/alias', alias)).status).toBe(400)
  expect((await call('POST', '/richmenu/alias/tab-1', { richMenuId: other })).status).toBe(200)
  expect(switchMenu(own, userId, 'tab-1')).toBe(true)
  expect(visibleMenu(own, userId)).toBe(other)
  expect((await call('POST', '/richmenu/alias/tab-2', { richMenuId: other })).status).toBe(404)
  await call('DELETE', `/richmenu/${other}`)
  expect(switchMenu(own, userId, 'tab-1')).toBe(false)
})

test('menus that LINE would refuse are refused and noted, and 100 are created in an hour at most', async () => {
  line.state.violations.length = 0
  const wrong = [
    object({ chatBarText: 'ก'.repeat(15) }),
    object({ size: { width: 2500, height: 2500 } }),
    object({ areas: Array.from({ length: 21 }, () => object().areas[0]) }),
    object({ areas: [{ bounds: { ...bounds, x: 1 }, action: object().areas[0]!.action }] }),
    object({ areas: [{ bounds, action: { type: 'uri', uri: 'http//x' } }] }),
  ]
  for (const body of wrong) expect((await call('POST', '/richmenu', body)).status).toBe(400)
  expect(line.state.violations).toHaveLength(wrong.length)
  line.state.violations.length = 0
  const made: number[] = []
  for (let n = 0; n < 101; n++) made.push((await call('POST', '/richmenu', object())).status)
  expect(made.at(-1)).toBe(429)
  expect(made.filter((status) => status === 200).length).toBeGreaterThan(90)
  now += 3_600_000
  expect((await call('POST', '/richmenu', object())).status).toBe(200)
})

test('a batch moves everybody of one menu to another and tells its progress', async () => {
  const [one, other] = [await menu(), await menu()]
  const friends = [addFriend(channel), addFriend(channel)]
  const userIds = friends.map(({ userId }) => userId)
  await call('POST', '/richmenu/bulk/link', { richMenuId: one, userIds })
  expect((await call('POST', '/richmenu/batch', { operations: [{ type: 'link', from: one, to: other }] })).status).toBe(
    202,
  )
  expect((await call('GET', `/user/${userIds[0]}/richmenu`)).body).toEqual({ richMenuId: other })
  await call('POST', '/richmenu/bulk/unlink', { userIds })
  expect((await call('GET', `/user/${userIds[0]}/richmenu`)).status).toBe(404)
})

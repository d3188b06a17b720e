import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { beforeEach, expect, test } from 'vitest'
import { richMenusOf } from '../../../../tools/line/rich-menus.ts'
import { addFriend, type Channel } from '../../../../tools/line/state.ts'
import { follow, postback } from '../../../../tools/line/webhooks.ts'
import { inStore } from '../../../database/db.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../../testing/channels/line.testing.ts'
import { erase } from '../../../testing/customers/profile-erasure.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'
import { menuLink, richMenu, triedMenu } from '../../../testing/things/rich-menus.ts'
import { trackLinks } from '../links.ts'
import { syncMenus } from '../publish/sync.ts'
import { areaOf } from '../tapped.ts'

let store: TestStore
let line: Channel
let url: string
let account: number
beforeEach(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  account = connected.account.id
})

const read = (id: number) => store.call(richMenus.get, { params: { id: String(id) } })

test('taps are counted by area and person, and postbacks that name no area of the store are not', async () => {
  const { state } = await testLine()
  const { id } = await richMenu(store, { channelId: account })
  const [one, other] = [addFriend(line), addFriend(line)]
  const tap = (userId: string, data: string) => postback(state, userId, data)
  await postEvents(line, url, [
    ...[one, other].map(({ userId }) => follow(state, userId)),
    tap(one.userId, `ruam=menu&m=${id}&a=A`),
    tap(one.userId, `ruam=menu&m=${id}&a=A`),
    tap(one.userId, `ruam=menu&m=${id}&a=B`),
    tap(other.userId, `ruam=menu&m=${id}&a=A`),
    tap(other.userId, 'ruam=menu&m=999999999&a=A'),
    tap(other.userId, 'action=buy'),
  ])
  await inboxEmpty(store.storeId)
  const { taps, area_taps } = await read(id)
  expect(taps).toMatchObject({ people: 2 })
  expect(area_taps).toMatchObject([
    { letter: 'A', people: 2, taps: 3 },
    { letter: 'B', people: 1, taps: 1 },
  ])
  const { admin } = await testServer()
  const rows = await admin.query('select * from rich_menu_tap where store_id = $1', [store.storeId])
  expect(JSON.stringify(rows.rows)).not.toContain(one.userId)
})

test('an erased person leaves no taps, is not counted later, and others stay counted', async () => {
  const { state } = await testLine()
  const { admin } = await testServer()
  const { id } = await richMenu(store, { channelId: account })
  const [erased, other] = [addFriend(line), addFriend(line)]
  const tap = ({ userId }: { userId: string }, letter: string) =>
    postback(state, userId, `ruam=menu&m=${id}&a=${letter}`)
  await postEvents(line, url, [
    ...[erased, other].map(({ userId }) => follow(state, userId)),
    ...[tap(erased, 'A'), tap(erased, 'B'), tap(other, 'A')],
  ])
  await inboxEmpty(store.storeId)
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 and line_user_id = $2',
    [store.storeId, erased.userId],
  )
  await erase(store, rows[0]!.id)
  await postEvents(line, url, [tap(erased, 'A')])
  await inboxEmpty(store.storeId)
  const { taps, area_taps } = await read(id)
  expect(taps).toMatchObject({ people: 1 })
  expect(area_taps).toMatchObject([{ letter: 'A', people: 1, taps: 1 }])
})

test('a link of a menu leads to its target and counts browsers once each, without previews', async () => {
  const { app, admin } = await testServer()
  const code = await menuLink(store)
  const browser = (agent: string) => ({ headers: { 'user-agent': agent } })
  for (const agent of ['Line/14 one', 'Line/14 one', 'Line/14 two', 'Googlebot/2.1'])
    expect((await app.inject({ url: `/m/${code}`, ...browser(agent) })).headers.location).toBe('https://shop.example/a')
  const { rows } = await admin.query<{ id: number }>(
    'select rich_menu_id as id from rich_menu_link where store_id = $1',
    [store.storeId],
  )
  const { area_taps } = await read(rows[0]!.id)
  expect(area_taps).toMatchObject([{ letter: 'A', people: 2, taps: 3 }])
  expect((await app.inject({ url: '/m/AAAAAAAAAAAAAAAA' })).statusCode).toBe(404)
})

test('a link with Thai letters is opened by a short address, and addresses of LINE stay as they are', async () => {
  const { app } = await testServer()
  const core = await coreOf(store)
  const { id } = await richMenu(store, { channelId: account })
  const url = 'https://shop.example/โปร?a=1'
  const areas = [
    { ...{ letter: 'A', x: 0, y: 0, width: 9, height: 9, label: '' }, action: { type: 'link' as const, url } },
  ]
  const naming = { secretKey: core.config.secretKey, storeId: store.storeId }
  const linkOf = await inStore(core.pool, store.storeId, (db) =>
    trackLinks(db, naming, 'https://ruam.example', { id, areas }),
  )
  const { pathname } = new URL(linkOf('A', url))
  expect(pathname).toMatch(/^\/m\/[\w-]{16}$/)
  expect((await app.inject({ url: pathname })).headers.location).toBe(new URL(url).href)
  expect(linkOf('B', 'https://line.me/R/ti/p/@shop')).toBe('https://line.me/R/ti/p/@shop')
})

test('an area of a postback is that of a menu of the account, and asks for an answer or a coupon', async () => {
  const { admin } = await testServer()
  const { id } = await richMenu(store, { channelId: account })
  const areas = [
    { letter: 'A', action: { type: 'coupon', code: 'C1', title: 'ลาเต้' } },
    { letter: 'B', action: { type: 'answer', answer_id: 7 } },
    { letter: 'C', action: { type: 'message', text: 'สวัสดี' } },
  ]
  await admin.query('update rich_menu set areas = $3 where store_id = $1 and id = $2', [
    store.storeId,
    id,
    JSON.stringify(areas),
  ])
  const core = await coreOf(store)
  const asked = (data: string, channel = account) =>
    inStore(core.pool, store.storeId, (db) => areaOf(db, store.storeId, channel, data))
  expect(await asked(`ruam=menu&m=${id}&a=A`)).toEqual({ type: 'coupon', code: 'C1' })
  expect(await asked(`ruam=menu&m=${id}&a=B`)).toEqual({ type: 'answer', answer_id: 7 })
  for (const data of [`ruam=menu&m=${id}&a=C`, `ruam=menu&m=${id}&a=D`, `ruam=menu&m=${id}`, 'x'])
    expect(await asked(data)).toBeUndefined()
  expect(await asked(`ruam=menu&m=${id}&a=A`, account + 1)).toBeUndefined()
})

test('a trial shows the written menu to receivers of tests alone, and their own menu comes back after it', async () => {
  const { state } = await testLine()
  const { admin } = await testServer()
  const { id, channel_id } = await triedMenu(store)
  expect(await store.call(richMenus.tryOut, { params: { id: String(id) } })).toEqual({ people: 1 })
  const { rows } = await admin.query<{ external_id: string }>('select external_id from channel where id = $1', [
    channel_id,
  ])
  const own = richMenusOf(state, { id: rows[0]!.external_id })
  expect(own.linked.size).toBe(1)
  expect(own.defaultId).toBeNull()
  await admin.query(`update rich_menu_at_line set created_at = now() - interval '16 minutes' where store_id = $1`, [
    store.storeId,
  ])
  await admin.query('update rich_menu_account set due_at = now() where store_id = $1', [store.storeId])
  await syncMenus(await coreOf(store), store.storeId, channel_id)
  const due = await admin.query('select linked from rich_menu_friend where store_id = $1', [store.storeId])
  expect(due.rows).toEqual([{ linked: false }])
  // Their own menu first, then the trial goes.
  expect(own.menus.size).toBe(1)
  await admin.query('update rich_menu_friend set linked = true where store_id = $1', [store.storeId])
  await admin.query('update rich_menu_account set due_at = now() where store_id = $1', [store.storeId])
  await syncMenus(await coreOf(store), store.storeId, channel_id)
  expect([own.menus.size, own.linked.size]).toEqual([0, 0])
})

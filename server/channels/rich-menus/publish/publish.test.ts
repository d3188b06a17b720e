import { lineOa } from '@ruam/contract/channels/accounts.ts'
import type { RichMenuContent } from '@ruam/contract/channels/rich-menu.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { createRichMenu, deleteRichMenu, richMenusOf, switchMenu } from '../../../../tools/line/rich-menus.ts'
import { addFriend, type Channel, type Fault, type State } from '../../../../tools/line/state.ts'
import { paintedPicture } from '../../../testing/broadcasts/picture.testing.ts'
import { connectLine, testLine } from '../../../testing/channels/line.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'
import { syncMenus } from './sync.ts'

let store: TestStore
let line: Channel
let account: number
let state: State
let picture: RichMenuContent['picture']

beforeEach(async () => {
  state = (await testLine()).state
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  account = connected.account.id
  picture = (await store.upload(richMenus.uploadPicture, 'menu.png', await paintedPicture(2500, 843))).body
})

const idOf = (id: number) => ({ params: { id: String(id) } })
const own = () => richMenusOf(state, line)
const shown = () => own().menus.get(own().defaultId ?? '')

/** Makes a menu of one area and puts it in use. */
async function used(name: string, more: Partial<RichMenuContent> = {}) {
  const made = await store.call(richMenus.create, { ...idOf(account), body: { name } })
  return use(made.id, { chat_bar_text: 'เมนู', size: 'compact', picture, areas: [area()], ...more })
}

const area = (action: RichMenuContent['areas'][number]['action'] = { type: 'message', text: 'สั่ง' }, x = 0) => ({
  ...{ letter: x === 0 ? 'A' : 'B', x, y: 0, width: 1250, height: 843, label: 'สั่ง' },
  action,
})

async function use(id: number, content: Partial<RichMenuContent>) {
  const { updated_at } = await store.call(richMenus.get, idOf(id))
  const saved = await store.call(richMenus.update, { ...idOf(id), body: { ...content, origin_time: updated_at } })
  return store.call(richMenus.publish, { ...idOf(id), body: { origin_time: saved.updated_at } })
}

/** Makes the next try due, as time does. */
async function due() {
  const { admin } = await testServer()
  await admin.query('update rich_menu_account set due_at = now() where store_id = $1', [store.storeId])
}

async function sync() {
  await due()
  await syncMenus(await coreOf(store), store.storeId, account)
}

/** Repeats until nothing is due before tomorrow. */
async function settle(tries = 12) {
  for (let n = 0; n < tries; n++) await sync()
}

const kept = async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ line_id: string; state: string }>(
    'select line_id, state from rich_menu_at_line where store_id = $1 order by line_id',
    [store.storeId],
  )
  return rows
}

test('the default menu is LINE’s default one once it is used, and a change makes a new object before the old one goes', async () => {
  const menu = await used('เมนูหลัก')
  expect(menu.pending).toBe(true)
  await sync()
  expect(await store.call(richMenus.get, idOf(menu.id))).toMatchObject({ pending: false, fault: null })
  const first = own().defaultId
  expect(shown()!.object).toMatchObject({ chatBarText: 'เมนู', selected: true, size: { width: 2500, height: 843 } })
  expect(shown()!.image).not.toBeNull()

  await use(menu.id, { chat_bar_text: 'สิทธิ์ของคุณ' })
  await settle(2)
  expect(own().defaultId).not.toBe(first)
  expect(shown()!.object.chatBarText).toBe('สิทธิ์ของคุณ')
  expect([...own().menus.keys()]).toEqual([own().defaultId])
  expect(await kept()).toEqual([{ line_id: own().defaultId, state: 'ready' }])
  const [alias] = [...own().aliases.values()]
  expect(alias).toBe(own().defaultId)
})

test('a change of name, segments or times makes no new object at LINE', async () => {
  const menu = await used('เมนูหลัก')
  await sync()
  const before = own().defaultId
  await use(menu.id, { ends_at: '2099-01-01T00:00:00Z' })
  await sync()
  expect(own().defaultId).toBe(before)
  expect(own().menus.size).toBe(1)
})

test('a menu that is off or deleted is gone at LINE, and menus that the shop made elsewhere stay', async () => {
  const elsewhere = createRichMenu(own(), {
    ...{ size: { width: 2500, height: 843 }, selected: false, name: 'ของร้านเอง', chatBarText: 'เมนู', areas: [] },
  })!
  const [main, other] = [await used('เมนูหลัก'), await used('ทอง', { label_ids: [await newLabel()] })]
  await sync()
  expect(own().menus.size).toBe(3)
  expect(own().aliases.size).toBe(2)
  await store.call(richMenus.switchOff, idOf(main.id))
  await store.call(richMenus.delete, idOf(other.id))
  await settle(2)
  expect([...own().menus.keys()]).toEqual([elsewhere])
  expect(own()).toMatchObject({ defaultId: null })
  expect(own().aliases.size).toBe(0)
  expect(await kept()).toEqual([])
})

test('a default menu is shown between its times alone', async () => {
  const menu = await used('เมนูหลัก', { starts_at: '2099-01-01T00:00:00Z' })
  await sync()
  expect(own().defaultId).toBeNull()
  await use(menu.id, { starts_at: '2020-01-01T00:00:00Z' })
  await sync()
  expect(own().defaultId).not.toBeNull()
  await use(menu.id, { ends_at: '2020-02-01T00:00:00Z' })
  await sync()
  expect(own().defaultId).toBeNull()
})

test('areas become LINE’s actions: tracked links, numbers, postbacks and switches by the alias of a menu', async () => {
  const main = await used('เมนูหลัก')
  const tab = await used('แท็บ', {
    label_ids: [await newLabel()],
    areas: [area({ type: 'menu', rich_menu_id: main.id }), area({ type: 'phone', number: '081-234 5678' }, 1250)],
  })
  await use(main.id, {
    areas: [
      area({ type: 'coupon', code: 'C1', title: 'ลาเต้' }),
      area({ type: 'link', url: 'https://shop.example/a' }, 1250),
    ],
  })
  await sync()
  const actions = [...own().menus.values()].flatMap(({ object }) => object.areas.map(({ action }) => action))
  expect(actions).toContainEqual(
    expect.objectContaining({ type: 'postback', data: `ruam=menu&m=${main.id}&a=A`, displayText: 'สั่ง' }),
  )
  expect(actions).toContainEqual(expect.objectContaining({ type: 'uri', uri: 'tel:0812345678' }))
  const alias = [...own().aliases].find(([, id]) => id === own().defaultId)![0]
  expect(actions).toContainEqual(
    expect.objectContaining({ type: 'richmenuswitch', richMenuAliasId: alias, data: `ruam=menu&m=${tab.id}&a=A` }),
  )
  expect(actions).toContainEqual(
    expect.objectContaining({ uri: expect.stringMatching(/\/m\/[\w-]{16}$|shop\.example/) }),
  )
})

test('a menu deleted at LINE is a fault with a notice, and is created again on demand', async () => {
  const menu = await used('เมนูหลัก')
  await sync()
  deleteRichMenu(own(), own().defaultId!)
  await sync()
  expect(await store.call(richMenus.get, idOf(menu.id))).toMatchObject({ fault: 'deleted_at_line', pending: false })
  expect(own().menus.size).toBe(0)
  const { data } = await store.call(notifications.list, { query: {} })
  expect(data[0]).toMatchObject({ kind: 'rich_menu_deleted_at_line', title: expect.stringContaining('เมนูหลัก') })
  await store.call(richMenus.recreate, idOf(menu.id))
  await sync()
  expect(await store.call(richMenus.get, idOf(menu.id))).toMatchObject({ fault: null, pending: false })
  expect(shown()).toBeDefined()
})

test('a picture or menu that LINE refuses is a fault, and the former version stays in use', async () => {
  const menu = await used('เมนูหลัก')
  await sync()
  const before = own().defaultId
  const answer = { kind: 'answer', status: 400, text: '{"message":"no"}', times: 1 } as const
  await use(menu.id, { chat_bar_text: 'ใหม่' })
  state.faults.push({ ...answer, path: '/v2/bot/richmenu/richmenu-' })
  await settle(2)
  expect(await store.call(richMenus.get, idOf(menu.id))).toMatchObject({ fault: 'picture_refused' })
  expect(own().defaultId).toBe(before)
  expect(own().menus.size).toBe(1)
  await use(menu.id, { chat_bar_text: 'ใหม่กว่า' })
  await settle(2)
  expect(await store.call(richMenus.get, idOf(menu.id))).toMatchObject({ fault: null, pending: false })
  expect(shown()!.object.chatBarText).toBe('ใหม่กว่า')
  state.violations.splice(0)
})

test('a friend who switched to a tab is linked again when the tab is made again', async () => {
  await used('เมนูหลัก')
  const tab = await used('แท็บ', { label_ids: [await newLabel()] })
  const gold = await used('ทอง', {
    label_ids: [await newLabel()],
    areas: [area({ type: 'menu', rich_menu_id: tab.id })],
  })
  await sync()
  const { userId } = addFriend(line)
  const { admin } = await testServer()
  await admin.query(
    `insert into rich_menu_friend (store_id, channel_id, external_id, menu_id, line_id, linked)
     select store_id, channel_id, $2, rich_menu_id, line_id, true from rich_menu_at_line where store_id = $1 and rich_menu_id = $3`,
    [store.storeId, userId, gold.id],
  )
  const linked = async () =>
    (await admin.query('select linked from rich_menu_friend where store_id = $1', [store.storeId])).rows
  const alias = [...own().aliases.keys()].find((one) => one.endsWith(`-${tab.id}`))!
  expect(switchMenu(own(), userId, alias)).toBe(true)
  await sync()
  expect(await linked()).toEqual([{ linked: true }])
  await use(tab.id, { chat_bar_text: 'ใหม่' })
  await settle(2)
  expect(own().linked.has(userId)).toBe(false)
  expect(await linked()).toEqual([{ linked: false }])
})

test('a disconnected account has no menus, aliases and default of ours at LINE, and keeps those made elsewhere', async () => {
  const elsewhere = createRichMenu(own(), {
    ...{ size: { width: 2500, height: 843 }, selected: false, name: 'ของร้านเอง', chatBarText: 'เมนู', areas: [] },
  })!
  await used('เมนูหลัก')
  await used('ทอง', { label_ids: [await newLabel()] })
  await sync()
  expect([own().menus.size, own().aliases.size]).toEqual([3, 2])
  await store.call(lineOa.delete, idOf(account))
  expect([[...own().menus.keys()], own().aliases.size, own().defaultId]).toEqual([[elsewhere], 0, null])
})

test('an account is disconnected though LINE fails, and its menus stay there', async () => {
  await used('เมนูหลัก')
  await sync()
  state.faults.push({ path: '/v2/bot/richmenu/richmenu-', kind: 'error', times: 9 })
  await store.call(lineOa.delete, idOf(account))
  state.faults.splice(0)
  expect((await store.call(lineOa.list, { query: {} })).data).toEqual([])
  expect([own().menus.size, own().defaultId]).toEqual([1, null])
})

const kinds: Fault['kind'][] = ['timeout_after_accept', 'error', 'too_many']
const paths = ['/v2/bot/richmenu', '/v2/bot/richmenu/richmenu-', '/v2/bot/richmenu/alias', '/v2/bot/user/all/richmenu']
const cuts = kinds.flatMap((kind) => paths.flatMap((path) => [0, 1, 2, 3].map((skipped) => ({ kind, path, skipped }))))

async function cutOff({ kind, path, skipped }: (typeof cuts)[number]) {
  const menu = await used('เมนูหลัก')
  await settle(1)
  // Some calls pass, and one is cut off.
  state.faults.push({ path, kind: 'slow', delay: 0, times: skipped }, { path, kind, times: 1 })
  await use(menu.id, { chat_bar_text: 'ใหม่' })
  await settle(3)
  state.faults.splice(0)
  await settle(2)
  expect([...own().menus.values()].map(({ object }) => object.chatBarText)).toEqual(['ใหม่'])
  expect(await kept()).toEqual([{ line_id: own().defaultId, state: 'ready' }])
  await store.call(richMenus.delete, idOf(menu.id))
  await settle(2)
  expect([own().menus.size, own().aliases.size, own().defaultId]).toEqual([0, 0, null])
}

test.each(cuts.slice(0, 3))('a publication that is cut off leaves one object at LINE, after $kind at $path', cutOff)
test.each(cuts.slice(3))(
  'a publication that is cut off leaves one object at LINE, also after $kind at $path',
  { tags: ['verify'] },
  cutOff,
)

async function newLabel(): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into label (store_id, name, color, type) values ($1, gen_random_uuid()::text, 'red', 'general') returning id`,
    [store.storeId],
  )
  return rows[0]!.id
}

import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { beforeEach, expect, test } from 'vitest'
import { paintedPicture } from '../../../testing/broadcasts/picture.testing.ts'
import { newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'
import { officialAccount } from '../../../testing/things/channels.ts'
import { label } from '../../../testing/things/labels.ts'
import { richMenu } from '../../../testing/things/rich-menus.ts'

let store: TestStore
let account: number
const ofAccount = () => ({ params: { id: String(account) } })
const idOf = ({ id }: { id: number }) => ({ id: String(id) })

beforeEach(async () => {
  store = await newStore()
  account = await officialAccount(store)
})

const area = {
  ...{ letter: 'A', x: 0, y: 0, width: 2500, height: 843, label: 'สั่งล่วงหน้า' },
  action: { type: 'link', url: 'https://doiluang.example/order' } as const,
}
const create = (name: string, copy_of: number | null = null) =>
  store.call(richMenus.create, { ...ofAccount(), body: { name, copy_of } })

test('the first menu of an account is its default one, and others come before it in the order they were made', async () => {
  const [main, gold, birthday] = [await create('เมนูหลัก'), await create('เมนูทอง'), await create('เมนูวันเกิด')]
  expect(main).toMatchObject({ is_default: true, place: null, status: 'draft', has_draft: false, pending: false })
  const { menus } = await store.call(richMenus.list, ofAccount())
  expect(menus.map(({ id, place }) => [id, place])).toEqual([
    [gold.id, 1],
    [birthday.id, 2],
    [main.id, null],
  ])
  const again = await store.try(richMenus.create, { ...ofAccount(), body: { name: 'เมนูทอง' } })
  expect(again).toMatchObject({ status: 409, body: { error: 'name_taken' } })
})

test('a menu is used once nothing is missing, and later changes wait until they are used, too', async () => {
  const made = await create('เมนูหลัก')
  const refused = await store.try(richMenus.publish, { params: idOf(made), body: { origin_time: made.updated_at } })
  const fields = ['body.picture', 'body.chat_bar_text', 'body.areas']
  expect(refused).toMatchObject({ status: 400, body: { error: 'rich_menu_incomplete', details: { fields } } })
  const picture = (await store.upload(richMenus.uploadPicture, 'เมนู.png', await paintedPicture(1250, 421))).body
  expect(picture).toMatchObject({ size: 'compact', file_name: 'เมนู.png' })
  const change = (body: object, origin_time: string) =>
    store.call(richMenus.update, { params: idOf(made), body: { ...body, origin_time } })
  const whole = await change({ chat_bar_text: 'เมนู', size: 'compact', picture, areas: [area] }, made.updated_at)
  const used = await store.call(richMenus.publish, { params: idOf(made), body: { origin_time: whole.updated_at } })
  expect(used).toMatchObject({ status: 'in_use', has_draft: false, chat_bar_text: 'เมนู' })

  const changed = await change({ chat_bar_text: 'สิทธิ์ของคุณ', name: 'เมนูใหม่' }, used.updated_at)
  expect(changed).toMatchObject({ status: 'in_use', has_draft: true, chat_bar_text: 'สิทธิ์ของคุณ', name: 'เมนูใหม่' })
  expect(await change({ chat_bar_text: 'เมนู' }, changed.updated_at)).toMatchObject({ has_draft: false })
  const stale = await store.try(richMenus.update, {
    params: idOf(made),
    body: { chat_bar_text: 'ช้าไป', origin_time: changed.updated_at },
  })
  expect(stale).toMatchObject({ status: 409, body: { error: 'stale_edit', details: { current: { id: made.id } } } })
})

test('a menu reads how many friends get it, without those whom an earlier menu takes', async () => {
  const main = await create('เมนูหลัก')
  const [gold, birthday] = [await create('เมนูทอง'), await create('เมนูวันเกิด')]
  const labels = [await label(store), await label(store)]
  const { admin } = await testServer()
  await admin.query(
    `with made as (insert into profile (store_id) select $1 from generate_series(1, 4) returning id),
     placed as (select id, row_number() over (order by id) as n from made),
     labelled as (insert into profile_label (store_id, label_id, profile_id, source)
       select $1, ($2::int[])[k], id, 'manual_add' from placed
       join (values (1, 1), (1, 2), (2, 2), (2, 3)) as given (k, who) on who = n)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $3, 'U' || n, case when n < 4 then id end, 'friend', now() from placed`,
    [store.storeId, labels, account],
  )
  const reached = async (menu: { id: number }) => (await store.call(richMenus.get, { params: idOf(menu) })).reached
  const change = (menu: typeof gold, k: number) =>
    store.call(richMenus.update, {
      params: idOf(menu),
      body: { label_ids: [labels[k]!], origin_time: menu.updated_at },
    })
  await change(gold, 0)
  await change(birthday, 1)
  expect([await reached(gold), await reached(birthday), await reached(main)]).toEqual([2, 2, 4])
  await admin.query(`update rich_menu set status = 'in_use' where store_id = $1`, [store.storeId])
  expect([await reached(gold), await reached(birthday), await reached(main)]).toEqual([2, 1, 1])
})

test('the order of menus changes only over the one that was read, and is taken back once', async () => {
  await create('เมนูหลัก')
  const ids = [(await create('หนึ่ง')).id, (await create('สอง')).id, (await create('สาม')).id]
  const placed = async () => (await store.call(richMenus.list, ofAccount())).menus.slice(0, -1).map(({ id }) => id)
  const turned = ids.toReversed()
  const order = (to: number[], from: number[]) =>
    store.try(richMenus.order, { ...ofAccount(), body: { ids: to, from } })
  expect((await order(turned, ids)).body).toMatchObject({ can_undo: true })
  expect(await placed()).toEqual(turned)
  const changed = { status: 409, body: { error: 'rich_menu_order_changed' } }
  expect(await order(ids, ids)).toMatchObject(changed)
  expect(await order(turned.slice(1), turned)).toMatchObject(changed)
  expect(await placed()).toEqual(turned)
  await store.call(richMenus.undoOrder, ofAccount())
  expect(await placed()).toEqual(ids)
  expect(await store.try(richMenus.undoOrder, ofAccount())).toMatchObject(changed)
})

test('a menu of a deleted segment says so, and its labels have names only for those who may read them', async () => {
  const kept = await label(store)
  const { id } = await richMenu(store, { channelId: account, labelIds: [kept, 999_999] })
  const { labels } = await store.call(richMenus.get, { params: { id: String(id) } })
  expect(labels).toMatchObject([
    { id: kept, deleted: false },
    { id: 999_999, name: null, deleted: true },
  ])
  expect(labels[0]!.name).not.toBeNull()
  const staff = await store.member(['cdp-core.setting-line.read'])
  const seen = await staff.call(richMenus.get, { params: { id: String(id) } })
  expect(seen.labels).toMatchObject([{ id: kept, name: null, deleted: false }, { deleted: true }])
})

test('a picture of another shape or too narrow is refused, and one over LINE’s size becomes smaller', async () => {
  const upload = async (width: number, height: number) =>
    store.upload(richMenus.uploadPicture, 'a.png', await paintedPicture(width, height))
  const refused = { status: 400, body: { error: 'rich_menu_picture_shape' } }
  expect(await upload(1000, 1000)).toMatchObject(refused)
  expect(await upload(500, 337)).toMatchObject(refused)
  const { body } = await upload(5000, 3372)
  expect(body).toMatchObject({ size: 'large' })
  expect(body.bytes).toBeLessThanOrEqual(1_000_000)
})

test('menus of other stores are not found, and a copy begins with the content of the menu', async () => {
  const { id } = await richMenu(store, { channelId: account })
  const copy = await create('สำเนา', id)
  expect(copy).toMatchObject({ chat_bar_text: 'เมนู', status: 'draft', is_default: false, place: 1 })
  const stranger = await newStore()
  expect((await stranger.try(richMenus.get, { params: { id: String(id) } })).status).toBe(404)
  expect((await stranger.try(richMenus.list, ofAccount())).status).toBe(404)
  await store.call(richMenus.delete, { params: { id: String(id) } })
  expect((await store.try(richMenus.get, { params: { id: String(id) } })).status).toBe(404)
})

test('a menu that leads to a deleted answer or menu, or to itself, is not used', async () => {
  const { id, updated_at } = await richMenu(store, { channelId: account })
  const actions = [
    { type: 'answer' as const, answer_id: 999_999 },
    { type: 'menu' as const, rich_menu_id: 999_999 },
    { type: 'menu' as const, rich_menu_id: id },
  ]
  const areas = actions.map((action, n) => ({
    ...{ letter: 'ABC'[n]!, x: n * 800, y: 0, width: 800, height: 800, label: 'สั่ง' },
    action,
  }))
  const params = { id: String(id) }
  const saved = await store.call(richMenus.update, { params, body: { areas, origin_time: updated_at } })
  const refused = await store.try(richMenus.publish, { params, body: { origin_time: saved.updated_at } })
  expect(refused.body).toMatchObject({ error: 'rich_menu_incomplete' })
  expect((refused.body.details!.fields as string[]).toSorted()).toEqual([
    'body.areas.0.action.answer_id',
    'body.areas.1.action.rich_menu_id',
    'body.areas.2.action.rich_menu_id',
  ])
})

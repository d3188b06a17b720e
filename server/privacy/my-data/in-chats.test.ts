import { answers } from '@ruam/contract/channels/answers.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { beforeAll, expect, test } from 'vitest'
import { richMenusOf } from '../../../tools/line/rich-menus.ts'
import { textMessage } from '../../../tools/line/webhooks.ts'
import { syncMenus } from '../../channels/rich-menus/publish/sync.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { type MyDataStore, myDataStore, newFriend } from '../../testing/privacy/my-data.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let made: MyDataStore
let account: number
beforeAll(async () => {
  made = await myDataStore()
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>("select id from channel where store_id = $1 and type = 'lineOA'", [
    made.store.storeId,
  ])
  account = rows[0]!.id
})

const idOf = (id: number) => ({ params: { id: String(id) } })
const turn = (on: boolean) => made.store.call(myDataSettings.turn, { body: { on } })

/** Creates a menu whose areas send a text and open the page. */
async function writtenMenu(name: string) {
  const { store } = made
  const { body: picture } = await store.upload(richMenus.uploadPicture, 'menu.png', await paintedPicture(2500, 843))
  const { id, updated_at } = await store.call(richMenus.create, { ...idOf(account), body: { name } })
  const area = (letter: string, x: number) => ({ letter, x, y: 0, width: 1250, height: 843, label: letter })
  return store.call(richMenus.update, {
    ...idOf(id),
    body: {
      ...{ chat_bar_text: 'เมนู', size: 'compact', picture, origin_time: updated_at },
      areas: [
        { ...area('A', 0), action: { type: 'message', text: 'สั่ง' } },
        { ...area('B', 1250), action: { type: 'my_data' } },
      ],
    },
  })
}

/** Returns the addresses that the default menu opens at LINE. */
async function opened(): Promise<string[]> {
  const { admin } = await testServer()
  await admin.query('update rich_menu_account set due_at = now() where store_id = $1', [made.store.storeId])
  await syncMenus(await coreOf(made.store), made.store.storeId, account)
  const own = richMenusOf((await testLine()).state, made.line)
  const { areas } = own.menus.get(own.defaultId!)!.object as { areas: { action: { uri?: string } }[] }
  return areas.flatMap(({ action }) => action.uri ?? [])
}

test('an area of a menu opens the page, follows its new address, and opens nothing while it is off', async () => {
  const { id, updated_at, name } = await writtenMenu('เมนูหลัก')
  await made.store.call(richMenus.publish, { ...idOf(id), body: { origin_time: updated_at } })
  const { url } = await made.store.call(myDataSettings.get, {})
  expect(await opened()).toEqual([url])
  const renewed = await made.store.call(myDataSettings.renew, {})
  expect(renewed.url).not.toBe(url)
  expect(await opened()).toEqual([renewed.url])
  expect(renewed.used_by!.menus).toEqual([{ id, name }])
  await turn(false)
  expect(await opened()).toEqual([])
  await turn(true)
  expect(await opened()).toEqual([renewed.url])
})

test('a menu that opens the page cannot be used while the page is off', async () => {
  const { id, updated_at } = await writtenMenu('เมนูอื่น')
  await turn(false)
  const refused = await made.store.try(richMenus.publish, { ...idOf(id), body: { origin_time: updated_at } })
  expect(refused.body).toMatchObject({
    ...{ error: 'rich_menu_incomplete' },
    details: { fields: expect.arrayContaining(['body.areas.1.action']) },
  })
  await turn(true)
})

test('an answer to a keyword carries a button to the page while it is on', async () => {
  const { store, line, webhook } = made
  const { state } = await testLine()
  const body = {
    ...{ kind: 'keyword' as const, name: 'ข้อมูลของฉัน', variants: ['ข้อมูลของฉัน'], opens_my_data: true },
    messages: [{ type: 'text' as const, text: 'แตะปุ่มด้านล่าง' }],
  }
  const answer = await store.call(answers.create, { ...idOf(account), body })
  const { used_by, url } = await store.call(myDataSettings.get, {})
  expect(used_by!.answers).toEqual([{ id: answer.id, name: 'ข้อมูลของฉัน' }])
  const { userId } = await newFriend(made, 'วิภา')
  /** Writes the keyword, and returns the buttons of the newest reply. */
  async function buttons() {
    const replies = () => state.replies.filter(({ channelId }) => channelId === line.id)
    const before = replies().length
    await postEvents(line, webhook, [textMessage(state, userId, 'ข้อมูลของฉัน')])
    await inboxEmpty(store.storeId)
    const { messages } = await until(async () => (replies().length > before ? replies().at(-1) : undefined))
    return (messages.at(-1) as { quickReply?: object }).quickReply
  }
  expect(await buttons()).toEqual({
    items: [{ type: 'action', action: { type: 'uri', label: 'ข้อมูลของฉัน', uri: url } }],
  })
  await turn(false)
  expect(await buttons()).toBeUndefined()
  const other = { ...body, name: 'อีกคำตอบ', variants: ['ขอดูข้อมูล'] }
  expect((await store.try(answers.create, { ...idOf(account), body: other })).body).toMatchObject({
    ...{ error: 'answer_invalid', details: { fields: ['body.opens_my_data'] } },
  })
  await turn(true)
})

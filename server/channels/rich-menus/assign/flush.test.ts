import { richMenuFriends } from '@ruam/contract/channels/rich-menu-friends.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels as labelCalls } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { richMenusOf } from '../../../../tools/line/rich-menus.ts'
import { inStore } from '../../../database/db.ts'
import { addPeople } from '../../../testing/broadcasts/broadcasts.testing.ts'
import { connectLine, testLine } from '../../../testing/channels/line.testing.ts'
import { lineMenuInUse, menuAtLine } from '../../../testing/channels/menus.testing.ts'
import { newLabel } from '../../../testing/customers/profile-bulk.testing.ts'
import { coreOf, newStore, testServer } from '../../../testing/store.testing.ts'
import { flushMenus } from './flush.ts'
import { doubtMenus } from './in-effect.ts'

const BULK = '/v2/bot/richmenu/bulk'
const never = new AbortController().signal

/** A store with friends as customers, and menus of two labels before the default one. */
async function scene(friends: number) {
  const store = await newStore()
  const { state } = await testLine()
  const { line, account } = await connectLine(store)
  const { admin } = await testServer()
  const people = await addPeople({ store, line, account }, friends)
  const labels = [await newLabel(store), await newLabel(store)]
  const made = {
    store,
    state,
    line,
    account,
    admin,
    people,
    labels,
    core: await coreOf(store),
    own: richMenusOf(state, line),
  }
  const channelId = account.id
  const gold = await lineMenuInUse(made, { channelId, labelIds: [labels[0]!], place: 1 })
  const often = await lineMenuInUse(made, { channelId, labelIds: [labels[1]!], place: 2 })
  const usual = await lineMenuInUse(made, { channelId, labelIds: [], place: null })
  return { ...made, gold, often, usual }
}

type Scene = Awaited<ReturnType<typeof scene>>

const flush = ({ core, store }: Scene) => flushMenus(core, store.storeId, never)

/** Gives or takes a label of customers as a statement of the server does. */
async function label({ store, core }: Scene, labelId: number, ids: readonly number[], has: boolean): Promise<void> {
  await inStore(core.pool, store.storeId, async (_, client) => {
    await client.query(
      has
        ? `insert into profile_label (store_id, label_id, profile_id, source) select $1, $2, unnest($3::bigint[]), 'manual_add'
           on conflict (store_id, label_id, profile_id) do update set source = 'manual_add'`
        : `update profile_label set source = 'manual_remove' where store_id = $1 and label_id = $2 and profile_id = any($3::bigint[])`,
      [store.storeId, labelId, ids],
    )
  })
}

/** Menus that LINE shows, by the names of the scene. */
const shown = ({ people, own, gold, often }: Scene) =>
  people.map(({ userId }) => {
    const id = own.linked.get(userId)
    return id === gold.lineId ? 'gold' : id === often.lineId ? 'often' : (id ?? 'usual')
  })

const ids = ({ people }: Scene, from: number, to: number) => people.slice(from, to).map(({ id }) => id)

test('friends get the first menu that fits, in sets of 500', async () => {
  const made = await scene(1300)
  await label(made, made.labels[0]!, ids(made, 0, 700), true)
  await label(made, made.labels[1]!, ids(made, 600, 1200), true)
  await flush(made)
  expect(shown(made)).toEqual(made.people.map((_, index) => (index < 700 ? 'gold' : index < 1200 ? 'often' : 'usual')))
  expect(made.own.bulkCalls.length).toBe(3)
  const list = await made.store.call(richMenus.list, {
    params: { id: String(made.account.id) },
  })
  expect(list.menus.map(({ friends, fits }) => [friends, fits])).toEqual([
    [700, 700],
    [500, 600],
    [100, 100],
  ])
  expect([list.friends, list.waiting, typeof list.settled_at]).toEqual([1300, 0, 'string'])
})

test('friends of a menu that LINE does not have yet wait', async () => {
  const made = await scene(3)
  await label(made, made.labels[0]!, ids(made, 0, 2), true)
  await flush(made)
  await made.admin.query(`update rich_menu_at_line set state = 'creating' where store_id = $1 and line_id = $2`, [
    made.store.storeId,
    made.gold.lineId,
  ])
  const list = await made.store.call(richMenus.list, { params: { id: String(made.account.id) } })
  expect([list.waiting, list.settled_at, list.menus[0]?.friends]).toEqual([2, null, 2])
})

test('a customer who joins and leaves a label gets its menu and loses it again', async () => {
  const made = await scene(3)
  await flush(made)
  await label(made, made.labels[1]!, ids(made, 0, 2), true)
  await flush(made)
  await label(made, made.labels[0]!, ids(made, 0, 1), true)
  await flush(made)
  expect(shown(made)).toEqual(['gold', 'often', 'usual'])
  await label(made, made.labels[0]!, ids(made, 0, 1), false)
  await label(made, made.labels[1]!, ids(made, 1, 2), false)
  await flush(made)
  expect(shown(made)).toEqual(['often', 'usual', 'usual'])
})

test.each([
  ['answers 500', { kind: 'error', times: 1 }],
  ['limits the rate', { kind: 'too_many', times: 1 }],
  ['accepts a set and hangs up', { kind: 'timeout_after_accept', times: 1 }],
] as const)('each friend gets the right menu by a later flush when LINE %s', async (_, fault) => {
  const made = await scene(5)
  await label(made, made.labels[0]!, ids(made, 0, 5), true)
  made.state.faults.push({ path: BULK, ...fault })
  await flush(made)
  await label(made, made.labels[0]!, ids(made, 0, 2), false)
  await flush(made)
  await flush(made)
  expect(shown(made)).toEqual(['usual', 'usual', 'gold', 'gold', 'gold'])
})

test('a friend who went back is moved again when the call between was cut off before it was stored', async () => {
  const made = await scene(1)
  await label(made, made.labels[0]!, ids(made, 0, 1), true)
  await flush(made)
  await label(made, made.labels[1]!, ids(made, 0, 1), true)
  await label(made, made.labels[0]!, ids(made, 0, 1), false)
  made.state.faults.push({ path: `accept:${BULK}`, kind: 'timeout_after_accept', times: 1 })
  await flush(made)
  expect(shown(made)).toEqual(['often'])
  await label(made, made.labels[0]!, ids(made, 0, 1), true)
  await flush(made)
  expect(shown(made)).toEqual(['gold'])
})

test('a friend who blocks in between gets the menu on following again', async () => {
  const made = await scene(2)
  const { line, people, admin, store } = made
  const friend = line.friends.get(people[0]!.userId)!
  friend.blocked = true
  await label(made, made.labels[0]!, ids(made, 0, 2), true)
  await flush(made)
  expect(shown(made)).toEqual(['usual', 'gold'])
  const follow = async (status: string) => {
    await inStore(made.core.pool, store.storeId, (_, client) =>
      client.query('update channel_friend set status = $3 where store_id = $1 and profile_id = $2', [
        store.storeId,
        people[0]!.id,
        status,
      ]),
    )
  }
  await follow('blocked')
  await flush(made)
  friend.blocked = false
  await follow('friend')
  await flush(made)
  expect(shown(made)).toEqual(['gold', 'gold'])
  const { rows } = await admin.query('select count(*)::int as n from rich_menu_friend where store_id = $1 and linked', [
    store.storeId,
  ])
  expect(rows[0].n).toBe(2)
})

test('friends of a menu move to its new object at LINE, and the old one is free then', async () => {
  const made = await scene(4)
  const { admin, store, gold } = made
  await label(made, made.labels[0]!, ids(made, 0, 3), true)
  await flush(made)
  const fresh = menuAtLine(made.own)
  await admin.query(`update rich_menu_at_line set state = 'retiring' where store_id = $1 and line_id = $2`, [
    store.storeId,
    gold.lineId,
  ])
  await admin.query(
    `insert into rich_menu_at_line (store_id, channel_id, line_id, rich_menu_id, version, state) values ($1, $2, $3, $4, 2, 'ready')`,
    [store.storeId, made.account.id, fresh, gold.id],
  )
  await flush(made)
  expect(made.people.map(({ userId }) => made.own.linked.get(userId) ?? null)).toEqual([fresh, fresh, fresh, null])
})

test('a sample finds friends whom LINE shows another menu, and their whole call is repeated', async () => {
  const made = await scene(30)
  await label(made, made.labels[0]!, ids(made, 0, 20), true)
  await flush(made)
  // LINE accepted a call and lost it.
  for (const { userId } of made.people) made.own.linked.delete(userId)
  made.own.linked.set(made.people[25]!.userId, made.often.lineId)
  await made.admin.query('update rich_menu_assignment set samples = true where store_id = $1', [made.store.storeId])
  await flush(made)
  await flush(made)
  expect(shown(made)).toEqual(made.people.map((_, index) => (index < 20 ? 'gold' : 'usual')))
})

test('moves are in the history of a customer, and say by which label', async () => {
  const made = await scene(1)
  await label(made, made.labels[1]!, ids(made, 0, 1), true)
  await flush(made)
  await label(made, made.labels[0]!, ids(made, 0, 1), true)
  await flush(made)
  const params = { id: String(made.account.id), profile_id: String(made.people[0]!.id) }
  const person = await made.store.call(richMenuFriends.person, { params })
  expect(person).toMatchObject({
    ...{ status: 'friend', hidden: false, shown: true },
    menu: { id: made.gold.id, place: 1 },
    label: { id: made.labels[0] },
    also: [{ id: made.often.id, place: 2 }],
    moves: [
      { from: { id: made.often.id }, to: { id: made.gold.id }, label: { id: made.labels[0] } },
      { from: null, to: { id: made.often.id }, label: { id: made.labels[1] } },
    ],
  })
})

test('the history of a customer names the menu and the label', async () => {
  const made = await scene(1)
  await label(made, made.labels[0]!, ids(made, 0, 1), true)
  await flush(made)
  await label(made, made.labels[0]!, ids(made, 0, 1), false)
  await flush(made)
  const { data } = await made.store.call(profileHistory.list, { params: { id: String(made.people[0]!.id) }, query: {} })
  const moves = data.filter(({ kind }) => kind === 'menu')
  expect(moves.map(({ menu }) => menu)).toEqual([
    { name: 'เมนูหลัก', label: null },
    { name: expect.stringMatching(/^เมนู /), label: expect.any(String) },
  ])
})

test('all friends are moved again after a restore, also those whom LINE shows another menu than the record says', async () => {
  const made = await scene(4)
  await label(made, made.labels[0]!, ids(made, 0, 2), true)
  await flush(made)
  made.own.linked.set(made.people[3]!.userId, made.often.lineId)
  made.own.linked.delete(made.people[0]!.userId)
  await inStore(made.core.pool, made.store.storeId, (db) => doubtMenus(db, made.store.storeId))
  await flush(made)
  expect(shown(made)).toEqual(['gold', 'gold', 'usual', 'usual'])
})

test('customers of a deleted segment get the menu behind it', async () => {
  const made = await scene(2)
  await label(made, made.labels[0]!, ids(made, 0, 2), true)
  await label(made, made.labels[1]!, ids(made, 1, 2), true)
  await flush(made)
  await made.store.call(labelCalls.delete, {
    params: { id: String(made.labels[0]) },
    query: { confirm: 'true' },
  } as never)
  await flush(made)
  expect(shown(made)).toEqual(['usual', 'often'])
})

test('a deleted customer gets the default menu', async () => {
  const made = await scene(2)
  await label(made, made.labels[0]!, ids(made, 0, 2), true)
  await flush(made)
  await made.store.call(profiles.delete, { params: { id: String(made.people[0]!.id) } } as never)
  await flush(made)
  expect(shown(made)).toEqual(['usual', 'gold'])
})

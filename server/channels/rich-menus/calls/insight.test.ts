import { randomUUID } from 'node:crypto'
import { richMenuInsight } from '@ruam/contract/channels/rich-menu-insight.ts'
import { beforeEach, expect, test } from 'vitest'
import { createRichMenu, richMenusOf } from '../../../../tools/line/rich-menus.ts'
import type { Channel, State } from '../../../../tools/line/state.ts'
import { connectLine, testLine } from '../../../testing/channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'
import { richMenu } from '../../../testing/things/rich-menus.ts'

const DAY = 86_400_000
const size = { width: 2500, height: 1686 }
const half = { x: 0, y: 0, width: 1250, height: 1686 }
const other = { ...half, x: 1250 }

let store: TestStore
let line: Channel
let state: State
let account: number
let menu: number
beforeEach(async () => {
  state = (await testLine()).state
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  account = connected.account.id
  menu = (await richMenu(store, { channelId: account })).id
})

/** Puts the menu in use with these areas, as an object of a version. */
async function atLine(version: number, areas: (typeof half)[]): Promise<string> {
  const { admin } = await testServer()
  const lineId = createRichMenu(richMenusOf(state, line), {
    ...{ size, selected: true, name: `menu ${version}`, chatBarText: 'เมนู' },
    areas: areas.map((bounds) => ({ bounds, action: { type: 'message', text: 'สั่ง' } })),
  })!
  const written = areas.map((bounds, index) => ({
    ...{ letter: 'AB'[index], ...bounds, label: 'สั่ง', action: { type: 'message', text: 'สั่ง' } },
  }))
  await admin.query(`update rich_menu set areas = $3, status = 'in_use' where store_id = $1 and id = $2`, [
    ...[store.storeId, menu, JSON.stringify(written)],
  ])
  await admin.query(`update rich_menu_at_line set state = 'retiring' where store_id = $1`, [store.storeId])
  await admin.query(
    `insert into rich_menu_at_line (store_id, channel_id, line_id, rich_menu_id, version, state) values ($1, $2, $3, $4, $5, 'ready')`,
    [store.storeId, account, lineId, menu, version],
  )
  return lineId
}

const taps = (lineId: string, area: number, people: number, daysAgo: number) =>
  richMenusOf(state, line).taps.push(
    ...Array.from({ length: people }, () => ({
      ...{ at: Date.now() - daysAgo * DAY, menu: lineId, area, userId: randomUUID() },
    })),
  )
const read = () => store.call(richMenuInsight.get, { params: { id: String(menu) } })

test('taps that LINE counted in 30 days are those of all versions that LINE has, by the areas in use', async () => {
  const former = await atLine(1, [half])
  const now = await atLine(2, [half, other])
  taps(former, 0, 20, 20)
  taps(now, 0, 25, 2)
  taps(now, 1, 3, 1)
  // LINE counts days that are over; older ones are no matter.
  taps(now, 1, 50, 0)
  taps(now, 1, 50, 32)
  const areas = [
    { letter: 'A', taps: 45 },
    { letter: 'B', taps: 3 },
  ]
  expect(await read()).toEqual({ areas })
  richMenusOf(state, line).menus.delete(former)
  expect(await read()).toEqual({ areas: [{ letter: 'A', taps: 25 }, areas[1]] })
})

test('counts of fewer than 20 people are hidden, and a menu that LINE never had has none', async () => {
  expect(await read()).toEqual({ areas: null })
  taps(await atLine(1, [half]), 0, 19, 2)
  expect(await read()).toEqual({ areas: null })
})

test('a LINE that refuses or does not answer is named, and no menu of another store is asked for', async () => {
  await atLine(1, [half])
  state.faults.push({ path: '/v2/bot/insight/richmenu', kind: 'too_many', times: 1 })
  const params = { id: String(menu) }
  expect(await store.try(richMenuInsight.get, { params })).toMatchObject({ body: { error: 'channel_unreachable' } })
  const stranger = await newStore()
  expect(await stranger.try(richMenuInsight.get, { params })).toMatchObject({ status: 404 })
})

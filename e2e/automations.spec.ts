import pg from 'pg'
import { type AutomationStore, automationStore, secondCup } from './automation-store.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let made: AutomationStore
let db: pg.Client
let id: number

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  made = await automationStore(request, server, line.state, Number(store.id))
  const calls = callsOf(request)
  const cup = await calls.post('/automation', { name: 'ชวนดื่มแก้วที่สอง', definition: secondCup(made) })
  id = cup.id as number
  await calls.post(`/automation/${id}/start`, { origin_time: cup.updated_at })
  await calls.post('/automation', { name: 'ติดป้ายลูกค้าเช้า' })
  db = new pg.Client(server.database)
  await db.connect()
})
test.afterAll(() => db.end())

test('the list of automations shows their triggers, figures and states, and leads to their customers', async ({
  page,
}) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto('broadcast/list')
  await page.getByRole('link', { name: /^การทำงานอัตโนมัติ/ }).click()
  const row = page.getByRole('row', { name: /ชวนดื่มแก้วที่สอง/ })
  await expect(row).toContainText('ครั้งแรก')
  await expect(row).toContainText('ใช้อยู่')
  await expect(page.getByRole('row', { name: /ติดป้ายลูกค้าเช้า/ })).toContainText('แบบร่าง')
  await whole()
  const found = await look(page, 'th', true)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-list.png` })
  await row.getByRole('link', { name: /ราย$/ }).click()
  await expect(page.getByRole('link', { name: 'ลูกค้า', exact: false }).first()).toBeVisible()
  await whole()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-people.png` })
  expect([...found, ...errors]).toEqual([])
})

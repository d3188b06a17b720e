import pg from 'pg'
import { bringOnTheWay, positions } from './automation-people.ts'
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
  await bringOnTheWay(db, Number(store.id), id, made.profiles)
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
  await row.getByRole('link', { name: '12 ราย' }).click()
  await expect(page.getByRole('link', { name: 'ลูกค้า 12' })).toBeVisible()
  await whole()
  found.push(...(await look(page, 'th', true)))
  expect([...found, ...errors]).toEqual([])
})

test('customers of an automation are listed by step, and by the way that they ended', async ({ page }) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto(`broadcast/automation/${id}?tab=people`)
  const groups = page.getByRole('navigation', { name: 'อยู่ตรงไหน' })
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + 12)
  await whole()
  const found = await look(page, 'th', true)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-people.png` })
  await groups.getByRole('button', { name: /รอ 5 วัน/ }).click()
  await expect(rows).toHaveCount(1 + positions.second)
  await expect(rows.last()).toContainText('ตรวจว่าตั้งแต่เริ่ม')
  await groups.getByRole('button', { name: `จบ: มี ซื้อสินค้า แล้ว ${positions.yes}` }).click()
  await expect(rows).toHaveCount(1 + positions.yes)
  await page.getByRole('row').last().getByRole('link').click()
  const card = page.getByRole('heading', { name: 'การทำงานอัตโนมัติ' }).locator('..')
  await expect(card).toContainText('ชวนดื่มแก้วที่สอง')
  await whole()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-profile.png` })
  expect([...found, ...errors]).toEqual([])
})

test('an automation is stopped, and the label that it gave is taken back', async ({ page, request }) => {
  const calls = callsOf(request)
  const greeter = await calls.post('/automation', {
    name: 'ติดป้ายเมื่อซื้อ',
    definition: {
      ...secondCup(made),
      steps: [{ id: 1, kind: 'label', label_id: made.label, value: true }],
    },
  })
  await calls.post(`/automation/${greeter.id}/start`, { origin_time: greeter.updated_at })
  const customer = made.profiles.at(-1)!
  await calls.post(`/profile/${customer}/activity`, { activity_type_id: made.purchase })
  const labelled = async () => {
    const { rows } = await db.query('select from profile_label where profile_id = $1 and label_id = $2', [
      customer,
      made.label,
    ])
    return rows.length
  }
  await expect.poll(labelled).toBe(1)
  const { errors, whole } = await readyToLook(page)
  await page.goto(`broadcast/automation/${greeter.id}?tab=people`)
  await page.getByRole('button', { name: 'หยุดและเลิกทำ…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: /^นำป้าย กลับมาซื้อ ออกจาก 1 ราย/ })).toBeChecked()
  await whole()
  const found = await look(page, 'th', true)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-take-back.png` })
  await dialog.getByRole('button', { name: 'หยุดและเลิกทำ' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(labelled).toBe(0)
  await expect(page.getByText('หยุดแล้ว').first()).toBeVisible()
  expect([...found, ...errors]).toEqual([])
})

test('a rehearsal says how long it takes, what would have happened by month, and to whom', async ({ page }) => {
  test.setTimeout(900_000)
  // Customers of a past year; those of today enter on no day before.
  await db.query(
    `with aged as (update profile set created_at = now() - interval '2 years' where store_id = $1 and id = any($3::bigint[]))
     insert into activity (store_id, profile_id, type_id, activity_at, created_at)
     select p.store_id, p.id, $2, t, t from profile p cross join lateral (
       select now() - make_interval(days => (p.id * 37 % 330)::int + 8) as t) x
     where p.store_id = $1 and p.id = any($3::bigint[])`,
    [callsOf(page.request).store, made.purchase, made.profiles],
  )
  const { errors, whole } = await readyToLook(page)
  await page.goto(`broadcast/automation/${id}?tab=rehearsal`)
  await expect(page.getByText(/^ใช้เวลาประมาณ/)).toBeVisible()
  await page.getByRole('button', { name: 'ลองย้อนหลัง' }).click()
  await expect(page.getByRole('heading', { name: 'ลูกค้าที่จะเข้าในแต่ละเดือน' })).toBeVisible({ timeout: 600_000 })
  await whole()
  const found = await look(page, 'th', true)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/automation-rehearsal.png` })
  await page.getByRole('button', { name: 'ดูเป็นตาราง' }).click()
  // Twelve months back from a day are in 13 months of the calendar, but on the first.
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThanOrEqual(13)
  await expect(page.getByRole('complementary').getByRole('listitem').first()).toContainText('ขอบคุณที่แวะมา')
  expect([...found, ...errors]).toEqual([])
})

const desk = { width: 1366, height: 850 }
const phone = { width: 390, height: 844 }

for (const { language, scheme, size } of [
  { language: 'th', scheme: 'light', size: phone },
  { language: 'en', scheme: 'light', size: desk },
  { language: 'th', scheme: 'dark', size: desk },
  { language: 'en', scheme: 'dark', size: phone },
] as const) {
  test(`the parts of an automation are whole in ${language}, ${scheme}, ${size.width} px wide`, {
    tag: '@verify',
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    await page.emulateMedia({ colorScheme: scheme })
    const { errors, whole } = await readyToLook(page)
    await page.setViewportSize(size)
    const found: string[] = []
    for (const place of [
      'broadcast/list?tab=automations',
      ...['people', 'effect', 'rehearsal', 'history'].map((tab) => `broadcast/automation/${id}?tab=${tab}`),
    ]) {
      await page.goto(place)
      await page.getByRole('main').waitFor()
      await whole()
      await expect(page.getByRole('status', { name: /^(กำลังโหลด|Loading)/ })).toHaveCount(0)
      await whole()
      const name = `${place.replace(/\W+/g, '-')}-${language}-${scheme}-${size.width}`
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
      found.push(...(await look(page, language, true)).map((fault) => `${place}: ${fault}`))
    }
    expect([...found, ...errors]).toEqual([])
  })
}

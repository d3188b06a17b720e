import type { Page } from '@playwright/test'
import pg from 'pg'
import { addChannel, addFriend } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { handOf } from './hand.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

/** Each with a birthday of its own, three days apart. */
const PEOPLE = 120
/** Seconds in which a first-timer sets up a birthday message with its rehearsal. */
const LIMIT_S = 240
/** Milliseconds after which a rehearsal hangs. */
const REHEARSED_MS = 240_000

let store: { account: number; purchase: number; label: number }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store: { id: storeId } }) => {
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 15_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], price: 0.06, origin_time: updated_at })
  const label = await calls.post('/label', { name: 'กลับมาซื้อ', color: 'teal', type: 'general' })
  const purchase = await calls.post('/activity-type/purchase')
  store = { account: account.id as number, purchase: purchase.id as number, label: label.id as number }
  const friends = Array.from({ length: PEOPLE }, () => addFriend(channel).userId)
  const db = new pg.Client(server.database)
  await db.connect()
  await db.query(
    `with made as (
       insert into profile (store_id, first_name, birth_date, created_at)
       select $1, 'ลูกค้าคนที่ ' || n, date '1990-01-01' + n * 3, now() - interval '400 days' from generate_series(1, $2::int) n
       returning id),
     placed as (select id, row_number() over (order by id) as n from made)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $3, ($4::text[])[n], id, 'friend', now() - interval '400 days' from placed`,
    [storeId, PEOPLE, account.id, friends],
  )
  await db.end()
})

const message = (id: number, name: string, text: string) => ({
  ...{ id, kind: 'message', name, purpose_id: null, messages: [{ type: 'text', text }], quick_replies: [] },
  ...{ stop_reply: true, notification_disabled: false, link_tracking: 'off' },
})
const wait = (id: number, n: number) => ({ id, kind: 'wait', length: { n, unit: 'day' }, until: null })
const definition = (steps: object[]) => ({
  ...{ trigger: { kind: 'activity', activity_type_id: store.purchase, first: true }, repeat: { kind: 'once' } },
  ...{ channel_id: store.account, steps, exit: null, group: null, imports: false, holdout: null },
})
const branched = () =>
  definition([
    wait(1, 2),
    {
      ...{ id: 4, kind: 'condition', condition: { kind: 'activity_since', activity_type_id: store.purchase } },
      yes: [{ id: 5, kind: 'label', label_id: store.label, value: true }],
      no: [message(7, 'คูปองแก้วที่สอง', 'แก้วที่สองลด 30 บาท')],
    },
  ])

/** Opens the editor of an automation made by a call. */
async function openEditor(page: Page, name: string, body: object) {
  const { id } = await callsOf(page.request).post('/automation', { name, definition: body })
  await page.goto(`broadcast/automation/${id}`)
  await expect(page.getByLabel('ชื่อการทำงานอัตโนมัติ')).toHaveValue(name)
  return async () =>
    (await callsOf(page.request).get(`/automation/${id}`)) as { definition: { steps: { id: number; kind: string }[] } }
}
const step = (page: Page, number: number) => page.getByRole('region', { name: `ขั้นที่ ${number}`, exact: true })

for (const { width, height, tag } of [
  { width: 1366, height: 900, tag: [] },
  { width: 390, height: 844, tag: ['@verify'] },
]) {
  test(`a first-timer sets up a birthday message with a rehearsal within four minutes of clicks and letters, at ${width} px`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(2 * REHEARSED_MS)
    await page.setViewportSize({ width, height })
    const phone = width < 700
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const picture = async (name: string) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await whole()
        const file = `automation-${width}-${name}-${colorScheme}`
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${file}.png` })
        found.push(...(await look(page, 'th', true)).map((fault) => `${file}: ${fault}`))
      }
    }
    const hand = handOf(page)
    await page.goto('broadcast/list')
    await hand.click(page.getByRole('link', { name: /^การทำงานอัตโนมัติ/ }))
    await hand.click(page.getByRole('button', { name: 'สร้างการทำงานอัตโนมัติ' }).first())
    await page.waitForURL(/broadcast\/automation\/\d+/)
    const name = page.getByLabel('ชื่อการทำงานอัตโนมัติ')
    await expect(name).toBeVisible()
    await picture('1-empty')
    await hand.click(name)
    await page.keyboard.press('Control+a')
    // Both journeys are of one store, where a name is taken once.
    await hand.write(phone ? 'วันเกิดใน 7 วัน' : 'วันเกิดล่วงหน้า 7 วัน')

    const trigger = page.getByRole('region', { name: 'เริ่มเมื่อ' })
    if (phone) await hand.choose(trigger.getByRole('combobox', { name: 'เริ่มเมื่อ' }), 'ถึงวันที่')
    else await hand.click(trigger.getByText('ถึงวันที่', { exact: true }))
    await expect(trigger.getByRole('combobox', { name: 'วันที่ของลูกค้า' })).toHaveValue('วันเกิด')
    await hand.choose(trigger.getByRole('combobox', { name: 'ก่อนหรือหลัง' }), 'ล่วงหน้า')
    await expect(trigger.getByRole('combobox', { name: 'จำนวนวัน' })).toHaveValue('7')
    await hand.choose(trigger.getByRole('combobox', { name: 'เวลา', exact: true }), '10:00 น.')
    await expect(trigger.getByText('เกิด 29 ก.พ. ใช้ 28 ก.พ. ในปีที่ไม่มี')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'เข้าได้' })).toHaveValue('yearly')

    await hand.click(page.getByRole('button', { name: 'เพิ่มขั้น', exact: true }))
    await hand.click(page.getByRole('button', { name: /^ข้อความ ข้อความ LINE/ }))
    const text = step(page, 1).getByRole('textbox', { name: '1 ข้อความ' })
    await expect(text).toBeFocused()
    await hand.write('สุขสันต์วันเกิดค่ะคุณ')
    // The code of the text with words arrives late, as on a slow line. It must not take the focus from what is written meanwhile.
    const arrive = Promise.withResolvers<void>()
    await page.route(/WordEditor/, async (route) => {
      await arrive.promise
      await route.continue()
    })
    await hand.choose(step(page, 1).getByLabel('แทรกข้อมูลลูกค้า'), 'ชื่อ')
    await hand.click(step(page, 1).getByLabel('ชื่อ ถ้าไม่มี ให้ใช้'))
    arrive.resolve()
    await expect(text).toContainText('คุณชื่อ')
    await hand.write('ลูกค้า')
    await expect(page.getByText('บันทึกแล้ว')).toBeVisible()
    await picture('2-written')

    await hand.click(page.getByRole('button', { name: 'ลองย้อนหลัง' }))
    await page.waitForURL(/tab=rehearsal/)
    // The screen before has a button of the same name.
    await expect(page.getByText(/^ใช้เวลาประมาณ/)).toBeVisible()
    await hand.click(page.getByRole('main').getByRole('button', { name: 'ลองย้อนหลัง' }))
    await expect(page.getByText('จะเข้า', { exact: true })).toBeVisible({ timeout: REHEARSED_MS })
    await picture('3-rehearsal')
    await hand.click(page.getByRole('link', { name: 'ขั้นตอน' }))
    await hand.click(page.getByRole('button', { name: 'เริ่มใช้', exact: true }))
    const dialog = page.getByRole('dialog')
    await picture('4-start')
    await hand.click(dialog.getByRole('button', { name: 'เริ่มใช้', exact: true }))
    await expect(page.getByText('ใช้อยู่ ฉบับที่ 1')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await picture('5-active')
    expect([...found, ...errors]).toEqual([])
    expect(hand.seconds()).toBeLessThan(LIMIT_S)
    if (process.env.PICTURES)
      console.info(`${width} px: ${hand.done.clicks} clicks, ${hand.done.letters} letters, ${hand.seconds()} s`)
  })
}

test('steps move through branches by keyboard and pointer, are copied and deleted, and each is saved', {
  tag: '@verify',
}, async ({ page }) => {
  await readyToLook(page)
  const saved = await openEditor(page, 'ย้ายขั้น', branched())
  const column = async () => JSON.stringify((await saved()).definition.steps.map((one) => one))
  const move = (number: number) => page.getByRole('button', { name: `ย้ายขั้นที่ ${number}`, exact: true })
  await move(1).press('ArrowDown')
  await expect.poll(column).toMatch(/"id":4.*"yes":\[\{"id":1,.*"id":5/)
  await expect(move(2)).toBeFocused()
  await expect(page.getByText('อยู่ขั้นที่ 2 จาก 4')).toBeAttached()
  await move(3).hover()
  await page.mouse.down()
  const target = (await step(page, 4).boundingBox())!
  await page.mouse.move(target.x + 20, target.y + target.height - 4, { steps: 5 })
  await page.mouse.up()
  await expect.poll(column).toMatch(/"no":\[\{"id":7.*"id":5/)
  await page.getByRole('button', { name: 'ตัวเลือกของขั้นที่ 3' }).click()
  await page.getByRole('button', { name: 'ทำสำเนา' }).click()
  await expect(step(page, 5)).toBeVisible()
  await page.getByRole('button', { name: 'ตัวเลือกของขั้นที่ 1' }).click()
  await page.getByRole('button', { name: 'ลบขั้นนี้' }).click()
  await expect.poll(async () => (await saved()).definition.steps).toEqual([])
  await expect(page.getByText('ใช้แล้ว 0 จาก 12 ขั้น')).toBeVisible()
})

test('each missing part of an automation is a link to its field, and nothing is red before it is looked for', {
  tag: '@verify',
}, async ({ page }) => {
  await readyToLook(page)
  await openEditor(page, 'ยังไม่ครบ', branched())
  const missing = page.getByText('ยังกรอกไม่ครบ').locator('..')
  await expect(missing.getByRole('button')).toHaveText(['ขั้นที่ 4: ยังไม่ได้เลือกวัตถุประสงค์'])
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'เริ่มใช้', exact: true })).toBeDisabled()
  await missing.getByRole('button').click()
  const purpose = step(page, 4).getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม')
  await expect(purpose).toBeFocused()
  await expect(purpose).toHaveAttribute('aria-invalid', 'true')
  await purpose.selectOption({ index: 1 })
  await expect(page.getByText('ยังกรอกไม่ครบ')).toHaveCount(0)
  await page.getByRole('button', { name: 'เพิ่มขั้น', exact: true }).last().click()
  await page.getByRole('button', { name: /^ป้าย/ }).click()
  await expect(missing.getByRole('button')).toHaveText(['ขั้นที่ 5: ยังไม่ได้เลือกป้าย'])
  await page.getByRole('combobox', { name: 'ป้ายกำกับ' }).click()
  await page.getByRole('option', { name: 'กลับมาซื้อ' }).click()
  await expect(step(page, 5)).toContainText('ติดป้าย กลับมาซื้อ')
  await expect(page.getByRole('button', { name: 'เริ่มใช้', exact: true })).toBeEnabled()
  expect(await look(page, 'th', true)).toEqual([])
})

test('of two people who edit an automation, each keeps the parts of the other, and is offered those that both changed', {
  tag: '@verify',
}, async ({ page }) => {
  const saved = await openEditor(page, 'สองคน', branched())
  const { id, updated_at } = (await saved()) as unknown as { id: number; updated_at: string }
  const other = { name: 'ชื่อใหม่', definition: { ...definition([wait(1, 9)]), imports: true } }
  await callsOf(page.request).put(`/automation/${id}`, { ...other, origin_time: updated_at })
  await step(page, 1)
    .getByRole('button', { name: /^ขั้นที่ 1/ })
    .click()
  await step(page, 1).getByLabel('ระยะเวลาที่รอ').fill('3')
  await expect(page.getByText('มีผู้แก้ไขส่วนนี้แล้ว')).toBeVisible()
  await expect(page.getByLabel('ชื่อการทำงานอัตโนมัติ')).toHaveValue('ชื่อใหม่')
  await expect(page.getByRole('switch', { name: /ไฟล์ที่นำเข้า/ })).toBeChecked()
  await expect(step(page, 4)).toBeVisible()
  await page.getByRole('button', { name: /^ใช้/ }).click()
  await expect(step(page, 4)).toHaveCount(0)
  await expect(step(page, 1)).toContainText('9 วัน')
})

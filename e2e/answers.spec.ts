import type { Locator, Page } from '@playwright/test'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { handOf } from './hand.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'
import { memberPage } from './member.ts'

/** Seconds in which a first-timer sets up answers: of five minutes, menus take the others (rich-menus.spec). */
const LIMIT_S = 100
const screen = 'setting/line-oa/answers'

let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, line }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 300 })
  await callsOf(request).post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
})

/** Takes a picture, if asked, and returns what is wrong with the look. */
async function looked(
  page: Page,
  name: string,
  whole: () => Promise<unknown>,
  language: 'th' | 'en' = 'th',
): Promise<string[]> {
  await whole()
  const { PICTURES } = process.env
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/answers-${name}.png` })
  return (await look(page, language, true)).map((fault) => `${name}: ${fault}`)
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Plays a customer, and returns their id with the texts that they got so far. */
async function play(url: string, deed: { userId?: string; act: 'follow' | 'message'; text?: string }): Promise<string> {
  const answered = await fetch(`${url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'ญาดา', ...deed }),
  })
  return ((await answered.json()) as { userId: string }).userId
}

test('a first-timer starts with three answers and adds one of their own, within the clicks and letters of 100 seconds', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1366, height: 900 })
  const { errors, whole } = await readyToLook(page)
  const hand = handOf(page)
  const found: string[] = []
  await page.goto(screen)
  await expect(page.getByRole('heading', { name: 'เริ่มจากสามคำตอบนี้' })).toBeVisible()
  found.push(...(await looked(page, '1-first', whole)))
  const listed = async () => (await callsOf(page.request).get(`/line-oa/${await accountOf(page)}/answer`)) as unknown
  expect(await listed()).toMatchObject({ results: [], hours: null })

  await hand.type(page.getByLabel('ข้อความของ เพื่อนใหม่'), ' ☕')
  await hand.click(page.getByLabel('ปิด', { exact: true }))
  await hand.press('Control+a')
  await hand.write('20:00')
  await hand.click(page.getByRole('button', { name: 'ใช้ 3 คำตอบนี้' }))
  await expect(row(page, 'เวลาเปิดปิด')).toContainText('เปิดกี่โมง')
  await expect(row(page, 'เพื่อนใหม่')).toContainText('สวัสดี ยินดีต้อนรับสู่ กาแฟดอยหลวง')
  await expect(row(page, 'ในเวลาทำการ')).toContainText('09:00–20:00')
  await expect(row(page, 'นอกเวลาทำการ')).toContainText('20:00–09:00')

  await hand.click(page.getByRole('button', { name: 'เพิ่มคำตอบ' }))
  await hand.type(page.getByLabel('คำที่ลูกค้าพิมพ์'), 'แต้ม')
  await hand.press('Enter')
  await hand.write('คะแนน')
  await hand.press('Enter')
  await hand.click(page.getByRole('button', { name: 'บันทึก' }))
  await expect(page.getByText('กรุณากรอก')).toBeVisible()
  await expect(page.getByLabel('1 ข้อความ').last()).toBeFocused()
  await hand.type(page.getByLabel('1 ข้อความ').last(), 'แลกแต้มได้ทุกสาขา')
  await hand.click(page.getByRole('button', { name: 'เพิ่มปุ่ม' }))
  await hand.write('เปิดกี่โมง')
  found.push(...(await looked(page, '2-edit', whole)))
  await hand.click(page.getByRole('button', { name: 'บันทึก' }))
  await expect(row(page, 'แต้ม')).toContainText('แลกแต้มได้ทุกสาขา')

  await hand.click(page.getByRole('button', { name: 'ดูวิธีปิด' }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'ปิดแล้ว' }))
  await expect(page.getByRole('button', { name: 'ดูวิธีปิด' })).toHaveCount(0)
  found.push(...(await looked(page, '3-list', whole)))
  const { clicks, letters } = hand.done
  if (process.env.PICTURES) console.info(`${clicks} clicks, ${letters} letters, ${hand.seconds()} s of a person`)
  expect(hand.seconds()).toBeLessThan(LIMIT_S)
  expect([...found, ...errors]).toEqual([])
})

async function accountOf(page: Page): Promise<number> {
  const { data } = (await callsOf(page.request).get('/line-oa')) as { data: { id: number }[] }
  return data[0]!.id
}

test('a customer who writes gets the answers by reply, and the online log names each of them', async ({
  page,
  line,
}) => {
  const replies = () =>
    line.state.replies.filter(({ channelId }) => channelId === channel.id).map(({ messages }) => messages[0])
  // Open at any hour of the test.
  const calls = callsOf(page.request)
  const path = `/line-oa/${await accountOf(page)}`
  const { hours_updated_at: origin_time } = await calls.get(`${path}/answer`)
  const hours = Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }])
  await calls.put(`${path}/answer-hours`, { hours, origin_time })
  const userId = await play(line.url, { act: 'follow' })
  await expect.poll(replies).toMatchObject([{ text: expect.stringContaining('ยินดีต้อนรับสู่ กาแฟดอยหลวง') }])
  await play(line.url, { userId, act: 'message', text: 'วันนี้เปิดกี่โมงคะ' })
  await expect.poll(replies).toMatchObject([{}, { text: expect.stringMatching(/^วันนี้เปิด .*00:00/) }])
  await play(line.url, { userId, act: 'message', text: 'มีกี่แต้มแล้ว' })
  await expect.poll(replies).toMatchObject([{}, {}, { text: 'แลกแต้มได้ทุกสาขา' }])
  // The fallback comes once a day.
  await play(line.url, { userId, act: 'message', text: 'ฝากของได้ไหม' })
  await expect.poll(replies).toHaveLength(4)
  await play(line.url, { userId, act: 'message', text: 'ฮัลโหล' })
  await page.goto('online-log')
  const entries = page.getByRole('row').filter({ hasText: 'ญาดา' })
  await expect(entries).toHaveCount(5)
  for (const name of ['เพื่อนใหม่', 'เวลาเปิดปิด', 'แต้ม', 'ในเวลาทำการ'])
    await expect(entries.filter({ hasText: `ตอบด้วย ${name}` })).toHaveCount(1)
  expect(replies()).toHaveLength(4)
  await page.getByLabel('คำตอบ').selectOption({ label: 'ไม่ได้คำตอบ' })
  await expect(entries).toHaveCount(1)
  await page.goto(screen)
  await expect(row(page, 'เวลาเปิดปิด')).toContainText('1')
  await expect(page.getByText('ตอบ 4 ครั้ง ใช้โควตา 0 ข้อความ')).toBeVisible()
})

test('the phone says which answer comes and why, and leads to another one', async ({ page }) => {
  const { errors, whole } = await readyToLook(page)
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.goto(screen)
  const say = async (words: string) => {
    await page.getByLabel('พิมพ์คำที่ลูกค้าจะถาม').fill(words)
    await page.keyboard.press('Enter')
  }
  const card = page.getByRole('region', { name: 'ลองพิมพ์ดู' }).getByRole('status')
  await say('แต้มหมดอายุไหม เปิดกี่โมง')
  await expect(card).toContainText('ตอบด้วย เวลาเปิดปิด')
  await expect(card).toContainText('แต้ม ก็ตรงคำ “แต้ม” แต่อยู่ลำดับที่ 2')
  await card.getByRole('button', { name: 'ให้คำนี้ตอบด้วย แต้ม' }).click()
  await expect(card).toContainText('ตรงคำ “แต้ม” ลำดับที่ 1')
  // A quick reply asks the next question.
  await page.getByRole('button', { name: 'แตะ เปิดกี่โมง' }).click()
  await expect(card).toContainText('ตอบด้วย เวลาเปิดปิด')
  await say('มีที่จอดรถไหม')
  await expect(card).toContainText('ไม่ตรงคำใด')
  await card.getByLabel('ให้คำนี้ตอบด้วย…').selectOption({ label: 'คำตอบใหม่' })
  await expect(page.getByText('มีที่จอดรถไหม', { exact: true })).toBeVisible()
  await page.getByLabel('1 ข้อความ').last().fill('จอดได้หน้าร้าน 6 คัน')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(row(page, 'มีที่จอดรถไหม')).toContainText('จอดได้หน้าร้าน 6 คัน')
  expect([...(await looked(page, '4-tried', whole)), ...errors]).toEqual([])
})

test('answers are moved by keyboard, switched off and deleted, and hours are set by day', async ({ page }) => {
  await page.goto(screen)
  const names = () =>
    page.getByRole('button', { name: /^ย้าย/ }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await expect.poll(names).toEqual(['ย้าย แต้ม', 'ย้าย เวลาเปิดปิด', 'ย้าย มีที่จอดรถไหม'])
  await page.getByRole('button', { name: 'ย้าย มีที่จอดรถไหม' }).press('ArrowUp')
  await expect.poll(names).toEqual(['ย้าย แต้ม', 'ย้าย มีที่จอดรถไหม', 'ย้าย เวลาเปิดปิด'])
  const menu = () => page.getByRole('button', { name: 'ตัวเลือกของ มีที่จอดรถไหม' }).click()
  await menu()
  await page.getByRole('button', { name: 'ปิดใช้' }).click()
  await expect(row(page, 'มีที่จอดรถไหม')).toContainText('ปิดอยู่')
  await menu()
  await page.getByRole('button', { name: 'ลบ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ลบ' }).click()
  await expect(row(page, 'มีที่จอดรถไหม')).toHaveCount(0)
  await page.getByRole('button', { name: 'เวลาทำการ', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'เวลาทำการ' })
  await dialog.getByLabel('อาทิตย์ เปิดทำการ').click({ force: true })
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'ในเวลาทำการ')).toContainText('ตามเวลาของแต่ละวัน')
})

test('a reader sees answers and tries them, and changes nothing', async ({ page: owner, browser, store }) => {
  const page = await memberPage(browser, callsOf(owner.request), 'viewer')
  const { errors, whole } = await readyToLook(page)
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.goto(`/${store.id}/${screen}`)
  await expect(row(page, 'เวลาเปิดปิด')).toBeVisible()
  for (const name of ['เพิ่มคำตอบ', 'เวลาทำการ', /^ย้าย/, /^ตัวเลือกของ/])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.getByLabel('พิมพ์คำที่ลูกค้าจะถาม').fill('กี่แต้ม')
  await page.keyboard.press('Enter')
  await expect(page.getByText('ตอบด้วย แต้ม')).toBeVisible()
  await page.getByRole('button', { name: 'แต้ม', exact: true }).click()
  await expect(page.getByLabel('1 ข้อความ').last()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'บันทึก' })).toHaveCount(0)
  expect([...(await looked(page, '5-reader', whole)), ...errors]).toEqual([])
  await page.context().close()
})

test('answers are whole on a phone', async ({ page }) => {
  const { errors, whole } = await readyToLook(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(screen)
  await expect(page.getByText('คำสำคัญ').first()).toBeVisible()
  const found = await looked(page, 'phone-list', whole)
  await page.getByRole('button', { name: 'ลองพิมพ์ดู' }).click()
  await page.getByLabel('พิมพ์คำที่ลูกค้าจะถาม').fill('กี่แต้ม')
  await page.keyboard.press('Enter')
  await expect(page.getByText('ตอบด้วย แต้ม')).toBeVisible()
  found.push(...(await looked(page, 'phone-try', whole)))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'แต้ม', exact: true }).click()
  await expect(page.getByLabel('คำที่ลูกค้าพิมพ์')).toBeVisible()
  found.push(...(await looked(page, 'phone-edit', whole)))
  expect([...found, ...errors]).toEqual([])
})

for (const width of [1366, 390])
  test(`answers are whole in English and in the dark at ${width} px`, { tag: '@verify' }, async ({ page }) => {
    const { errors, whole } = await readyToLook(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    await page.goto(screen)
    await expect(page.getByText('Keywords').first()).toBeVisible()
    const found = await looked(page, `en-list-${width}`, whole, 'en')
    await page.getByRole('button', { name: 'Opening hours', exact: true }).click()
    found.push(...(await looked(page, `en-hours-${width}`, whole, 'en')))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'แต้ม', exact: true }).click()
    await expect(page.getByLabel('What customers type')).toBeVisible()
    found.push(...(await looked(page, `en-edit-${width}`, whole, 'en')))
    expect([...found, ...errors]).toEqual([])
  })

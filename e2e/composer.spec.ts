import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let account: { id: number }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, line }) => {
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 15_000 })
  const calls = callsOf(request)
  account = (await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })) as typeof account
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
})

test('each missing part is a link to its field, and nothing is red before it is looked for', {
  tag: '@verify',
}, async ({ page }) => {
  await readyToLook(page)
  await page.goto('broadcast/create')
  const strip = page.getByRole('list', { name: 'รายการที่ต้องครบก่อนส่ง' })
  await expect(strip.getByRole('listitem')).toHaveText([/ผู้รับ/, /ข้อความ.*ยังไม่มีข้อความ/, /ยังไม่ได้เลือกวัตถุประสงค์/, /วัดผล/])
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  const foot = page.getByRole('region', { name: 'สรุปก่อนส่ง' })
  await foot.getByRole('button', { name: 'ยังไม่มีข้อความ' }).click()
  await expect(page.getByRole('button', { name: 'ข้อความ', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await foot.getByRole('button', { name: 'ยังไม่ได้เลือกวัตถุประสงค์' }).click()
  await expect(page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม')).toBeFocused()
  await strip.getByRole('button', { name: 'ข้อความที่ 1 ยังไม่มีข้อความ' }).click()
  const text = page.getByRole('textbox', { name: '1 ข้อความ' })
  await expect(text).toBeFocused()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.insertText('สวัสดีค่ะ')
  await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
  // No customer is a friend of the account yet.
  await expect(foot.getByText('ยังขาด 1 จุด')).toBeVisible()
  await expect(foot.getByRole('button', { name: 'ส่งทดสอบ' })).toBeEnabled()
  expect(await look(page, 'th')).toEqual([])
})

test('messages are moved by keyboard and pointer, copied and deleted, and the open one stays open', {
  tag: '@verify',
}, async ({ page }) => {
  const { id } = await callsOf(page.request).post('/broadcast', {
    name: 'สามข้อความ',
    messages: ['หนึ่ง', 'สอง', 'สาม'].map((text) => ({ type: 'text', text })),
  })
  await readyToLook(page)
  await page.goto(`broadcast/edit/${id}`)
  const rows = page.locator('[data-message] > header')
  const texts = async () => {
    const { messages } = (await callsOf(page.request).get(`/broadcast/${id}`)) as { messages: { text: string }[] }
    return messages.map(({ text }) => text)
  }
  await expect(page.getByRole('textbox', { name: '1 ข้อความ' })).toHaveValue('หนึ่ง')
  await expect(rows.nth(2)).toContainText('3 · ข้อความ')
  await expect(rows.nth(2)).toContainText('สาม')
  await page.getByRole('button', { name: 'ย้ายข้อความที่ 1' }).press('ArrowDown')
  await expect(page.getByRole('textbox', { name: '2 ข้อความ' })).toHaveValue('หนึ่ง')
  await expect(page.getByRole('button', { name: 'ย้ายข้อความที่ 2' })).toBeFocused()
  await expect.poll(texts).toEqual(['สอง', 'หนึ่ง', 'สาม'])
  await page.getByRole('button', { name: 'ย้ายข้อความที่ 3' }).hover()
  await page.mouse.down()
  const first = (await rows.nth(0).boundingBox())!
  await page.mouse.move(first.x + 20, first.y + 8, { steps: 5 })
  await page.mouse.up()
  await expect.poll(texts).toEqual(['สาม', 'สอง', 'หนึ่ง'])
  await page.getByRole('button', { name: 'ทำสำเนาข้อความที่ 2' }).click()
  await expect(page.getByRole('textbox', { name: '3 ข้อความ' })).toHaveValue('สอง')
  await page.getByRole('button', { name: 'ลบข้อความที่ 1' }).click()
  await expect.poll(texts).toEqual(['สอง', 'สอง', 'หนึ่ง'])
  await page.getByRole('button', { name: 'เพิ่มปุ่มตอบด่วน' }).click()
  await page.getByLabel('คำบนปุ่มที่ 1').fill('ดูเมนู')
  await page.getByLabel('ลิงก์ของปุ่มที่ 1').fill('http://doiluang.example')
  const replies = page.getByRole('group', { name: 'ปุ่มตอบด่วน' })
  await expect(replies.getByRole('button', { name: 'ดูเมนู' })).toBeVisible()
  await expect(replies.getByText('ยกเลิกรับข่าวสาร')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'สรุปก่อนส่ง' }).getByRole('button', { name: 'ปุ่มตอบด่วนที่ 1 ยังไม่ครบ' }),
  ).toBeVisible()
  expect(await look(page, 'th')).toEqual([])
})

test('of two people who compose one draft, each keeps the parts of the other, and is offered those that both changed', {
  tag: '@verify',
}, async ({ page }) => {
  const calls = callsOf(page.request)
  const { id } = await calls.post('/broadcast', {
    ...{ name: 'ของสองคน', channel: { type: 'lineOA', channel_id: account.id } },
    messages: [{ type: 'text', text: 'เดิม' }],
  })
  await page.goto(`broadcast/edit/${id}`)
  const text = page.getByRole('textbox', { name: '1 ข้อความ' })
  await expect(text).toHaveValue('เดิม')
  const { updated_at } = await calls.get(`/broadcast/${id}`)
  const other = [
    { type: 'text', text: 'ของอีกคน' },
    { type: 'sticker', package_id: '446', sticker_id: '1988' },
  ]
  await calls.put('/broadcast', { id, origin_time: updated_at, name: 'ชื่อใหม่', messages: other })
  await text.fill('ของฉัน')
  await expect(page.getByText('มีผู้แก้ไขส่วนนี้แล้ว')).toBeVisible()
  await expect(page.getByLabel('ชื่อบรอดแคสต์')).toHaveValue('ชื่อใหม่')
  await expect(text).toHaveValue('ของฉัน')
  await page.getByRole('button', { name: /^ใช้/ }).click()
  await expect(page.getByRole('region', { name: '2 สติกเกอร์' })).toBeVisible()
  await expect(text).toHaveValue('ของอีกคน')
})

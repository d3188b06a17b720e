import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { forgetStore } from './rights.ts'
import { expect, freshName, freshWord, test } from './watched.ts'

/** Customers of this file alone. */
const family = `หน้าร้าน${freshWord()}`
const digits = String(Date.now() % 10_000).padStart(4, '0')
let customer: number

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  const fields = [
    { id: 1, value: 'ณรงค์' },
    { id: 2, value: family },
    { id: 9, value: `088321${digits}` },
  ]
  customer = Number((await calls.post('/profile', { fields })).id)
  const name = `paid${Date.now()}`
  const { id: paid } = await calls.post('/activity-field', { name, display_name: 'ยอดสั่งซื้อ', data_type: 'Number' })
  const { id: type } = await calls.post('/activity-type', { name: freshName('ซื้อสินค้า'), fields: [paid as number] })
  for (const value of [1580, 639])
    await calls.post(`/profile/${customer}/activity`, {
      activity_type_id: type as number,
      fields: [{ id: paid, value }],
    })
})

const summary = (page: Page) => page.getByRole('region', { name: 'สรุปของลูกค้า' })
const recorded = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: 'บันทึก “มาที่ร้าน” แล้ว' })
    .filter({ hasText: `ณรงค์ ${family}` })

test('a visit is recorded from any screen by four digits and two keys, and taken back in its alert', async ({
  page,
}) => {
  await page.goto('dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(digits)
  await expect(page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(recorded(page)).toBeVisible()
  await page.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByText('เลิกทำแล้ว')).toBeVisible()
  await page.goto(`profile-detail/${customer}`)
  await expect(summary(page)).toContainText('2 ครั้ง · 2,219.00 บาท')
  await expect(summary(page)).not.toContainText('มาที่ร้าน')
})

test('the side panel of the list shows who the customer is, and records a visit by one tap', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto(`profile-list?q=${digits}`)
  await page
    .getByRole('row', { name: new RegExp(family) })
    .getByRole('cell')
    .nth(1)
    .click()
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  await expect(summary(page)).toContainText('2 ครั้ง · 2,219.00 บาท')
  await expect(panel.getByText('1,580.00 บาท')).toBeVisible()
  await expect(panel.getByRole('link', { name: `โทร 088-321-${digits}` })).toHaveAttribute(
    'href',
    `tel:+6688321${digits}`,
  )
  await panel.getByRole('button', { name: 'มาที่ร้าน: บันทึกทันที' }).click()
  await expect(recorded(page)).toBeVisible()
  await expect(summary(page)).toContainText('มาที่ร้าน 1 ครั้ง')
})

test('on a phone a visit is two taps after the search', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('dashboard')
  await page.getByRole('button', { name: 'ค้นหา ไปที่…' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(digits)
  await page.getByRole('option', { name: new RegExp(family) }).click()
  await page.getByRole('button', { name: 'มาที่ร้าน: บันทึกทันที' }).click()
  await expect(recorded(page)).toBeVisible()
})

test('a reader is offered no visit, not even in the palette', { tag: '@verify' }, async ({ page }) => {
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      json: { ...(await reply.json()), roles: ['viewer'], permissions: ['cdp-core.profile.read'] },
    })
  })
  await page.addInitScript(forgetStore)
  await page.goto(`profile-detail/${customer}`)
  await expect(summary(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /มาที่ร้าน|เพิ่มโน้ต|เพิ่ม/ })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(digits)
  await expect(page.getByRole('option', { name: new RegExp(`โทร 088-321-${digits}`) })).toBeVisible()
  await expect(page.getByRole('option', { name: /มาที่ร้าน|เพิ่มโน้ต|เพิ่มลูกค้า/ })).toHaveCount(0)
})

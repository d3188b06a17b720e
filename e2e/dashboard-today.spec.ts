import type { APIRequestContext, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

let quiet: string

/** Purchases so many days ago, each by a customer of their own who spends less than the one before; the first is born today. */
async function purchases(request: APIRequestContext, daysAgo: readonly number[]) {
  const { post, purchaseType } = callsOf(request)
  const type = await purchaseType()
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).replace('02-29', '02-28')
  const names: string[] = []
  for (const [n, ago] of daysAgo.entries()) {
    const name = freshName('ลูกค้า')
    names.push(name)
    const birthday = n === 0 ? [{ id: 8, value: `1990-${today}` }] : []
    const { id } = await post('/profile', { fields: [{ id: 1, value: name }, ...birthday] })
    await post(`/profile/${id}/activity`, {
      activity_type_id: type.id,
      activity_at: new Date(Date.now() - ago * 86_400_000 - 1000).toISOString(),
      fields: [{ id: type.amount, value: 1000 - n }],
    })
  }
  return names
}

test.beforeAll(async ({ request }) => {
  const names = await purchases(request, [120, 0, 0, 40, 200])
  quiet = names[0]!
  await callsOf(request).post('/privacy/purpose', { name: freshName('ข่าวสาร'), description: '' })
})

const todo = (page: Page) => page.getByRole('region', { name: 'ควรจัดการ' })

test('each task is a link to exactly what it counts', { tag: '@verify' }, async ({ page }) => {
  await page.goto('dashboard')
  const lines = todo(page).getByRole('link')
  await expect(lines).toHaveText([/^วันเกิดใน 7 วัน/, /^ลูกค้ายอดซื้อสูงที่เริ่มห่าง/, /^ยังไม่ได้ตอบความยินยอม/])
  const line = todo(page).getByRole('link', { name: /^ยังไม่ได้ตอบความยินยอม/ })
  const [, count = ''] = /([\d,]+) ราย/.exec((await line.textContent()) ?? '') ?? []
  await line.click()
  await expect(page).toHaveURL(/\/\d+\/profile-list#rule=/)
  await expect(page.getByText(`${count} ราย`).first()).toBeVisible()
  await page.goBack()
  await todo(page)
    .getByRole('link', { name: /^ลูกค้ายอดซื้อสูงที่เริ่มห่าง/ })
    .click()
  await expect(page).toHaveURL(/\/work\/quiet$/)
  await page.getByRole('table').getByRole('link', { name: quiet }).click()
  await expect(page).toHaveURL(/\/profile-detail\//)
})

test('a customer who is done leaves the list, stands in the second tab, and comes back by the undo of the toast', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto('work/birthdays')
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'รายการที่ต้องติดต่อ' }).getByRole('link', { name })
  await expect(tab(/ต้องติดต่อ\s*1/)).toBeVisible()
  await page.getByRole('checkbox', { name: `เลือก ${quiet}` }).click()
  await page.getByRole('button', { name: 'เสร็จ 1' }).click()
  await expect(page.getByText('ไม่มีใครต้องติดต่อตอนนี้')).toBeVisible()
  await expect(tab(/เสร็จแล้วใน 7 วัน\s*1/)).toBeVisible()
  await page.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByRole('link', { name: quiet })).toBeVisible()
})

test('the month says what was sold, by whom, and where customers stand', async ({ page }) => {
  await page.goto('dashboard')
  const month = page.getByRole('region', { name: 'ร้านเดือนนี้' })
  await expect(month).toContainText(/วันนี้ถึง \d\d:\d\d น\./)
  await expect(month.locator('div', { has: page.getByText('คำสั่งซื้อ', { exact: true }) }).locator('strong')).toHaveText(
    '2',
  )
  await month.getByRole('link', { name: 'ลูกค้าใหม่: 2 ราย' }).click()
  await expect(page.getByText('2 ราย').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'ห่างหาย: 1 ราย' }).click()
  await expect(page.getByText('1 ราย').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('img', { name: /^ยอดขายต่อวัน รวม/ })).toBeVisible()
  await page.getByRole('button', { name: 'ดูเป็นตาราง' }).click()
  await expect(page.getByRole('region', { name: 'ดูเป็นตาราง' }).locator('tbody tr').first()).toBeVisible()
})

test('on a phone a task is as high as a thumb, and nothing is cut off', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('dashboard')
  const line = todo(page).getByRole('link').first()
  expect((await line.boundingBox())!.height).toBeGreaterThanOrEqual(58)
  const beyond = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(beyond)).toBe(false)
})

test('a customer of a list and a label open the composer with their recipients', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const { id } = await callsOf(request).post('/label', { name: freshName('VIP'), color: 'teal', type: 'general' })
  await page.goto(`segmentation/detail/${id}`)
  await page.getByRole('button', { name: 'ส่งบรอดแคสต์' }).click()
  await expect(page).toHaveURL(/\/broadcast\/create$/)
  await expect(page.getByLabel('ส่งถึงใคร')).toHaveValue('segments')
  await page.goto('work/birthdays')
  await page.getByRole('checkbox', { name: `เลือก ${quiet}` }).click()
  // Nobody in this store is on LINE.
  await expect(page.getByRole('button', { name: 'ข้อความ LINE' })).toBeDisabled()
})

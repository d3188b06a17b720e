import { callsOf } from './calls.ts'
import { owner } from './owner.ts'
import { expect, freshName, test } from './watched.ts'

test('acts are shown as sentences, and found by filters and by their subject', async ({ page, request }) => {
  const role = await callsOf(request).post('/stores/1/roles', { name: freshName('Audited'), permissions: [] })
  await page.goto('/1/setting/store')
  await page.getByRole('link', { name: 'ประวัติการใช้งาน' }).click()
  await expect(page).toHaveURL(/\/1\/setting\/audit-log$/)
  const row = page.getByRole('row').filter({ hasText: `บทบาท ${role.id}` })
  await expect(row).toContainText(`${owner.firstName} ${owner.lastName} สร้างบทบาท`)
  await page.getByLabel('การกระทำ').selectOption({ label: 'เข้าสู่ระบบ' })
  await expect(row).toHaveCount(0)
  await page.getByLabel('การกระทำ').selectOption({ label: 'ทุกการกระทำ' })
  await row.getByRole('button', { name: `บทบาท ${role.id}` }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'ดูทุกอย่าง' }).click()
  await page.getByRole('textbox', { name: 'ถึงวันที่' }).fill('31/01/2020')
  await expect(page.getByText('สร้างบทบาท').locator('visible=true')).toHaveCount(0)
})

test('on a phone each act is a card, and the tab of the screen is in sight', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/1/setting/audit-log')
  await expect(page.getByText('เข้าสู่ระบบ').or(page.getByText('ตั้งร้าน')).last()).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'ประวัติการใช้งาน' })).toBeInViewport({ ratio: 0.95 })
})

test('the second tab shows who uses the older API, on a phone in cards', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.get('/v1/label')
  await page.setViewportSize({ width: 390, height: 844 })
  // Counted in memory, and written every ten seconds.
  await expect
    .poll(async () => (await calls.get('/audit-log/older-usage')).total, { timeout: 30_000 })
    .toBeGreaterThan(0)
  await page.goto('/1/setting/audit-log')
  await page.getByRole('link', { name: 'API รุ่นเก่า' }).click()
  await expect(page.getByText('GET /v1/label')).toBeVisible()
  await expect(page.getByText('ครั้งใน 90 วัน: 1')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'ประวัติการใช้งาน' })).toBeInViewport({ ratio: 0.95 })
})

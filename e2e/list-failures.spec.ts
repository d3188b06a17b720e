import type { Page } from '@playwright/test'
import { systemFields } from '../contract/platform/system-fields.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './watched.ts'

const idOf = (name: string) => systemFields.find((field) => field.name === name)!.id
const queries = /\/api\/profile(\/query)?(\?|$)/
const rows = (page: Page) => page.locator('tbody tr[data-key]')
const paging = (page: Page) => page.getByRole('group', { name: 'เปลี่ยนหน้า' })
const fails = (page: Page) => page.route(queries, (route) => route.abort('internetdisconnected'))

test.beforeEach(async ({ request }) => {
  const calls = callsOf(request)
  if (Number((await calls.get('/profile?limit=10')).total) > 0) return
  for (let one = 0; one < 12; one++) {
    const fields = [{ id: idOf('firstName'), value: one === 7 ? 'กี่เพชร' : `น้ำฝน${one}` }]
    await calls.post('/profile', { fields })
  }
})

test('a list that failed to load offers a retry, and no other page', { tag: '@verify' }, async ({ page }) => {
  await fails(page)
  for (const size of [
    { width: 1366, height: 850 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('profile-list')
    await expect(page.getByRole('button', { name: 'ลองอีกครั้ง' })).toBeVisible()
    await expect(paging(page)).toHaveCount(0)
  }
  await page.unroute(queries)
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(paging(page)).toBeVisible()
})

test('a page that could not be read leaves the one before in sight, and is not called by its number', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto('profile-list?limit=10')
  await expect(rows(page)).toHaveCount(10)
  await fails(page)
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  await expect(page.getByRole('alert')).toContainText('ด้านล่างคือรายการก่อนหน้า')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByText('11–12 จาก 12')).toHaveCount(0)
  await expect(paging(page)).toHaveCount(0)
  await page.unroute(queries)
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
  await expect(page.getByText('11–12 จาก 12', { exact: true })).toBeVisible()
})

test('a search without a connection says so, and runs once it is back', {
  tag: '@verify',
}, async ({ page, context }) => {
  await page.goto('profile-list?limit=20')
  await expect(rows(page)).toHaveCount(12)
  await expect(page.locator('strong', { hasText: '12 ราย' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('กี่เพชร')
  await expect(page.getByRole('alert')).toContainText('ค้นหา “กี่เพชร” ไม่ได้')
  await expect(page.getByText('12 ราย')).toHaveCount(0)
  await expect(page.locator('tbody')).toHaveAttribute('data-stale', 'true')
  await expect(page.getByRole('button', { name: 'ส่งออก', exact: true })).toHaveCount(0)
  await context.setOffline(false)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('main mark')).toHaveText('กี่เพชร')
  await expect(page.getByText('ตรงตัวกรอง จากลูกค้า 12 ราย')).toBeVisible()
})

test('data requested offline arrives once online, and the screen stays meanwhile', { tag: '@verify' }, async ({
  page,
  context,
}) => {
  // Before its code was fetched for the first time.
  await page.route(/assets\/panel-/, (route) => route.abort('internetdisconnected'))
  const alerts = page.waitForResponse(/assets\/late-/)
  await page.goto('profile-list?limit=20')
  await expect(rows(page)).toHaveCount(12)
  await alerts
  // Alerts load from several files.
  await page.waitForTimeout(500)
  await context.setOffline(true)
  await rows(page).first().locator('td').nth(3).click()
  await expect(page.getByRole('alert')).toContainText('เชื่อมต่อเซิร์ฟเวอร์ไม่ได้')
  await expect(rows(page)).toHaveCount(12)
  await page.unrouteAll()
  await context.setOffline(false)
  await expect(page.getByRole('complementary', { name: 'ดูย่อลูกค้า' }).getByRole('heading').first()).toBeVisible()
})

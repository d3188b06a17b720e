import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, test } from './own-store.ts'

/** Has files of the page fail, and counts the requests for each. */
async function failFiles(page: Page, pattern: RegExp) {
  const requested = new Map<string, number>()
  await page.route(pattern, async (route) => {
    const url = route.request().url()
    requested.set(url, (requested.get(url) ?? 0) + 1)
    await route.abort('connectionreset')
  })
  return { requested, mend: () => page.unroute(pattern) }
}

/** True if the segments are laid out by a stylesheet of their own. */
const styled = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].filter(({ href }) => href).every(({ cssRules }) => cssRules.length > 0))

for (const [what, pattern] of [
  ['styles', /\/assets\/SegmentList-[^/]+\.css$/],
  ['script', /\/assets\/SegmentList-[^/]+\.js$/],
] as const)
  test(`a screen whose ${what} fail for seconds opens whole, with a few requests`, { tag: '@verify' }, async ({
    page,
  }) => {
    await page.goto('profile-list')
    await page.getByRole('navigation', { name: 'เมนู' }).waitFor()
    const files = await failFiles(page, pattern)
    await page.getByRole('navigation', { name: 'เมนู' }).locator('a[href$="segmentation/list"]').click()
    await expect.poll(() => [...files.requested.values()][0] ?? 0).toBeGreaterThan(1)
    await page.waitForTimeout(4000)
    const requests = Math.max(...files.requested.values())
    expect(requests).toBeLessThan(6)
    await files.mend()
    await expect(page.locator('main :is(h2, table)').first()).toBeVisible()
    expect(await styled(page)).toBe(true)
    const sheets = await page.locator('link[rel=stylesheet][href*="SegmentList-"]').count()
    expect(sheets).toBe(1)
  })

test('a page that is older than the server is offered the newer one, and nothing typed is lost', async ({
  page,
  request,
}) => {
  await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'กานต์' }] })
  await page.goto('profile-list')
  const box = page.getByRole('searchbox').first()
  await box.fill('กานต์')
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const headers = { 'content-type': 'application/json', 'ruam-web-build': '/assets/index-newer.js' }
    await route.fulfill({ status: response.status(), body: await response.body(), headers })
  })
  const offer = page.getByRole('alert').filter({ hasText: 'มีรุ่นใหม่' })
  await box.fill('กานต์ดา')
  await expect(offer).toBeVisible()
  await expect(box).toHaveValue('กานต์ดา')
  // A screen that the server no longer has says so, and is not fetched again and again.
  const files = await failFiles(page, /\/assets\/SegmentList-/)
  await page.getByRole('navigation', { name: 'เมนู' }).locator('a[href$="segmentation/list"]').click()
  await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toBeVisible()
  expect(Math.max(...files.requested.values())).toBeLessThan(4)
  await files.mend()
  await offer.getByRole('button', { name: 'โหลดใหม่' }).click()
  await expect(page.locator('main :is(h2, table)').first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page whose own styles or scripts fail is shown once they come', async ({ page }) => {
  for (const pattern of [/\/assets\/base-[^/]+\.css$/, /\/assets\/base-[^/]+\.js$/]) {
    const files = await failFiles(page, pattern)
    await page.goto('profile-list', { waitUntil: 'commit' })
    await expect(page.getByText('เชื่อมต่อเซิร์ฟเวอร์ไม่ได้').first()).toBeVisible()
    expect(await page.getByRole('navigation', { name: 'เมนู' }).count()).toBe(0)
    await files.mend()
    await expect(page.getByRole('navigation', { name: 'เมนู' })).toBeVisible()
    expect(await styled(page)).toBe(true)
    expect(Math.max(...files.requested.values())).toBeLessThan(6)
  }
})

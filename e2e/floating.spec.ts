import type { Locator, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshWord, test } from './watched.ts'

const family = `ลอย${freshWord()}`
const ids: number[] = []

test.beforeAll(async ({ request }) => {
  for (let place = 1; place <= 3; place++) {
    const fields = [
      { id: 1, value: `คนที่${place}` },
      { id: 2, value: family },
    ]
    ids.push((await callsOf(request).post('/profile', { fields })).id as number)
  }
})

/** Returns pressable parts of the page below the header that a floating element covers. */
async function coveredBy(page: Page, floating: Locator, within: string): Promise<string[]> {
  const { x, y, width, height } = (await floating.boundingBox())!
  return page.evaluate(
    ([within, x, y, right, bottom]) =>
      [...document.querySelectorAll<HTMLElement>(`:is(${within}) :is(button, a, select, input)`)]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.width > 1 && box.left < right && box.right > x && box.top < bottom && box.bottom > y
        })
        .map((control) => control.ariaLabel ?? control.textContent),
    [within, x, y, x + width, y + height] as const,
  )
}

const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'มาที่ร้าน' })
/** The export list of a person as if two files were still being written. */
const twoRunning = (page: Page) =>
  page.route(/\/api\/export(\?|$)/, async (route) => {
    const file = (id: number) => ({
      export_id: id,
      type: 'profile',
      file_name: `ลูกค้าตามตัวกรอง ${id}.xlsx`,
      file_type: 'xlsx',
      status: 'processing',
      progress: 0.4,
      url: '',
      timestamp: new Date().toISOString(),
      rows: 1000,
      size: null,
      cut: 0,
      eta: 9,
      expires_at: null,
      error: null,
    })
    await route.fulfill({ json: { data: [file(2), file(1)], total: 2, timestamp: null } })
  })

test('an alert and the panel of exports leave the bars at the foot of a list free', { tag: '@verify' }, async ({
  page,
}) => {
  await twoRunning(page)
  await page.goto(`profile-list?q=${family}`)
  for (const place of [1, 2]) await page.locator('tbody input[type=checkbox]').nth(place).check()
  const bar = page.getByRole('region', { name: 'จัดการลูกค้าที่เลือก' })
  await expect(bar.getByRole('button').first()).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^รายการส่งออก/ })
    .click()
  const panel = page.getByRole('region', { name: 'รายการส่งออก' })
  await expect(panel).toBeVisible()
  await page.locator('tbody tr[data-key]').first().locator('td').nth(3).click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /มาที่ร้าน/ })
    .click()
  await expect(toast(page)).toBeVisible()
  const bars = '[aria-label="จัดการลูกค้าที่เลือก"], [aria-label="เปลี่ยนหน้า"]'
  for (const floating of [toast(page), panel]) expect(await coveredBy(page, floating, bars)).toEqual([])
})

test('on a phone they stand above the actions of a customer, and the head of the panel holds its count on one line', {
  tag: '@verify',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await twoRunning(page)
  await page.goto(`profile-detail/${ids[0]}`)
  const visit = page.getByRole('button', { name: /มาที่ร้าน/ })
  await visit.click()
  await expect(toast(page)).toBeVisible()
  expect(await coveredBy(page, toast(page), 'fieldset[aria-label="จัดการลูกค้ารายนี้"]')).toEqual([])
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: /^การแจ้งเตือน/ }).click()
  await banner.getByRole('button', { name: /^รายการส่งออก/ }).click()
  const panel = page.getByRole('region', { name: 'รายการส่งออก' })
  const count = panel.getByText('กำลังทำ 2 รายการ', { exact: true })
  expect((await count.boundingBox())!.height).toBeLessThan(30)
  expect(await coveredBy(page, panel, 'fieldset[aria-label="จัดการลูกค้ารายนี้"]')).toEqual([])
  await visit.click()
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

test.beforeAll(async ({ request }) => {
  const day = Date.now() % 1_000_000
  const lines = [1, 2, 3].map((n) => `ภาพรวม,คนที่ ${n},08${String(day).padStart(6, '0')}5${n}`)
  await callsOf(request).importFile(freshName('ภาพรวม'), `ชื่อ,นามสกุล,เบอร์โทร\n${lines.join('\n')}\n`)
})

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'ตัวเลขสรุป' }).locator('div', { has: page.getByText(name, { exact: true }) })

test('the day opens on the overview: who is there, what came in, and by which way', async ({ page, request }) => {
  await page.goto('/1')
  await expect(page).toHaveURL(/\/1\/dashboard$/)
  const { total } = await callsOf(request).get('/profile?limit=1')
  const shown = Number(total).toLocaleString('en-US')
  await expect(figure(page, 'ลูกค้าทั้งหมด').locator('strong')).toHaveText(shown)
  await expect(page.getByRole('heading', { name: 'ช่องทางที่ข้อมูลเข้ามา' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^เพิ่มใหม่ รวม/ })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^ภาพรวม/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/data-source\/v2\/list\/output\/\d+/)
})

test('its period is chosen, stays in the address, and can be read as a table', async ({ page }) => {
  await page.goto('/1/dashboard')
  await page.getByText('วันนี้', { exact: true }).click()
  await expect(page).toHaveURL(/days=today/)
  await page.getByRole('button', { name: 'ดูเป็นตาราง' }).click()
  const rows = page.getByRole('region', { name: 'ดูเป็นตาราง' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(24)
  await page.getByText('ช่วงวันที่', { exact: true }).click()
  await page.getByRole('textbox', { name: 'ตั้งแต่วันที่' }).fill('01/02/2020')
  await page.getByRole('textbox', { name: 'ถึงวันที่' }).fill('03/02/2020')
  await expect(page).toHaveURL(/2020-02-01\.\.2020-02-03/)
  // Of records, of who came back, and of segments.
  await expect(page.getByText('ไม่พบข้อมูล')).toHaveCount(3)
  await page.goBack()
  await page.goBack()
  await expect(page).not.toHaveURL(/2020-02-03/)
})

test('who lacks a part of their data is one click away in the list', async ({ page }) => {
  await page.goto('/1/dashboard')
  const lacking = page.getByRole('link', { name: /^มีอีเมล: ขาด/ })
  const [, count = ''] = /ขาด ([\d,]+) ราย/.exec((await lacking.textContent()) ?? '') ?? []
  await lacking.click()
  await expect(page).toHaveURL(/\/1\/profile-list#rule=/)
  await expect(page.getByText(`${count} ราย`).first()).toBeVisible()
})

test('on a phone nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/1/dashboard')
  await expect(page.getByRole('heading', { name: 'คุณภาพข้อมูล' })).toBeVisible()
  const beyond = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(beyond)).toBe(false)
})

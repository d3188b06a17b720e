import { expect, test } from '@playwright/test'
import { owner } from './owner.ts'
import { type Server, startServer } from './server.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('without an owner there is no sign-in form, and a wrong link says so before any form', async ({ page }) => {
  await page.goto(`${server.address}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Ruam พร้อมให้ตั้งค่า' })).toBeVisible()
  await expect(page.getByText('Set up your store once with this link')).toBeVisible()
  await expect(page.getByLabel('รหัสผ่าน')).toHaveCount(0)
  await page.goto(`${server.setUpLink}x`)
  await expect(page.getByRole('heading', { name: 'ลิงก์ตั้งค่านี้ใช้ไม่ได้' })).toBeVisible()
  await page.goto(`${server.address}/set-up`)
  await expect(page.getByText('ลิงก์ไม่ครบ')).toBeVisible()
  await expect(page.getByLabel('ชื่อร้าน')).toHaveCount(0)
})

test('the one-time link makes the first owner and store, and leads into it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url(), JSON.stringify(request.headers())))
  await page.goto(server.setUpLink)
  await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
  await expect(page.getByText('กรุณากรอกข้อมูล').first()).toBeVisible()
  await expect(page.getByLabel('ชื่อร้าน')).toBeFocused()

  await page.getByLabel('ชื่อร้าน').fill(owner.store)
  await page.getByLabel('ชื่อ', { exact: true }).fill(owner.firstName)
  await page.getByLabel('นามสกุล').fill(owner.lastName)
  await page.getByLabel('อีเมล').fill(owner.email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(`${owner.store} 2569`)
  await page.getByLabel(/ข้าพเจ้าได้อ่านและยอมรับข้อตกลง/).check()
  // On by default.
  await expect(page.getByLabel('ใส่ข้อมูลตัวอย่าง')).toBeChecked()
  await page.getByLabel('ใส่ข้อมูลตัวอย่าง').uncheck()
  await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
  await expect(page.getByText('รหัสผ่านนี้เดาง่ายเกินไป')).toBeVisible()

  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
  // The secret travelled in no address and no header.
  const secret = new URL(server.setUpLink).hash.slice(1)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(asked.filter((part) => part.includes(secret))).toEqual([])

  await expect(page).toHaveURL(/\/\d+\/dashboard/)
  await expect(page.getByRole('heading', { name: 'ภาพรวม' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ร้านเดือนนี้' })).toBeVisible()
})

test('the link works once, which is said before the form, and the sign-in names the store from then on', async ({
  page,
}) => {
  await page.goto(server.setUpLink)
  await expect(page.getByRole('heading', { name: 'ระบบนี้ตั้งค่าแล้ว' })).toBeVisible()
  await expect(page.getByLabel('ชื่อร้าน')).toHaveCount(0)
  await page.getByRole('link', { name: 'ไปหน้าเข้าสู่ระบบ' }).click()
  await expect(page.getByText(owner.store, { exact: true })).toBeVisible()
  await expect(page.getByLabel('รหัสผ่าน', { exact: true })).toBeVisible()
})

test('shows the progress of the sample data in a new store without blocking', {
  tag: '@verify',
}, async ({ page }) => {
  const fresh = await startServer()
  try {
    await page.goto(fresh.setUpLink)
    await page.getByLabel('ชื่อร้าน').fill('ร้านตัวอย่าง')
    await page.getByLabel('ชื่อ', { exact: true }).fill('มาลี')
    await page.getByLabel('นามสกุล').fill('ใจดี')
    await page.getByLabel('อีเมล').fill('sample@example.com')
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
    await page.getByLabel(/ข้าพเจ้าได้อ่านและยอมรับข้อตกลง/).check()
    await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
    await expect(page.getByRole('progressbar', { name: 'กำลังใส่ข้อมูลตัวอย่าง' })).toBeVisible()
    await expect(page.getByText(/ลูกค้า [\d,]+ จาก 5,000 ราย/)).toBeVisible()
    await page.getByRole('button', { name: 'เข้าร้านเลย' }).click()
    await expect(page).toHaveURL(/\/\d+\/dashboard/)
  } finally {
    await fresh.stop()
  }
})

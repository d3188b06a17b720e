import { expect, test } from '@playwright/test'
import { owner } from './owner.ts'
import { type Server, startServer } from './server.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

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
  // On unless somebody says otherwise.
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
  await expect(page.getByText('ยังไม่มีข้อมูลลูกค้า')).toBeVisible()
})

test('the link works once', async ({ page }) => {
  await page.goto(server.setUpLink)
  await page.getByLabel('ชื่อร้าน').fill('อีกร้าน')
  await page.getByLabel('ชื่อ', { exact: true }).fill('ก')
  await page.getByLabel('นามสกุล').fill('ข')
  await page.getByLabel('อีเมล').fill('second@example.com')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('correct horse battery')
  await page.getByLabel(/ข้าพเจ้าได้อ่านและยอมรับข้อตกลง/).check()
  await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
  await expect(page.getByText('ระบบนี้ตั้งค่าแล้ว กรุณาเข้าสู่ระบบ')).toBeVisible()
})

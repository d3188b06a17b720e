import { expect, test } from '@playwright/test'
import { owner } from './owner.ts'
import { type Server, startServer } from './server.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({
    ...{ RUAM_SETUP_EMAIL: owner.email, RUAM_SETUP_PASSWORD: owner.password, RUAM_SETUP_STORE: owner.store },
  })
})
test.afterAll(() => server.stop())

test('a new store sees its first steps, puts them away and brings them back, and comes to customers by a sample file', async ({
  page,
}) => {
  await page.goto(`${server.address}/sign-in`)
  await page.getByLabel('อีเมล').fill(owner.email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click()
  // Set-up by settings derives a name from the e-mail, which must not sign the agreement.
  const name = page.getByLabel('ชื่อและนามสกุล')
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  await expect(name).toBeFocused()
  await name.fill(`${owner.firstName} ${owner.lastName}`)
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  const steps = page.getByRole('region', { name: 'เริ่มต้นใช้งาน' })
  await expect(steps).toContainText('ทำแล้ว 0 จาก 5 ขั้นตอน')
  await expect(steps.getByRole('link', { name: 'สร้างบรอดแคสต์' })).toBeVisible()
  // The cross shares the line of the heading, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const heading = await steps.getByRole('heading').boundingBox()
  const cross = await steps.getByRole('button', { name: 'ซ่อนขั้นตอนเริ่มต้น' }).boundingBox()
  expect(cross!.y).toBeLessThan(heading!.y + heading!.height)
  await page.setViewportSize({ width: 1366, height: 850 })
  await steps.getByRole('button', { name: 'ซ่อนขั้นตอนเริ่มต้น' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'แสดงขั้นตอนเริ่มต้น' }).click()

  await steps.getByRole('link', { name: 'ลองด้วยไฟล์ตัวอย่าง' }).click()
  await expect(page.getByLabel('ชื่อแหล่งข้อมูล')).toHaveValue('ลูกค้าตัวอย่าง')
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await page.getByRole('button', { name: /^เริ่มนำเข้า \d+ แถว/ }).click()
  await expect(page.getByText('นำเข้าเสร็จแล้ว')).toBeVisible()
  await page.goto(`${server.address}/1/dashboard`)
  await expect(steps).toContainText('ทำแล้ว 1 จาก 5 ขั้นตอน')
  await expect(steps.getByRole('listitem').nth(0)).toContainText('นำเข้าลูกค้าจากไฟล์')
  await expect(steps.getByRole('link', { name: 'นำเข้าไฟล์' })).toHaveCount(0)
  await steps.getByRole('link', { name: 'เชื่อม LINE OA' }).click()
  await expect(page).toHaveURL(/\/setting\/line-oa$/)
})

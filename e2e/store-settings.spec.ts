import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, test } from './watched.ts'

const settings = 'setting/store'
const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true }).click()

/** A picture that is too large for a store's photo in both ways, as a phone takes one. */
async function largePicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    const brush = canvas.getContext('2d')!
    for (let x = 0; x < 1600; x += 8) {
      brush.fillStyle = `hsl(${(x * 37) % 360} 70% 50%)`
      brush.fillRect(x, 0, 8, 1200)
    }
    return canvas.toDataURL('image/png')
  })
  // The undrawn rest of a chunk: more than 100 kB.
  const noise = deflateSync(Buffer.alloc(10), { level: 0 })
  return Buffer.concat([Buffer.from(address.split(',')[1]!, 'base64'), noise])
}

test('a store says who and where it is, in its time and language, and the header follows', async ({ page }) => {
  await page.goto(settings)
  const before = (await page.locator('header').getByText('ร้าน').first().textContent())!
  await page.getByLabel('ประเภทธุรกิจ').fill('Cotton clothes')
  await page.getByLabel('เบอร์โทร').fill('053-123-456')
  await page.getByLabel('จังหวัด').selectOption({ label: 'เชียงใหม่' })
  await page.getByLabel('รหัสไปรษณีย์').fill('502')
  await page.getByLabel('เลขประจำตัวผู้เสียภาษี').fill('0-1055-36000-31-4')
  await save(page)
  await expect(page.getByText('รหัสไปรษณีย์มี 5 หลัก')).toBeVisible()
  await page.getByLabel('รหัสไปรษณีย์').fill('50200')
  await save(page)
  await expect(page.getByText('เลขประจำตัวผู้เสียภาษีไม่ถูกต้อง')).toBeVisible()
  await page.getByLabel('เลขประจำตัวผู้เสียภาษี').fill('0-1055-36000-31-3')
  await page.getByLabel('เขตเวลา').selectOption('Asia/Tokyo')
  await expect(page.getByText('เมื่อเปลี่ยน วันและเวลาที่แสดง')).toBeVisible()
  await page.getByLabel('เขตเวลา').selectOption('Asia/Bangkok')
  await save(page)
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await expect(page.getByLabel('เบอร์โทร')).toHaveValue('+6653123456')
  await expect(page.getByLabel('เลขประจำตัวผู้เสียภาษี')).toHaveValue('0105536000313')
  await expect(page.getByLabel('ประเภทธุรกิจ')).toHaveValue('Cotton clothes')
  await expect(page.getByLabel('เขตเวลา').locator('option:checked')).toContainText('เวลาไทย')
  await expect(page.locator('header')).toContainText(before)
})

test('a photo is made small by the browser, shown at once, and taken away again', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto(settings)
  const picture = { name: 'shop.png', mimeType: 'image/png', buffer: await largePicture(page) }
  await page.locator('input[type=file]').setInputFiles(picture)
  await expect(page.locator('img[src^="data:image/webp"]')).toBeVisible()
  await page.reload()
  await expect(page.locator('img[src^="data:image/webp"]')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await expect(page.getByText('เปิดรูปนี้ไม่ได้')).toBeVisible()
  await page.getByRole('button', { name: 'นำรูปออก' }).click()
  await save(page)
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})

test('a simultaneous edit of a store is merged', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  await page.goto(settings)
  await page.getByLabel('ประเภทธุรกิจ').fill('Cotton')
  const { updated_at: origin_time } = await calls.get(`/stores/${calls.store}`)
  await calls.put('/stores/store/v2', { phone: '0812345678', origin_time })
  await save(page)
  await expect(page.getByText('รวมการแก้ไขของทั้งสองคนให้แล้ว')).toBeVisible()
  await expect(page.getByLabel('เบอร์โทร')).toHaveValue('+66812345678')
  await save(page)
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await expect(page.getByLabel('ประเภทธุรกิจ')).toHaveValue('Cotton')
})

test('the menu and the palette lead to the settings', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list')
  await page.getByRole('navigation', { name: 'เมนู' }).getByRole('link', { name: 'ตั้งค่าบัญชีร้าน' }).click()
  await expect(page).toHaveURL('setting/store')
})

test('a district is offered by the province, and any other text is one too', { tag: '@verify' }, async ({ page }) => {
  await page.goto(settings)
  await page.getByLabel('จังหวัด').selectOption({ label: 'เชียงใหม่' })
  const list = await page.getByLabel('อำเภอ/เขต').getAttribute('list')
  await expect(page.locator(`datalist[id="${list}"] option[value="สันทราย"]`)).toBeAttached()
  await expect(page.locator(`datalist[id="${list}"] option[value="พระนคร"]`)).not.toBeAttached()
  await page.getByLabel('อำเภอ/เขต').fill('แม่นอกทะเบียน')
  await save(page)
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await expect(page.getByLabel('อำเภอ/เขต')).toHaveValue('แม่นอกทะเบียน')
})

import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: false },
  { width: 390, height: 844, verify: true },
]) {
  test(`the record of processing is kept, and shows what changed since, at ${width} px`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page, request }) => {
    const calls = callsOf(request)
    const name = `โรคประจำตัว ${width}`
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    await page.goto('setting/privacy/processing')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'เก็บและดาวน์โหลด' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^บันทึกกิจกรรม-\d{4}-\d\d-\d\d\.csv$/)
    await expect(page.getByRole('heading', { name: /เหมือนฉบับ/ })).toBeVisible()
    await calls.post('/profile-field', { display_name: name, data_type: 'String', sensitive: true })
    await page.reload()
    await expect(page.getByRole('heading', { name: /เปลี่ยนจากฉบับ/ })).toBeVisible()
    await expect(page.getByText(name).first()).toBeVisible()
    await whole()
    expect([...(await look(page, 'th', true)), ...errors]).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/processing-${width}.png` })
  })

  test(`a period is set after its preview, and what it hides is put back, at ${width} px`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    await page.goto('setting/retention')
    await page.getByRole('button', { name: 'ตั้งเวลาของโน้ต' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'ลบเมื่อพ้นระยะเวลา' }).click()
    await dialog.getByLabel('เดือน').fill('2')
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(dialog.getByText('กรุณาใส่ 3 ถึง 120')).toBeVisible()
    await dialog.getByLabel('เดือน').fill('36')
    await expect(dialog.getByText('วันนี้ไม่มีข้อมูลที่พ้นระยะเวลา')).toBeVisible()
    await whole()
    const found = await look(page, 'th', true)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/retention-dialog-${width}.png` })
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText(/^เก็บ 36 เดือน/)).toBeVisible()
    await whole()
    expect([...found, ...(await look(page, 'th', true)), ...errors]).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/retention-${width}.png` })
  })
}

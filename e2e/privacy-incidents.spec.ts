import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

for (const { width, height } of [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
])
  test(`an incident is opened, decided, notified and closed at ${width} px`, { tag: '@verify' }, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const picture = async (name: string) => {
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/incident-${name}-${width}.png` })
    }
    await page.goto('setting/privacy/incidents')
    await page.getByRole('button', { name: 'เปิดเหตุรั่วไหล' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ชื่อเหตุ').fill('ไฟล์สำรองหาย')
    await dialog.getByLabel('สิ่งที่รั่ว').first().click()
    await page.getByRole('option', { name: 'ไฟล์สำรอง' }).click()
    await dialog.getByRole('button', { name: 'เปิดเหตุรั่วไหล' }).click()
    await expect(page.getByText(/เหลือ 71 ชั่วโมง/)).toBeVisible()
    await whole()
    const found = await look(page, 'th', true)
    await picture('open')
    await page.getByRole('radio', { name: 'แจ้ง สคส.', exact: true }).check()
    await page.getByLabel('เหตุผล').fill('เสี่ยงต่อลูกค้า')
    await page.getByRole('button', { name: 'ตัดสินใจ', exact: true }).click()
    // The decision changes the incident: a form opened before its answer would be refused as stale.
    await expect(page.getByRole('button', { name: 'ตัดสินใจ', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'กรอกแบบ' }).click()
    await dialog.getByLabel('เกิดอะไรขึ้น').fill('ไฟล์สำรองหายจากรถ')
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'แบบแจ้ง สคส.' }).click()
    await expect(page.getByText('ไฟล์สำรองหายจากรถ')).toBeVisible()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('form')
    await page.getByRole('button', { name: 'บันทึกว่าแจ้งแล้ว' }).click()
    await page.getByLabel('สาเหตุและสิ่งที่เปลี่ยน').fill('เข้ารหัสไฟล์สำรอง')
    await page.getByRole('button', { name: 'ปิดเหตุ', exact: true }).click()
    await expect(page.getByText('เข้ารหัสไฟล์สำรอง')).toBeVisible()
    await page.goto('setting/privacy/incidents')
    await expect(page.getByText('ปิดแล้ว')).toBeVisible()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('list')
    expect([...found, ...errors]).toEqual([])
  })

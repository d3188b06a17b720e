import { callsOf } from './calls.ts'
import { expect, freshWord, test } from './watched.ts'

const family = `มาเยือน${freshWord()}`
const digits = String(Date.now() % 10_000).padStart(4, '0')

test('recording a visit without a selected customer asks who came, and the first Enter finds them', {
  tag: '@verify',
}, async ({ page, request }) => {
  const fields = [
    { id: 1, value: 'ปิ่นเพชร' },
    { id: 2, value: family },
    { id: 9, value: `088654${digits}` },
  ]
  const { id } = await callsOf(request).post('/profile', { fields })
  await page.goto('dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox')
  await box.fill('มาที่ร้าน')
  await page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' }).click()
  await expect(page.getByRole('combobox', { name: 'ใครมาที่ร้าน' })).toBeFocused()
  await page.keyboard.type(digits)
  await expect(page.getByRole('option', { name: new RegExp(family) })).toBeVisible()
  // Nothing else is offered than people.
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'บันทึก “มาที่ร้าน” แล้ว' })).toContainText(`ปิ่นเพชร ${family}`)
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(`profile-detail/${id}`)
  await expect(page.getByRole('region', { name: 'สรุปของลูกค้า' })).toContainText('มาที่ร้าน 1 ครั้ง')
})

test('undoes a mistaken visit with one key', { tag: '@verify' }, async ({ page }) => {
  await page.goto('dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('record a visit')
  await page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' }).click()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

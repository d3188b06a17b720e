import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, test } from './watched.ts'

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  for (const first of ['ก้อง', 'ขวัญ', 'คำแก้ว'])
    await calls.post('/profile', {
      fields: [
        { id: 1, value: first },
        { id: 2, value: 'แป้นพิมพ์' },
      ],
    })
})

/** A key of a keyboard whose layout types something else there. */
const pressPlace = (page: Page, code: string, key: string, more: { shiftKey?: boolean } = {}) =>
  page.evaluate(
    (init) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
    { code, key, ...more },
  )
const keys = (page: Page) => page.getByRole('dialog', { name: 'ปุ่มลัดบนแป้นพิมพ์' })

test('the keys are listed by ?, on a Thai layout too, and never while somebody types', async ({ page }) => {
  await page.goto('/1/profile-list')
  await page.getByRole('row').nth(1).waitFor()
  await pressPlace(page, 'Slash', 'ฦ', { shiftKey: true })
  await expect(keys(page).getByText('ค้นหา ไปที่…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys(page)).toBeHidden()
  await page.getByRole('searchbox').press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('?')
  await expect(keys(page)).toBeHidden()
})

test('single keys can be switched off, which stays; Ctrl and K still works', async ({ page }) => {
  await page.goto('/1/account')
  await page.getByRole('switch', { name: 'ใช้ปุ่มลัดที่เป็นปุ่มเดียว' }).uncheck()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'ใช้ปุ่มลัดที่เป็นปุ่มเดียว' })).not.toBeChecked()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('ปุ่มลัด')
  await page.keyboard.press('Enter')
  await keys(page).getByRole('switch').check()
  await page.keyboard.press('Escape')
  await expect(keys(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

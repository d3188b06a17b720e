import { expect, test } from '@playwright/test'
import { owner } from './owner.ts'

test.describe('somebody who is signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('is asked to log in, told of a wrong password, and taken where they wanted to go', async ({ page }) => {
    await page.goto('/1/data-source/v2/list')
    await page.getByRole('textbox', { name: 'อีเมล' }).fill(owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/1\/data-source\/v2\/list/)
  })
})

test('the language changes without reloading, and stays', async ({ page }) => {
  await page.goto('/1/profile-list')
  await page.getByRole('button', { name: /owner@example.com/ }).click()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Profile list' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile list' })).toBeVisible()
})

test('an address that leads nowhere says so, and a store that is not mine is not found', async ({ page }) => {
  await page.goto('/1/no-such-screen')
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้าที่ต้องการ' }).first()).toBeVisible()
  await page.goto('/999/profile-list')
  await expect(page.getByText('ไม่พบ').first()).toBeVisible()
})

test('Ctrl+K leads to a screen by the keyboard alone', async ({ page }) => {
  await page.goto('/1/profile-list')
  await page.getByRole('heading', { name: 'รายชื่อลูกค้า' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('รายการแหล่ง')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/data-source\/v2\/list/)
})

test.describe('logging out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('ends the session on the server as well', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'อีเมล' }).fill(owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'รายชื่อลูกค้า' }).waitFor()
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('ruam.user-token')!).token as string)
    await page.getByRole('button', { name: /owner@example.com/ }).click()
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click()
    await expect(page.getByRole('textbox', { name: 'อีเมล' })).toBeVisible()
    const reply = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status()).toBe(401)
  })
})

import { expect, test } from './watched.ts'

test('an owner makes a sandbox in one click and sees its band on every screen', async ({ page }) => {
  await page.goto('/choose-store')
  await page.getByRole('button', { name: 'ร้านทดลอง' }).click()
  await expect(page).toHaveURL(/\/\d+\/\w/)
  const id = /\/(\d+)\//.exec(page.url())![1]!
  const band = page.getByRole('note').filter({ hasText: 'ร้านทดลอง' })
  await expect(band).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${id}/profile-list`)
  await expect(band).toBeVisible()
  await page.goto('/choose-store')
  await expect(page.getByRole('listitem').filter({ hasText: 'ร้านทดลอง' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'ร้านทดลอง' })).toHaveCount(0)

  // The tests after this one know one store.
  await page.setViewportSize({ width: 1366, height: 850 })
  await page.goto(`/${id}/setting/store`)
  await page.getByRole('button', { name: 'ลบร้านนี้' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('พิมพ์ชื่อร้านเพื่อยืนยัน').fill('ร้านทดลอง')
  await dialog.getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page).toHaveURL(/choose-store/)
})

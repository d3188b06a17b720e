import { expect, test } from './own-store.ts'

test('a page that is not there without a connection is not reloaded into nothing, and opens once there is one', {
  tag: '@verify',
}, async ({ page, context }) => {
  await page.goto('profile-list')
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'เมนู' }).getByRole('link', { name: 'ภาพรวม' }).click()
  await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toBeVisible()
  await page.getByRole('button', { name: 'โหลดใหม่' }).click()
  await expect(page.getByRole('navigation', { name: 'เมนู' })).toBeVisible()
  await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toBeHidden()
  await expect(page).toHaveURL(/dashboard/)
})

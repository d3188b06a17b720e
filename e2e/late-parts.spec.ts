import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

/** Scripts that a part needs only when it is used: they never arrive. */
const without = (page: Page, names: readonly string[]) =>
  Promise.all(names.map((name) => page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), () => {})))

test('export, duplicates and the bell come without the scripts of what they open', async ({ page, request }) => {
  await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })
  await without(page, ['ExportDialog', 'BellPanel'])
  await page.goto('profile-list')
  await expect(page.getByRole('button', { name: 'ส่งออก', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^รายชื่อที่อาจซ้ำ/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^การแจ้งเตือน/ })).toBeVisible()
})

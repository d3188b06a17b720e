import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^การแจ้งเตือน/ })
const panel = (page: Page) => page.getByRole('region', { name: 'การแจ้งเตือน' })
let serial = 0
const csv = () => `ชื่อ,เบอร์โทร\nระฆัง,08${String((Date.now() + serial++) % 1e8).padStart(8, '0')}\n`

test('announces the end of an import on an open screen, counts it until it is read, and links to it', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  await page.goto('profile-list')
  await expect(bell(page)).toBeVisible()
  const { data } = (await calls.get('/notification?limit=1')) as { data: { id: number }[] }
  if (data[0]) await calls.put('/notification/read', { up_to: data[0].id })
  const name = freshName('ระฆัง')
  await calls.importFile(name, csv())
  await expect(bell(page)).toHaveText('1')
  await bell(page).click()
  const entry = panel(page)
    .getByRole('listitem')
    .filter({ hasText: `นำเข้า ${name} สำเร็จ` })
  await expect(entry).toContainText('เพิ่ม 1 · อัปเดต 0')
  await expect(entry).toContainText('ยังไม่อ่าน')
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(/\/data-source\/v2\/list\/output\/\d+/)
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toHaveText('')
})

test('marks all as read at once, also after a reload', { tag: '@verify' }, async ({ page, request }) => {
  await callsOf(request).importFile(freshName('ระฆัง'), csv())
  await page.goto('profile-list')
  await expect(bell(page)).not.toHaveText('')
  await bell(page).click()
  await panel(page).getByRole('button', { name: 'อ่านทั้งหมดแล้ว' }).click()
  await expect(panel(page).getByText('ยังไม่อ่าน')).toHaveCount(0)
  await page.reload()
  await expect(bell(page)).toHaveText('')
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812346001\n'
const asked = (page: Page) => page.getByRole('heading', { name: 'คุณมีการนำเข้าที่ยังไม่เสร็จ' })

test('an unfinished import is offered from the menu and continues at its last step', async ({ page, request }) => {
  const calls = callsOf(request)
  const name = freshName('ค้างที่ตัวอย่าง')
  const id = await calls.load(name, csv)
  await page.goto('profile-list')
  await page.getByRole('navigation').getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('link', { name: 'ดำเนินการต่อ' }).click()
  await expect(page).toHaveURL(new RegExp(`/mapping\\?id=${id}$`))
  await calls.dryRun(id)
  await page.goto('data-source/v2/check')
  await page.getByRole('link', { name: 'ดำเนินการต่อ' }).click()
  await expect(page).toHaveURL(new RegExp(`/preview\\?id=${id}$`))
})

test('an unfinished import is discarded after confirmation, and a new one can start', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('ทิ้งไป')
  await callsOf(request).load(name, csv)
  await page.goto('data-source/v2/check')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'ลบ' }).click()
  const dialog = page.getByRole('dialog', { name: `ต้องการลบ “${name}” ใช่ไหม` })
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'ลบ' }).click()
  await dialog.getByRole('button', { name: 'ลบ' }).click()
  await expect(page.getByRole('heading', { name })).toBeHidden()
})

test('a declined question is not asked again, even if another tab saved in between', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.load(freshName('ไม่ต้องถาม'), csv)
  await page.goto('data-source/v2/check')
  await expect(asked(page)).toBeVisible()
  await page.getByRole('checkbox', { name: 'ไม่ต้องแสดงรายการนี้อีก' }).check()
  // Makes the first read stale by the time of the save.
  let reads = 0
  await page.route('**/api/preference/user-store', async (route) => {
    if (route.request().method() !== 'GET' || reads++ > 0) return route.continue()
    const read = await route.fetch()
    const { updated_at: origin_time } = await read.json()
    await calls.put('/preference/user-store', { profile_list_column: [], origin_time })
    return route.fulfill({ response: read })
  })
  await page.getByRole('button', { name: 'เริ่มนำเข้าไฟล์ใหม่' }).click()
  await expect(page).toHaveURL(/\/choose-import$/)
  await page.goto('data-source/v2/check')
  await expect(page).toHaveURL(/\/choose-import$/)
  await page.getByRole('link', { name: /ไฟล์จากอุปกรณ์นี้/ }).click()
  await expect(page.getByText('ลากไฟล์ Excel หรือ CSV มาวางที่นี่')).toBeVisible()
})

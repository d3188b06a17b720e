import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

test('a key is made, copied, used by a request, rotated and revoked', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const statusFor = async (key: string) =>
    (await fetch(`${server.address}/open-api/v1/profiles`, { headers: { authorization: `Bearer ${key}` } })).status
  const { whole } = await readyToLook(page)
  await page.goto('data-source/v2/list')
  await page.getByRole('link', { name: 'โปรแกรม' }).click()
  await expect(page).toHaveURL('data-source/openapi/key')

  const name = freshName('POS')
  await page.getByRole('button', { name: 'เพิ่มโปรแกรม' }).first().click()
  await page.getByRole('textbox', { name: 'ชื่อ' }).fill(name)
  await page.getByRole('radio', { name: 'อ่านอย่างเดียว' }).check()
  await page.getByLabel('หมดอายุ').selectOption('90')
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'เพิ่มโปรแกรม' }).click()
  const first = await copied(page)
  expect(first).toMatch(/^ruam_\d+_[\w-]+$/)
  expect(await look(page, 'th')).toEqual([])
  await page.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()
  await expect(page.getByText(first)).toHaveCount(0)
  expect(await statusFor(first)).toBe(200)
  expect(await look(page, 'th')).toEqual([])

  const row = page.getByRole('row').filter({ hasText: name })
  await choose(page, name, 'ออกคีย์ใหม่')
  await expect(page.getByLabel('คีย์เดิมใช้ได้ถึง')).toHaveValue('0')
  await page.getByLabel('คีย์เดิมใช้ได้ถึง').selectOption('24')
  await page.getByRole('dialog').getByRole('button', { name: 'ออกคีย์ใหม่' }).click()
  const second = await copied(page)
  await page.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()
  await expect(row).toContainText('คีย์เดิมใช้ได้ถึง')
  expect([await statusFor(first), await statusFor(second)]).toEqual([200, 200])

  await choose(page, name, 'เพิกถอน API key')
  await page.getByRole('dialog').getByRole('button', { name: 'เพิกถอน API key' }).click()
  await expect(row).toContainText('เพิกถอนแล้ว')
  await expect.poll(() => Promise.all([first, second].map(statusFor))).toEqual([401, 401])
})

test('a key reads a field once it is opened, and names what changes before it is saved', { tag: '@verify' }, async ({
  page,
  server,
  request,
}) => {
  const { id } = await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'ปิยะ' }] })
  const { key, id: keyId } = await callsOf(request).post('/apikey', {
    name: freshName('เว็บ'),
    scopes: ['profile:read'],
    fields: [],
  })
  const headers = { authorization: `Bearer ${key}` }
  const values = async () =>
    (
      (await (await fetch(`${server.address}/open-api/v1/profiles/${id}`, { headers })).json()) as {
        data: { values: object }
      }
    ).data.values
  expect(await values()).toEqual({})
  const { whole } = await readyToLook(page)
  await page.goto(`data-source/openapi/key/detail/${keyId}?tab=access`)
  await page.getByRole('checkbox', { name: 'อ่าน ชื่อ', exact: true }).check()
  await page.getByRole('checkbox', { name: 'เพิ่มและแก้ไขลูกค้า' }).check()
  await page.getByRole('combobox', { name: 'เขียน เบอร์โทร' }).selectOption({ label: 'เติมค่าที่ว่าง' })
  await expect(page.getByText('แก้ไขแล้ว 3 อย่าง')).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('บันทึกสิทธิ์และฟิลด์แล้ว')).toBeVisible()
  expect(await values()).toEqual({ firstName: 'ปิยะ' })
})

/** The secret as the browser copied it. */
async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'คัดลอก', exact: true }).click()
  const shown = (await page.locator('[data-secret]').textContent())!
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  return shown
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: action }).click()
}

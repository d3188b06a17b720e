import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

test('a token made for an open API reads its fields alone, until it is switched off and deleted', {
  tag: '@verify',
}, async ({ page, context, server, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await callsOf(request).post('/profile', {
    fields: [
      { id: 1, value: 'ญาดา' },
      { id: 9, value: '0897761123' },
    ],
  })
  const read = async (token: string, path = 'profiles') => {
    const response = await fetch(`${server.address}/open-api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: (await response.json()) as { data?: { values: object }[] } }
  }
  const { whole } = await readyToLook(page)
  const dialog = page.getByRole('dialog')
  const programs = page.getByRole('navigation', { name: 'โปรแกรม' })
  await page.goto('data-source/openapi/key')
  await programs.getByRole('link', { name: 'Open API' }).click()
  await page.getByRole('button', { name: 'สร้าง Open API' }).first().click()
  const members = freshName('สมาชิก')
  await dialog.getByRole('textbox', { name: 'ชื่อ' }).fill(members)
  await dialog.getByRole('checkbox', { name: 'รายชื่อลูกค้า และลูกค้าที่เปลี่ยนแปลง' }).check()
  await dialog.getByRole('checkbox', { name: 'อ่าน ชื่อ', exact: true }).check()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'สร้าง Open API' }).click()
  await page.getByRole('button', { name: members, exact: true }).click()
  await dialog.getByRole('button', { name: 'คัดลอก URL: รายชื่อลูกค้า' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/open-api\/v1\/profiles$/)
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'ปิด' }).last().click()

  await programs.getByRole('link', { name: 'โปรแกรม' }).click()
  await page.getByRole('button', { name: 'ของคู่ค้า' }).click()
  await page.getByRole('button', { name: 'เพิ่มโปรแกรม' }).first().click()
  await dialog.getByText('คู่ค้า', { exact: true }).click()
  const agency = freshName('บริษัททำเว็บ')
  await dialog.getByRole('textbox', { name: 'ชื่อ' }).fill(agency)
  await dialog.getByRole('combobox', { name: 'Open API ที่อ่านได้' }).click()
  await page.getByRole('option', { name: members }).click()
  await page.keyboard.press('Tab')
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'สร้าง API token' }).click()
  const token = (await page.locator('[data-secret]').textContent())!
  expect(token).toMatch(/^ruamt_\d+_[\w-]+$/)
  await expect(dialog).toContainText(`/open-api/v1/profiles -H "Authorization: Bearer ${token}"`)
  await page.getByRole('button', { name: 'คัดลอก', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await page.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()
  const { body } = await read(token)
  expect(body.data?.map(({ values }) => Object.keys(values).join())).toContain('firstName')
  expect((await read(token, 'labels')).status).toBe(403)
  await page.setViewportSize({ width: 390, height: 844 })
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await page.setViewportSize({ width: 1366, height: 850 })

  const row = page.getByRole('row').filter({ hasText: agency })
  await choose(page, agency, 'ปิดใช้งาน')
  await dialog.getByRole('button', { name: 'ปิดใช้งาน' }).click()
  await expect(row).toContainText('ปิดใช้งาน')
  await expect.poll(async () => (await read(token)).status).toBe(401)
  await choose(page, agency, 'เปิดใช้งาน')
  await expect(row).toContainText('ใช้งานได้')
  await expect.poll(async () => (await read(token)).status).toBe(200)
  await choose(page, agency, 'ลบ')
  await dialog.getByRole('button', { name: 'ลบ' }).click()
  await expect(row).toContainText('ลบแล้ว')
  await expect.poll(async () => (await read(token)).status).toBe(401)
})

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: action, exact: true }).click()
}

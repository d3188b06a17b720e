import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chooseFile, openColumns } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812347001\nมานะ,0812347002\nเสีย,08111\n'
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}
const find = (page: Page, name: string) => page.goto(`data-source/v2/list?q=${encodeURIComponent(name)}`)

test('the list shows the result of each file, and counts data sources by kind', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('นับแถว')
  await callsOf(request).importFile(name, csv)
  await find(page, name)
  await expect(rowOf(page, name)).toContainText(/สำเร็จ3\d\d{2}01/)
  const all = page.getByRole('group', { name: 'ประเภทแหล่งข้อมูล' })
  await expect(all.getByRole('button', { name: /^ไฟล์ \d+$/ })).toBeVisible()
  await all.getByRole('button', { name: /^Open API/ }).click()
  await expect(page.getByRole('heading', { name: `ไม่พบผลลัพธ์สำหรับ “${name}”` })).toBeVisible()
  await all.getByRole('button', { name: /^ไฟล์/ }).click()
  await expect(rowOf(page, name)).toBeVisible()
})

test('filters the list by creation date, and sorts it by column titles', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('วันนี้')
  await callsOf(request).load(name, csv)
  await callsOf(request).load(`${name} ข`, csv)
  await find(page, name)
  await page.getByLabel('วันที่สร้าง').selectOption('สร้างวันนี้')
  await expect(rowOf(page, `${name} ข`)).toBeVisible()
  await page.getByLabel('วันที่สร้าง').selectOption('เลือกช่วงวันที่สร้าง')
  await page.getByRole('textbox', { name: 'สร้างถึง' }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: `ไม่พบผลลัพธ์สำหรับ “${name}”` })).toBeVisible()
  await page.getByLabel('วันที่สร้าง').selectOption('สร้างเมื่อใดก็ได้')
  await page.getByRole('button', { name: 'ชื่อแหล่งข้อมูล' }).click()
  await expect(page.getByRole('row').nth(2)).toContainText(`${name} ข`)
  await page.getByRole('button', { name: 'ชื่อแหล่งข้อมูล' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(`${name} ข`)
})

test('a switch reverts when the server refuses the change', { tag: '@verify' }, async ({ page, request }) => {
  const name = freshName('เปิดปิด')
  await callsOf(request).load(name, csv)
  await find(page, name)
  const enabled = page.getByRole('switch', { name: `ให้นำเข้าจาก ${name} ได้` })
  const refusal = { error_code: 3, error: 'not_found', message: 'ไม่พบข้อมูลที่ต้องการ' }
  await page.route('**/enabled', (route) => route.fulfill({ status: 404, json: refusal }))
  await enabled.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('เปิดหรือปิดการนำเข้าไม่สำเร็จ')).toBeVisible()
  await expect(enabled).toBeChecked()
  await page.unroute('**/enabled')
  await page.keyboard.press('Space')
  await expect(enabled).not.toBeChecked()
  await page.reload()
  await expect(enabled).not.toBeChecked()
})

test('the original file comes back under its own name, byte for byte', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('ต้นฉบับ')
  await callsOf(request).load(name, csv)
  await find(page, name)
  const saved = page.waitForEvent('download')
  await act(page, name, 'ดาวน์โหลดไฟล์ต้นฉบับ')
  const download = await saved
  expect(download.suggestedFilename()).toBe('customers.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(csv)
})

test('a slow download shows its progress and its end', { tag: '@verify' }, async ({ page, request }) => {
  const name = freshName('ใหญ่')
  await callsOf(request).load(name, csv.repeat(1000))
  await find(page, name)
  const browser = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: 50_000, uploadThroughput: -1 }
  await browser.send('Network.emulateNetworkConditions', slow)
  const saved = page.waitForEvent('download')
  await act(page, name, 'ดาวน์โหลดไฟล์ต้นฉบับ')
  const alerts = page.getByRole('region', { name: 'การแจ้งเตือน' })
  await expect(alerts.getByText(/^กำลังดาวน์โหลดไฟล์ · [\d.]+ KB จาก [\d.]+ KB$/)).toBeVisible()
  expect((await readFile(await (await saved).path(), 'utf8')).length).toBe(csv.length * 1000)
  await expect(alerts.getByText('ดาวน์โหลดไฟล์แล้ว')).toBeVisible()
})

test('a running data source can’t be deleted, and an idle one is deleted after confirmation', {
  tag: '@verify',
}, async ({ page, request }) => {
  const name = freshName('ลบทิ้ง')
  await callsOf(request).load(name, csv)
  await find(page, name)
  const message = 'แหล่งข้อมูลนี้กำลังนำเข้าอยู่ กรุณารอให้เสร็จหรือหยุดก่อน แล้วจึงลบ'
  await page.route('**/api/datasource/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { error_code: 38, error: 'data_source_busy', message } })
      : route.continue(),
  )
  await act(page, name, 'ลบ')
  const dialog = page.getByRole('dialog', { name: `ต้องการลบ “${name}” ใช่ไหม` })
  await dialog.getByRole('button', { name: 'ลบ' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await page.unroute('**/api/datasource/*')
  await act(page, name, 'ลบ')
  await dialog.getByRole('button', { name: 'ลบ' }).click()
  await expect(page.getByRole('heading', { name: `ไม่พบผลลัพธ์สำหรับ “${name}”` })).toBeVisible()
})

test('a new file takes the place of one that was imported', { tag: '@verify' }, async ({ page, request }) => {
  const name = freshName('ไฟล์ใหม่')
  await callsOf(request).importFile(name, csv)
  await find(page, name)
  await act(page, name, 'นำเข้าไฟล์ใหม่')
  const dialog = page.getByRole('dialog', { name: `ไฟล์ใหม่ของ “${name}”` })
  const use = dialog.getByRole('button', { name: 'ใช้ไฟล์นี้' })
  await expect(use).toBeDisabled()
  await chooseFile(dialog, 'ชื่อ,เบอร์โทร\nมาลี,0812347001\nใหม่,0812347003\n', 'ธันวาคม.csv')
  await expect(dialog.getByRole('cell', { name: 'ใหม่' })).toBeVisible()
  await use.click()
  await openColumns(page)
  await expect(page.getByText('ธันวาคม.csv')).toBeVisible()
})

test('on a phone each data source is a card with everything that can be done', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('บนมือถือ')
  await callsOf(request).importFile(name, csv)
  await page.setViewportSize({ width: 390, height: 844 })
  await find(page, name)
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('ผิดพลาด 1')).toBeVisible()
  await card.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('link', { name: 'ดูผลการนำเข้า' }).click()
  await expect(page).toHaveURL(/\/list\/output\/\d+$/)
})

test('a new data source starts with the choice of its kind', { tag: '@verify' }, async ({ page, request }) => {
  await callsOf(request).load(freshName('ประเภท'), csv)
  await page.goto('data-source/v2/list')
  await page.getByRole('link', { name: 'เพิ่มแหล่งข้อมูล' }).click()
  await expect(page.getByRole('heading', { name: 'เลือกประเภทแหล่งข้อมูล' })).toBeVisible()
  await page.getByRole('link', { name: /ไฟล์จากอุปกรณ์นี้/ }).click()
  await page.getByRole('button', { name: 'เริ่มนำเข้าไฟล์ใหม่' }).click()
  await expect(page).toHaveURL(/\/data-source\/v2\/import$/)
})

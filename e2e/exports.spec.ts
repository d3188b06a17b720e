import { readFileSync } from 'node:fs'
import type { BrowserContext, Download, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, stretchTimer, test } from './watched.ts'

/** Milliseconds after which the panel of exports folds. It stays open here, however slow the machine is. */
const FOLD_MS = 5000
test.beforeEach(({ page }) => stretchTimer(page, FOLD_MS))

/** A customer found by a name unique to the test. */
async function someone(request: Parameters<typeof callsOf>[0]): Promise<string> {
  const name = freshName('ส่งออก')
  await callsOf(request).post('/profile', { fields: [{ id: 1, value: name }] })
  return name
}

const panel = (page: Page) => page.getByRole('region', { name: 'รายการส่งออก' })

/** Asks for a file of those that the list shows. */
async function begin(page: Page, name: string, fileType: 'CSV' | 'Excel' = 'CSV') {
  await page.goto(`profile-list?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'ส่งออกข้อมูลลูกค้า' })
  await expect(dialog.getByText('ลูกค้า 1 ราย')).toBeVisible()
  await dialog.getByRole('radio', { name: fileType === 'CSV' ? 'CSV (.csv)' : 'Excel (.xlsx)' }).check()
  await dialog.getByRole('button', { name: 'ส่งออก 1 ราย' }).click()
}

/** The files that come to any page of a browser. */
function filesOf(context: BrowserContext): Download[] {
  const files: Download[] = []
  const hear = (page: Page) => page.on('download', (download) => files.push(download))
  for (const page of context.pages()) hear(page)
  context.on('page', hear)
  return files
}

test('a file of whom the list shows comes by itself, with the columns that it shows', async ({ page, request }) => {
  const name = await someone(request)
  const files = filesOf(page.context())
  await begin(page, name)
  await expect(
    panel(page)
      .getByText(/เสร็จสมบูรณ์ · 1 แถว/)
      .first(),
  ).toBeVisible()
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]!.suggestedFilename()).toMatch(/^ลูกค้าตามตัวกรอง \d\d-\d\d-\d{4} \d+\.csv$/)
  const [header, row] = readFileSync((await files[0]!.path())!, 'utf8').split('\n')
  expect(header).toBe('\ufeffวันที่อัปเดต (Asia/Bangkok),ชื่อ,นามสกุล,อีเมล,เบอร์โทร,ป้ายกำกับ,เซกเมนต์')
  expect(row).toContain(name)
})

test('a person who leaves and returns with two tabs gets the file once', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = await someone(request)
  const context = page.context()
  const files = filesOf(context)
  await begin(page, name, 'Excel')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('about:blank')
  const came = files.length
  const tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto('profile-list')))
  for (const tab of tabs) await expect(panel(tab).getByText('เสร็จสมบูรณ์').first()).toBeVisible()
  await expect.poll(() => files.length).toBe(1)
  // It may have come before the page was left; it comes no second time.
  await tabs[0]!.reload()
  await expect(panel(tabs[0]!).getByText('เสร็จสมบูรณ์').first()).toBeVisible()
  expect([files.length, came <= 1]).toEqual([1, true])
  for (const tab of tabs) await tab.close()
})

test('closing the panel while an export works asks, and cancels it when told to', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = await someone(request)
  await begin(page, name)
  await expect(
    panel(page)
      .getByText(/เสร็จสมบูรณ์/)
      .first(),
  ).toBeVisible()
  // The newest one as it was half-way, until it is cancelled.
  let cancelled = false
  await page.route(/\/api\/export(\/\d+)?(\?|$)/, async (route) => {
    if (route.request().method() === 'PUT') cancelled = true
    const url =
      route.request().method() === 'PUT'
        ? route
            .request()
            .url()
            .replace(/\/\d+$/, '')
        : route.request().url()
    const response = await route.fetch({ url, method: 'GET', postData: undefined as never })
    const list = (await response.json()) as { data: Record<string, unknown>[] }
    const half = cancelled
      ? { status: 'cancel', url: '' }
      : { status: 'processing', progress: 0.4, rows: 1000, url: '' }
    Object.assign(list.data[0]!, half)
    await route.fulfill({ json: route.request().method() === 'PUT' ? list.data[0] : list })
  })
  await page.reload()
  await expect(panel(page).getByText(/กำลังเตรียมไฟล์ · 400 จาก 1,000 แถว/)).toBeVisible()
  const close = panel(page).getByRole('button', { name: 'ปิด' })
  await close.click()
  const question = page.getByRole('dialog', { name: 'ต้องการหยุดส่งออกข้อมูลใช่ไหม' })
  await question.getByRole('button', { name: 'ส่งออกต่อ' }).click()
  await expect(panel(page)).toBeVisible()
  expect(cancelled).toBe(false)
  await close.click()
  await question.getByRole('button', { name: 'หยุดส่งออก' }).click()
  await expect(panel(page)).toBeHidden()
  expect(cancelled).toBe(true)
  // It stays closed.
  await page.reload()
  await expect(page.getByRole('button', { name: 'รายการส่งออก' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await page.getByRole('button', { name: 'รายการส่งออก' }).click()
  await expect(panel(page).getByText('หยุดแล้ว').first()).toBeVisible()
})

test('a rejected file says why, and clearing empties the list', { tag: '@verify' }, async ({ page, request }) => {
  const name = await someone(request)
  await page.route('**/api/v2/export', (route) =>
    route.fulfill({
      status: 409,
      json: { error_code: 90, error: 'export_too_many', message: 'ร้านนี้กำลังส่งออกอยู่ 3 รายการแล้ว' },
    }),
  )
  await begin(page, name)
  await expect(page.getByRole('dialog').getByText('ร้านนี้กำลังส่งออกอยู่ 3 รายการแล้ว')).toBeVisible()
  await page.unroute('**/api/v2/export')
  const files = filesOf(page.context())
  await page.getByRole('dialog').getByRole('button', { name: 'ส่งออก 1 ราย' }).click()
  // Earlier exports are already listed as completed: the file proves that this one is, and clearing keeps only unfinished ones.
  await expect.poll(() => files.length).toBe(1)
  await panel(page).getByRole('button', { name: 'ล้างรายการ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ล้างรายการ' }).click()
  await expect(panel(page).getByText('ยังไม่มีไฟล์ที่ส่งออก')).toBeVisible()
})

test('a list that is no list of customers goes into a file of the form that is chosen', { tag: '@verify' }, async ({
  page,
}) => {
  const files = filesOf(page.context())
  await page.goto('setting/role-permission')
  await page.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'ส่งออกรายการนี้' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  await expect.poll(() => files.map((file) => file.suggestedFilename())).toEqual([expect.stringMatching(/\.csv$/)])
})

test('consents of customers are exported from the page of purposes', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const purpose = await calls.post('/privacy/purpose', { name: freshName('ข่าวสาร') })
  const { id } = await calls.post('/profile', { fields: [{ id: 1, value: 'มาลี' }] })
  await calls.post('/privacy/consent', {
    profile_id: id,
    purpose_id: purpose.id,
    operation: 'granted',
    way: 'paper',
    note: '7',
  })
  const files = filesOf(page.context())
  await page.goto('setting/store')
  await page.getByRole('navigation', { name: 'ตั้งค่าบัญชีร้าน' }).getByRole('link', { name: 'ความยินยอม' }).click()
  const row = page.getByRole('row').filter({ hasText: purpose.name as string })
  await expect(row.getByRole('cell')).toContainText([purpose.name as string, '–', '1', '0'])
  await row.getByRole('button', { name: `แก้ไข ${purpose.name}` }).click()
  const edited = page.getByRole('dialog', { name: 'แก้ไขวัตถุประสงค์' })
  await edited.getByLabel('ข้อความที่แจ้งลูกค้า').fill('เดือนละครั้ง')
  await edited.getByRole('button', { name: 'บันทึก' }).click()
  await expect(row).toContainText('เดือนละครั้ง')
  await page.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'ส่งออกรายการนี้' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  await expect.poll(() => files.length).toBe(1)
  const lines = readFileSync((await files[0]!.path())!, 'utf8').split('\n')
  expect(lines.find((line) => line.startsWith(`${id},`))).toContain(`${purpose.name},ยินยอม,`)
})

test('on a phone, exports the listed customers from the button next to the search', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = await someone(request)
  const files = filesOf(page.context())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`profile-list?q=${encodeURIComponent(name)}`)
  const button = page.getByRole('button', { name: 'ส่งออก', exact: true })
  const search = (await page.getByRole('searchbox').boundingBox())!
  const box = (await button.boundingBox())!
  expect([box.width >= 44, box.height >= 44, Math.abs(box.y - search.y) < 8]).toEqual([true, true, true])
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'ส่งออก 1 ราย' }).click()
  await expect.poll(() => files.length).toBe(1)
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chooseFile, next, openColumns, openImport, refusal } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const walkIns = `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,วันเกิด
น้ำฝน,ปั้นทอง,624459087,namfon@example.com,29/02/2543
Somchai,Jaidee,089-876-5432,somchai.j@example.com,07/11/2539
กี่,ตั้งสมบูรณ์,0861112233,,
ประเสริฐ,เพิ่มพูน,08111,,
`

/** The first step of the wizard, up to the mapping. */
async function upload(page: Page, csv: string, name: string) {
  await openImport(page)
  await chooseFile(page, csv)
  await expect(page.getByRole('region', { name: /แถวแรก/ })).toBeVisible()
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(name)
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await next(page)
  await openColumns(page)
}

/** The rows of a status, as the preview and the result page offer them. */
const rowsOf = (page: Page, status: string) =>
  page.getByRole('group', { name: 'เลือกแถวตามสถานะ' }).getByRole('button', { name: status })

test('a file is mapped, tested and run, and its customers appear in the list', async ({ page }) => {
  const name = freshName('ลูกค้าหน้าร้าน พ.ย. 2569')
  await upload(page, walkIns, name)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'จับคู่คอลัมน์ เบอร์โทร กับ' })).toHaveValue('เบอร์โทร')
  await expect(page.getByRole('combobox', { name: 'ฟิลด์ระบุตัวลูกค้า ลำดับที่ 1' })).toHaveValue(/\d+/)
  await expect(page.getByText('5 จาก 5 คอลัมน์')).toBeVisible()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()

  await expect(page.getByText('ผลทดลองนำเข้า 4 แถว')).toBeVisible()
  await expect(rowsOf(page, 'เพิ่มใหม่')).toHaveText(/3$/)
  const first = page.getByRole('article')
  await expect(first.getByRole('heading', { name: 'น้ำฝน ปั้นทอง' })).toBeVisible()
  await expect(first.getByRole('cell', { name: '062-445-9087' })).toBeVisible()
  await expect(first.getByRole('cell', { name: '29 / 02 / 2000' })).toBeVisible()
  await rowsOf(page, 'ผิดพลาด').click()
  await expect(first.getByText('คอลัมน์ เบอร์โทร “08111”')).toBeVisible()
  await expect(first.getByText('เบอร์โทรไม่ถูกต้อง กรุณาใส่เบอร์ให้ครบทุกหลัก')).toBeVisible()

  await page.getByRole('button', { name: 'เริ่มนำเข้า 3 แถว' }).click()
  await expect(page.getByRole('heading', { name: 'นำเข้าเสร็จแล้ว' })).toBeVisible()
  await expect(page.getByRole('row', { name: /5 ประเสริฐ เพิ่มพูน เบอร์โทร 08111/ })).toBeVisible()
  await page.getByRole('link', { name: 'ดูรายชื่อลูกค้า' }).click()

  const search = page.getByRole('searchbox', { name: 'ค้นหาชื่อ เบอร์โทร' })
  await search.fill('น้ำฝน')
  await expect(page.getByRole('row', { name: /น้ำฝน.*ปั้นทอง.*namfon@example\.com.*062-445-9087/ })).toBeVisible()
  await search.fill('somchai')
  await expect(page.getByRole('row', { name: /Somchai.*Jaidee/ })).toBeVisible()
  await expect(page.getByText('ตรงตัวกรอง จากลูกค้า')).toBeVisible()
})

test('a failed row is corrected on the page and imported alone', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const csv = 'ชื่อ,เบอร์โทร\nมาลัย,0891117001\nมานพ,0891117002\nมานิต,08911\nมาริสา,0892\n'
  const id = await calls.importFile(freshName('แก้ในหน้า'), csv)
  await page.goto(`data-source/v2/output?id=${id}`)
  const left = page.getByRole('region', { name: 'ต้องทำต่อ' })
  await expect(left).toContainText('2 แถวยังไม่ได้นำเข้า')
  await expect(left).toContainText('แก้ไข 2 แถว')
  await expect(left).toContainText('เบอร์โทร 2')
  await page.getByRole('textbox', { name: 'เบอร์โทร แถว 4 แก้เป็น' }).fill('0891117003')
  await page.getByRole('textbox', { name: 'เบอร์โทร แถว 5 แก้เป็น' }).fill('0893')
  await page.getByRole('button', { name: 'นำเข้า 2 แถวที่แก้แล้ว' }).click()
  await expect(page.getByText('นำเข้าแล้ว 1 แถว · ยังผิดพลาด 1 แถว')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'นำเข้าเสร็จแล้ว 3 จาก 4 แถว' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'เบอร์โทร แถว 5 แก้เป็น' })).toHaveValue('0893')
  await expect(page.getByRole('textbox', { name: 'เบอร์โทร แถว 4 แก้เป็น' })).toHaveCount(0)
  await expect(rowsOf(page, 'ผิดพลาด')).toHaveText(/1$/)
})

test('importing the same file a second time adds no customers', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const csv = 'ชื่อ,เบอร์โทร\nมาลี,0891110001\nมานะ,0891110002\n'
  await calls.importFile(freshName('ครั้งแรก'), csv)
  const before = (await calls.get('/profile?limit=1')).total
  const second = await calls.load(freshName('ครั้งที่สอง'), csv)
  await calls.dryRun(second)
  await page.goto(`data-source/v2/preview?id=${second}`)
  await expect(rowsOf(page, 'เพิ่มใหม่')).toHaveText(/0$/)
  await expect(rowsOf(page, 'ซ้ำ')).toHaveText(/2$/)
  await expect(page.getByRole('button', { name: 'ไม่มีแถวที่จะนำเข้า' })).toBeDisabled()
  expect((await calls.get('/profile?limit=1')).total).toBe(before)
})

test('a file with two columns of one name is refused with what to do', { tag: '@verify' }, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'ชื่อ,ชื่อ,เบอร์โทร\nก,ข,0891110003\n')
  const alert = refusal(page)
  await expect(alert).toContainText('ไฟล์มีชื่อคอลัมน์ซ้ำกัน: ชื่อ กรุณาแก้ชื่อคอลัมน์แล้วอัปโหลดใหม่')
  await expect(alert).toContainText('รหัส 14')
  await next(page)
  await expect(page).toHaveURL(/\/data-source\/v2\/import$/)
})

test('an upload shows its remaining time, and can be cancelled for another file', { tag: '@verify' }, async ({
  page,
  context,
}) => {
  await openImport(page)
  const network = await context.newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(100_000)
  const rows = Array.from({ length: 40_000 }, (_, row) => `สมชาย ${row},08${10_000_000 + row}`)
  await chooseFile(page, ['ชื่อ,เบอร์โทร', ...rows].join('\n'), 'ใหญ่.csv')
  await expect(page.getByRole('progressbar', { name: 'กำลังอัปโหลด ใหญ่.csv' })).toBeVisible()
  await expect(page.getByText(/ จาก [\d.]+ MB · เหลือประมาณ \d+ วินาที$/)).toBeVisible()
  await page.getByRole('button', { name: 'หยุดอัปโหลด' }).click()
  await expect(page.getByText('ลากไฟล์ Excel หรือ CSV มาวางที่นี่')).toBeVisible()
  await limit(-1)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0891110004\n', 'เล็ก.csv')
  await expect(page.getByText('เล็ก.csv')).toBeVisible()
})

test('the wizard goes on to the mapping when Next is pressed while the file is being uploaded', {
  tag: '@verify',
}, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/file/import', async (route) => {
    await released
    await route.continue()
  })
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0891110009\n', `${freshName('ช้า')}.csv`)
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await next(page)
  await expect(page.getByRole('button', { name: 'ถัดไป' })).toHaveAttribute('data-loading', 'true')
  release()
  await openColumns(page)
})

test('a field of the store’s own is made for a column and tells customers apart', { tag: '@verify' }, async ({
  page,
}) => {
  await upload(
    page,
    'customerID,companyName,phone\nALFKI,Alfreds,0891110005\nANATR,Ana Trujillo,0891110005\n',
    freshName('northwind'),
  )
  await page.getByRole('combobox', { name: 'จับคู่คอลัมน์ customerID กับ' }).click()
  await page.getByRole('option', { name: '+ สร้างฟิลด์ใหม่' }).click()
  const dialog = page.getByRole('dialog', { name: 'สร้างฟิลด์ใหม่' })
  await expect(dialog.getByLabel('ชื่อที่แสดง')).toHaveValue('customerID')
  await dialog.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'จับคู่คอลัมน์ customerID กับ' })).toHaveValue('customerID')
  await page.getByRole('combobox', { name: 'ฟิลด์ระบุตัวลูกค้า ลำดับที่ 1' }).selectOption({ label: 'customerID' })
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByRole('button', { name: 'เริ่มนำเข้า 2 แถว' })).toBeVisible()
})

test('reports two columns for one field before anything is saved', { tag: '@verify' }, async ({ page, request }) => {
  const csv = 'เบอร์โทร,วันเกิด,วันสำคัญ\n0891110006,01/02/2530,03/04/2531\n'
  const id = await callsOf(request).load(freshName('สองวันเกิด'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  const spare = page.getByRole('combobox', { name: 'จับคู่คอลัมน์ วันสำคัญ กับ' })
  await spare.click()
  await spare.pressSequentially('วันเกิด')
  await spare.press('Enter')
  await expect(page.getByText('ซ้ำกับคอลัมน์ “วันเกิด”')).toBeVisible()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByText('มีสองคอลัมน์ที่จับคู่กับฟิลด์เดียวกัน')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'จับคู่คอลัมน์ วันเกิด กับ' })).toBeFocused()
})

test('reports a taken name while it is typed', { tag: '@verify' }, async ({ page, request }) => {
  const name = freshName('ชื่อซ้ำ')
  await callsOf(request).load(name, 'ชื่อ,เบอร์โทร\nมาลี,0891110008\n')
  await openImport(page)
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(name)
  await expect(page.getByText('ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว')).toBeVisible()
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(`${name} ใหม่`)
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
})

test('typed text is not discarded without confirmation', async ({ page }) => {
  await openImport(page)
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill('ยังไม่เสร็จ')
  await page.getByRole('link', { name: 'รายชื่อลูกค้า' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'แก้ไขต่อ' }).click()
  await expect(page.getByLabel('ชื่อแหล่งข้อมูล')).toHaveValue('ยังไม่เสร็จ')
})

test('a data source’s name leads on with the wizard, or to what came of it', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const open = freshName('ค้างไว้')
  const done = freshName('เสร็จแล้ว')
  await calls.load(open, 'ชื่อ,เบอร์โทร\nมาลี,0891110010\n')
  await calls.importFile(done, 'ชื่อ,เบอร์โทร\nมานี,0891110011\nไม่มีเบอร์,\n')
  await page.goto('data-source/v2/list')
  await expect(page.getByRole('row', { name: new RegExp(`${open} รอจับคู่ข้อมูล`) })).toBeVisible()
  await page.getByRole('link', { name: open }).click()
  await openColumns(page)
  await page.goBack()
  await page.getByRole('link', { name: done }).click()
  await expect(page.getByRole('table', { name: 'ประวัติการนำเข้า' }).getByRole('row')).toHaveCount(3)
  await rowsOf(page, 'ผิดพลาด').click()
  await expect(page.getByRole('row', { name: /แถวนี้ไม่มีค่าในฟิลด์ที่ใช้ระบุตัวลูกค้าเลย/ })).toBeVisible()
})

test('a step that does not fit the status says so, and links to the right one', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const id = await callsOf(request).importFile(freshName('สำเร็จ'), 'ชื่อ,เบอร์โทร\nมาลี,0891110012\n')
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await expect(page.getByRole('heading', { name: 'ขั้นตอนนี้ยังทำต่อไม่ได้' })).toBeVisible()
  await page.getByRole('link', { name: 'ดูผลการนำเข้า' }).click()
  await expect(page.getByRole('heading', { name: 'นำเข้าเสร็จแล้ว' })).toBeVisible()
})

test('on a phone the rows and one row are two steps', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const id = await calls.load(freshName('มือถือ'), 'ชื่อ,เบอร์โทร\nมาลี,0891110013\nมานะ,0891110014\n')
  await calls.dryRun(id)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`data-source/v2/preview?id=${id}`)
  await page.getByRole('button', { name: /มานะ/ }).click()
  await expect(page.getByRole('article').getByRole('cell', { name: '089-111-0014' })).toBeVisible()
  await expect(page.getByRole('button', { name: /มาลี/ })).toBeHidden()
  await page.getByRole('button', { name: 'กลับไปรายการแถว' }).click()
  await expect(page.getByRole('button', { name: /มาลี/ })).toBeVisible()
})

test('a dry run older than the mapping is repeated before anything is written', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const id = await calls.load(freshName('เปลี่ยนใจ'), 'ชื่อ,เบอร์โทร\nมาลี,0891110015\n')
  await calls.dryRun(id)
  const { mapping, match } = await calls.get(`/datasource/${id}/mapping`)
  await calls.put(`/datasource/${id}/mapping`, { mapping, match })
  await page.goto(`data-source/v2/preview?id=${id}`)
  await expect(page.getByRole('heading', { name: 'การจับคู่หรือคำตอบเปลี่ยนไปหลังการทดลองครั้งก่อน' })).toBeVisible()
  await page.getByRole('button', { name: 'ทดลองอีกครั้ง' }).click()
  await expect(page.getByRole('button', { name: 'เริ่มนำเข้า 1 แถว' })).toBeVisible()
})

test('the progress of a run arrives over the socket, without polling', { tag: '@verify' }, async ({ page }) => {
  const heard: string[] = []
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname !== '/socket') return
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
  })
  const name = freshName('ผลักมาเอง')
  await upload(page, walkIns, name)
  await expect.poll(() => heard.some((frame) => frame.startsWith('INFO'))).toBe(true)
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByText('ผลทดลองนำเข้า 4 แถว')).toBeVisible()
  await expect.poll(() => heard.some((frame) => frame.includes('"event_type":"datasource"'))).toBe(true)
})

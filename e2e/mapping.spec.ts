import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { openColumns } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const target = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `จับคู่คอลัมน์ ${column} กับ`, exact: true })

async function choose(page: Page, column: string, field: string) {
  await target(page, column).click()
  await page.getByRole('listbox').getByRole('option', { name: field, exact: true }).click()
}

const preview = (page: Page) => page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
const dialog = (page: Page) => page.getByRole('dialog')
/** Each test has phones of its own: people are known by them. */
let phones = 0
const phone = () => `08922${String(10_000 + phones++)}`

test('joins parts of an address in written order, or in the chosen order', {
  tag: '@verify',
}, async ({ page, request }) => {
  const csv = `ชื่อ,เบอร์โทร,รหัสไปรษณีย์,จังหวัด,ที่อยู่\nมาลี,${phone()},50200,เชียงใหม่,88/12 ถ.ห้วยแก้ว\n`
  const id = await callsOf(request).load(freshName('ที่อยู่'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(target(page, 'รหัสไปรษณีย์')).toHaveValue('ที่อยู่')
  await expect(page.getByText('ต่อกับ “จังหวัด” “รหัสไปรษณีย์”')).toBeVisible()
  await page.getByRole('button', { name: 'จัดลำดับ' }).first().click()
  await expect(dialog(page).getByText('88/12 ถ.ห้วยแก้ว เชียงใหม่ 50200')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'เลื่อน รหัสไปรษณีย์ ขึ้น' }).click()
  await expect(dialog(page).getByText('88/12 ถ.ห้วยแก้ว 50200 เชียงใหม่')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  await preview(page)
  await expect(page.getByRole('cell', { name: '88/12 ถ.ห้วยแก้ว 50200 เชียงใหม่' })).toBeVisible()
})

test('a file without a key asks what tells its customers apart, and adds four new ones only by choice', async ({
  page,
  request,
}) => {
  const rows = [
    'สมชาย,ใจดี,2024-05-01,500',
    'ญาดา,ศรีสุข,2024-05-02,1200',
    'มานะ,เพิ่มพูน,2024-05-02,90',
    'มาลี,ปั้นทอง,2024-06-11,40',
  ]
  const csv = `ชื่อ,นามสกุล,วันที่ซื้อล่าสุด,ยอดซื้อ\n${rows.join('\n')}\n`
  const id = await callsOf(request).load(freshName('สี่คน'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(target(page, 'วันที่ซื้อล่าสุด')).toHaveValue('ไม่นำเข้า')
  const question = page.getByRole('group', { name: 'ไฟล์นี้ใช้ข้อมูลใดระบุตัวลูกค้า' })
  await preview(page)
  await expect(page.getByRole('alert')).toContainText('กรุณาเลือกฟิลด์ที่ใช้ระบุตัวลูกค้า')
  await question.getByRole('button', { name: 'ทุกแถวเป็นลูกค้าใหม่' }).click()
  await expect(question).toContainText('เพิ่มลูกค้าได้ถึง 4 ราย')
  await preview(page)
  await expect(page.getByText('4 แถวไม่มีข้อมูลระบุตัว จะเพิ่มเป็นลูกค้าใหม่')).toBeVisible()
})

test('names waiting columns and left data of customers before the step is left, and again after a return', {
  tag: '@verify',
}, async ({ page, request }) => {
  const rows = ['นายมาลี', 'ญาดา'].map((name, row) => `${name},${phone()},${row + 20}/05/2530,โทรหลังเที่ยง`)
  const id = await callsOf(request).load(freshName('รอตอบ'), `ชื่อ,เบอร์โทร,X1,หมายเหตุ\n${rows.join('\n')}\n`)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(page.getByText('1 จาก 4 คอลัมน์')).toBeVisible()
  await expect(page.getByText('2 คอลัมน์รอตรวจสอบ')).toBeVisible()
  await page.getByRole('button', { name: 'แยกคำนำหน้าออก' }).click()
  await expect(target(page, 'ชื่อ')).toHaveValue('คำนำหน้า + ชื่อไม่รวมคำนำหน้า')
  await preview(page)
  await expect(dialog(page)).toContainText('วันเกิด 2 แถว → วันเกิด')
  await expect(dialog(page)).toContainText('จะไม่นำเข้า 1 คอลัมน์: หมายเหตุ')
  await expect(dialog(page).getByRole('button', { name: 'จับคู่ 1 คอลัมน์ให้' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'กลับไปดู' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['X1', 'หมายเหตุ'])
  await preview(page)
  await dialog(page).getByRole('button', { name: 'จับคู่ 1 คอลัมน์ให้' }).click()
  await expect(target(page, 'X1')).toHaveValue('วันเกิด')
  await preview(page)
  await expect(dialog(page).getByRole('button', { name: 'กลับไปดู' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'ไปต่อ', exact: true }).click()
  await expect(page.getByText('ผลทดลองนำเข้า 2 แถว')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'มาลี' })).toBeVisible()
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(page.getByText('1 คอลัมน์รอตรวจสอบ')).toBeVisible()
  await preview(page)
  await expect(page.getByText('ผลทดลองนำเข้า 2 แถว')).toBeVisible()
})

test('each suggestion tells what was seen, and the key how well it tells customers apart', async ({
  page,
  request,
}) => {
  const rows = Array.from(
    { length: 30 },
    (_, row) => `${phone().slice(1)},${(row % 28) + 1}/03/2531,${row % 2 ? 'ช' : 'ญ'},${row < 1 ? 'vip' : ''}`,
  )
  const id = await callsOf(request).load(freshName('หลักฐาน'), `มือถือ,วันเกิด,เพศ,หมายเหตุ\n${rows.join('\n')}\n`)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(page.getByText('เติม 0 ให้ 30 เบอร์ที่หายไป')).toBeVisible()
  await expect(page.getByText('เป็นปี พ.ศ. ทั้งคอลัมน์ แปลงให้แล้ว')).toBeVisible()
  await expect(page.getByText('ญ = หญิง · ช = ชาย')).toBeVisible()
  await expect(page.getByText('ว่าง 96% ของแถว')).toBeVisible()
  await expect(page.getByText('เบอร์โทร: 30 แถว ไม่ซ้ำกันเลย')).toBeVisible()
})

test('a full name is split by default, and a date that reads in two ways is asked about', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const names = ['นายสมชาย ใจดี', 'นางสาวญาดา ศรีสุข', 'นายมานะ เพิ่มพูน', 'นางมาลี ปั้นทอง']
  const rows = names.map((name, row) => `${name},${phone()},0${row + 3}/0${row + 4}/67`)
  const id = await callsOf(request).load(freshName('ชื่อเต็ม'), `ชื่อ-สกุล,เบอร์โทร,วันเกิด\n${rows.join('\n')}\n`)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(page.getByText('1 คอลัมน์รอตรวจสอบ')).toBeVisible()
  await expect(target(page, 'ชื่อ-สกุล')).toHaveValue('แยกเป็น 3 ฟิลด์')
  await expect(page.getByText('แยกได้ครบ 4 จาก 4 แถว')).toBeVisible()
  await expect(target(page, 'ชื่อ-สกุล ส่วนนามสกุล')).toHaveValue('นามสกุล')
  await choose(page, 'ชื่อ-สกุล', 'ไม่นำเข้า')
  await expect(page.getByText('ลูกค้าใหม่จะไม่มีชื่อ')).toBeVisible()
  await page.getByRole('button', { name: 'แยกชื่อจากคอลัมน์นี้' }).click()
  await expect(target(page, 'ชื่อ-สกุล')).toHaveValue('แยกเป็น 3 ฟิลด์')
  await page.getByLabel('คอลัมน์ วันเกิด ปี 67 คือ').selectOption('พ.ศ. 2567')
  await page.getByLabel('คอลัมน์ วันเกิด วันที่ 03/04/67 คือ').selectOption('4 มีนาคม 2567')
  await expect(page.getByText('คอลัมน์รอตรวจสอบ')).toBeHidden()
  await preview(page)
  const row = page.getByRole('article')
  await expect(row.getByRole('heading', { name: 'สมชาย ใจดี' })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'นาย', exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: '04 / 03 / 2024' })).toBeVisible()
})

test('dates in both orders are shown side by side with their readings, and asked about once', {
  tag: '@verify',
}, async ({ page, request }) => {
  const days = ['25/12/1990', '03/04/1985', '12/25/1991', '05/06/1979']
  const rows = days.map((day, row) => `${['กมล', 'ขวัญ', 'ชาลี', 'ดวงใจ'][row]},${phone()},${day}`)
  const id = await callsOf(request).load(freshName('สองลำดับ'), `ชื่อ,เบอร์โทร,วันเกิด\n${rows.join('\n')}\n`)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  const shown = page.getByRole('table', { name: 'เว้นว่าง 2 ช่องจนกว่าจะเลือก' })
  await expect(shown.getByRole('columnheader')).toHaveText(['25/12/1990', '12/25/1991', '03/04/1985'])
  await expect(shown.getByRole('row', { name: /วันก่อนเดือน/ })).toContainText('03/04/1985')
  await expect(shown.getByRole('row', { name: /เดือนก่อนวัน/ })).toContainText('04/03/1985')
  await page.getByLabel('คอลัมน์ วันเกิด วันที่ 03/04/1985 คือ').selectOption('3 เมษายน 1985')
  await expect(shown).toBeHidden()
  await expect(page.getByText('คอลัมน์รอตรวจสอบ')).toBeHidden()
})

test('creates an activity, its field and a label in the mapping step, and every row adds them', {
  tag: '@verify',
}, async ({ page, request }) => {
  // In Latin letters: the English screens that are looked at later list them too.
  const type = freshName('Purchase')
  const label = freshName('Walk-in')
  const total = freshName('Total')
  const csv = `ชื่อ,เบอร์โทร,วันที่ซื้อ,ยอดซื้อ\nมาลี,${phone()},21/12/2568,1250.50\n`
  const id = await callsOf(request).load(freshName('กิจกรรม'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await page.getByLabel('กิจกรรมของแต่ละแถว').selectOption('+ สร้างประเภทกิจกรรม')
  await dialog(page).getByLabel('ชื่อประเภทกิจกรรม').fill(type)
  await expect(dialog(page).getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'สร้างประเภทกิจกรรม' }).click()
  await expect(dialog(page)).toBeHidden()
  // The day of a purchase feeds any activity by itself.
  await choose(page, 'วันที่ซื้อ', 'ไม่นำเข้า')
  await preview(page)
  await expect(page.getByRole('alert').filter({ hasText: 'เลือกคอลัมน์ที่เป็นวันที่ทำกิจกรรม' })).toBeVisible()
  await choose(page, 'วันที่ซื้อ', 'วันที่ทำกิจกรรม')
  await choose(page, 'ยอดซื้อ', '+ สร้างฟิลด์กิจกรรมใหม่')
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(total)
  await dialog(page).getByText('ตั้งค่าเพิ่มเติม').click()
  await dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)').fill('firstName')
  await expect(dialog(page).getByText('มีชื่อนี้แล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page).getByText('มีชื่อฟิลด์นี้ในฟิลด์โปรไฟล์แล้ว')).toBeVisible()
  await dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)').fill('')
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(target(page, 'ยอดซื้อ')).toHaveValue(total)
  await page.getByRole('combobox', { name: 'ป้ายกำกับของทุกแถว' }).click()
  await page.getByRole('option', { name: '+ สร้างป้ายกำกับ' }).click()
  await dialog(page).getByLabel('ชื่อป้ายกำกับ').fill(label)
  await dialog(page).getByRole('radio', { name: 'ส้ม' }).check()
  await dialog(page).getByRole('button', { name: 'สร้างป้ายกำกับ' }).click()
  await preview(page)
  const row = page.getByRole('article')
  await expect(row.getByRole('cell', { name: label })).toBeVisible()
  await expect(row.getByText(`เพิ่มกิจกรรม “${type}”`)).toBeVisible()
  await expect(row.getByRole('row', { name: `${total} 1,250.5` })).toBeVisible()
})

test('the mapping of an earlier file is offered, and the suggestions can be had back', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const header = `ชื่อ,เบอร์โทร,รหัส${Date.now()}`
  const name = freshName('ต.ค.')
  const first = await calls.load(name, `${header}\nมาลี,${phone()},ก1\n`)
  await page.goto(`data-source/v2/mapping?id=${first}`)
  await openColumns(page)
  await choose(page, 'ชื่อ', 'ชื่อบริษัท')
  await preview(page)
  await expect(page.getByText('ผลทดลองนำเข้า 1 แถว')).toBeVisible()
  const second = await calls.load(freshName('พ.ย.'), `${header}\nมานะ,${phone()},ก2\n`)
  await page.goto(`data-source/v2/mapping?id=${second}`)
  await openColumns(page)
  await page.getByRole('button', { name: `ใช้การจับคู่จาก “${name}”` }).click()
  await expect(target(page, 'ชื่อ')).toHaveValue('ชื่อบริษัท')
  await page.getByRole('button', { name: 'กลับไปใช้ที่ระบบแนะนำ' }).click()
  await expect(target(page, 'ชื่อ')).toHaveValue('ชื่อ')
})

test('an empty cell clears a value if chosen, and the preview names the key that matched', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const number = phone()
  await calls.importFile(freshName('ก่อน'), `ชื่อ,เบอร์โทร,บริษัท\nมาลี,${number},ร้านเดิม\n`)
  const id = await calls.load(freshName('หลัง'), `ชื่อ,เบอร์โทร,บริษัท\nมาลี,${number},\nมานะ,${phone()},ร้านใหม่\n`)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await page.getByRole('button', { name: /ตั้งค่าคอลัมน์ บริษัท/ }).click()
  await page.getByRole('radio', { name: 'ล้างค่าเดิม' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('ช่องว่างใน 1 คอลัมน์จะล้างค่าเดิม')).toBeVisible()
  await preview(page)
  const row = page.getByRole('article')
  await expect(row.getByText('พบจากเบอร์โทร')).toBeVisible()
  await expect(row.getByRole('row', { name: /ชื่อบริษัท ร้านเดิม .*ว่าง/ })).toBeVisible()
})

test('the rows that failed are downloaded to be corrected', { tag: '@verify' }, async ({ page, request }) => {
  const csv = `ชื่อ,เบอร์โทร\nมาลี,${phone()}\nประเสริฐ,08111\n`
  const id = await callsOf(request).importFile(freshName('แก้ไข'), csv)
  await page.goto(`data-source/v2/output?id=${id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ไฟล์แก้ไข 1 แถว' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('ประเสริฐ,08111')
  expect(text).not.toContain('มาลี')
  await page.getByRole('link', { name: 'นำเข้าไฟล์อื่น' }).click()
  await expect(page).toHaveURL(/\/data-source\/v2\/import$/)
})

test('a row with an unreadable birthday is imported without it, unless the mapping keeps such rows out', {
  tag: '@verify',
}, async ({ page, request }) => {
  const csv = `ชื่อ,เบอร์โทร,วันเกิด\nมาลี,${phone()},1990-05-17\nวันดี,${phone()},1991-05-17\nพรทิพย์,${phone()},1990-02-31\n`
  const id = await callsOf(request).load(freshName('ช่องเสีย'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await preview(page)
  await expect(page.getByText('1 ช่องอ่านไม่ได้ จึงเว้นว่างไว้')).toBeVisible()
  await page.getByRole('button', { name: 'มีช่องที่อ่านไม่ได้ 1' }).click()
  await expect(page.getByRole('article').getByText('คอลัมน์ วันเกิด “1990-02-31”')).toBeVisible()
  await page.getByRole('link', { name: 'กลับไปจับคู่ข้อมูล' }).click()
  await openColumns(page)
  await page.getByLabel('ช่องที่อ่านไม่ได้').selectOption('ไม่นำเข้าทั้งแถว')
  await preview(page)
  await expect(page.getByRole('button', { name: 'ผิดพลาด 1' })).toBeVisible()
  await page.getByRole('link', { name: 'กลับไปจับคู่ข้อมูล' }).click()
  await openColumns(page)
  await page.getByLabel('ช่องที่อ่านไม่ได้').selectOption('เว้นว่างไว้ แล้วนำเข้าแถว')
  await preview(page)
  await page.getByRole('button', { name: 'เริ่มนำเข้า 3 แถว' }).click()
  await page.getByRole('button', { name: '1 ค่าที่อ่านไม่ได้' }).click()
  await expect(page.getByRole('button', { name: 'ไฟล์แก้ไขแถวเหล่านี้' })).toBeVisible()
})

test('500 columns are searched and filtered, and a column is reached by keyboard', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const columns = Array.from({ length: 498 }, (_, place) => `คำตอบ${place + 1}`)
  const csv = `ชื่อ,เบอร์โทร,${columns.join(',')}\nมาลี,${phone()},${columns.map((_, place) => place).join(',')}\n`
  const id = await callsOf(request).load(freshName('กว้าง'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await page.getByLabel('คอลัมน์ที่แสดง').selectOption('จับคู่แล้ว (2)')
  await expect(page.getByRole('rowheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await page.getByLabel('คอลัมน์ที่แสดง').selectOption('ทุกคอลัมน์ (500)')
  await page.getByLabel('ค้นหาคอลัมน์').fill('คำตอบ498')
  await expect(page.getByRole('rowheader')).toHaveText(['คำตอบ498'])
  await page.getByLabel('คอลัมน์ที่แสดง').focus()
  await page.keyboard.press('Tab')
  await expect(target(page, 'คำตอบ498')).toBeFocused()
  await page.keyboard.insertText('อาชีพ')
  await expect(page.getByRole('option', { name: 'อาชีพ' })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(target(page, 'คำตอบ498')).toHaveValue('อาชีพ')
  await expect(page.getByText('3 จาก 500 คอลัมน์')).toBeVisible()
})

test('an exported file of activities is mapped already, and its preview finds nothing new in it', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id: field } = await calls.post('/activity-field', {
    name: 'bill_back',
    display_name: 'เลขที่บิลขากลับ',
    data_type: 'String',
  })
  const type = await calls.post('/activity-type', { name: freshName('ซื้อขากลับ'), description: '', fields: [field] })
  const { id: who } = await calls.post('/profile', { fields: [{ id: 1, value: 'มาลี' }] })
  await calls.post(`/profile/${who}/activity`, {
    activity_type_id: type.id,
    activity_at: '2026-11-22T07:32:05Z',
    fields: [{ id: field, value: 'B-1' }],
  })
  const csv = await calls.exported({ type: 'activity', file_type: 'csv', activity_id: type.id as number })
  const id = await calls.load(freshName('กิจกรรมขากลับ'), csv)
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await expect(target(page, 'วันที่ทำกิจกรรม (Asia/Bangkok)')).toHaveValue('วันที่ทำกิจกรรม')
  await expect(target(page, 'เลขที่บิลขากลับ')).toHaveValue('เลขที่บิลขากลับ')
  await expect(page.getByText('ถือเป็นลูกค้ารายเดียวกันเมื่อ เลขที่ลูกค้า ตรงกัน')).toBeVisible()
  await expect(page.getByText('ยังไม่มีคอลัมน์ที่ใช้ระบุตัวลูกค้า')).toHaveCount(0)
  await preview(page)
  await expect(page).toHaveURL(/data-source\/v2\/preview/)
  await expect(page.getByRole('button', { name: /^ซ้ำ\s*1$/ })).toBeVisible()
  // The file holds no name: the row is called by the number of its customer, and no fold of nothing is shown.
  await expect(page.getByRole('heading', { name: `ลูกค้าเลขที่ ${who}` })).toBeVisible()
  await expect(page.getByText('ไม่มีชื่อ')).toHaveCount(0)
  await expect(page.getByText('ไม่เปลี่ยน 0 ฟิลด์')).toHaveCount(0)
})

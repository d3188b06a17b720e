import { excel5 } from '../server/testing/formats/table-files.testing.ts'
import { workbook } from '../server/testing/formats/workbook.testing.ts'
import { callsOf } from './calls.ts'
import { chooseFile, next, openColumns, openImport, refusal, sourceOf } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

/** Thai text as Excel on a Thai machine writes it. */
const windows874 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => (letter >= '\u0e01' ? letter.charCodeAt(0) - 0xe00 + 0xa0 : letter.charCodeAt(0))),
  )

test('a file of older Excel in Thai is read as it is, and how it is read can be changed where it is folded', {
  tag: '@verify',
}, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, windows874('ชื่อ;นามสกุล;เบอร์โทร\nน้ำฝน;ปั้นทอง;0812345001\nกี่;ญี่ปุ่น;0812345002\n'))
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'นามสกุล', 'เบอร์โทร'])
  await expect(page.getByText('อ่านไฟล์แบบภาษาไทยจาก Excel รุ่นเก่า คั่นคอลัมน์ด้วยเซมิโคลอน (;)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'เซมิโคลอน (;)' })).toBeHidden()
  await page.getByRole('button', { name: 'เปลี่ยนวิธีอ่านไฟล์' }).click()
  await expect(page.getByRole('button', { name: 'ภาษาไทยจาก Excel รุ่นเก่า' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'เซมิโคลอน (;)' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'ลูกน้ำ (,)' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ;นามสกุล;เบอร์โทร'])
  await page.getByRole('button', { name: 'แบบทั่วไป' }).click()
  await expect(refusal(page)).toContainText('รหัส 18')
  await page.getByRole('button', { name: 'ภาษาไทยจาก Excel รุ่นเก่า' }).click()
  await page.getByRole('button', { name: 'เซมิโคลอน (;)' }).click()
  await expect(page.getByRole('cell', { name: 'ญี่ปุ่น' })).toBeVisible()
})

test('a workbook of Excel 97-2003 is read, and named as such', { tag: '@verify' }, async ({ page }) => {
  await openImport(page)
  const people = [
    ['ชื่อ', 'เบอร์โทร'],
    ['มาลี', '0812345021'],
  ]
  await chooseFile(page, excel5(people), 'ลูกค้า.xls')
  await expect(page.getByText(/^Excel 97-2003 \(\.xls\) · /)).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await expect(page.getByRole('cell', { name: 'มาลี' })).toBeVisible()
})

test('a first row that looks like data is asked about before the file is taken', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await openImport(page)
  await chooseFile(page, 'มาลี,0812345003,malee@example.com\nมานะ,0812345004,mana@example.com\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ไม่มีหัว'))
  await expect(page.getByRole('heading', { name: /แถวแรกดูเหมือนข้อมูลลูกค้า/ })).toBeVisible()
  await next(page)
  await expect(page.getByText('กรุณาเลือกแถวที่เป็นชื่อคอลัมน์ หรือเลือกไม่มีหัวคอลัมน์')).toBeVisible()
  await page.getByRole('button', { name: 'ไม่มีหัวคอลัมน์' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['คอลัมน์ 1', 'คอลัมน์ 2', 'คอลัมน์ 3'])
  await next(page)
  await openColumns(page)
  const source = await callsOf(request).get(`/datasource/${sourceOf(page)}/file`)
  expect(source).toMatchObject({ row_count: 2, settings: { header_row: 0 } })
})

test('a file that is imported every month begins with a name that is free', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('ลูกค้าประจำเดือน')
  const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812345010\n'
  await callsOf(request).load(name, csv)
  await openImport(page)
  await chooseFile(page, csv, `${name}.csv`)
  await expect(page.getByLabel('ชื่อแหล่งข้อมูล')).toHaveValue(new RegExp(`^${name} \\d\\d-\\d\\d-\\d{4}$`))
  await next(page)
  await openColumns(page)
})

test('sheets with the same columns are offered together, with their number and their rows', { tag: '@verify' }, async ({
  page,
}) => {
  const sheets = ['สีลม', 'บางรัก', 'สาทร'].map((name, branch) => ({
    name,
    dimension: 'A1:C21',
    rows: [
      ['ชื่อ', 'นามสกุล', 'เบอร์โทร'],
      ...Array.from({ length: 20 }, (_, row) => [
        'มาลี',
        `ปู่ทอง${branch}`,
        `08${branch}23460${String(row).padStart(2, '0')}`,
      ]),
    ],
  }))
  await openImport(page)
  await chooseFile(page, await workbook({ sheets }), 'สามสาขา.xlsx')
  await page.getByRole('switch', { name: 'อ่านรวม 3 ชีต 60 แถว' }).click({ force: true })
  await expect(page.getByText('อ่านรวม 3 ชีต: สีลม · บางรัก · สาทร')).toBeVisible()
})

test('a row with two names alike is refused as the header, and a click on another takes that one', {
  tag: '@verify',
}, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'สาขา,สาขา,สาขา\nชื่อ,นามสกุล,เบอร์โทร\nมาลี,ปู่ทอง,0812345005\n')
  await expect(refusal(page)).toContainText('ไฟล์มีชื่อคอลัมน์ซ้ำกัน: สาขา')
  await expect(refusal(page)).toContainText('รหัส 14')
  await page.getByRole('button', { name: 'แถวที่ 2' }).click()
  await expect(refusal(page)).toBeHidden()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'นามสกุล', 'เบอร์โทร'])
  await page.getByRole('button', { name: 'เปลี่ยนหัวคอลัมน์' }).click()
  await expect(page.getByRole('button', { name: 'แถวที่ 2' })).toHaveAttribute('aria-pressed', 'true')
})

test('names a column without a header by its position', { tag: '@verify' }, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'ชื่อ,,เบอร์โทร\nมาลี,ปู่ทอง,0812345006\n')
  await expect(refusal(page)).toContainText('คอลัมน์ที่ 2 ไม่มีชื่อ')
  await expect(refusal(page)).toContainText('รหัส 15')
})

test('reports all faults of a header together', { tag: '@verify' }, async ({ page }) => {
  const names = Array.from({ length: 22 }, (_, no) => `ช่อง${no + 1}`)
  const header = [...names, ...Array(22).fill(''), ...names]
  await openImport(page)
  await chooseFile(page, `${header}\n${header.map(() => 'ก')}\n`)
  await expect(refusal(page)).toContainText(
    /คอลัมน์ที่ 23, 24, .*42 และอีก 2 คอลัมน์ ไม่มีชื่อ และมีชื่อคอลัมน์ซ้ำกัน: ช่อง1, .*ช่อง20 และอีก 2 ชื่อ/,
  )
})

test('a rejected file says what to do, and is accepted once it is corrected', async ({ page }) => {
  await openImport(page)
  await chooseFile(page, '')
  await expect(refusal(page)).toContainText('ไฟล์นี้ไม่มีข้อมูล')
  await chooseFile(page, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]), 'เสีย.xlsx')
  await expect(refusal(page)).toContainText('กรุณาเปิดในโปรแกรมเดิมหรือ Excel แล้วบันทึกเป็น .xlsx ใหม่')
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345007\n', 'เสีย.xlsx')
  await expect(refusal(page)).toBeHidden()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
})

test('loading begins while the name is typed', { tag: '@verify' }, async ({ page }) => {
  await openImport(page)
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/datasource/import') && response.ok())
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345008\n')
  await begun
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('เริ่มก่อน'))
  // Next waits for the check of the name.
  await next(page)
  await openColumns(page)
})

test('reports a name that was taken meanwhile under the name, and loses nothing', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('แย่งชื่อ')
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345009\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(name)
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await callsOf(request).load(name, 'ชื่อ,เบอร์โทร\nมาลี,0812345009\n')
  await next(page)
  await expect(page.getByText('ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว')).toBeVisible()
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(`${name} 2`)
  await next(page)
  await openColumns(page)
})

test('a server that fails says that the data source could not be created, and Next works again', {
  tag: '@verify',
}, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345010\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ล้มเหลว'))
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  const refused = { error_code: 7, error: 'too_many_requests', message: 'ทำรายการถี่เกินไป' }
  await page.route('**/api/datasource', (route) => route.fulfill({ status: 429, json: refused }))
  await next(page)
  await expect(page.getByText('สร้างแหล่งข้อมูลไม่สำเร็จ: ทำรายการถี่เกินไป')).toBeVisible()
  await page.unroute('**/api/datasource')
  await next(page)
  await openColumns(page)
})

test('a file that could not be loaded says why, and another one takes its place', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const rows = Array.from({ length: 40_000 }, (_, row) => `สมชาย ${row},08${20_000_000 + row}`)
  const name = freshName('อ่านไม่จบ')
  await openImport(page)
  await chooseFile(page, ['ชื่อ,เบอร์โทร', ...rows, '"ไม่ปิด,0812345011'].join('\n'))
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(name)
  await next(page)
  await expect(page.getByRole('heading', { name: 'โหลดไฟล์ไม่สำเร็จ' })).toBeVisible()
  await expect(refusal(page)).toContainText('ที่เปิดไว้แต่ไม่ปิด ในแถวที่ 40002')

  // Closed and come back to through the menu.
  await page.goto('profile-list')
  await page.getByRole('navigation').getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('link', { name: 'ดำเนินการต่อ' }).click()
  await expect(page.getByRole('heading', { name: 'โหลดไฟล์ไม่สำเร็จ' })).toBeVisible()
  const id = sourceOf(page)
  const before = (await callsOf(request).get(`/datasource/${id}`)).updated_at
  await page.getByRole('button', { name: 'โหลดอีกครั้ง' }).click()
  await expect
    .poll(async () => {
      const { status, updated_at } = await callsOf(request).get(`/datasource/${id}`)
      return status === 'load_failed' && updated_at !== before
    })
    .toBe(true)
  await page.reload()
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345012\n')
  await page.getByRole('button', { name: 'ใช้ไฟล์นี้' }).click()
  await openColumns(page)
})

test('a browser that is closed over an uploaded file comes back to it', { tag: '@verify' }, async ({
  page,
  context,
}) => {
  const name = freshName('ปิดกลางทาง')
  await openImport(page)
  await chooseFile(page, 'ชื่อ|เบอร์โทร\nมาลี|0812345013\n', 'ค้างไว้.csv')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(name)
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await openImport(again)
  await expect(again.getByText('ค้างไว้.csv')).toBeVisible()
  await expect(again.getByLabel('ชื่อแหล่งข้อมูล')).toHaveValue(name)
  await next(again)
  await openColumns(again)
  await openImport(again)
  await expect(again.getByText('ลากไฟล์ Excel หรือ CSV มาวางที่นี่')).toBeVisible()
})

test('continuing while the file is still read goes on once it is', { tag: '@verify' }, async ({ page }) => {
  const reading = Promise.withResolvers<void>()
  await page.route('**/api/datasource/import/validate', async (route) => {
    await reading.promise
    await route.continue()
  })
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345014\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('รออ่าน'))
  await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
  await next(page)
  reading.resolve()
  await openColumns(page)
})

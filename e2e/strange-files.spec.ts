import { sheetOf, workbook } from '../server/testing/formats/workbook.testing.ts'
import { callsOf } from './calls.ts'
import { chooseFile, next, openColumns, openImport, refusal, sourceOf } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812345201\n'
const people = [
  ['ชื่อ', 'เบอร์โทร'],
  ['มาลี', '0812345202'],
]

test('the name follows the chosen file until one is typed', { tag: '@verify' }, async ({ page }) => {
  const name = page.getByLabel('ชื่อแหล่งข้อมูล')
  const [first, second, third, fourth] = ['ก', 'ข', 'ค', 'ง'].map((letter) => freshName(`ไฟล์ ${letter}`)) as [
    string,
    string,
    string,
    string,
  ]
  await openImport(page)
  await chooseFile(page, csv, `${first}.csv`)
  await expect(name).toHaveValue(first)
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await chooseFile(page, 'ชื่อ,,ชื่อ\nมาลี,ก,ข\n', `${second}.csv`)
  await expect(refusal(page)).toBeVisible()
  await expect(name).toHaveValue(second)
  await chooseFile(page, '<!doctype html><html></html>', `${third}.csv`)
  await expect(refusal(page)).toContainText('หน้าเว็บ (HTML)')
  await expect(name).toHaveValue(third)
  await chooseFile(page, csv, `${fourth}.csv`)
  await expect(name).toHaveValue(fourth)
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  // Also when the browser was closed over a file, and another one is chosen then.
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await expect(name).toHaveValue(fourth)
  await chooseFile(page, csv, `${first}.csv`)
  await expect(name).toHaveValue(first)
  const typed = freshName('ชื่อของฉัน')
  await name.fill(typed)
  await chooseFile(page, csv, `${second}.csv`)
  await expect(page.getByText(`${second}.csv`)).toBeVisible()
  await expect(name).toHaveValue(typed)
})

test('a hidden sheet is offered where there is no table, and one that is hidden alone', { tag: '@verify' }, async ({
  page,
}) => {
  const legal = Array.from({ length: 12 }, (_, no) => [
    `ข้อ ${no + 1} ผู้ให้ข้อมูลยินยอมให้ร้านเก็บ ใช้ และเปิดเผยข้อมูลส่วนบุคคลเพื่อการให้บริการ`,
  ])
  const book = await workbook({
    sheets: [
      { name: 'ข้อตกลง', rows: legal },
      { name: 'ลูกค้า', rows: people, state: 'hidden' },
    ],
  })
  await openImport(page)
  await chooseFile(page, book, 'สมาชิก.xlsx')
  await expect(refusal(page)).toContainText('ไม่พบตารางข้อมูล')
  await page.getByRole('button', { name: 'ลูกค้า (2 แถว) · ซ่อนอยู่ใน Excel' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await chooseFile(page, await workbook({ sheets: [{ name: 'ลูกค้า', rows: people, state: 'hidden' }] }), 'ซ่อน.xlsx')
  await expect(refusal(page)).toContainText('ซ่อนอยู่')
  await page.getByRole('button', { name: /ซ่อนอยู่ใน Excel/ }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  // A workbook of one sheet asks nothing.
  await chooseFile(page, await sheetOf(people), 'หนึ่ง.xlsx')
  await expect(page.getByText('หนึ่ง.xlsx')).toBeVisible()
  await expect(page.getByText('อ่านจากชีต')).toBeHidden()
})

test('an empty last column is left out with one click', { tag: '@verify' }, async ({ page, request }) => {
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร,\nมาลี,0812345203,\n')
  await expect(refusal(page)).toContainText('คอลัมน์ที่ 3 ไม่มีชื่อ')
  await page.getByRole('button', { name: 'ตัดคอลัมน์ว่างท้ายตารางออก 1 คอลัมน์' }).click()
  await expect(refusal(page)).toBeHidden()
  await expect(page.getByRole('columnheader')).toHaveText(['ชื่อ', 'เบอร์โทร'])
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ตัดคอลัมน์'))
  await next(page)
  await openColumns(page)
  const source = await callsOf(request).get(`/datasource/${sourceOf(page)}/file`)
  expect(source.settings).toMatchObject({ drop_empty_last: true })
})

test('reports a repeated header in the mapping step, and names rows by their lines', {
  tag: '@verify',
}, async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345204\n\nชื่อ,เบอร์โทร\nมานะ,0812345205\nมานี,0812\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('หัวซ้ำ'))
  await next(page)
  await openColumns(page)
  await expect(page.getByText('มีแถวหัวคอลัมน์ซ้ำในไฟล์ 1 แถว')).toBeVisible()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  const rows = page.getByRole('list', { name: 'แถวในไฟล์' }).getByRole('listitem')
  await expect(rows).toHaveText([/^2/, /^5/, /^6/])
})

test('sheets with the same columns are offered together, and read together once they are taken', {
  tag: '@verify',
}, async ({ page }) => {
  const branch = (first: string) => [
    ['ชื่อ', 'เบอร์โทร'],
    [first, '0812345204'],
    ['ก', 'ข'],
  ]
  const book = await workbook({
    sheets: [
      { name: 'เชียงใหม่', rows: branch('ญาดา') },
      {
        name: 'สินค้า',
        rows: [
          ['รหัส', 'ราคา'],
          ['A1', '20'],
        ],
      },
      { name: 'ลำพูน', rows: branch('สมชาย') },
    ],
  })
  await openImport(page)
  await chooseFile(page, book, 'สาขา.xlsx')
  const offer = page.getByRole('switch', { name: 'อ่านรวม 2 ชีต 4 แถว' })
  await expect(offer).not.toBeChecked()
  await offer.check({ force: true })
  await expect(page.getByText('อ่านรวม 2 ชีต: เชียงใหม่ · ลำพูน')).toBeVisible()
  await expect(offer).toBeChecked()
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('สาขา'))
})

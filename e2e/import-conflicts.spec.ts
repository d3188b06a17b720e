import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const [CITIZEN_ID, LINE_USER_ID] = [10, 20]
const header = 'ชื่อ,นามสกุล,เลขบัตรประชาชน,LINE User ID'
const line = (no: number) => `U${String(no).padStart(32, '4f')}`
const file = (...rows: string[][]) => `${header}\n${rows.map((row) => row.join(',')).join('\n')}\n`

/** Two customers who each have both numbers of their own. */
const kanlaya = ['กัลยา', 'ศรีทอง', '3100405567816', line(1)]
const theera = ['ธีระ', 'มั่นคง', '1101507765425', line(2)]

/** The only row of an import, in its result: it was not taken. */
async function openRow(page: Page, id: number) {
  await page.goto(`data-source/v2/output?id=${id}`)
  await expect(page.getByRole('group', { name: 'เลือกแถวตามสถานะ' }).getByRole('button', { name: 'ผิดพลาด' })).toHaveText(
    /1$/,
  )
  await page.getByRole('table', { name: 'ผลรายแถว' }).getByRole('button').click()
  return page.getByRole('dialog', { name: 'แถว 2' })
}

test('a row whose values belong to different people names them, and leads to each', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const csv = (rows: string) => `ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n${rows}\n`
  await calls.importFile(freshName('สองคน'), csv('กุ้งนาง,มีสุข,0894440021,\nกุ้งนาง,ธีรพัฒน์,0894440022,thee@example.com'))
  const id = await calls.load(freshName('ขัดกัน'), csv('มะลิ,,0894440023,\nกุ้งนาง,,0894440021,thee@example.com'))
  await calls.dryRun(id)
  await page.goto(`data-source/v2/preview?id=${id}&status=conflict`)
  const row = page.getByRole('article')
  await expect(row.getByRole('listitem').filter({ hasText: 'เบอร์โทร 089-444-0021 เป็นของ กุ้งนาง' })).toBeVisible()
  await expect(row.getByRole('listitem').filter({ hasText: 'อีเมล thee@example.com เป็นของ กุ้งนาง' })).toBeVisible()
  await row.getByRole('listitem').filter({ hasText: 'thee@example.com' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'กุ้งนาง' }).first()).toBeVisible()
})

test('own ids that point to two people are listed one by one, and each person can be compared with the row', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const keys = [CITIZEN_ID, LINE_USER_ID]
  await calls.importFile(freshName('สองคน'), file(kanlaya, theera), keys)
  const id = await calls.importFile(freshName('สลับกัน'), file(['กัลยา', 'ศรีทอง', kanlaya[2]!, theera[3]!]), keys)
  const row = await openRow(page, id)
  const pointing = row.getByRole('listitem')
  await expect(pointing).toHaveText([
    'เลขประจำตัวประชาชน 3-1004-05567-81-6 เป็นของ กัลยา ศรีทอง',
    `LINE User ID ${theera[3]} เป็นของ ธีระ มั่นคง`,
  ])
  await expect(row.getByRole('link', { name: 'กัลยา ศรีทอง' })).toHaveAttribute('href', /profile-detail\/\d+/)
  await row.getByRole('group', { name: 'เทียบกับ' }).getByRole('button', { name: 'ธีระ มั่นคง' }).click()
  const sides = row.getByRole('table', { name: 'ข้อมูลในไฟล์เทียบกับที่มีอยู่' })
  await expect(sides.getByRole('cell', { name: 'ธีระ มั่นคง' })).toBeVisible()
  await row.getByRole('link', { name: 'ธีระ มั่นคง' }).first().click()
  await expect(page.getByRole('heading', { name: 'ธีระ มั่นคง' }).first()).toBeVisible()
})

test('an own id that contradicts the customer whom another key matches is shown with both values', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const keys = [CITIZEN_ID, LINE_USER_ID]
  const vipa = ['วิภา', 'แสงจันทร์', '1509908876434', line(3)]
  await calls.importFile(freshName('คนเดิม'), file(vipa), keys)
  const id = await calls.importFile(freshName('เลขบัตรอื่น'), file(['วิภา', 'แสงจันทร์', '3100602123457', vipa[3]!]), keys)
  const row = await openRow(page, id)
  await expect(row.getByRole('note')).toContainText('คอลัมน์ เลขบัตรประชาชน “3100602123457”')
  await expect(row.getByRole('note')).toContainText('ค่าในช่องนี้เป็นของคนละคน')
  await expect(row.getByRole('listitem')).toHaveText([`LINE User ID ${vipa[3]} เป็นของ วิภา แสงจันทร์`])
  await row.getByRole('link', { name: 'วิภา แสงจันทร์' }).first().click()
  await expect(page.getByRole('heading', { name: 'วิภา แสงจันทร์' }).first()).toBeVisible()
})

import { callsOf } from './calls.ts'
import { chooseFile } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

// A store with too many fields of its own to read through.

const years = Array.from({ length: 40 }, (_, index) => 2530 + index)

test('among many fields that of an edit and of a condition is found by typing, and few of those that repeat are spoken of', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  for (const year of years) {
    await calls.post('/profile-field', {
      display_name: `สาขา ${year}`,
      field_name: `branch_${year}`,
      data_type: 'String',
    })
  }
  const { id } = await calls.post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })
  await page.goto(`profile-edit/${id}`)
  const field = page.getByRole('searchbox', { name: 'ค้นหาฟิลด์' })
  await field.fill('ไม่มีแน่นอน')
  await expect(page.getByText('ไม่พบฟิลด์ที่ตรงกัน')).toBeVisible()
  // Invalid inputs scroll into view, and stay during the correction.
  await field.fill('อีเมล')
  await page.getByLabel('อีเมล', { exact: true }).fill('ไม่ใช่อีเมล')
  await field.fill('2561')
  await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByLabel('อีเมล', { exact: true })).toBeFocused()
  await page.getByLabel('อีเมล', { exact: true }).fill('')
  await field.fill('2561')
  await expect(page.getByRole('textbox', { name: /^สาขา/ })).toHaveCount(1)
  // It leads to what was found, and saves nothing.
  await page.keyboard.press('Enter')
  await page.keyboard.type('สยาม')
  await expect(page.getByLabel('สาขา 2561')).toHaveValue('สยาม')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/profile-detail/)

  await page.goto('segmentation/create')
  await page.getByRole('button', { name: /^ตามเงื่อนไข/ }).click()
  const subject = page.getByRole('combobox', { name: 'ข้อมูลที่ใช้เป็นเงื่อนไข' })
  await subject.fill('2561')
  await expect(page.getByRole('option', { name: /^สาขา/ })).toHaveText(['สาขา 2561'])
  await page.keyboard.press('Enter')
  await expect(subject).toHaveValue('สาขา 2561')
  await subject.fill('ไม่มีแน่นอน')
  await expect(page.getByText('ไม่พบเงื่อนไขที่ตรงกัน')).toBeVisible()

  const header = ['ชื่อ', 'เบอร์โทร', ...years.map((year) => `สาขา ${year}`)]
  const rows = Array.from({ length: 60 }, (_, no) => ['มาลี', `08123450${10 + no}`, ...years.map(() => 'สยาม')])
  await page.goto('data-source/v2/import')
  await chooseFile(page, [header, ...rows].map((row) => `${row.join(',')}\n`).join(''))
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('Wide'))
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  await expect(page.getByText(/^“สาขา \d+” มีเพียง 1 ค่า/)).toHaveCount(3)
  await expect(page.getByText('อีก 37 ฟิลด์มีค่าซ้ำกัน จึงใช้ระบุตัวลูกค้าไม่ได้เช่นกัน')).toBeVisible()
})

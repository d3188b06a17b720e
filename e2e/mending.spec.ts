import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const header = 'ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,อีเมล\n'
const csv = `${header}ธีรพัฒน์,วงศ์ใหญ่,0894450001,12/03/2530,theeraphat.wyahoo.com
น้ำอ้อย,กู้เกียรติ,0894450002,ไม่แน่ใจ,namoi.kgmail.com
สมศรี,บุญเกื้อ,0894450003,ไม่แน่ใจ,somsri.bgmail.com
วิชัย,ตันติเวช,08944,31/12/2520,wichai.t
${['ปิ่นเพชร', 'อู่ทอง', 'ชุติมา', 'กี่', 'ฐิติรัตน์', 'สุนีย์', 'ณัฐวุฒิ', 'จิราภรณ์']
  .map((name, no) => `${name},ศรีวิไล,089445001${no},01/02/2533,shop${no}@gmail.com\n`)
  .join('')}`

const groups = (page: Page) => page.getByRole('navigation', { name: 'ช่องที่อ่านไม่ได้' })
const newValue = (page: Page, line: number) => page.getByRole('textbox', { name: `ค่าใหม่ แถว ${line}` })
const start = (page: Page, rows: number) => page.getByRole('button', { name: `เริ่มนำเข้า ${rows} แถว` })

async function opened(page: Page, id: number) {
  await page.goto(`data-source/v2/preview?id=${id}`)
  await page.getByRole('link', { name: 'แก้ในตาราง' }).click()
  await expect(groups(page)).toBeVisible()
}

test('unreadable cells are mended in the preview, remembered, and fill the next file', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const id = await calls.load(freshName('แก้ก่อนนำเข้า'), csv)
  await calls.dryRun(id)
  await opened(page, id)
  await expect(start(page, 11)).toBeEnabled()

  await groups(page).getByRole('button', { name: 'ตัวเลขไม่ครบ 1' }).click()
  await newValue(page, 5).fill('0894450004')
  await newValue(page, 5).press('Enter')
  await expect(groups(page).getByRole('button', { name: 'ตัวเลขไม่ครบ แก้ครบแล้ว' })).toBeVisible()
  await expect(start(page, 12)).toBeEnabled()

  await groups(page).getByRole('button', { name: 'ไม่มี @ 4' }).click()
  await newValue(page, 5).fill('wichai')
  await newValue(page, 5).press('Escape')
  await expect(newValue(page, 5)).toHaveValue('wichai.t')
  await newValue(page, 5).fill('wichai.t@')
  await newValue(page, 5).blur()
  await expect(page.getByRole('alert').filter({ hasText: 'name@example.com' })).toBeVisible()
  await page.getByRole('button', { name: 'ใช้คำแนะนำทั้ง 3 ช่อง' }).click()
  await expect(groups(page).getByRole('button', { name: 'ไม่มี @ 1' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(groups(page).getByRole('button', { name: 'ไม่มี @ 4' })).toBeVisible()

  await page.getByRole('textbox', { name: 'ค้นหา', exact: true }).fill('gmail.com')
  await page.getByRole('textbox', { name: 'แทนที่ด้วย' }).fill('@gmail.com')
  await expect(page.getByText('พบ 2 ช่อง')).toBeVisible()
  await page.getByRole('button', { name: 'แทนที่ 2 ช่อง' }).click()
  await expect(groups(page).getByRole('button', { name: 'ไม่มี @ 2' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '“gmail.com” → “@gmail.com” 2 ช่อง' })).toBeVisible()
  await expect(start(page, 12)).toBeEnabled()
  await start(page, 12).click()
  await expect(page.getByRole('heading', { name: 'นำเข้าเสร็จแล้ว' })).toBeVisible()

  const next = await calls.load(freshName('เดือนถัดไป'), csv.replaceAll('089445', '089446'))
  await page.goto(`data-source/v2/mapping?id=${next}`)
  await page.getByRole('button', { name: /^ใช้การจับคู่จาก/ }).click()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByText('แก้ให้ 2 ช่องตามที่บันทึกไว้')).toBeVisible()
  await page.getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect(page.getByText('แก้ให้ 2 ช่องตามที่บันทึกไว้')).toBeHidden()
})

test('a phone shows the groups, then one cell at a time', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const calls = callsOf(request)
  const id = await calls.load(freshName('แก้บนมือถือ'), csv.replaceAll('089445', '089447'))
  await calls.dryRun(id)
  await opened(page, id)
  await groups(page).getByRole('button', { name: 'ไม่มี @ 4' }).click()
  await expect(page.getByText('theeraphat.wyahoo.com')).toBeVisible()
  await page.getByRole('button', { name: 'ใช้ theeraphat.w@yahoo.com ในแถว 2' }).click()
  await expect(newValue(page, 2)).toHaveValue('theeraphat.w@yahoo.com')
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  await newValue(page, 3).fill('namoi.k@gmail.com')
  await newValue(page, 3).press('Enter')
  await page.getByRole('button', { name: 'กลุ่ม' }).click()
  await expect(groups(page).getByRole('button', { name: 'ไม่มี @ 2' })).toBeVisible()
})

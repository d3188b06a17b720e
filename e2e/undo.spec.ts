import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const first = 'ชื่อ,เบอร์โทร,อีเมล\nสมใจ,0812349001,somjai@example.com\n'
const second = 'ชื่อ,เบอร์โทร,อีเมล\nสมใจ,0812349001,new@example.com\nสมหวัง,0812349002,\n'

test('an import is taken back from its result: what it would do is shown before, and the list says undone', async ({
  page,
  request,
}) => {
  await readyToLook(page)
  const calls = callsOf(request)
  await calls.importFile(freshName('ก่อนหน้า'), first)
  const name = freshName('เลิกทำ')
  const id = await calls.importFile(name, second)
  await page.goto(`data-source/v2/list/output/${id}`)
  await page.getByRole('button', { name: 'เลิกทำการนำเข้านี้' }).click()
  const dialog = page.getByRole('dialog', { name: 'ต้องการเลิกทำการนำเข้านี้ใช่ไหม' })
  await expect(dialog.getByText('ลบลูกค้าที่การนำเข้านี้เพิ่ม').locator('xpath=following-sibling::dd')).toHaveText('1')
  await expect(dialog.getByText('ค่าที่คืนให้').locator('xpath=following-sibling::dd')).toHaveText('1')
  // Zero counts have no line.
  await expect(dialog.getByText('กิจกรรมที่ลบ')).toHaveCount(0)
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'เลิกทำการนำเข้านี้' }).click()
  await dialog.getByRole('button', { name: 'เลิกทำการนำเข้านี้' }).click()
  await expect(page.getByRole('region', { name: 'เลิกทำแล้ว', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'เลิกทำการนำเข้านี้' })).toBeHidden()
  expect(await look(page, 'th')).toEqual([])

  await page.goto('profile-list?q=new@example.com')
  await expect(page.getByRole('heading', { name: 'ไม่พบผลลัพธ์สำหรับ “new@example.com”' })).toBeVisible()
  await page.goto('profile-list?q=somjai@example.com')
  await expect(page.getByRole('link', { name: 'สมใจ' })).toBeVisible()
  await page.goto(`data-source/v2/list?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*เลิกทำแล้ว`) })).toBeVisible()
})

test('the preview of an undo counts the rows searched while it runs', { tag: '@verify' }, async ({ page, request }) => {
  const id = await callsOf(request).importFile(freshName('กำลังดู'), second.replaceAll('08123490', '08123491'))
  let answer = () => {}
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/undo/preview?*', async (route) => {
    await wait
    await route.continue()
  })
  await page.goto(`data-source/v2/list/output/${id}`)
  await page.getByRole('button', { name: 'เลิกทำการนำเข้านี้' }).click()
  await expect(page.getByText('กำลังตรวจสอบ 2 แถวว่าจะมีอะไรเปลี่ยนบ้าง…')).toBeVisible()
  answer()
  await expect(page.getByText('ลบลูกค้าที่การนำเข้านี้เพิ่ม')).toBeVisible()
})

test('the preview of an undo adds up its parts and shows how far it has come', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const id = await callsOf(request).importFile(freshName('เป็นส่วน'), 'ชื่อ,เบอร์โทร\nสมปอง,0812349301\nสมพร,0812349302\n')
  let answer = () => {}
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  // As if a part had one row.
  await page.route('**/undo/preview?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('rows', '1')
    if (url.searchParams.get('from') !== '0') await wait
    await route.continue({ url: url.href })
  })
  await page.goto(`data-source/v2/list/output/${id}`)
  await page.getByRole('button', { name: 'เลิกทำการนำเข้านี้' }).click()
  await expect(page.getByText('ตรวจสอบแล้ว 1 จาก 2 แถว…')).toBeVisible()
  answer()
  const removed = page.getByText('ลบลูกค้าที่การนำเข้านี้เพิ่ม').locator('xpath=following-sibling::dd')
  await expect(removed).toHaveText('2')
})

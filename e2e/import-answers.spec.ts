import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const known = (phone: string) => `ชื่อ,นามสกุล,เบอร์โทร,วันเกิด\nพุทธชาติ,สิงห์ธนวัฒน์,${phone},01/04/2518\n`
const other = (phone: string) => `ชื่อ,นามสกุล,เบอร์โทร,วันเกิด\nพรรลพ,เจะเลาะ,${phone},18/10/2529\n`

const statuses = (page: Page) => page.getByRole('group', { name: 'เลือกแถวตามสถานะ' })
const rowsOf = (page: Page, status: string) => statuses(page).getByRole('button', { name: status })
const answers = (page: Page) => page.getByRole('group', { name: 'แถวนี้เป็นใคร' })
const answer = (page: Page, name: string) => answers(page).getByRole('button', { name: new RegExp(`^${name}`) })
const list = (page: Page) => page.getByRole('list', { name: 'แถวในไฟล์' })

/** Customers of this phone, as they are now. */
async function holders(calls: ReturnType<typeof callsOf>, phone: string) {
  const { data } = (await calls.get(`/profile?keyword=${phone}`)) as {
    data: { fields: { name: string; value: unknown }[] }[]
  }
  return data.map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value).sort()
}

async function preview(calls: ReturnType<typeof callsOf>, name: string, csv: string): Promise<number> {
  const id = await calls.load(freshName(name), csv)
  await calls.dryRun(id)
  return id
}

async function recheck(page: Page) {
  // Unavailable actions are not offered: nothing starts before answers are counted.
  await expect(page.getByRole('button', { name: /เริ่มนำเข้า/ })).toBeHidden()
  await page.getByRole('button', { name: 'ตรวจสอบใหม่ตามคำตอบ' }).click()
}

async function start(page: Page, rows: number) {
  await page.getByRole('button', { name: `เริ่มนำเข้า ${rows} แถว` }).click()
  await expect(page.getByRole('heading', { name: 'นำเข้าเสร็จแล้ว' })).toBeVisible()
}

test('the list of data sources leads to exactly the rows that wait for an answer', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440031'))
  const name = freshName('รอคำตอบ')
  await calls.importFile(name, other('0894440031'))
  await page.goto(`data-source/v2/list?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `ดู 1 แถวที่รอยืนยันของ ${name}` }).click()
  await expect(page).toHaveURL(/status=held/)
  await expect(page.getByRole('heading', { name: 'เบอร์โทรตรงกัน แต่ดูเหมือนคนละคน' })).toBeVisible()
})

test('a phone that two people share is held back, answered “somebody else”, and both stand', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440001'))
  const id = await preview(calls, 'คนละคน', other('0894440001'))
  await page.goto(`data-source/v2/preview?id=${id}`)
  await expect(page.getByRole('button', { name: 'ไม่มีแถวที่จะนำเข้า' })).toBeDisabled()
  await expect(rowsOf(page, 'อาจเป็นคนละคน')).toHaveText(/1$/)
  await expect(rowsOf(page, 'ผิดพลาด')).toHaveText(/0$/)
  await expect(page.getByRole('status').filter({ hasText: '1 แถวรอคุณยืนยัน จะยังไม่นำเข้าจนกว่าจะเลือก' })).toBeVisible()
  await page.getByRole('button', { name: 'ดูและยืนยัน' }).click()

  await expect(list(page).getByText('เบอร์โทรเดียวกับ พุทธชาติ สิงห์ธนวัฒน์')).toBeVisible()
  await expect(list(page).getByText('รอยืนยัน')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'เบอร์โทรตรงกัน แต่ดูเหมือนคนละคน' })).toBeVisible()
  await expect(page.getByText('เบอร์โทร 089-444-0001 ตรงกับลูกค้าเดิม แต่ชื่อ นามสกุล และวันเกิดต่างกัน')).toBeVisible()
  const sides = page.getByRole('table', { name: 'ข้อมูลในไฟล์เทียบกับที่มีอยู่' })
  await expect(sides.getByRole('row', { name: 'เบอร์โทร 089-444-0001 089-444-0001 ตรงกัน' })).toBeVisible()
  await expect(sides.getByRole('row', { name: 'ชื่อ-นามสกุล พรรลพ เจะเลาะ พุทธชาติ สิงห์ธนวัฒน์ คนละค่า' })).toBeVisible()
  await expect(sides.getByRole('link', { name: 'เปิดโปรไฟล์' })).toHaveAttribute('href', /profile-detail\/\d+/)
  await answer(page, 'คนละคน').click()
  await expect(list(page).getByText('คนละคน', { exact: true })).toBeVisible()
  await expect(page.getByText('ตอบแล้ว 1 แถว จำนวนด้านล่างยังไม่รวมคำตอบของคุณ')).toBeVisible()

  // After a return, the answer and the next step are still there.
  await page.reload()
  await expect(answer(page, 'คนละคน')).toHaveAttribute('aria-pressed', 'true')
  await recheck(page)
  await expect(rowsOf(page, 'เพิ่มใหม่')).toHaveText(/1$/)
  await expect(rowsOf(page, 'อาจเป็นคนละคน')).toBeHidden()
  await start(page, 1)
  expect(await holders(calls, '0894440001')).toEqual(['พรรลพ', 'พุทธชาติ'])

  // A third person of the same phone may be either: who it is has to be chosen.
  const third = 'ชื่อ,นามสกุล,เบอร์โทร,วันเกิด\nพุทชาด,สิงห์ธนวัฒ,0894440001,09/09/2530\n'
  const again = await preview(calls, 'คนที่สาม', third)
  await page.goto(`data-source/v2/preview?id=${again}&status=held`)
  const which = page.getByRole('group', { name: 'เทียบกับ' })
  await expect(page.getByText('เบอร์โทร 089-444-0001 เป็นของลูกค้า 2 ราย')).toBeVisible()
  await which.getByRole('button', { name: 'พรรลพ เจะเลาะ' }).click()
  await expect(sides.getByRole('cell', { name: 'พรรลพ เจะเลาะ' })).toBeVisible()
  await which.getByRole('button', { name: 'พุทธชาติ สิงห์ธนวัฒน์' }).click()
  await answer(page, 'คนเดียวกัน').click()
  await expect(list(page).getByText('คนเดียวกัน', { exact: true })).toBeVisible()
  await recheck(page)
  await expect(rowsOf(page, 'อัปเดต')).toHaveText(/1$/)
  await start(page, 1)
  expect(await holders(calls, '0894440001')).toEqual(['พรรลพ', 'พุทชาด'])
})

test('an answer shows though the rows were still being read when it was given', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440006'))
  const id = await preview(calls, 'อ่านช้า', other('0894440006'))
  await page.goto(`data-source/v2/preview?id=${id}`)
  // The row stands in sight before the held ones are asked for, and stays until they are there.
  await expect(answers(page)).toBeVisible()
  const answered = page.getByText('ตอบแล้ว 1 แถว จำนวนด้านล่างยังไม่รวมคำตอบของคุณ')
  // The server has read the rows before the answer, and the browser hears of them after it.
  let held = 0
  await page.route(/\/records\?.*status=held/, async (route) => {
    const response = await route.fetch()
    if (held++ === 0) await answered.waitFor()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'ดูและยืนยัน' }).click()
  await answer(page, 'คนละคน').click()
  await expect(list(page).getByText('คนละคน', { exact: true })).toBeVisible()
})

test('“same person” updates the customer, and an answer can be taken back', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440002'))
  const id = await preview(calls, 'คนเดียวกัน', other('0894440002'))
  await page.goto(`data-source/v2/preview?id=${id}&status=held`)
  await expect(answer(page, 'คนเดียวกัน')).toContainText('อัปเดต 3 ฟิลด์ของ พุทธชาติ')
  await answer(page, 'คนละคน').click()
  await expect(answer(page, 'คนละคน')).toHaveAttribute('aria-pressed', 'true')
  await answer(page, 'ถอนคำตอบ').click()
  await expect(list(page).getByText('รอยืนยัน')).toBeVisible()
  await answer(page, 'คนเดียวกัน').click()
  await expect(list(page).getByText('คนเดียวกัน', { exact: true })).toBeVisible()
  await recheck(page)
  await expect(rowsOf(page, 'อัปเดต')).toHaveText(/1$/)
  await start(page, 1)
  expect(await holders(calls, '0894440002')).toEqual(['พรรลพ'])
})

test('one answer does for all rows of the same reason, or for those that are picked', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const phones = ['0894440011', '0894440012', '0894440013', '0894440014']
  const csv = (names: string[]) => `ชื่อ,เบอร์โทร\n${names.map((name, place) => `${name},${phones[place]}`).join('\n')}\n`
  await calls.importFile(freshName('สี่คน'), csv(['พุทธชาติ', 'วิรัตน์', 'จันทร์จิรา', 'สุพจน์']))
  const id = await preview(calls, 'อีกสี่คน', csv(['พรรลพ', 'ทัศนีวรรณ', 'นิรันด์ขจร', 'ฮาบีบ๊ะห์']))
  await page.goto(`data-source/v2/preview?id=${id}&status=held`)
  for (const row of [2, 3]) await page.getByRole('checkbox', { name: `เลือกแถว ${row}` }).check()
  const picked = page.getByRole('group', { name: 'แถวที่เลือกเป็นใคร' })
  await expect(page.getByRole('article').getByRole('row', { name: '3 ทัศนีวรรณ วิรัตน์ รอยืนยัน' })).toBeVisible()
  await picked.getByRole('button', { name: /^คนเดียวกัน/ }).click()
  await expect(list(page).getByText('คนเดียวกัน', { exact: true })).toHaveCount(2)
  await expect(page.getByText('อีก 2 แถวยังรอ')).toBeVisible()

  await list(page)
    .getByRole('button', { name: /นิรันด์ขจร/ })
    .click()
  await page.getByRole('checkbox', { name: 'ใช้คำตอบนี้กับอีก 1 แถวที่เหตุผลเดียวกัน' }).check()
  await answer(page, 'คนละคน').click()
  await expect(list(page).getByText('คนละคน', { exact: true })).toHaveCount(2)
  // Earlier answers stay.
  await expect(list(page).getByText('คนเดียวกัน', { exact: true })).toHaveCount(2)
  await recheck(page)
  await expect(rowsOf(page, 'เพิ่มใหม่')).toHaveText(/2$/)
  await expect(rowsOf(page, 'อัปเดต')).toHaveText(/2$/)
})

test('rows pending review are answered from the result, and imported by another run', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440003'))
  const id = await calls.importFile(freshName('ค้างไว้'), `${other('0894440003')}มะลิ,สดใส,0894440004,\n`)
  await page.goto(`data-source/v2/output?id=${id}`)
  await expect(page.getByRole('region', { name: 'ต้องทำต่อ' })).toContainText('ยืนยัน 1 แถว')
  await page.getByRole('button', { name: 'คนละคนทั้ง 1' }).click()
  await expect(page.getByText('ตอบแล้ว 1 แถว', { exact: true })).toBeVisible()
  await recheck(page)
  await expect(rowsOf(page, 'เพิ่มใหม่')).toHaveText(/1$/)
  await expect(rowsOf(page, 'ซ้ำ')).toHaveText(/1$/)
  await start(page, 1)
  expect(await holders(calls, '0894440003')).toEqual(['พรรลพ', 'พุทธชาติ'])
})

test('on a phone the rows that wait and the question about one are two steps', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.importFile(freshName('คนเดิม'), known('0894440005'))
  const id = await preview(calls, 'มือถือ', other('0894440005'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`data-source/v2/preview?id=${id}&status=held`)
  await list(page).getByRole('button', { name: /พรรลพ/ }).click()
  await expect(page.getByRole('heading', { name: 'เบอร์โทรตรงกัน แต่ดูเหมือนคนละคน' })).toBeFocused()
  await answer(page, 'คนละคน').click()
  await expect(answer(page, 'คนละคน')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'กลับไปรายการแถว' }).click()
  await expect(list(page).getByText('คนละคน', { exact: true })).toBeVisible()
})

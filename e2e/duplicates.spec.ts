import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, freshWord, test } from './watched.ts'

const LINE_USER_ID = 20

/** People of whom two are written down by two tills, and two of one family; told apart by a LINE id of their own. */
function twins(family: string): string {
  const start = Date.now()
  const born = `${String(1 + (start % 28)).padStart(2, '0')}/${String(1 + (start % 12)).padStart(2, '0')}/${2500 + (start % 60)}`
  const line = (place: number, rest: string) => `U${String(start + place).padStart(32, '0')},${rest}`
  const phone = (place: number, begins = 8) => `08${begins}${String((start + place) % 10_000_000).padStart(7, '0')}`
  return [
    'LINE User ID,ชื่อ,นามสกุล,เบอร์โทร,อีเมล,วันเกิด',
    line(0, `ผู้ใหญ่,${family},${phone(1)},${start}a@example.com,${born}`),
    line(1, `ผู้ใหญ,${family},${phone(1)},,${born}`),
    line(2, `กี่,${family},${phone(2)},,`),
    line(3, `ญี่ปุ่น,${family},${phone(2)},,`),
    // One person with two phones.
    line(4, `ญาดา,${family},${phone(4, 1)},${start}y@example.com,${born}`),
    line(5, `ญาดา,${family},${phone(5, 9)},${start}y@example.com,${born}`),
    '',
  ].join('\n')
}

/** Unique to the test, so that its customers resemble none of another test. Reversed: what changes most comes first. */
const freshFamily = () => [...freshWord()].reverse().join('')

test.beforeEach(async ({ request }) => {
  const calls = callsOf(request)
  const family = freshFamily()
  test.info().annotations.push({ type: 'family', description: family })
  const id = await calls.load(freshName('มีคนซ้ำ'), twins(family))
  const { mapping } = await calls.get(`/datasource/${id}/mapping`)
  // By the phone, which is the suggestion, a family would be one person.
  await calls.put(`/datasource/${id}/mapping`, { mapping, match: { keys: [LINE_USER_ID], mode: 'both' } })
  const dry = await calls.post(`/datasource/${id}/execute/dry`)
  await calls.ended(id, dry.run_id as string)
  const { run_id } = await calls.post(`/datasource/${id}/execute`, { run_id: dry.run_id })
  await calls.ended(id, run_id as string)
  await expect.poll(async () => (await calls.get('/profile-duplicate?limit=1')).scanning).toBe(false)
})

const family = () => test.info().annotations.find(({ type }) => type === 'family')!.description!
const pairs = (page: Page) => page.getByRole('list', { name: 'คู่ที่อาจเป็นคนเดียวกัน' })
const pairOf = (page: Page, name: string) => pairs(page).getByRole('button', { name: `${name} ${family()}` })

async function open(page: Page) {
  await page.goto('profile-duplicate?limit=100')
  await expect(pairs(page)).toBeVisible()
}

test('merges two profiles of one person with the chosen values, and the toast undoes it', async ({ page, request }) => {
  await open(page)
  await pairOf(page, 'ผู้ใหญ่').click()
  const name = page.getByRole('group', { name: 'ชื่อ', exact: true })
  await name.getByRole('radio', { name: 'ผู้ใหญ่' }).check()
  await page.getByRole('button', { name: 'รวมเป็นคนเดียว' }).click()
  await expect(page.getByText(`รวมเป็น ผู้ใหญ่ ${family()} แล้ว`)).toBeVisible()
  await expect(pairOf(page, 'ผู้ใหญ่')).toHaveCount(0)
  const found = async () =>
    (await callsOf(request).get(`/profile?keyword=${encodeURIComponent(`ผู้ใหญ ${family()}`)}`)).total
  expect(await found()).toBe(1)
  await page.getByRole('button', { name: 'เลิกทำการรวม' }).click()
  await expect(page.getByText('แยกกลับเป็นสองโปรไฟล์แล้ว')).toBeVisible()
  await expect(pairOf(page, 'ผู้ใหญ่')).toHaveCount(1)
  expect(await found()).toBe(2)
})

test('does not offer a family with one phone, or a dismissed pair again', {
  tag: '@verify',
}, async ({ page }) => {
  await open(page)
  await expect(pairOf(page, 'กี่')).toHaveCount(0)
  const pair = pairOf(page, 'ผู้ใหญ่')
  await expect(pair).toContainText('เบอร์โทรเดียวกัน')
  await pair.click()
  await page.locator('footer').getByRole('button', { name: 'ไม่ใช่คนเดียวกัน' }).click()
  await expect(page.getByText('จะไม่เสนอคู่นี้อีก')).toBeVisible()
  await expect(pair).toHaveCount(0)
  await page.getByRole('group', { name: 'สถานะของคู่' }).getByRole('button', { name: 'ไม่ใช่คนเดียวกัน' }).click()
  await expect(pair).toBeVisible()
})

test('the queue distinguishes two customers of one name, and a merge opens the customer with both phones', {
  tag: '@verify',
}, async ({ page }) => {
  await open(page)
  const pair = pairOf(page, 'ญาดา')
  await expect(pair).toContainText('081')
  await expect(pair).toContainText('089')
  await pair.click()
  await page.getByRole('button', { name: 'รวมเป็นคนเดียว' }).click()
  await page.getByText(`เพิ่งรวมเป็น ญาดา ${family()}`).waitFor()
  await page
    .getByRole('link', { name: `เปิดโปรไฟล์ ญาดา ${family()}` })
    .first()
    .click()
  await expect(page).toHaveURL(/profile-detail/)
  for (const shop of [1, 9]) await expect(page.getByText(new RegExp(`^08${shop}`)).first()).toBeVisible()
})

test('a merge is undone from the list of merged pairs', { tag: '@verify' }, async ({ page }) => {
  await open(page)
  await pairOf(page, 'ผู้ใหญ่').click()
  await page.getByRole('radio', { name: `เก็บโปรไฟล์นี้: ผู้ใหญ่ ${family()}` }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`รวมเป็น ผู้ใหญ่ ${family()} แล้ว`)).toBeVisible()
  await page.goto('profile-duplicate?status=merged')
  await pairOf(page, 'ผู้ใหญ่').click()
  await page.getByRole('region', { name: 'ข้อมูลที่ไม่ตรงกัน' }).waitFor()
  await page.locator('footer').getByRole('button', { name: 'เลิกทำการรวม' }).click()
  await expect(page.getByText('แยกกลับเป็นสองโปรไฟล์แล้ว')).toBeVisible()
})

test('the arrow keys go through the queue', { tag: '@verify' }, async ({ page }) => {
  await open(page)
  const all = pairs(page).getByRole('button')
  await all.first().click()
  await page.keyboard.press('ArrowDown')
  await expect(all.nth(1)).toBeFocused()
  await expect(all.nth(1)).toHaveAttribute('aria-current', 'true')
})

test('searches the store for duplicates on request', { tag: '@verify' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'ค้นหารายชื่อที่อาจซ้ำ' }).click()
  await expect(page.getByText(/^กำลังค้นหารายชื่อที่อาจซ้ำ/).or(page.getByText(/^ค้นหาล่าสุด/))).toBeVisible()
  await expect(page.getByText(/^ค้นหาล่าสุด/)).toBeVisible()
})

test('compares and merges two selected customers that were not in the queue', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await page.goto(`profile-list?q=${encodeURIComponent(family())}`)
  for (const name of ['กี่', 'ญี่ปุ่น']) await page.getByRole('checkbox', { name: `เลือก ${name} ${family()}` }).check()
  const open = async () => (await calls.get('/profile-duplicate?limit=1')).total
  const before = await open()
  await page.getByRole('button', { name: 'รวมโปรไฟล์' }).click()
  await expect(page).toHaveURL(/profile-duplicate\?two=\d+(,|%2C)\d+/)
  await expect(page.getByRole('button', { name: 'รวมเป็นคนเดียว' })).toBeVisible()
  expect(await open()).toBe(before)
  await page.getByRole('button', { name: 'รวมเป็นคนเดียว' }).click()
  await page.getByText(/^เพิ่งรวมเป็น/).waitFor()
  expect(await open()).toBe(before)
})

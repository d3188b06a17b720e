import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const people = `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,วันเกิด,เพศ,บริษัท
ฮานะ,ญี่ปุ่นผู้ใหญ่,0880000001,hana@example.com,29/02/2543,ญ,
กิตติ,ณ เชียงใหม่,0880000002,,,,
,,0880000003,,,,ห้างซื้อซ้ำ
`

test.beforeAll(async ({ request }) => {
  await callsOf(request).importFile(freshName('รายชื่อ'), people)
})

const search = (page: Page) => page.getByRole('searchbox', { name: 'ค้นหาชื่อ เบอร์โทรหรือ 4 ตัวท้าย อีเมล' })
const rows = (page: Page) => page.getByRole('table', { name: 'รายชื่อลูกค้า' }).locator('tbody').getByRole('row')

test('the columns are the ones of the specification, in its order and words', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
  await page.goto('profile-list')
  await expect(rows(page).or(page.locator('tbody tr')).first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Update Date',
    'First Name',
    'Last Name',
    'Email',
    'Phone Number',
    'Label',
    'Segment',
  ])
  // Sorting is part of the menu of a column, whose code loads after the first rows.
  const buttons = page.getByRole('columnheader').getByRole('button')
  await expect(buttons).toHaveCount(7)
  await expect(buttons.first()).toHaveAccessibleName(/^Options for the column Update Date/)
})

test('a customer is found by a phone as people write it, and the total says of how many', async ({ page, request }) => {
  const { total } = await callsOf(request).get('/profile?limit=1')
  await page.goto('profile-list')
  await search(page).fill('088-000-0001')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText(`1 ราย ตรงตัวกรอง จากลูกค้า ${Number(total).toLocaleString('en')} ราย`)).toBeVisible()
})

test('Back and a reload show the list as it was', async ({ page }) => {
  await page.goto('profile-list')
  await search(page).fill('ฮานะ')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]q=/)
  await page.getByRole('link', { name: 'ฮานะ' }).click()
  await expect(page.getByRole('heading', { name: 'ฮานะ ญี่ปุ่นผู้ใหญ่' })).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue('ฮานะ')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
})

test('reports a keyword without matches, and clears it', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list?q=ไม่มีใครชื่อนี้')
  await expect(page.getByRole('heading', { name: 'ไม่พบผลลัพธ์สำหรับ “ไม่มีใครชื่อนี้”' })).toBeVisible()
  await page.getByRole('button', { name: 'ล้างการค้นหา' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

test('a click on a row opens the customer in the side panel, and the name leads to the full page', async ({ page }) => {
  await page.goto('profile-list?q=08800000')
  await expect(rows(page)).toHaveCount(3)
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  await rows(page).nth(0).getByRole('cell').nth(1).click()
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  const first = await panel.getByRole('heading', { level: 2 }).textContent()
  await page.keyboard.press('j')
  await expect(panel.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '')
  await page.keyboard.press('k')
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(first ?? '')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('link', { name: 'กิตติ' }).click()
  await expect(page.getByRole('heading', { name: 'กิตติ ณ เชียงใหม่' })).toBeVisible()
})

test('Back closes the panel before it leaves the list, and the phone stays in sight while the panel is open', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto('dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('profile-list?q=08800000')
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  const phone = page.getByRole('columnheader', { name: 'เบอร์โทร' })
  const open = () => rows(page).nth(0).getByRole('cell').nth(1).click()
  await open()
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(phone).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('j')
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/profile-list\?q=08800000$/)
  await expect(rows(page)).toHaveCount(3)
  // Closing by key or button leaves no step in the history.
  await open()
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/dashboard/)
})

test('the panel of a filtered list leaves the filter as it is', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list')
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: 'วันที่อัปเดต' }).click()
  await page.getByRole('button', { name: '7 วันล่าสุด' }).click()
  await expect(page).toHaveURL(/#rule=/)
  await rows(page).nth(0).getByRole('cell').nth(1).click()
  await expect(page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })).toBeVisible()
  await expect(page).toHaveURL(/open=\d+#rule=/)
})

test('a tablet shows the names of the list first while the panel is open', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('profile-list')
  const first = page.getByRole('columnheader').nth(1)
  await expect(first).toHaveAccessibleName('วันที่อัปเดต')
  await page.getByRole('button', { name: 'ดูย่อ กิตติ ณ เชียงใหม่' }).press('Enter')
  await expect(first).toHaveAccessibleName('ชื่อ')
  await expect(page.getByRole('columnheader', { name: 'นามสกุล' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('complementary', { name: 'ดูย่อลูกค้า' }).getByRole('button', { name: 'ปิด' }).click()
  await expect(first).toHaveAccessibleName('วันที่อัปเดต')
})

test('the panel is opened by the keyboard, stays open over Back, and gives the focus back', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('profile-list?q=กิตติ')
  const button = page.getByRole('button', { name: 'ดูย่อ กิตติ ณ เชียงใหม่' })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  await expect(panel.getByRole('heading', { name: 'กิตติ ณ เชียงใหม่' })).toBeVisible()
  await panel.getByRole('link', { name: 'เปิดหน้าเต็ม' }).click()
  await expect(page).toHaveURL(/profile-detail/)
  await page.goBack()
  await expect(panel.getByRole('heading', { name: 'กิตติ ณ เชียงใหม่' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('a profile tells every field in its group, and an empty one as a dash', async ({ page }) => {
  await page.goto('profile-list?q=ฮานะ')
  await page.getByRole('link', { name: 'ฮานะ' }).click()
  const told = (title: string) =>
    page.locator('dl > div', { has: page.getByText(title, { exact: true }) }).getByRole('definition')
  await expect(page.getByRole('heading', { name: 'ฮานะ ญี่ปุ่นผู้ใหญ่' })).toBeVisible()
  await expect(told('เพศ')).toHaveText('หญิง')
  await expect(told('วันเกิด')).toHaveText(/^29 \/ 02 \/ 2000 อายุ \d+ ปี$/)
  await expect(told('เบอร์โทร')).toHaveText('088-000-0001')
  await page.getByRole('button', { name: /^แสดงฟิลด์ว่าง/ }).click()
  await expect(told('ชื่อบริษัท')).toHaveText('–')
})

test('a customer without a name goes by the company', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list?q=0880000003')
  await page.getByRole('link', { name: 'ห้างซื้อซ้ำ' }).click()
  await expect(page.getByRole('heading', { name: 'ห้างซื้อซ้ำ' })).toBeVisible()
})

test('the order is chosen above the list and kept in the address', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list?q=08800000')
  await expect(rows(page)).toHaveCount(3)
  const sort = async (order: string) => {
    await page.getByRole('columnheader', { name: 'ชื่อ', exact: true }).hover()
    await page.getByRole('button', { name: /^ตัวเลือกของคอลัมน์ ชื่อ( |$)/ }).click()
    await page.locator('[popover]:popover-open').getByRole('button', { name: order }).click()
  }
  await sort('ก–ฮ')
  await expect(rows(page).first()).toContainText('กิตติ')
  await sort('ฮ–ก')
  await expect(rows(page).first()).toContainText('ฮานะ')
  await expect(page).toHaveURL(/sort=first_name&dir=desc/)
})

test('filters the list by days, shown next to the filter and removable', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list?q=08800000')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  const panel = page.locator('[popover]:popover-open')
  await panel.getByRole('button', { name: 'วันที่สร้าง' }).click()
  await panel.getByRole('button', { name: 'วันนี้' }).click()
  await expect(page.getByText('วันที่สร้าง วันนี้')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'วันที่สร้าง วันนี้' }).click()
  await panel.getByRole('button', { name: 'ตั้งแต่ – ถึง' }).click()
  await panel.getByRole('textbox', { name: /^ถึง/ }).fill('2020-01-31')
  await panel.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
  await expect(page.getByText('วันที่สร้าง ถึง 31 / 01 / 2020')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ไม่พบผลลัพธ์' })).toBeVisible()
  await page.getByRole('button', { name: 'นำตัวกรอง วันที่สร้าง ออก' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('on a phone each customer is a card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('profile-list?q=ฮานะ')
  await page.getByRole('link', { name: /ฮานะ ญี่ปุ่นผู้ใหญ่.*088-000-0001/ }).click()
  await expect(page.getByRole('heading', { name: 'ฮานะ ญี่ปุ่นผู้ใหญ่' })).toBeVisible()
})

test('a customer that does not exist is not found', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-detail/999999999')
  await expect(page.getByText('ลิงก์นี้อาจเก่าแล้ว')).toBeVisible()
})

test('search matches are marked, and named if no column shows them', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id: code } = await calls.post('/profile-field', {
    field_name: 'shelfCode',
    display_name: 'รหัสชั้นวาง',
    data_type: 'String',
  })
  await calls.post('/profile', {
    fields: [
      { id: 1, value: 'มาร์ค' },
      { id: 2, value: 'ทดสอบค้น' },
      { id: 9, value: '0889990777' },
      { id: code, value: 'ชั้น 0777 ซ้าย' },
    ],
  })
  await page.goto('profile-list?q=0777')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).locator('mark')).toHaveText(['0777'])
  await search(page).fill('ซ้าย')
  await expect(rows(page).getByText('พบในรหัสชั้นวาง')).toBeVisible()
  await expect(rows(page).locator('mark')).toHaveText(['ซ้าย'])
  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('listitem').filter({ hasText: 'มาร์ค ทดสอบค้น' })
  await expect(card.getByText('พบในรหัสชั้นวาง')).toBeVisible()
  await expect(card.locator('mark')).toHaveText(['ซ้าย'])
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, test } from './watched.ts'

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  for (const first of ['ก้อง', 'ขวัญ', 'คำแก้ว'])
    await calls.post('/profile', {
      fields: [
        { id: 1, value: first },
        { id: 2, value: 'แป้นพิมพ์' },
      ],
    })
})

/** A key of a keyboard whose layout types something else there. */
const pressPlace = (page: Page, code: string, key: string, more: { shiftKey?: boolean } = {}) =>
  page.evaluate(
    (init) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
    { code, key, ...more },
  )
const keys = (page: Page) => page.getByRole('dialog', { name: 'ปุ่มลัดบนแป้นพิมพ์' })

test('the keys are listed by ?, on a Thai layout too, and never while the user types', async ({ page }) => {
  await page.goto('profile-list')
  await page.getByRole('row').nth(1).waitFor()
  await pressPlace(page, 'Slash', 'ฦ', { shiftKey: true })
  await expect(keys(page).getByText('ค้นหา ไปที่…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys(page)).toBeHidden()
  await page.getByRole('searchbox').press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('?')
  await expect(keys(page)).toBeHidden()
})

test('single keys can be switched off, which stays; Ctrl and K still works', { tag: '@verify' }, async ({ page }) => {
  await page.goto('account')
  await page.getByRole('switch', { name: 'ใช้ปุ่มลัดที่เป็นปุ่มเดียว' }).uncheck()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'ใช้ปุ่มลัดที่เป็นปุ่มเดียว' })).not.toBeChecked()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('ปุ่มลัด')
  await page.keyboard.press('Enter')
  await keys(page).getByRole('switch').check()
  await page.keyboard.press('Escape')
  await expect(keys(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

/** Presses Tab until something has the focus; answers how often. */
async function tabTo(page: Page, name: string | RegExp, role: 'link' | 'button' | 'textbox' = 'link') {
  const wanted = page.getByRole(role, { name }).first()
  for (let stops = 1; stops <= 60; stops++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return stops
  }
  throw new Error(`Tab does not come to ${name}`)
}
const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The keys of the list come right after its rows. */
const keysThere = (page: Page) => page.locator('tbody a[tabindex="0"]').waitFor()

test('from the list to a customer and through an edit by keyboard alone, and back to the row', async ({ page }) => {
  await page.goto('profile-list?sort=first_name&dir=asc')
  await keysThere(page)
  expect(await tabTo(page, 'ข้ามไปยังเนื้อหา')).toBe(1)
  await page.keyboard.press('Enter')
  expect(await tabTo(page, 'ข้ามไปยังรายชื่อ')).toBe(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'ก้อง' })).toBeFocused()
  // The address keeps what the list is ordered by.
  await expect(page).toHaveURL(/sort=first_name&dir=asc$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'คำแก้ว' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'คำแก้ว' })).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: 'ขวัญ' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'เลือก ขวัญ แป้นพิมพ์' })).toBeChecked()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'เลือก ขวัญ แป้นพิมพ์' })).not.toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ขวัญ แป้นพิมพ์' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'ขวัญ' })).toBeFocused()
  await keysThere(page)
  await pressPlace(page, 'KeyE', 'ำ')
  await expect(page).toHaveURL(/profile-edit/)
  await tabTo(page, 'นามสกุล', 'textbox')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('แก้แล้ว')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ขวัญ แก้แล้ว' }).first()).toBeVisible()
})

test('focuses the heading of an opened screen, and the row after going back', {
  tag: '@verify',
}, async ({ page }) => {
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true })
  await page.goto('profile-list?sort=first_name&dir=asc')
  await keysThere(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading('ก้อง แป้นพิมพ์')).toBeFocused()
  await expect(page).toHaveTitle(/^ลูกค้า/)
  await page.keyboard.press('j')
  await expect(heading(/^ขวัญ /)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(heading(/^ขวัญ /).getByRole('button')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'ก้อง' })).toBeFocused()
  await page.getByRole('link', { name: 'ภาพรวม' }).click()
  await expect(heading('ภาพรวม')).toBeFocused()
  await expect(heading('ภาพรวม')).toHaveCSS('outline-style', 'none')
  // From there on into what the screen shows.
  await expect(page.getByRole('main').locator('a[href], button').first()).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('main'))).toBeTruthy()
  await page.getByRole('link', { name: 'รายชื่อลูกค้า' }).click()
  await expect(heading('รายชื่อลูกค้า')).toBeFocused()
  await keysThere(page)
  await expect(heading('รายชื่อลูกค้า')).toBeFocused()
  await page.getByRole('searchbox').fill('ขวัญ')
  await expect(line(page, 'ก้อง')).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('link', { name: 'ขวัญ' }).click()
  await expect(heading(/^ขวัญ /)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('form').locator('input').first()).toBeFocused()
})

test('notes and the quick view are opened by keys, and the focus goes back to the row', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('profile-list?sort=first_name&dir=asc')
  await keysThere(page)
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'ก้อง' })).toBeFocused()
  await page.keyboard.press('p')
  await expect(panel.getByRole('heading', { name: 'ก้อง แป้นพิมพ์' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'ขวัญ' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'ขวัญ' })).toBeFocused()
  await page.keyboard.press('n')
  await page.getByLabel('โน้ตเกี่ยวกับลูกค้า').fill('jkeen?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('เพิ่มโน้ตแล้ว')).toBeVisible()
  await expect(page.getByRole('link', { name: 'ขวัญ' })).toBeFocused()
})

test('on the page of a customer E leads to the edit, N to a note, and ? says so', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('profile-list?sort=first_name&dir=asc')
  await page.getByRole('link', { name: 'ก้อง' }).click()
  const name = page.getByRole('heading', { name: 'ก้อง แป้นพิมพ์' })
  await expect(name).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog').getByText('แก้ไขค่าที่เลือกอยู่ หรือไปหน้าแก้ไข')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByLabel('โน้ตเกี่ยวกับลูกค้า')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/profile-edit/)
})

test('the edges of the columns are one stop of Tab, and rows another', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list?sort=first_name&dir=asc')
  const edges = page.getByRole('separator')
  await keysThere(page)
  await expect(edges.nth(5)).toBeVisible()
  await expect(page.locator('[role=separator][tabindex="0"]')).toHaveCount(1)
  await expect(page.locator('tbody a[tabindex="0"]')).toHaveCount(1)
  await edges.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(edges.nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(edges.nth(1)).toBeFocused()
})

test('search results are announced', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list')
  await line(page, 'ก้อง').waitFor()
  const heard = page.locator('main').getByRole('status').first()
  await expect(heard).toHaveText('3 ราย')
  await page.getByRole('searchbox').fill('คำแก้ว')
  await expect(heard).toHaveText('1 ราย')
  await page.getByRole('searchbox').fill('ไม่มีใคร')
  await expect(heard).toHaveText('ไม่พบผลลัพธ์สำหรับ “ไม่มีใคร”')
})

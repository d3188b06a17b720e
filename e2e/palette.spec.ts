import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { forgetStore } from './rights.ts'
import { expect, freshWord, test } from './watched.ts'

/** Customers of this file alone. */
const family = `พาเลท${freshWord()}`
const digits = String(Date.now() % 10_000).padStart(4, '0')
const phone = `088123${digits}`

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  const { id: code } = await calls.post('/profile-field', {
    field_name: 'memberCode',
    display_name: 'รหัสสมาชิก',
    data_type: 'String',
  })
  const add = (first: string, values: Record<number, string>) =>
    calls.post('/profile', {
      fields: Object.entries({ 1: first, 2: family, ...values }).map(([id, value]) => ({ id: Number(id), value })),
    })
  await add('รหัส', { [code as number]: `M${digits}` })
  await add('เบอร์', { 9: phone, 11: `c${digits}@example.com` })
})

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'ค้นหาลูกค้าหรือไปยังหน้า' })
const options = (page: Page) => page.getByRole('option')

async function open(page: Page, path = 'dashboard') {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
}

test('a customer is found from any screen by four digits, with what was found marked, and opened by Enter', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.type(digits)
  await expect(options(page).first()).toContainText(`เบอร์ ${family}`)
  await expect(options(page).first().locator('mark')).toHaveText(digits)
  const coded = options(page).filter({ hasText: `รหัส ${family}` })
  await expect(coded).toContainText(`รหัสสมาชิก M${digits}`)
  await expect(coded.locator('mark')).toHaveText(digits)
  await expect(page.getByRole('status').filter({ hasText: 'พบลูกค้า 2 ราย' })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `เบอร์ ${family}` })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'ลูกค้าที่เปิดล่าสุด' }).getByRole('option')).toContainText([family])
})

test('Enter that is quicker than the answer opens whom the answer finds', { tag: '@verify' }, async ({ page }) => {
  await page.route('**/api/profile/query', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await open(page)
  await page.keyboard.type(`c${digits}@`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `เบอร์ ${family}` })).toBeVisible()
})

test('Tab leads to what can be done with the chosen customer', { tag: '@verify' }, async ({ page }) => {
  await open(page)
  await page.keyboard.type(phone)
  await expect(page.getByRole('group', { name: `จัดการ เบอร์ ${family}` })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'เพิ่มโน้ต' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.getByLabel('โน้ตเกี่ยวกับลูกค้า').fill('จากพาเลท')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('เพิ่มโน้ตแล้ว')).toBeVisible()
})

test('a choice stays when a later response moves it, even if Enter was faster', { tag: '@verify' }, async ({
  page,
}) => {
  await open(page)
  await page.keyboard.type(family)
  await expect(options(page).filter({ hasText: `รหัส ${family}` })).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/profile/query', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.type(' เบอร์')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'เพิ่มโน้ต' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  answer()
  await expect(page.getByLabel('โน้ตเกี่ยวกับลูกค้า')).toBeFocused()
})

test('says that no customer was found, and adds one as typed', { tag: '@verify' }, async ({ page }) => {
  await open(page)
  await page.keyboard.type('0999999')
  await expect(page.getByRole('dialog').getByText('ไม่พบลูกค้าที่ตรงกับ “0999999”')).toBeVisible()
  await page.getByRole('option', { name: 'เพิ่มลูกค้า “0999999”' }).click()
  await expect(page.getByRole('dialog').getByLabel('เบอร์โทร')).toHaveValue('0999999')
})

test('a slash in a text is a slash', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list')
  await page.getByRole('searchbox').fill('ก')
  await page.getByRole('searchbox').press('/')
  await expect(page.getByRole('searchbox')).toHaveValue('ก/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone it is opened by its button', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('dashboard')
  await page.getByRole('button', { name: 'ค้นหา ไปที่…' }).click()
  await box(page).fill(digits)
  await options(page)
    .filter({ hasText: `เบอร์ ${family}` })
    .click()
  await expect(page.getByRole('heading', { name: `เบอร์ ${family}` })).toBeVisible()
})

test('a person without access to customers finds pages only', { tag: '@verify' }, async ({ page }) => {
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      json: { ...(await reply.json()), roles: ['own'], permissions: ['cdp-core.datasource.read'] },
    })
  })
  await page.addInitScript(forgetStore)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/profile/query') && asked.push(request.url()))
  await open(page, 'data-source/v2/list')
  await page.keyboard.type(digits)
  await expect(page.getByText('ไม่พบลูกค้าหรือหน้าที่ตรงกัน')).toBeVisible()
  expect(asked).toEqual([])
})

/** Holds the palette's own code back. */
async function holdCode(page: Page) {
  await page.route('**/assets/late-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
}

test('text typed before the palette opens is kept, and so is a deleted letter', {
  tag: '@verify',
}, async ({ page }) => {
  await holdCode(page)
  await page.goto('dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(`${digits}9`)
  await page.keyboard.press('Backspace')
  await expect(box(page)).toHaveValue(digits)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone the letters of its own keyboard are kept as well, and the focus goes back to the button', {
  tag: '@verify',
}, async ({ page }) => {
  await holdCode(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('dashboard')
  const button = page.getByRole('button', { name: 'ค้นหา ไปที่…' })
  await button.click()
  await expect(page.getByRole('textbox', { name: 'ค้นหา ไปที่…' })).toBeFocused()
  // As a phone's keyboard does it: without a key.
  await page.keyboard.insertText(`เบอร์ ${family}`)
  await expect(box(page)).toHaveValue(`เบอร์ ${family}`)
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

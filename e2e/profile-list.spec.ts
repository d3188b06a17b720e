import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { forgetStore } from './rights.ts'
import { expect, freshName, freshWord, test } from './watched.ts'

/** Customers only of this file: found by a unique family name. */
const family = `รายการ${freshWord()}`
const phone = (n: number) => `08${String(Date.now() % 1_000_000).padStart(6, '0')}${String(n).padStart(2, '0')}`
const people = ['เอก', 'โท', 'ตรี', 'จัตวา'].map((name, n) => ({ name, phone: phone(n) }))

test.beforeAll(async ({ request }) => {
  const lines = people.map((one) => `${one.name},${family},${one.phone}`)
  await callsOf(request).importFile(freshName('รายชื่อ'), `ชื่อ,นามสกุล,เบอร์โทร\n${lines.join('\n')}\n`)
})

const list = (more = '') => `profile-list?q=${encodeURIComponent(family)}${more}`
const table = (page: Page) => page.getByRole('table', { name: 'รายชื่อลูกค้า' })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const titles = (page: Page) => table(page).getByRole('columnheader')
const dialog = (page: Page) => page.getByRole('dialog')
const columns = (page: Page) => page.locator('[popover]:popover-open')

async function openColumns(page: Page) {
  await page.getByRole('button', { name: 'เลือกคอลัมน์' }).click()
  await expect(columns(page).getByRole('searchbox')).toBeVisible()
}

test('columns are shown, ordered by arrow keys, pinned and widened, and stay so', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto(list())
  await expect(rows(page)).toHaveCount(4)
  await openColumns(page)
  await columns(page).getByRole('searchbox').fill('อาชีพ')
  const occupation = columns(page).getByRole('checkbox', { name: 'อาชีพ' })
  await occupation.click()
  await expect(occupation).toBeChecked()
  await columns(page).getByRole('searchbox').fill('')
  await columns(page).getByRole('button', { name: 'เลื่อนคอลัมน์ นามสกุล', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(columns(page).getByText(/นามสกุล อยู่ลำดับที่ 2 จาก/)).toBeAttached()
  await columns(page).getByRole('button', { name: 'ปักหมุด เบอร์โทร ไว้ทางซ้าย' }).click()
  await page.keyboard.press('Escape')
  const edge = page.getByRole('separator', { name: 'ความกว้างคอลัมน์ อีเมล' })
  const before = Number(await edge.getAttribute('aria-valuenow'))
  const saved = page.waitForResponse(
    (reply) => reply.url().includes('/preference') && reply.request().method() === 'PUT',
  )
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await saved
  await page.reload()
  await expect(titles(page)).toHaveText([
    '',
    'เบอร์โทร',
    'วันที่อัปเดต',
    'นามสกุล',
    'ชื่อ',
    'อีเมล',
    'ป้ายกำกับ',
    'เซกเมนต์',
    'อาชีพ',
  ])
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16))
  await openColumns(page)
  await columns(page).getByRole('button', { name: 'คืนค่าเริ่มต้น' }).click()
  await expect(titles(page).nth(1)).toHaveText('วันที่อัปเดต')
})

/** Sorts the list at the head of a column. */
async function sortBy(page: Page, column: string, order: string) {
  await page.getByRole('columnheader', { name: column, exact: true }).hover()
  await page.getByRole('button', { name: new RegExp(`^ตัวเลือกของคอลัมน์ ${column}( |$)`) }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: order }).click()
}

test('a view keeps filters and order, says when it was changed, and opens the list by default', {
  tag: '@verify',
}, async ({ page }) => {
  const name = freshName('มุมมอง')
  await page.goto(list('&sort=first_name&dir=asc'))
  await page.getByRole('button', { name: 'มุมมองใหม่' }).click()
  await dialog(page).getByLabel('ชื่อมุมมอง').fill(name)
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  const tab = page.getByRole('navigation', { name: 'มุมมอง' }).getByRole('link', { name })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await sortBy(page, 'ชื่อ', 'ฮ–ก')
  await expect(tab).toContainText('มีการเปลี่ยนแปลง')
  await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText(`ต้องการบันทึกทับมุมมอง “${name}” ใช่ไหม`)).toBeVisible()
  await page.getByRole('button', { name: 'บันทึก', exact: true }).last().click()
  await expect(tab).not.toContainText('มีการเปลี่ยนแปลง')
  await page.goto(`profile-list?view=${new URL(page.url()).searchParams.get('view')}`)
  await expect(rows(page)).toHaveCount(4)
  await expect(page).toHaveURL(/profile-list\?view=\d+$/)
  await expect(tab).not.toContainText('มีการเปลี่ยนแปลง')
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/profile-list\?view=\d+&q=$/)
  await expect(tab).toContainText('มีการเปลี่ยนแปลง')
  const people = await page
    .getByText(/^[\d,]+ ราย$/)
    .first()
    .textContent()
  await expect(tab).toContainText(people!.replace(' ราย', ''))
  await page.goBack()
  await expect(rows(page)).toHaveCount(4)
  await expect(tab).not.toContainText('มีการเปลี่ยนแปลง')
  const options = () => page.getByRole('button', { name: `ตัวเลือกของมุมมอง ${name}` }).click()
  await options()
  await page.getByRole('button', { name: 'ใช้เป็นมุมมองเริ่มต้นของฉัน' }).click()
  await expect(page.getByText(`รายชื่อลูกค้าจะเปิดด้วยมุมมอง “${name}”`)).toBeVisible()
  await page.goto('profile-list')
  await expect(page).toHaveURL(/profile-list\?view=\d+$/)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('link', { name: /^ทั้งหมด\s*\d/ }).click()
  await expect(tab).not.toHaveAttribute('aria-current', 'page')
  await tab.click()
  await options()
  await page.getByRole('button', { name: 'ลบมุมมอง' }).click()
  await page.getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(tab).toBeHidden()
})

test('selected customers get a label after a preview, and it can be undone', async ({ page, request }) => {
  const label = freshName('Chosen')
  await callsOf(request).post('/label', { name: label, color: 'teal', type: 'general' })
  await page.goto(list())
  await expect(rows(page)).toHaveCount(4)
  const place = await rows(page).last().boundingBox()
  await page.getByRole('checkbox', { name: 'เลือกทั้งหน้านี้' }).check()
  await page.getByRole('checkbox', { name: `เลือก ตรี ${family}` }).uncheck()
  const bar = page.getByRole('region', { name: 'จัดการลูกค้าที่เลือก' })
  await expect(bar.getByText('เลือกแล้ว 3 ราย')).toBeVisible()
  expect(await rows(page).last().boundingBox()).toEqual(place)
  await bar.getByRole('button', { name: 'เพิ่มป้ายกำกับ' }).click()
  await dialog(page).getByRole('combobox').or(dialog(page).getByRole('textbox')).first().fill(label)
  await page.getByRole('option', { name: label, exact: true }).click()
  await expect(dialog(page).getByText('จะเปลี่ยน 3 ราย')).toBeVisible()
  await expect(dialog(page).getByText(`เอก ${family}`)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'เพิ่มให้ 3 ราย' }).click()
  await expect(bar).toBeHidden()
  await expect(table(page).getByText(label)).toHaveCount(3)
  await page.getByRole('button', { name: /^การแจ้งเตือน/ }).click()
  await page
    .getByRole('button', { name: /^เลิกทำ: .*/ })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(table(page).getByText(label)).toHaveCount(0)
})

test('all that match the filter are chosen at once, over its pages', { tag: '@verify' }, async ({ page, request }) => {
  const lines = Array.from({ length: 11 }, (_, n) => `คนที่ ${n},${phone(20 + n)}`)
  await callsOf(request).importFile(freshName('สองหน้า'), `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`)
  await page.goto('profile-list?limit=10')
  await page.getByRole('checkbox', { name: 'เลือกทั้งหน้านี้' }).check()
  const all = page.getByRole('button', { name: /^เลือกลูกค้าทั้ง .* ราย$/ })
  await all.click()
  await page
    .getByRole('button', { name: 'หน้าถัดไป' })
    .or(page.getByRole('button', { name: 'ถัดไป' }))
    .first()
    .click()
  await expect(page.getByRole('checkbox', { name: 'เลือกทั้งหน้านี้' })).toBeChecked()
  await page.getByRole('button', { name: 'แก้ค่าฟิลด์' }).click()
  await dialog(page).getByLabel('ฟิลด์').selectOption({ label: 'วันเกิด' })
  await dialog(page).getByLabel('วันเกิด', { exact: true }).fill('31/02/2567')
  await expect(
    dialog(page)
      .getByText(/ไม่มี|ไม่ถูกต้อง|ไม่ใช่/)
      .first(),
  ).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'แก้ค่าฟิลด์' })).toBeDisabled()
})

test('adds a customer by hand, with a warning that the phone is already taken', async ({ page }) => {
  await page.goto(list())
  await page.getByRole('button', { name: 'เพิ่มลูกค้า' }).click()
  await dialog(page).getByLabel('ชื่อ', { exact: true }).fill('ใหม่')
  await dialog(page).getByLabel('นามสกุล', { exact: true }).fill(family)
  await dialog(page).getByLabel('เบอร์โทร').fill(people[0]!.phone)
  await expect(dialog(page).getByRole('link', { name: `เอก ${family}` })).toBeVisible()
  await dialog(page).getByLabel('เบอร์โทร').fill('08111')
  await dialog(page).getByRole('button', { name: 'เพิ่มลูกค้า' }).click()
  await expect(dialog(page).getByLabel('เบอร์โทร')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('เบอร์โทร').fill('')
  await dialog(page).getByRole('button', { name: 'เพิ่มลูกค้า' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(table(page).getByRole('link', { name: 'ใหม่', exact: true })).toBeVisible()
})

test('a deleted customer is brought back from the list of the deleted', { tag: '@verify' }, async ({ page }) => {
  await page.goto(list())
  await rows(page).filter({ hasText: 'จัตวา' }).getByRole('cell').nth(1).click()
  await page.getByRole('complementary').getByRole('button', { name: 'ตัวเลือกอื่น' }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'ลบ', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'ลบลูกค้า' }).click()
  await expect(page.getByText(`ลบ “จัตวา ${family}” แล้ว`)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'จัตวา' })).toHaveCount(0)
  await page.getByRole('link', { name: 'ลูกค้าที่ลบ' }).click()
  await page.getByRole('button', { name: `กู้คืน: จัตวา ${family}` }).click()
  await expect(page.getByText(`กู้คืน จัตวา ${family} แล้ว`)).toBeVisible()
  await page.goto(list())
  await expect(rows(page).filter({ hasText: 'จัตวา' })).toHaveCount(1)
})

test('labels and the data source narrow the list, and stand in the address', async ({ page, request }) => {
  const calls = callsOf(request)
  const label = freshName('Filtered')
  const { id } = await calls.post('/label', { name: label, color: 'red', type: 'general' })
  const found = (await calls.get(`/profile?keyword=${people[1]!.phone}`)) as { data: { id: number }[] }
  await calls.post(`/profile/${found.data[0]!.id}/label`, { label_ids: [id as number] })
  await page.goto(list())
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  const panel = page.locator('[popover]:popover-open')
  await panel.getByRole('button', { name: 'ป้ายกำกับหรือเซกเมนต์' }).click()
  await panel.getByRole('checkbox', { name: label }).check()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/#rule=/)
  await page.reload()
  await expect(page.getByText(`ป้ายกำกับ ${label}`)).toBeVisible()
  await page.getByRole('button', { name: 'นำตัวกรอง ป้ายกำกับ ออก' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/#rule=/)
  await page.goBack()
  await expect(page).toHaveURL(/#rule=/)
  await expect(rows(page)).toHaveCount(1)
})

test('while an import runs the list says so, and nothing can be changed', { tag: '@verify' }, async ({ page }) => {
  const run = { datasource_id: 1, name: 'ยอดขาย', kind: 'run', progress: 0.4, eta: 90, started_at: null }
  await page.route('**/api/profile/editable', (route) => route.fulfill({ json: { editable: false, run } }))
  await page.goto(list())
  await expect(page.getByText('กำลังนำเข้า “ยอดขาย” 40%')).toBeVisible()
  await expect(page.getByRole('button', { name: 'เพิ่มลูกค้า' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'เลือกทั้งหน้านี้' }).check()
  await expect(page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' })).toBeDisabled()
})

test('hides actions that the person may not take', { tag: '@verify' }, async ({ page }) => {
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      json: { ...(await reply.json()), roles: ['viewer'], permissions: ['cdp-core.profile.read'] },
    })
  })
  await page.addInitScript(forgetStore)
  await page.goto(list())
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /เพิ่มลูกค้า|ลบ/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /ลูกค้าที่ลบ|รายชื่อที่อาจซ้ำ/ })).toHaveCount(0)
})

test('on a phone customers are chosen by touching their cards', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list())
  await page.getByRole('button', { name: 'เลือก', exact: true }).click()
  await page.getByText(`เอก ${family}`).click()
  await page.getByText(`โท ${family}`).click()
  await expect(page.getByText('เลือกแล้ว 2 ราย')).toBeVisible()
  await page.getByRole('button', { name: 'ล้างการเลือก' }).click()
  await page.getByRole('combobox', { name: 'เรียงลำดับ' }).selectOption('ชื่อ ก–ฮ')
  await expect(page).toHaveURL(/sort=first_name/)
  await page.getByRole('link', { name: new RegExp(`เอก ${family}`) }).click()
  await expect(page).toHaveURL(/profile-detail/)
})

test('the head of a column sorts the list, moves, pins and hides the column, by keyboard too', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto(list())
  await expect(rows(page).first()).toBeVisible()
  await sortBy(page, 'อีเมล', 'Z–A')
  await expect(page).toHaveURL(/sort=email&dir=desc/)
  await expect(page.getByRole('button', { name: /^ตัวเลือกของคอลัมน์ อีเมล เรียง ?Z–A/ })).toBeVisible()
  const menu = page.locator('[popover]:popover-open')
  const open = (column: string) => page.getByRole('button', { name: `ตัวเลือกของคอลัมน์ ${column}` }).press('Enter')
  await open('อีเมล')
  await menu.getByRole('button', { name: 'ย้ายไปทางซ้าย' }).press('Enter')
  await expect(titles(page)).toContainText(['วันที่อัปเดต', 'ชื่อ', 'อีเมล', 'นามสกุล'])
  await open('อีเมล')
  await menu.getByRole('button', { name: 'ปักหมุดไว้ทางซ้าย' }).press('Enter')
  await expect(titles(page)).toContainText(['อีเมล', 'วันที่อัปเดต', 'ชื่อ', 'นามสกุล'])
  await open('อีเมล')
  await menu.getByRole('button', { name: 'ซ่อนคอลัมน์' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'อีเมล' })).toHaveCount(0)
  await openColumns(page)
  await columns(page).getByRole('button', { name: 'คืนค่าเริ่มต้น' }).click()
})

test('tabs of views show their matches, and are ordered by dragging and from their menu', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const [first, second] = [freshName('ก มุมมอง'), freshName('ข มุมมอง')]
  const definition = { deleted: false, sort_by: 'updated_at', sort_dir: 'desc', columns: null }
  const calls = callsOf(request)
  await calls.post('/profile-view', { name: first, definition: { ...definition, keyword: family } })
  await calls.post('/profile-view', { name: second, definition: { ...definition, keyword: `เอก ${family}` } })
  await page.goto('profile-list')
  const tabs = page.getByRole('navigation', { name: 'มุมมอง' }).getByRole('link')
  const tab = (name: string) => tabs.filter({ hasText: name })
  const { total } = (await calls.post('/profile/query', { filter: { keyword: family }, limit: 1 })) as { total: number }
  await expect(tab(first)).toHaveText(new RegExp(`${first}\\s*${total}$`))
  await expect(tab(second)).toHaveText(new RegExp(`${second}\\s*1$`))
  const order = async () =>
    (await tabs.allTextContents()).flatMap((text) => [first, second].find((one) => text.includes(one)) ?? [])
  expect(await order()).toEqual([first, second])
  await tab(second).dragTo(tab(first))
  await expect.poll(order).toEqual([second, first])
  await page.reload()
  await expect.poll(order).toEqual([second, first])
  await tab(second).click()
  await page.getByRole('button', { name: `ตัวเลือกของมุมมอง ${second}` }).press('Enter')
  await page.locator('[popover]:popover-open').getByRole('button', { name: 'ย้ายไปทางขวา' }).press('Enter')
  await expect.poll(order).toEqual([first, second])
})

test('a label without a phone is filtered in three clicks', { tag: '@verify' }, async ({ page, request }) => {
  const label = freshName('VIP')
  const calls = callsOf(request)
  const { id } = await calls.post('/label', { name: label, color: 'red', type: 'general' })
  const { id: nobody } = await calls.post('/profile', { fields: [{ id: 1, value: 'ไม่มีเบอร์' }] })
  const found = (await calls.get(`/profile?keyword=${people[1]!.phone}`)) as { data: { id: number }[] }
  for (const one of [nobody as number, found.data[0]!.id])
    await calls.post(`/profile/${one}/label`, { label_ids: [id as number] })
  await page.goto('profile-list')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  const panel = page.locator('[popover]:popover-open')
  await panel.getByRole('button', { name: 'ป้ายกำกับหรือเซกเมนต์' }).hover()
  await panel.getByRole('checkbox', { name: label }).click()
  await panel.getByRole('button', { name: 'เบอร์โทร' }).hover()
  await expect(panel.getByRole('button', { name: /^มี\s*1$/ })).toBeVisible()
  await panel.getByRole('button', { name: /^ไม่มี\s*1$/ }).click()
  await expect(panel).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: `ป้ายกำกับ ${label}`, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'เบอร์โทร ไม่มีข้อมูล', exact: true })).toBeVisible()
  // A chip opens its own values; typing finds fields and values.
  await page.getByRole('button', { name: 'เบอร์โทร ไม่มีข้อมูล', exact: true }).click()
  await panel.getByRole('button', { name: /^มี\s*\d/ }).click()
  await expect(page.getByRole('button', { name: 'เบอร์โทร มีข้อมูล', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  await page.keyboard.type(label)
  await panel.getByRole('button', { name: `ป้ายกำกับ ${label}` }).waitFor()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
})

test('on a phone all that can be done with the chosen is in sight, and the rest is in a menu', {
  tag: '@verify',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list())
  await expect(page.getByRole('link', { name: 'ลูกค้าที่ลบ' })).toHaveCount(0)
  await page.getByRole('button', { name: 'ตัวเลือกเพิ่มเติม' }).click()
  const menu = page.locator('[popover]:popover-open')
  await expect(menu.getByRole('link')).toHaveText(['นำเข้าข้อมูล', /^รายชื่อที่อาจซ้ำ/, 'ลูกค้าที่ลบ'])
  await menu.getByRole('link', { name: 'ลูกค้าที่ลบ' }).click()
  await expect(page).toHaveURL(/deleted=true/)
  await page.goto(list())
  await page.getByRole('button', { name: 'เลือก', exact: true }).click()
  await page.getByText(`เอก ${family}`).click()
  const bar = page.getByRole('region', { name: 'จัดการลูกค้าที่เลือก' })
  for (const name of ['เพิ่มป้ายกำกับ', 'นำป้ายกำกับออก', 'แก้ค่าฟิลด์', 'ส่งออก', 'ลบ']) {
    const button = bar.getByRole('button', { name, exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
})

test('on a phone the filters that are set stand under the search, to be taken away by a thumb', {
  tag: '@verify',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list())
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  await page.getByRole('button', { name: 'วันที่สร้าง' }).click()
  await page.getByRole('button', { name: 'วันนี้' }).click()
  await expect(page.getByRole('button', { name: 'ตัวกรอง 1' })).toBeVisible()
  const away = page.getByRole('button', { name: 'นำตัวกรอง วันที่สร้าง ออก' })
  const { width, height } = (await away.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await away.click()
  await expect(page.getByRole('button', { name: 'ตัวกรอง', exact: true })).toBeVisible()
})

test('the alert of a bulk change takes it back', { tag: '@verify' }, async ({ page, request }) => {
  const label = freshName('Toast')
  await callsOf(request).post('/label', { name: label, color: 'teal', type: 'general' })
  await page.goto(list())
  await expect(rows(page).filter({ hasText: 'ตรี' })).toHaveCount(1)
  const order = await rows(page).allTextContents()
  await page.getByRole('checkbox', { name: `เลือก ตรี ${family}` }).check()
  await page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' }).click()
  await dialog(page).getByRole('combobox').or(dialog(page).getByRole('textbox')).first().fill(label)
  await page.getByRole('option', { name: label, exact: true }).click()
  await dialog(page).getByRole('button', { name: 'เพิ่มให้ 1 ราย' }).click()
  await expect(table(page).getByText(label)).toHaveCount(1)
  const toast = page.getByRole('region', { name: 'การแจ้งเตือน' }).getByRole('alert').filter({ hasText: label })
  await toast.getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect(table(page).getByText(label)).toHaveCount(0)
  // No customer has moved.
  expect(await rows(page).allTextContents()).toEqual(order)
})

test('placeholders of pending rows pulse, except with reduced motion', { tag: '@verify' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.route(/\/api\/profile(\/query)?(\?|$)/, () => {})
  await page.goto('profile-list')
  const bones = page.locator('tbody span[class*="bone"]')
  const moving = () => bones.first().evaluate((bone) => bone.getAnimations().length)
  await expect(bones.first()).toBeVisible()
  expect(await moving()).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toBe(0)
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

type Calls = ReturnType<typeof callsOf>
interface Made {
  id: number
  updated_at: string
}

let phones = 0
/** A phone that no other customer of the tests has. */
const freshPhone = () => `09${String((Date.now() % 10_000_000) * 10 + (phones++ % 10)).padStart(8, '0')}`

const field = { firstName: 1, lastName: 2, phone: 9, citizenId: 10, email: 11, occupation: 14 }

async function makeCustomer(calls: Calls, values: Record<number, string> = {}): Promise<Made & { name: string }> {
  const name = freshName('ลูกค้า')
  const all = { [field.firstName]: name, ...values }
  const fields = Object.entries(all).map(([id, value]) => ({ id: Number(id), value }))
  return { ...((await calls.post('/profile', { fields })) as unknown as Made), name }
}

const change = (calls: Calls, { id, updated_at }: Made, fields: { id: number; value: string | null }[]) =>
  calls.put(`/profile/${id}`, { fields, origin_time: updated_at })

const open = (page: Page, id: number, pageType = '') => page.goto(`profile-detail/${id}/${pageType}`)
const line = (page: Page, title: string) =>
  page.locator('dl > div', { has: page.getByText(title, { exact: true }) }).getByRole('definition')
const dialog = (page: Page) => page.getByRole('dialog')

test('each page of a customer has an address, and an unknown one is not found', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const { id, name } = await makeCustomer(callsOf(request))
  await open(page, id)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  for (const [tab, path] of [
    ['กิจกรรม', 'activity'],
    ['ประวัติการแก้ไข', 'history'],
    ['ที่มาของข้อมูล', 'data-sources'],
  ] as const) {
    await page.getByRole('navigation', { name: 'หน้าของลูกค้ารายนี้' }).getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(new RegExp(`/profile-detail/${id}/${path}$`))
    await expect(page.locator('nav a[aria-current="page"]', { hasText: tab })).toHaveCount(1)
  }
  await open(page, id, 'nowhere')
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้าที่ต้องการ' }).first()).toBeVisible()
})

test('the address of a merged customer opens the one that remains, at the same page', async ({ page, request }) => {
  const calls = callsOf(request)
  const [kept, gone] = [await makeCustomer(calls), await makeCustomer(calls)]
  await calls.post('/profile-merge', { profile_ids: [kept.id, gone.id], keep: kept.id, fields: [] })
  await open(page, gone.id, 'history')
  await expect(page).toHaveURL(new RegExp(`/profile-detail/${kept.id}/history$`))
  await expect(page.getByRole('heading', { name: kept.name })).toBeVisible()
  await expect(page.getByText('ลูกค้ารายเดิมถูกรวมกับรายนี้แล้ว ระบบจึงเปิดรายนี้แทน')).toBeVisible()
  await page.goto(`profile-edit/${gone.id}`)
  await expect(page).toHaveURL(new RegExp(`/profile-edit/${kept.id}$`))
})

test('folds fields without a value until they are expanded', { tag: '@verify' }, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), { [field.phone]: freshPhone() })
  await open(page, id)
  await expect(line(page, 'เบอร์โทร')).toBeVisible()
  await expect(line(page, 'อาชีพ')).toHaveCount(0)
  await page.getByRole('button', { name: /^แสดงฟิลด์ว่าง \d+ ฟิลด์$/ }).click()
  await expect(line(page, 'อาชีพ')).toHaveText('–')
})

test('a value tells by keyboard where it came from, and the one before is put back from there', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const made = await makeCustomer(calls, { [field.occupation]: 'ครู' })
  await change(calls, made, [{ id: field.occupation, value: 'พยาบาล' }])
  await open(page, made.id)
  const button = page.getByRole('button', { name: 'ที่มาของอาชีพ' })
  await button.focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'ที่มาของอาชีพ' })
  await expect(card).toContainText('แก้ไขโดย วราภรณ์ ปู่ทอง')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'คืนค่านี้: อาชีพ' }).click()
  await expect(dialog(page)).toContainText('“พยาบาล” จะเปลี่ยนเป็น “ครู”')
  await dialog(page).getByRole('button', { name: 'คืนค่านี้' }).click()
  await expect(line(page, 'อาชีพ')).toContainText('ครู')
})

test('the history says who changed what, and puts a single value back', async ({ page, request }) => {
  const calls = callsOf(request)
  const made = await makeCustomer(calls, { [field.occupation]: 'ครู', [field.lastName]: 'เดิม' })
  await change(calls, made, [
    { id: field.occupation, value: 'พยาบาล' },
    { id: field.lastName, value: 'ใหม่' },
  ])
  await open(page, made.id, 'history')
  const changed = page.getByRole('listitem').filter({ hasText: 'แก้ไข 2 ฟิลด์' })
  await expect(changed.first()).toContainText('วราภรณ์ ปู่ทอง')
  await changed.getByRole('button', { name: 'คืนค่านี้: อาชีพ' }).click()
  await expect(dialog(page)).toContainText('“พยาบาล” จะเปลี่ยนเป็น “ครู”')
  await dialog(page).getByRole('button', { name: 'คืนค่านี้' }).click()
  await expect(page.getByText('แก้ไข 1 ฟิลด์')).toBeVisible()
  const now = (await calls.get(`/profile/${made.id}`)) as unknown as { fields: { id: number; value: unknown }[] }
  const value = (id: number) => now.fields.find((one) => one.id === id)?.value
  expect([value(field.occupation), value(field.lastName)]).toEqual(['ครู', 'ใหม่'])
})

test('hides a sensitive value until a permitted person reveals it, for this visit only', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const { id } = await makeCustomer(callsOf(request), { [field.citizenId]: '1101700230708' })
  await open(page, id)
  await expect(line(page, 'เลขประจำตัวประชาชน')).toContainText('•-••••-•••••-70-8')
  await page.getByRole('button', { name: 'แสดงเลขประจำตัวประชาชน' }).click()
  await expect(line(page, 'เลขประจำตัวประชาชน')).toContainText('1-1017-00230-70-8')
  await page.reload()
  await expect(line(page, 'เลขประจำตัวประชาชน')).toContainText('•-••••-•••••-70-8')
})

test('shows a label hidden in lists only with the customer, and keeps it when another one is added', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  const [hidden, other] = [freshName('Hidden'), freshName('Other')]
  const make = (name: string) => calls.post('/label', { name, color: 'teal', type: 'general' })
  const { id: label } = await make(hidden)
  await make(other)
  await calls.put(`/label/${label}/display-enabled`, { value: false })
  await calls.post(`/profile/${id}/label`, { label_ids: [label as number] })
  await open(page, id)
  await expect(page.getByText(`${hidden}(ซ่อนในรายการ)`).filter({ visible: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' }).click()
  await page.getByRole('combobox', { name: 'เพิ่มป้ายกำกับ' }).fill(other)
  await page.getByRole('option', { name: other, exact: true }).click()
  await expect(page.getByRole('button', { name: `นำป้ายกำกับ ${other} ออก` })).toBeVisible()
  await expect(page.getByRole('button', { name: `นำป้ายกำกับ ${hidden} ออก` })).toBeVisible()
})

test('a label is created with a colour, added, and removed again', { tag: '@verify' }, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request))
  const label = freshName('Regular')
  await open(page, id)
  await page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' }).click()
  await page.getByRole('combobox', { name: 'เพิ่มป้ายกำกับ' }).fill(label)
  await page.getByRole('option', { name: `+ สร้างป้ายกำกับ “${label}”` }).click()
  await expect(dialog(page).getByLabel('ชื่อป้ายกำกับ')).toHaveValue(label)
  await dialog(page).getByLabel('ม่วง', { exact: true }).check()
  await dialog(page).getByRole('button', { name: 'สร้างป้ายกำกับ' }).click()
  const remove = page.getByRole('button', { name: `นำป้ายกำกับ ${label} ออก` })
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(remove).toHaveCount(0)
  // The chip is gone, and the focus moves to its neighbour.
  await expect(page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' })).toBeFocused()
})

test('adding or removing a label can be undone from its alert', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id, name } = await makeCustomer(calls)
  const label = freshName('Regular')
  const { id: labelId } = await calls.post('/label', { name: label, color: 'teal', type: 'general' })
  await open(page, id)
  await page.getByRole('button', { name: 'เพิ่มป้ายกำกับ' }).click()
  await page.getByRole('combobox', { name: 'เพิ่มป้ายกำกับ' }).fill(label)
  await page.getByRole('option', { name: label, exact: true }).click()
  const remove = page.getByRole('button', { name: `นำป้ายกำกับ ${label} ออก` })
  const undo = page.getByRole('button', { name: 'เลิกทำ' })
  await expect(page.getByText(`เพิ่มป้ายกำกับ “${label}” ให้ ${name} แล้ว`)).toBeVisible()
  await undo.click()
  await expect(page.getByText(`นำป้ายกำกับ “${label}” ออกจาก ${name} แล้ว`)).toBeVisible()
  await expect(remove).toHaveCount(0)
  await calls.post(`/profile/${id}/label`, { label_ids: [labelId as number] })
  await page.reload()
  await remove.click()
  await undo.click()
  await expect(page.getByText(`เพิ่มป้ายกำกับ “${label}” ให้ ${name} แล้ว`)).toBeVisible()
  await expect(remove).toBeVisible()
})

test('a consent is recorded with its evidence, and withdrawn in two taps', async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  const { name } = (await calls.post('/privacy/purpose', { name: freshName('Newsletter') })) as { name: string }
  await open(page, id)
  await page.getByRole('button', { name: `บันทึกคำตอบ: ${name}` }).click()
  await dialog(page).getByLabel('ลูกค้าตอบทางไหน').selectOption({ index: 1 })
  await dialog(page).getByLabel('หลักฐาน').fill('แบบฟอร์มเลขที่ 12')
  await dialog(page).getByRole('button', { name: 'ลูกค้ายินยอม' }).click()
  await expect(line(page, name)).toContainText('ยินยอมแล้ว')
  await expect(line(page, name)).toContainText('วราภรณ์ ปู่ทอง')
  await page.getByRole('button', { name: `เปลี่ยนความยินยอม: ${name}` }).click()
  await expect(dialog(page).getByRole('list', { name: 'ประวัติ' }).getByRole('listitem')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'ลูกค้าถอนความยินยอม' }).click()
  await expect(line(page, name)).toContainText('ถอนความยินยอมแล้ว')
})

test('a note is two taps away, and the alert that confirms it takes it back', async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request))
  await open(page, id)
  await page.getByRole('button', { name: 'เพิ่มโน้ต' }).click()
  await expect(dialog(page).getByLabel('โน้ตเกี่ยวกับลูกค้า')).toBeFocused()
  await dialog(page).getByLabel('โน้ตเกี่ยวกับลูกค้า').fill('ชอบผ้าสีคราม')
  await dialog(page).getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByRole('region', { name: 'สรุปของลูกค้า' })).toContainText('โน้ตล่าสุด: ชอบผ้าสีคราม')
  await page.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByText('นำโน้ตออกแล้ว')).toBeVisible()
  await expect(page.getByRole('region', { name: 'สรุปของลูกค้า' })).not.toContainText('ชอบผ้าสีคราม')
})

test('a note with a day is a task from that day on until it is done, and a pinned one stays in sight', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), { [field.firstName]: 'กัลยา', [field.lastName]: 'ติดตาม' })
  await open(page, id)
  await page.getByRole('button', { name: 'เพิ่มโน้ต' }).click()
  await dialog(page).getByLabel('โน้ตเกี่ยวกับลูกค้า').fill('โทรบอกผ้าล็อตใหม่')
  await dialog(page)
    .getByRole('textbox', { name: /^ติดตามวันที่/ })
    .fill('2026-01-05')
  await dialog(page).getByLabel('ปักหมุดให้เห็นเสมอ').check()
  await dialog(page).getByRole('button', { name: 'บันทึก', exact: true }).click()
  const summary = page.getByRole('region', { name: 'สรุปของลูกค้า' })
  await expect(summary.getByText('ติดตาม 05 / 01 / 2026')).toBeVisible()
  await page.goto('dashboard')
  await page.getByRole('link', { name: /^ติดตามลูกค้า/ }).click()
  const row = page.getByRole('row', { name: /กัลยา ติดตาม.*โทรบอกผ้าล็อตใหม่/ })
  await row.getByRole('checkbox', { name: 'เลือก กัลยา ติดตาม' }).click()
  await page.getByRole('button', { name: 'เสร็จ 1' }).click()
  await expect(row).toHaveCount(0)
  await open(page, id)
  await expect(summary.getByText('โทรบอกผ้าล็อตใหม่')).toBeVisible()
  await expect(summary.getByText('ติดตาม 05 / 01 / 2026')).toHaveCount(0)
  await summary.getByRole('button', { name: 'เลิกปักหมุดโน้ต “โทรบอกผ้าล็อตใหม่”' }).click()
  await expect(summary).toContainText('โน้ตล่าสุด: โทรบอกผ้าล็อตใหม่')
})

/** An activity type with one field of its own. */
async function makeVisitType(calls: ReturnType<typeof callsOf>) {
  const field = { name: `branch${Date.now()}`, display_name: freshName('Branch'), data_type: 'String' }
  const branch = (await calls.post('/activity-field', field)) as { id: number; display_name: string }
  const visit = { name: freshName('Visit'), fields: [branch.id] }
  return { branch, type: (await calls.post('/activity-type', visit)) as { id: number; name: string } }
}

test('an activity is added by hand with the fields of its type, and deleted again', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  const { branch, type } = await makeVisitType(calls)
  await open(page, id, 'activity')
  await expect(page.getByText('ยังไม่มีกิจกรรม')).toBeVisible()
  await page.getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await dialog(page).getByLabel('ประเภทกิจกรรม').selectOption(type.name)
  await dialog(page).getByLabel(branch.display_name).fill('ลาดพร้าว')
  await dialog(page).getByLabel('วันที่', { exact: true }).fill('31/12/2567')
  await dialog(page).getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '31 / 12 / 2024' })).toBeVisible()
  await expect(page.getByText('ลาดพร้าว')).toBeVisible()
  await page.getByLabel('ประเภทกิจกรรม').selectOption(`${type.name} (1)`)
  await page.getByRole('button', { name: /^ลบกิจกรรม/ }).click()
  await dialog(page).getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page.getByText('ลาดพร้าว')).toHaveCount(0)
})

test('values of other activities are offered while one is typed, and a search that fails clears them', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  const { branch, type } = await makeVisitType(calls)
  const fields = [{ id: branch.id, value: 'ลาดพร้าว' }]
  await calls.post(`/profile/${id}/activity`, { activity_type_id: type.id, fields })
  await open(page, id, 'activity')
  await page.getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await dialog(page).getByLabel('ประเภทกิจกรรม').selectOption(type.name)
  const input = dialog(page).locator(`input[name="field-${branch.id}"]`)
  const offered = page.getByRole('option', { name: 'ลาดพร้าว' })
  await input.fill('ลา')
  await expect(offered).toBeVisible()
  const refused = { error_code: 7, error: 'too_many_requests', message: 'ทำรายการถี่เกินไป' }
  const search = `**/api/activity/type/${type.id}/search/**`
  await page.route(search, (route) => route.fulfill({ status: 429, json: refused }))
  await input.fill('ลาด')
  await expect(offered).toBeHidden()
  await page.unroute(search)
  await input.fill('ลาดพ')
  await offered.click()
  await expect(input).toHaveValue('ลาดพร้าว')
  await dialog(page).getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('ลาดพร้าว')).toHaveCount(2)

  // The list of what a customer did is searched by type: what failed leaves nothing of the search before.
  const list = new RegExp(`/api/profile/${id}/activity/${type.id}\\?`)
  await page.route(list, (route) => route.fulfill({ status: 429, json: refused }))
  await page.getByLabel('ประเภทกิจกรรม').selectOption(`${type.name} (2)`)
  await expect(page.getByRole('alert').getByText(refused.message)).toBeVisible()
  await expect(page.getByText('ลาดพร้าว')).toHaveCount(0)
  await page.unroute(list)
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
  await expect(page.getByText('ลาดพร้าว')).toHaveCount(2)
})

test('reports an unreadable date of an activity under its field', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  await calls.post('/activity-type', { name: freshName('Visit'), fields: [] })
  await open(page, id)
  await page.getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await dialog(page).getByLabel('วันที่', { exact: true }).fill('31/02/2567')
  await dialog(page).getByRole('button', { name: 'เพิ่มกิจกรรม' }).click()
  await expect(dialog(page).getByText('อ่านวันที่ไม่ได้')).toBeVisible()
})

test('the files that made a customer are named with their rows', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const name = freshName('หน้าร้าน')
  const phone = freshPhone()
  await calls.importFile(name, `ชื่อ,เบอร์โทร\nคนแรก,${freshPhone()}\nที่สอง,${phone}\n`)
  const { data } = (await calls.get(`/profile?keyword=${phone}`)) as unknown as { data: { id: number }[] }
  await open(page, data[0]!.id, 'data-sources')
  await expect(page.getByText('customers.csv · แถว 2')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/data-source\/v2\/list\/output\/\d+/)
})

test('a deleted customer leaves the lists, and the toast brings them back', async ({ page, request }) => {
  const { id, name } = await makeCustomer(callsOf(request))
  await open(page, id)
  await page.getByRole('button', { name: 'ตัวเลือกอื่น' }).click()
  await page.getByRole('button', { name: 'ลบ', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'ลบลูกค้า' }).click()
  await expect(page).toHaveURL(/profile-list/)
  await page.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('a deleted customer says so, with a link back', { tag: '@verify' }, async ({ page }) => {
  await open(page, 999_999_999)
  await expect(page.getByRole('heading', { name: 'ไม่พบลูกค้ารายนี้' })).toBeVisible()
  await page.getByRole('link', { name: 'ไปที่รายชื่อลูกค้า' }).click()
  await expect(page).toHaveURL(/profile-list/)
})

test('on a phone the actions lie under the thumb, and everything to press is 44 px high', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const { id } = await makeCustomer(callsOf(request), { [field.phone]: freshPhone() })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, id)
  const foot = page.getByRole('group', { name: 'จัดการลูกค้ารายนี้' })
  const call = foot.getByRole('link', { name: /^โทร / })
  await expect(call).toHaveAttribute('href', /^tel:\+66/)
  for (const target of [
    call,
    page.getByRole('link', { name: 'แก้ไข', exact: true }),
    page.getByRole('button', { name: /เพิ่มโน้ต/ }),
    page.getByRole('button', { name: 'มาที่ร้าน: บันทึกทันที' }),
  ]) {
    const box = (await target.boundingBox())!
    expect(box.height).toBeGreaterThanOrEqual(44)
    expect(box.y).toBeGreaterThan(740)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  }
  expect((await page.getByRole('button', { name: 'ที่มาของเบอร์โทร' }).boundingBox())!.height).toBe(44)
})

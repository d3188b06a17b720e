import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { forgetStore } from './rights.ts'
import { expect, freshName, test } from './watched.ts'

let made = 0
const freshField = () => `own${Date.now().toString(36)}${made++}`

const profileFields = 'data-source/v2/profile-field'
const activityFields = 'data-source/v2/activity-field'
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page) => page.getByRole('dialog')
const kindOf = (page: Page, kind: string) => dialog(page).getByRole('radio', { name: new RegExp(`^${kind}`) })
const more = (page: Page) => dialog(page).getByText('ตั้งค่าเพิ่มเติม').click()
const save = (page: Page) => dialog(page).getByRole('button', { name: 'บันทึก', exact: true }).click()

type Calls = ReturnType<typeof callsOf>
async function makeField(calls: Calls, path: '/profile-field' | '/activity-field' = '/profile-field') {
  const field_name = freshField()
  const display_name = freshName('Field')
  const named = path === '/activity-field' ? { name: field_name } : { field_name }
  const body = { ...named, display_name, data_type: 'String' }
  return (await calls.post(path, body)) as { id: number; field_name: string; display_name: string; updated_at: string }
}

/** A file of three customers whose third column is the field. */
async function importValues(calls: Calls, field: number, values: string[]) {
  const phone = () => `08${String(30_000_000 + Math.floor(Math.random() * 60_000_000))}`
  const rows = values.map((value) => `ลูกค้า,${phone()},${value}`)
  const id = await calls.load(freshName('มีค่า'), `ชื่อ,เบอร์โทร,ค่า\n${rows.join('\n')}\n`)
  const mapping = [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' },
    { source_schema_id: '3', destination_id: field, destination_type: 'custom_profile' },
  ]
  await calls.put(`/datasource/${id}/mapping`, { mapping, match: { keys: [9], mode: 'both' } })
  const { run_id } = await calls.post(`/datasource/${id}/execute/dry`)
  await calls.ended(id, run_id as string)
  const real = await calls.post(`/datasource/${id}/execute`, { run_id: run_id as string })
  await calls.ended(id, real.run_id as string)
}

test('the menu leads to both screens', { tag: '@verify' }, async ({ page }) => {
  await page.goto(profileFields)
  await page.getByRole('link', { name: 'ฟิลด์กิจกรรม', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'ฟิลด์กิจกรรม', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'ฟิลด์โปรไฟล์', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'ฟิลด์โปรไฟล์', level: 1 })).toBeVisible()
})

test('creates a field by keyboard alone, and checks its name while it is typed', async ({ page, request }) => {
  const taken = await makeField(callsOf(request))
  await page.goto(profileFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  const shown = dialog(page).getByLabel('ชื่อที่แสดง')
  await expect(shown).toBeFocused()
  await shown.pressSequentially(taken.display_name)
  await expect(dialog(page).getByText('มีชื่อนี้แล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  const name = freshName('Member level')
  await shown.fill(name)
  await expect(dialog(page).getByText('ใช้ชื่อนี้ได้').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(kindOf(page, 'ข้อความ')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(kindOf(page, 'ตัวเลข')).toBeChecked()
  await expect(dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)')).toBeHidden()
  await shown.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, name)).toContainText('กำหนดเอง')
  await expect(rowOf(page, name)).toContainText(/memberLevel\w+ตัวเลข/)
})

test('a field with a Thai name alone gets a name for programs, which its form shows from then on', {
  tag: '@verify',
}, async ({ page }) => {
  const name = `แต้มของ${freshName('ร้าน')}`
  await page.goto(activityFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).first().click()
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(name)
  await kindOf(page, 'ตัวเลข').click()
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: `แก้ไข ${name}` }).click()
  await more(page)
  await expect(dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)')).toHaveValue(/^taemkhongran/)
})

test('a newer check of a name cancels an older one', { tag: '@verify' }, async ({ page }) => {
  await page.goto(profileFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  let answered: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answered = resolve
  })
  await page.route('**/name/available?*keyword=slow*', async (route) => {
    await held
    await route.fulfill({ json: { exists: true } }).catch(() => {})
  })
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('keyword=slow'))
  const shown = dialog(page).getByLabel('ชื่อที่แสดง')
  await Promise.all([page.waitForRequest('**/name/available?*keyword=slow*'), shown.fill('slow')])
  await shown.fill(freshName('ชื่อใหม่'))
  await failed
  answered()
  await expect(dialog(page).getByText('ใช้ชื่อนี้ได้')).toBeVisible()
})

test('a refused name stands under its field, and what was typed stays', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const taken = await makeField(callsOf(request), '/activity-field')
  await page.goto(profileFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(freshName('อะไรก็ได้'))
  await more(page)
  await dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)').fill(taken.field_name)
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page).getByText('มีชื่อฟิลด์นี้ในฟิลด์กิจกรรมแล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  await expect(dialog(page).getByLabel('ชื่อฟิลด์ (ระบบ)')).toHaveValue(taken.field_name)
})

test('the list is searched, narrowed by kind and type, and sorted', { tag: '@verify' }, async ({ page, request }) => {
  const field = await makeField(callsOf(request))
  await page.goto(profileFields)
  await page.getByRole('searchbox', { name: 'ค้นหาชื่อฟิลด์' }).fill(field.field_name)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByText('1 ฟิลด์', { exact: true })).toBeVisible()
  await page.getByLabel('ประเภทฟิลด์').selectOption('ฟิลด์ระบบ')
  await expect(page.getByRole('heading', { name: `ไม่พบผลลัพธ์สำหรับ “${field.field_name}”` })).toBeVisible()
  await page.getByRole('button', { name: 'ล้างการค้นหา' }).click()
  await page.getByLabel('ประเภทฟิลด์').selectOption('ฟิลด์ระบบ')
  await page.getByLabel('ชนิดข้อมูล', { exact: true }).selectOption('วันที่')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(rowOf(page, 'วันเกิด').getByRole('button')).toHaveCount(0)
})

test('merges a simultaneous edit, and asks about what both changed', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const field = await makeField(calls)
  await page.goto(`${profileFields}?q=${field.field_name}`)
  await page.getByRole('button', { name: `แก้ไข ${field.display_name}` }).click()
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(freshName('Mine'))
  const theirs = freshName('Theirs')
  const { display_name: _, ...rest } = { ...field, display_name: theirs }
  await calls.put(`/profile-field/${field.id}`, {
    display_name: theirs,
    sensitive: true,
    origin_time: rest.updated_at,
  })
  await save(page)
  await expect(dialog(page).getByText('มีผู้อื่นแก้ไขข้อมูลนี้ไปแล้ว กรุณาตรวจสอบก่อนบันทึก')).toBeVisible()
  await expect(dialog(page).getByLabel('ข้อมูลอ่อนไหว')).toBeChecked()
  await dialog(page).getByRole('button', { name: 'ใช้ค่านี้: ชื่อที่แสดง' }).click()
  await expect(dialog(page).getByLabel('ชื่อที่แสดง')).toHaveValue(theirs)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, theirs)).toContainText('ข้อมูลอ่อนไหว')
})

test('a change of type previews the values, and needs confirmation to lose some', async ({ page, request }) => {
  const calls = callsOf(request)
  const field = await makeField(calls)
  await importValues(calls, field.id, ['1000', 'สิบ'])
  await page.goto(`${profileFields}?q=${field.field_name}`)
  await page.getByRole('button', { name: `แก้ไข ${field.display_name}` }).click()
  await kindOf(page, 'ตัวเลข').click()
  await expect(dialog(page).getByRole('status')).toContainText('แปลงได้ 1 ค่า แปลงไม่ได้ 1 ค่า')
  await expect(dialog(page).getByRole('cell', { name: 'สิบ' })).toBeVisible()
  await save(page)
  await expect(dialog(page).getByText('กรุณาแก้ไขค่าที่แปลงไม่ได้ก่อน')).toBeVisible()
  await dialog(page).getByLabel('ลบค่าที่แปลงไม่ได้').check()
  await save(page)
  await expect(rowOf(page, field.display_name)).toContainText('ตัวเลข')
})

test('converts and deletes more than a few thousand values in the background, and announces each end', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const field = await makeField(calls)
  // A few phones may be drawn twice.
  await importValues(
    calls,
    field.id,
    Array.from({ length: 5400 }, (_, n) => String(n)),
  )
  await page.goto(`${profileFields}?q=${field.field_name}`)
  await page.getByRole('button', { name: `แก้ไข ${field.display_name}` }).click()
  await kindOf(page, 'ตัวเลข').click()
  await expect(dialog(page).getByRole('status')).toContainText(/แปลงได้ 5,\d{3} ค่า/)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  const title = `เปลี่ยนชนิดข้อมูลของฟิลด์ ${field.display_name}`
  await expect(page.getByText(`${title} เสร็จแล้ว`)).toBeVisible()
  await expect(rowOf(page, field.display_name)).toContainText('ตัวเลข')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^การแจ้งเตือน/ })
    .click()
  const entry = page.getByRole('listitem').filter({ hasText: title })
  await expect(entry).toContainText(/เสร็จแล้ว · เปลี่ยน 5,\d{3} ราย/)
  await expect(entry.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `ลบ ${field.display_name}` }).click()
  await page.getByRole('button', { name: 'ลบพร้อมค่าทั้งหมด' }).click()
  await expect(page.getByText(`ลบค่าของฟิลด์ ${field.display_name} เสร็จแล้ว`)).toBeVisible()
})

test('a field in use says where at the first press of its deletion', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const field = await makeField(calls)
  await importValues(calls, field.id, ['ก', 'ข'])
  await page.goto(`${profileFields}?q=${field.field_name}`)
  await expect(rowOf(page, field.display_name).getByRole('cell', { name: '1', exact: true })).toBeVisible()
  const press = () => page.getByRole('button', { name: `ลบ ${field.display_name}` }).click()
  await press()
  await expect(page.getByText(/ลูกค้า 2 รายมีค่าในฟิลด์นี้ จับคู่อยู่ในแหล่งข้อมูล 1 รายการ \(มีค่า/)).toBeVisible()
  await page.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect(rowOf(page, field.display_name)).toBeVisible()
  await press()
  await page.getByRole('button', { name: 'ลบพร้อมค่าทั้งหมด' }).click()
  await expect(page.getByRole('heading', { name: `ไม่พบผลลัพธ์สำหรับ “${field.field_name}”` })).toBeVisible()
})

test('creates a computed field from a chosen function, with an example of a real customer', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const phone = `08${String(30_000_000 + Math.floor(Math.random() * 60_000_000))}`
  const id = await calls.load(freshName('วันเกิด'), `ชื่อ,เบอร์โทร,วันเกิด\nลูกค้าวันเกิด,${phone},01/01/2530\n`)
  const { mapping, match } = (await calls.get(`/datasource/${id}/mapping`)) as { mapping: object; match: object }
  await calls.put(`/datasource/${id}/mapping`, { mapping, match })
  const { run_id } = await calls.post(`/datasource/${id}/execute/dry`)
  await calls.ended(id, run_id as string)
  await calls.ended(id, (await calls.post(`/datasource/${id}/execute`, { run_id: run_id as string })).run_id as string)

  await page.goto(profileFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  const name = freshName('Age now')
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(name)
  await more(page)
  await dialog(page).getByLabel('ค่าในฟิลด์นี้').selectOption('คำนวณให้อัตโนมัติ')
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page).getByText('กรุณาเลือก')).toBeVisible()
  await dialog(page).getByLabel('นับจาก').selectOption('วันเกิด')
  await expect(dialog(page).getByText(/ตัวอย่างจากลูกค้าจริง \d+/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, name)).toContainText('คำนวณ')
  await page.getByRole('button', { name: `แก้ไข ${name}` }).click()
  await expect(dialog(page).getByLabel('คำนวณอะไร')).toHaveValue('age')
  await dialog(page).getByLabel('คำนวณอะไร').selectOption('จำนวนวันนับจากวันที่')
  await dialog(page).getByLabel('นับจาก').selectOption('วันเกิด')
  await save(page)
  await expect(dialog(page)).toBeHidden()
})

test('a field that a computed one is worked out of says so before it is deleted', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const body = { field_name: freshField(), display_name: freshName('Joined'), data_type: 'Date' }
  const joined = (await calls.post('/profile-field', body)) as { id: number }
  const name = freshName('Days in')
  const formula = { function: 'days_since', field_id: joined.id }
  await calls.post('/profile-field', { field_name: freshField(), display_name: name, data_type: 'Number', formula })
  await page.goto(`${profileFields}?q=${body.field_name}`)
  await page.getByRole('button', { name: `ลบ ${body.display_name}` }).click()
  await expect(page.getByText(`ฟิลด์คำนวณ 1 ฟิลด์ใช้ค่านี้ (${name})`)).toBeVisible()
  await page.getByRole('button', { name: 'ยกเลิก' }).click()
  await page.getByRole('button', { name: `แก้ไข ${body.display_name}` }).click()
  await kindOf(page, 'ข้อความ').click()
  await save(page)
  await expect(dialog(page).getByText('เปลี่ยนชนิดข้อมูลไม่ได้ เพราะฟิลด์คำนวณใช้ค่านี้อยู่')).toBeVisible()
})

test('Esc does not discard typed text without confirmation', { tag: '@verify' }, async ({ page }) => {
  await page.goto(activityFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).first().click()
  const shown = dialog(page).getByLabel('ชื่อที่แสดง')
  await shown.fill(freshName('ยังไม่บันทึก'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'แก้ไขต่อ' }).click()
  await expect(shown).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'ออกจากหน้านี้' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('hides actions that the person may not take', { tag: '@verify' }, async ({ page, request }) => {
  const field = await makeField(callsOf(request))
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      json: { ...(await reply.json()), roles: ['viewer'], permissions: ['cdp-core.datasource.read'] },
    })
  })
  await page.addInitScript(forgetStore)
  await page.goto(`${profileFields}?q=${field.field_name}`)
  await expect(rowOf(page, field.display_name)).toBeVisible()
  await expect(page.getByRole('button', { name: /สร้างฟิลด์|แก้ไข|^ลบ/ })).toHaveCount(0)
})

test('both screens and their dialogs are whole on a phone, and nothing is out of reach of a screen reader', {
  tag: '@verify',
}, async ({ page, request }) => {
  await makeField(callsOf(request))
  await makeField(callsOf(request), '/activity-field')
  const { errors, whole } = await readyToLook(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const found: string[] = []
  for (const [path, button] of [
    [profileFields, 'สร้างฟิลด์'],
    [activityFields, 'สร้างฟิลด์'],
    [`${activityFields}?tab=types`, 'สร้างประเภทกิจกรรม'],
  ] as const) {
    await page.goto(path)
    await whole()
    found.push(...(await look(page, 'th')))
    await page.getByRole('button', { name: button }).first().click()
    await dialog(page).waitFor()
    found.push(...(await look(page, 'th')))
    const source = dialog(page).getByLabel('ค่าในฟิลด์นี้')
    if ((await source.count()) === 0) continue
    await more(page)
    await source.selectOption('คำนวณให้อัตโนมัติ')
    await dialog(page).getByLabel('คำนวณอะไร').waitFor()
    found.push(...(await look(page, 'th')))
  }
  expect([...found, ...errors]).toEqual([])
})

test('a field with choices is chosen from, where a customer is edited and where the list is filtered', {
  tag: '@verify',
}, async ({ page, request }) => {
  const name = freshName('ไซส์')
  await page.goto(profileFields)
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await dialog(page).getByLabel('ชื่อที่แสดง').fill(name)
  await dialog(page).getByLabel('รายการให้เลือก', { exact: true }).fill('เล็ก\nกลาง\nใหญ่')
  await dialog(page).getByRole('button', { name: 'สร้างฟิลด์' }).click()
  await expect(dialog(page)).toBeHidden()
  const calls = callsOf(request)
  const { id } = await calls.post('/profile', { fields: [{ id: 1, value: 'ลูกค้าไซส์' }] })
  await page.goto(`profile-edit/${id}`)
  await page.getByLabel(name).selectOption('กลาง')
  await page.getByRole('button', { name: 'บันทึก' }).first().click()
  await expect(page.getByRole('heading', { name: 'ลูกค้าไซส์' })).toBeVisible()
  await expect(page).toHaveTitle(/^ลูกค้าไซส์ · /)
  await page.goto('profile-list')
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  const panel = page.locator('[popover]:popover-open')
  await panel.getByRole('searchbox').fill(name)
  await panel.getByRole('button', { name }).click()
  await panel.getByRole('checkbox', { name: 'กลาง' }).check()
  await expect(page.getByRole('table', { name: 'รายชื่อลูกค้า' }).locator('tbody').getByRole('row')).toHaveCount(1)
})

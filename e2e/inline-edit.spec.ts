import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { forgetStore } from './rights.ts'
import { expect, freshName, test } from './watched.ts'

type Calls = ReturnType<typeof callsOf>
interface Made {
  id: number
  updated_at: string
}

const field = { firstName: 1, lastName: 2, birthDate: 8, citizenId: 10, email: 11, gender: 12, occupation: 14 }

async function makeCustomer(calls: Calls, values: Record<number, string> = {}): Promise<Made & { name: string }> {
  const name = freshName('ลูกค้า')
  const fields = Object.entries({ [field.firstName]: name, ...values }).map(([id, value]) => ({
    id: Number(id),
    value,
  }))
  return { ...((await calls.post('/profile', { fields })) as unknown as Made), name }
}

const put = (calls: Calls, { id, updated_at }: Made, values: Record<number, string>) =>
  calls.put(`/profile/${id}`, {
    fields: Object.entries(values).map(([field, value]) => ({ id: Number(field), value })),
    origin_time: updated_at,
  })

async function valueIn(calls: Calls, id: number, fieldId: number) {
  const { fields } = (await calls.get(`/profile/${id}`)) as unknown as { fields: { id: number; value: unknown }[] }
  return fields.find((one) => one.id === fieldId)?.value
}

const open = (page: Page, id: number) => page.goto(`profile-detail/${id}`)
const value = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title} `) })
const editor = (page: Page, title: string) => page.getByRole('form', { name: `แก้ไข${title}` })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('a surname is corrected where it stands: a click, the letters, Enter; and the alert takes it back', async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const { id, name } = await makeCustomer(calls, { [field.lastName]: 'ศรีสุก' })
  await open(page, id)
  await page.getByRole('heading', { name }).getByText('ศรีสุก').click()
  await expect(editor(page, 'ชื่อ-นามสกุล').getByLabel('นามสกุล', { exact: true })).toBeFocused()
  const asked: string[] = []
  page.on('request', (one) => {
    // The rest of the page may still load on a slow machine.
    if (new URL(one.url()).pathname === `/api/profile/${id}`) asked.push(one.method())
  })
  await page.keyboard.type('ศรีสุข')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `${name} ศรีสุข` })).toBeVisible()
  await expect(page.getByRole('heading', { name }).getByRole('button')).toBeFocused()
  // One call: the answer is what the page shows.
  expect(asked).toEqual(['PUT'])
  await alert(page, 'บันทึกชื่อ-นามสกุลแล้ว').getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByRole('heading', { name: `${name} ศรีสุก` })).toBeVisible()
  expect(await valueIn(calls, id, field.lastName)).toBe('ศรีสุก')
})

test('by keyboard alone a value is opened by Enter or E, left by Esc, and keeps the focus', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.occupation]: 'ครู' })
  await open(page, id)
  const occupation = value(page, 'อาชีพ')
  await occupation.focus()
  await page.keyboard.press('e')
  await expect(editor(page, 'อาชีพ').getByLabel('อาชีพ', { exact: true })).toBeFocused()
  await page.keyboard.type('พยาบาล')
  await page.keyboard.press('Escape')
  await expect(occupation).toBeFocused()
  await expect(occupation).toContainText('ครู')
  await page.keyboard.press('Enter')
  await page.keyboard.type('พยาบาล')
  await page.keyboard.press('Enter')
  await expect(occupation).toContainText('พยาบาล')
  await expect(occupation).toBeFocused()
  expect(await valueIn(calls, id, field.occupation)).toBe('พยาบาล')
})

test('an invalid value is reported at its input and stays typed', { tag: '@verify' }, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), {
    [field.email]: 'a@example.com',
    [field.birthDate]: '2000-02-29',
  })
  await open(page, id)
  await value(page, 'วันเกิด').click()
  const input = editor(page, 'วันเกิด').getByRole('textbox', { name: 'วันเกิด' })
  await input.fill('31/02/2567')
  await page.keyboard.press('Enter')
  await expect(editor(page, 'วันเกิด').getByText('ไม่มีวันที่นี้ในปฏิทิน')).toBeVisible()
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('31/02/2567')
  await input.fill('01/03/2543')
  await editor(page, 'วันเกิด').getByRole('button', { name: 'บันทึกวันเกิด' }).click()
  await expect(value(page, 'วันเกิด')).toContainText('01 / 03 / 2000')
})

test('a value without an edit closes by a click elsewhere, one with an edit waits, and the page is not left without asking', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), { [field.occupation]: 'ครู', [field.email]: 'a@example.com' })
  await open(page, id)
  await value(page, 'อาชีพ').click()
  await value(page, 'อีเมล').click()
  await expect(editor(page, 'อาชีพ')).toHaveCount(0)
  await editor(page, 'อีเมล').getByRole('textbox').fill('b@example.com')
  await value(page, 'อาชีพ').click()
  await expect(editor(page, 'อีเมล').getByRole('textbox')).toHaveValue('b@example.com')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'กิจกรรม', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'แก้ไขต่อ' }).click()
  await expect(editor(page, 'อีเมล').getByRole('textbox')).toHaveValue('b@example.com')
})

test('keeps both edits when another field was changed meanwhile', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const made = await makeCustomer(calls, { [field.occupation]: 'ครู', [field.lastName]: 'เดิม' })
  await open(page, made.id)
  await value(page, 'อาชีพ').click()
  await put(calls, made, { [field.lastName]: 'ของเขา' })
  await page.keyboard.type('พยาบาล')
  await page.keyboard.press('Enter')
  await expect(alert(page, 'ฟิลด์อื่นมีผู้แก้ไขระหว่างนี้')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ของเขา' })).toBeVisible()
  expect(await valueIn(calls, made.id, field.occupation)).toBe('พยาบาล')
  expect(await valueIn(calls, made.id, field.lastName)).toBe('ของเขา')
})

test('asks when both changed the same value, and loses nothing before', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const made = await makeCustomer(calls, { [field.occupation]: 'ครู' })
  await open(page, made.id)
  await value(page, 'อาชีพ').click()
  await put(calls, made, { [field.occupation]: 'ของเขา' })
  await page.keyboard.type('ของฉัน')
  await page.keyboard.press('Enter')
  const form = editor(page, 'อาชีพ')
  await expect(form.getByText('ค่าล่าสุดคือ “ของเขา”')).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveValue('ของฉัน')
  expect(await valueIn(calls, made.id, field.occupation)).toBe('ของเขา')
  await form.getByRole('textbox').focus()
  await page.keyboard.press('Enter')
  await expect(value(page, 'อาชีพ')).toContainText('ของฉัน')
  // Taken back, the value is what the other had written.
  await alert(page, 'บันทึกอาชีพแล้ว').getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(value(page, 'อาชีพ')).toContainText('ของเขา')
})

test('does not undo an edit over a later one', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.occupation]: 'ครู' })
  await open(page, id)
  await value(page, 'อาชีพ').click()
  await page.keyboard.type('พยาบาล')
  await page.keyboard.press('Enter')
  const undo = alert(page, 'บันทึกอาชีพแล้ว').getByRole('button', { name: 'เลิกทำ' })
  await expect(undo).toBeVisible()
  await put(calls, (await calls.get(`/profile/${id}`)) as unknown as Made, { [field.occupation]: 'หมอ' })
  await undo.click()
  await expect(alert(page, 'คืนค่าอาชีพไม่ได้')).toBeVisible()
  await expect(value(page, 'อาชีพ')).toContainText('หมอ')
  expect(await valueIn(calls, id, field.occupation)).toBe('หมอ')
})

test('a hidden value is edited only once it was shown', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.citizenId]: '1101700230708' })
  await open(page, id)
  await expect(page.getByText('•-••••-•••••-70-8')).toBeVisible()
  await expect(value(page, 'เลขประจำตัวประชาชน')).toHaveCount(0)
  await page.getByRole('button', { name: 'แสดงเพื่อแก้ไขเลขประจำตัวประชาชน' }).click()
  const input = editor(page, 'เลขประจำตัวประชาชน').getByRole('textbox')
  await expect(input).toHaveValue('1-1017-00230-70-8')
  await input.fill('')
  await page.keyboard.press('Enter')
  await expect(alert(page, 'บันทึกเลขประจำตัวประชาชนแล้ว')).toBeVisible()
  expect(await valueIn(calls, id, field.citizenId)).toBe(null)
})

test('a reader, or anyone during an import, is offered no edit', { tag: '@verify' }, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), { [field.occupation]: 'ครู' })
  let running = true
  await page.route('**/api/profile/editable', (route) => route.fulfill({ json: { editable: !running, run: null } }))
  await open(page, id)
  await expect(page.getByText('ครู')).toBeVisible()
  await expect(page.getByText('กำลังประมวลผลข้อมูล')).toBeVisible()
  await expect(value(page, 'อาชีพ')).toHaveCount(0)
  running = false
  await expect(value(page, 'อาชีพ')).toBeVisible()
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    const rights = { roles: ['viewer'], permissions: ['cdp-core.profile.read'] }
    await route.fulfill({ json: { ...(await reply.json()), ...rights } })
  })
  await page.addInitScript(forgetStore)
  await page.reload()
  await expect(page.getByText('ครู')).toBeVisible()
  await expect(value(page, 'อาชีพ')).toHaveCount(0)
})

test('on a phone a tap edits, and what saves is 44 px high', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.gender]: 'male' })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, id)
  await value(page, 'เพศ').click()
  await editor(page, 'เพศ').getByLabel('เพศ', { exact: true }).selectOption('หญิง')
  const save = editor(page, 'เพศ').getByRole('button', { name: 'บันทึกเพศ' })
  expect((await save.boundingBox())!.height).toBe(44)
  await save.click()
  await expect(value(page, 'เพศ')).toContainText('หญิง')
  expect(await valueIn(calls, id, field.gender)).toBe('female')
})

test('edits a value in the side panel: its row updates in place, and typed text keeps other customers closed', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const values = { [field.lastName]: 'ศรีสุก', [field.occupation]: 'ครู' }
  const { id, name } = await makeCustomer(calls, values)
  await makeCustomer(calls, { [field.lastName]: `${name}อื่น` })
  await page.goto(`profile-list?q=${name}&sort=updated_at&dir=asc`)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('cell').nth(1).click()
  const panel = page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
  await panel.getByRole('heading', { name }).getByRole('button').click()
  await editor(page, 'ชื่อ-นามสกุล').getByLabel('นามสกุล', { exact: true }).fill('ศรีสุข')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: `${name} ศรีสุข` })).toBeVisible()
  await expect(rows.first()).toContainText('ศรีสุข')
  expect(await valueIn(calls, id, field.lastName)).toBe('ศรีสุข')

  await value(page, 'อาชีพ').click()
  await editor(page, 'อาชีพ').getByRole('textbox').fill('พยาบาล')
  await rows.last().getByRole('cell').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'แก้ไขต่อ' }).click()
  await expect(editor(page, 'อาชีพ').getByRole('textbox')).toHaveValue('พยาบาล')
  await editor(page, 'อาชีพ').getByRole('textbox').press('Escape')
  await expect(panel).toBeVisible()
  await expect(value(page, 'อาชีพ')).toContainText('ครู')
})

import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

type Calls = ReturnType<typeof callsOf>
interface Made {
  id: number
  updated_at: string
}

const field = { firstName: 1, lastName: 2, birthDate: 8, citizenId: 10, occupation: 14, company: 16 }

async function makeCustomer(calls: Calls, values: Record<number, string> = {}): Promise<Made> {
  const all = { [field.firstName]: freshName('ลูกค้า'), ...values }
  const fields = Object.entries(all).map(([id, value]) => ({ id: Number(id), value }))
  return (await calls.post('/profile', { fields })) as unknown as Made
}

async function valuesOf(calls: Calls, id: number) {
  const { fields } = (await calls.get(`/profile/${id}`)) as unknown as { fields: { id: number; value: unknown }[] }
  return Object.fromEntries(fields.map((one) => [one.id, one.value]))
}

const open = (page: Page, id: number) => page.goto(`profile-edit/${id}`)
const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('only what was changed is sent, Enter saves, and the page shows it', async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.lastName]: 'เดิม' })
  await open(page, id)
  await expect(page.getByText('ยังไม่มีการแก้ไข')).toBeVisible()
  await input(page, 'วันเกิด').fill('31/12/2540')
  await expect(page.getByText('แก้ไข 1 ฟิลด์')).toBeVisible()
  const sent = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith(`/profile/${id}`))
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON().fields).toEqual([{ id: field.birthDate, value: '31/12/2540' }])
  await expect(page).toHaveURL(new RegExp(`/profile-detail/${id}$`))
  await expect(page.getByText('31 / 12 / 1997')).toBeVisible()
})

test('the form begins with the name in one row, the first input has the focus, and contact data come before the rest', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request), { [field.lastName]: 'ศรีสุข', [field.occupation]: 'ครู' })
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, id)
    await expect(input(page, 'คำนำหน้าชื่อ')).toBeFocused()
    const boxes = await Promise.all(['คำนำหน้าชื่อ', 'ชื่อ', 'นามสกุล'].map((name) => input(page, name).boundingBox()))
    expect(new Set(boxes.map((box) => box!.y)).size).toBe(1)
    const phone = (await input(page, 'เบอร์โทร').boundingBox())!
    const birthDate = (await input(page, 'วันเกิด').boundingBox())!
    expect(phone.y).toBeLessThan(birthDate.y)
    await page
      .locator('section[tabindex="0"]')
      .last()
      .evaluate((scroller) => scroller.scrollTo(0, 1e6))
    await expect(save(page)).toBeInViewport()
  }
})

test('a date is chosen from the calendar in the person’s own era', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.birthDate]: '2000-02-29' })
  await page.addInitScript(() =>
    localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'th', era: 'be' })),
  )
  await open(page, id)
  await expect(input(page, 'วันเกิด')).toHaveValue('29/02/2543')
  await page.getByRole('button', { name: 'เลือกวันเกิดจากปฏิทิน' }).click()
  await expect(page.getByLabel('ปี พ.ศ.')).toHaveValue('2000')
  await expect(page.locator('td button[aria-pressed="true"]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(input(page, 'วันเกิด')).toHaveValue('01/03/2543')
  await save(page).click()
  await expect(page).toHaveURL(/profile-detail/)
  expect((await valuesOf(calls, id))[field.birthDate]).toBe('2000-03-01')
})

test('an invalid value is reported under its field, which gets the focus, and nothing is lost', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request))
  await open(page, id)
  await input(page, 'อีเมล').fill('ไม่ใช่อีเมล')
  await input(page, 'วันเกิด').fill('31/02/2567')
  await save(page).click()
  await expect(page.getByText('ไม่มีวันที่นี้ในปฏิทิน')).toBeVisible()
  await expect(page.getByText('มี 2 ฟิลด์ที่บันทึกไม่ได้')).toBeVisible()
  await expect(input(page, 'อีเมล')).toBeFocused()
  await expect(input(page, 'อีเมล')).toHaveValue('ไม่ใช่อีเมล')
})

test('the screen asks before it is left with unsaved changes', { tag: '@verify' }, async ({ page, request }) => {
  const { id } = await makeCustomer(callsOf(request))
  await open(page, id)
  await input(page, 'อาชีพ').fill('ครู')
  await page.getByRole('link', { name: 'ยกเลิก' }).click()
  await dialog(page).getByRole('button', { name: 'แก้ไขต่อ' }).click()
  await expect(input(page, 'อาชีพ')).toHaveValue('ครู')
  await page.getByRole('link', { name: 'ยกเลิก' }).click()
  await dialog(page).getByRole('button', { name: 'ออกจากหน้านี้' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile-detail/${id}$`))
})

test('two tabs that save at once lose nothing: each field is merged, and what both changed is asked about', async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.lastName]: 'เดิม', [field.occupation]: 'เดิม' })
  const other = await page.context().newPage()
  await open(page, id)
  await open(other, id)
  await input(page, 'นามสกุล').fill('ของฉัน')
  await input(page, 'อาชีพ').fill('ของฉัน')
  await input(other, 'นามสกุล').fill('ของเขา')
  await input(other, 'ชื่อบริษัท').fill('ของเขา')
  await save(other).click()
  await expect(other).toHaveURL(/profile-detail/)
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'มีผู้อื่นแก้ไขลูกค้ารายนี้ระหว่างที่คุณแก้ไข' })).toBeVisible()
  const clash = page.getByRole('radiogroup', { name: 'นามสกุล' })
  await expect(clash.getByRole('radio', { name: /ของคุณ/ })).toBeChecked()
  await expect(page.getByRole('radiogroup')).toHaveCount(1)
  await clash.getByRole('radio', { name: /ของอีกฝ่าย/ }).click()
  await save(page).click()
  await expect(page).toHaveURL(/profile-detail/)
  expect(await valuesOf(calls, id)).toMatchObject({
    [field.lastName]: 'ของเขา',
    [field.occupation]: 'ของฉัน',
    [field.company]: 'ของเขา',
  })
})

test('while an import runs a banner says so; what was typed stays and is saved afterwards', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  let running = true
  await page.route('**/api/profile/editable', async (route) => {
    const run = { datasource_id: 1, name: 'ลูกค้าหน้าร้าน', kind: 'run', progress: 0.4, eta: 120, started_at: null }
    await route.fulfill({ json: running ? { editable: false, run } : { editable: true, run: null } })
  })
  await open(page, id)
  const banner = page.getByText('กำลังนำเข้า “ลูกค้าหน้าร้าน”')
  await expect(banner).toBeVisible()
  await expect(page.getByText('เหลือประมาณ 2 นาที')).toBeVisible()
  await input(page, 'อาชีพ').fill('ครู')
  await expect(save(page)).toBeDisabled()
  running = false
  await expect(banner).toBeHidden()
  await save(page).click()
  await expect(page).toHaveURL(/profile-detail/)
  expect((await valuesOf(calls, id))[field.occupation]).toBe('ครู')
})

test('an import that begins while the user types delays the save, and loses nothing', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls)
  let running = false
  await page.route('**/api/profile/editable', async (route) => {
    await route.fulfill({ json: { editable: !running, run: null } })
  })
  await page.route(`**/api/profile/${id}`, async (route) => {
    if (!running || route.request().method() !== 'PUT') return route.fallback()
    await route.fulfill({ status: 409, json: { error_code: 61, error: 'profile_locked', message: 'ยังแก้ไขไม่ได้' } })
  })
  await open(page, id)
  await input(page, 'อาชีพ').fill('ครู')
  running = true
  await save(page).click()
  await expect(page.getByText('ระบบกำลังประมวลผลข้อมูล')).toBeVisible()
  await expect(input(page, 'อาชีพ')).toHaveValue('ครู')
  running = false
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expect(page).toHaveURL(/profile-detail/)
  expect((await valuesOf(calls, id))[field.occupation]).toBe('ครู')
})

test('a sensitive value is changed only after it was shown', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const { id } = await makeCustomer(calls, { [field.citizenId]: '1101700230708' })
  await open(page, id)
  await expect(input(page, 'เลขประจำตัวประชาชน')).toBeDisabled()
  await page.getByRole('button', { name: 'แสดงเพื่อแก้ไข เลขประจำตัวประชาชน' }).click()
  await expect(input(page, 'เลขประจำตัวประชาชน')).toHaveValue('1-1017-00230-70-8')
  await expect(page.getByText('ยังไม่มีการแก้ไข')).toBeVisible()
  await input(page, 'เลขประจำตัวประชาชน').fill('')
  await save(page).click()
  await expect(page).toHaveURL(/profile-detail/)
  expect((await valuesOf(calls, id))[field.citizenId]).toBe(null)
})

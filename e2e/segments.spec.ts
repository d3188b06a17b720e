import type { APIRequestContext, Page } from '@playwright/test'
import pg from 'pg'
import { systemFields } from '../contract/platform/system-fields.ts'
import { callsOf } from './calls.ts'
import type { Server } from './server.ts'
import { expect, freshName, test } from './watched.ts'

const idOf = (name: string) => systemFields.find((field) => field.name === name)!.id
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** The month of the store's calendar, and another one. */
const month = Number(new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Bangkok', month: 'numeric' }).format())
const born = (thisMonth: boolean) => `1990-${String(thisMonth ? month : (month % 12) + 1).padStart(2, '0')}-15`

/** People: VIP or not, days since the purchase, born this month or not. */
const people: [name: string, vip: boolean, bought: number[], bornNow: boolean][] = [
  ['ญาดา', true, [60], false],
  ['น้ำฝน', true, [45, 80], false],
  ['กี่', true, [60, 10], false],
  ['สมชาย', true, [200], false],
  ['ปั้น', true, [], true],
  ['ฐิติ', false, [60], false],
  ['ญี่ปุ่น', false, [], true],
  ['ผู้ใหญ่ลี', false, [5], true],
  ['ธีรพัฒน์', true, [31, 29], false],
]

/** A store of its own words: what is made here is found by them. */
async function makePeople(request: APIRequestContext) {
  const calls = callsOf(request)
  const family = freshName('เซกเมนต์')
  const type = await calls.post('/activity-type', { name: freshName('ซื้อสินค้า'), fields: [] })
  const vip = await calls.post('/label', { name: freshName('VIP'), color: 'yellow', type: 'general' })
  const ids = new Map<string, number>()
  for (const [name, isVip, bought, bornNow] of people) {
    const values = { firstName: name, lastName: family, birthDate: born(bornNow) }
    const fields = Object.entries(values).map(([field, value]) => ({ id: idOf(field), value }))
    const { id } = await calls.post('/profile', { fields, label_ids: isVip ? [vip.id] : [] })
    ids.set(name, id as number)
    for (const days of bought)
      await calls.post(`/profile/${id}/activity`, { activity_type_id: type.id, activity_at: daysAgo(days) })
  }
  return { calls, family, ids, type: String(type.name), vip: String(vip.name) }
}

/** Counts by statements that are written here, and know nothing of rules. */
async function countsOf({ database }: Server, store: number, type: string, vip: string) {
  const client = new pg.Client(database)
  await client.connect()
  const bought = (days: number) => `exists (
    select from activity a join activity_type t on t.store_id = a.store_id and t.id = a.type_id
    where a.store_id = p.store_id and a.profile_id = p.id and t.name = $1 and a.activity_at <= now() and a.activity_at >=
      (date_trunc('day', now() at time zone 'Asia/Bangkok') - interval '${days} days') at time zone 'Asia/Bangkok')`
  const isVip = `exists (
    select from profile_label pl join label l on l.store_id = pl.store_id and l.id = pl.label_id
    where pl.store_id = p.store_id and pl.profile_id = p.id and l.name = $2)`
  const isBorn = `coalesce(extract(month from p.birth_date) = extract(month from now() at time zone 'Asia/Bangkok'), false)`
  try {
    const { rows } = await client.query(
      `select count(*)::int as all,
        count(*) filter (where ${isVip})::int as vip,
        count(*) filter (where ${bought(90)})::int as bought,
        count(*) filter (where not ${bought(30)})::int as silent,
        count(*) filter (where ${isBorn})::int as born,
        count(*) filter (where ${isVip} and ${bought(90)})::int as two,
        count(*) filter (where ${isVip} and ${bought(90)} and not ${bought(30)})::int as three,
        count(*) filter (where (${isVip} and ${bought(90)} and not ${bought(30)}) or ${isBorn})::int as whole
      from profile p where p.store_id = $3 and p.deleted_at is null and p.merged_into is null`,
      [type, vip, store],
    )
    return rows[0] as Record<'all' | 'vip' | 'bought' | 'silent' | 'born' | 'two' | 'three' | 'whole', number>
  } finally {
    await client.end()
  }
}

const subjects = (page: Page) => page.getByRole('combobox', { name: 'ข้อมูลที่ใช้เป็นเงื่อนไข' })
/** Types a part of a subject's name and takes it. */
async function chooseSubject(page: Page, place: number, name: string) {
  await subjects(page).nth(place).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
const rowOf = (page: Page, place: number) => page.locator('li[data-key]').nth(place)
const side = (page: Page) => page.getByRole('complementary', { name: 'จำนวนลูกค้าที่ตรงเงื่อนไข' })

async function chooseLabel(page: Page, name: string) {
  await page
    .getByRole('combobox', { name: 'ป้ายกำกับหรือเซกเมนต์' })
    .or(page.getByLabel('ป้ายกำกับหรือเซกเมนต์'))
    .first()
    .fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

test('VIPs who bought in 90 days and not in 30, or born this month: each number is what SQL counts, and each customer shows why', async ({
  page,
  request,
  server,
}) => {
  const { calls, family, ids, type, vip } = await makePeople(request)
  const counts = await countsOf(server, calls.store, type, vip)
  const name = freshName('เกือบห่างหาย')
  await page.goto('segmentation/create')
  await page.getByRole('button', { name: /^ตามเงื่อนไข/ }).click()
  await page.getByLabel('ชื่อเซกเมนต์').fill(name)
  await chooseSubject(page, 0, 'ป้ายกำกับ')
  await chooseLabel(page, vip)
  await page.keyboard.press('Escape')
  const addToFirst = () => page.getByRole('button', { name: /^เงื่อนไข ใน(เงื่อนไข|กลุ่มที่ 1)$/ }).click()
  await addToFirst()
  await chooseSubject(page, 1, type)
  await expect(rowOf(page, 1).getByLabel('ตัวเลข: เมื่อใด')).toHaveValue('90')
  await addToFirst()
  await chooseSubject(page, 2, type)
  await rowOf(page, 2).getByLabel('เคยหรือไม่เคย').selectOption('ไม่เคย')
  await rowOf(page, 2).getByLabel('ตัวเลข: เมื่อใด').fill('30')
  await page.getByRole('button', { name: 'กลุ่มเงื่อนไข', exact: true }).click()
  await page.getByLabel('วิธีเชื่อมกลุ่มเงื่อนไข').selectOption('ตรงอย่างน้อยหนึ่งกลุ่ม')
  await chooseSubject(page, 3, 'วันเกิด')
  await page.getByLabel('วิธีเปรียบเทียบ: วันเกิด').selectOption('อยู่ในเดือน')

  const alone = [counts.vip, counts.bought, counts.silent, counts.born]
  for (const [place, count] of alone.entries()) {
    await expect(rowOf(page, place).getByText(count.toLocaleString('en-US'), { exact: true })).toBeVisible()
  }
  const steps = side(page).getByRole('list').first().getByRole('listitem').getByRole('strong')
  const left = [counts.all, counts.vip, counts.two, counts.three, counts.whole]
  await expect(steps).toHaveText(left.map((count) => count.toLocaleString('en-US')))
  await expect(side(page)).toContainText(`+${counts.whole - counts.three} →`)
  await page.getByRole('button', { name: 'บันทึก' }).click()

  await expect(page.getByRole('heading', { name })).toBeVisible()
  const rule = page.getByRole('region', { name: 'เงื่อนไข', exact: true })
  await expect(rule).toContainText(`มีป้าย ${vip} และ ${type} ใน 90 วันล่าสุด และ ไม่ได้ ${type} ใน 30 วันล่าสุด`)
  await expect(rule).toContainText('หรือ วันเกิด อยู่ในเดือนนี้')
  const size = page.getByRole('region', { name: 'จำนวนลูกค้าย้อนหลัง' })
  await expect(size).toContainText(`${counts.whole} ราย`)
  const members = page.getByRole('table', { name: 'อยู่ในเซกเมนต์' })
  const search = page.getByRole('searchbox', { name: 'ค้นหา หรือเช็กคนอื่น' })
  await search.fill(family)
  await expect(members.locator('tbody').getByRole('row')).toHaveCount(5)

  const why = page.getByRole('complementary', { name: 'เหตุผล' })
  await members.getByRole('button', { name: `ดูเหตุผลของ ญาดา ${family}` }).click()
  await expect(why.getByRole('heading', { name: `ญาดา ${family}` })).toBeVisible()
  await expect(why.getByText('อยู่ในเซกเมนต์นี้', { exact: true })).toBeVisible()
  await expect(why.getByRole('listitem').filter({ hasText: 'ใน 90 วันล่าสุด' }).last()).toContainText('1 ครั้ง')
  await expect(why.getByRole('listitem').filter({ hasText: 'วันเกิด' }).last()).toContainText('ไม่ตรง')
  await search.fill(`กี่ ${family}`)
  await page.getByRole('button', { name: `ดูเหตุผลของ กี่ ${family}` }).click()
  await expect(why.getByText('ไม่อยู่ในเซกเมนต์นี้', { exact: true })).toBeVisible()
  await expect(why.getByRole('listitem').filter({ hasText: 'ใน 30 วันล่าสุด' }).last()).toContainText('ไม่ตรง')

  await why.getByRole('button', { name: `ล็อกให้อยู่ในเซกเมนต์: กี่ ${family}` }).click()
  await expect(why.getByText('ล็อกให้อยู่โดย')).toBeVisible()
  await expect(why.getByText('ตามเงื่อนไขจะไม่อยู่ในเซกเมนต์')).toBeVisible()
  await search.fill(family)
  await expect(members.locator('tbody').getByRole('row')).toHaveCount(6)
  await expect(size).toContainText(`${counts.whole + 1} ราย`)
  await page.getByRole('link', { name: /^เพิ่มหรือกันออกเอง/ }).click()
  await expect(page).toHaveURL(/tab=pins/)
  await expect(page.getByRole('table', { name: 'เพิ่มหรือกันออกเอง' })).toContainText(`กี่ ${family}`)
  await page.reload()
  await expect(page.getByRole('table', { name: 'เพิ่มหรือกันออกเอง' })).toContainText(`กี่ ${family}`)
  await page.getByRole('link', { name: /^เพิ่งเข้า/ }).click()
  await expect(page.getByRole('table', { name: 'เพิ่งเข้า' })).toContainText(`ญาดา ${family}`)

  // The same rule as a filter of the list, without the one who was pinned.
  await page.getByRole('link', { name: 'ดูในรายชื่อลูกค้า' }).click()
  await expect(page.getByText(`${counts.whole} ราย`, { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /ใน 90 วันล่าสุด.*หรือ.*วันเกิด/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^ตัวกรอง/ }).click()
  await page.locator('[popover]:popover-open').getByRole('link', { name: 'บันทึกเป็นเซกเมนต์' }).click()
  await page.getByLabel('ชื่อเซกเมนต์').fill(freshName('จากรายชื่อ'))
  await expect(steps).toHaveText(left.map((count) => count.toLocaleString('en-US')))
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(size).toContainText(`${counts.whole} ราย`)

  // Lists who has joined once a calculation ends, without a reload.
  const joining = `/profile/${ids.get('สมชาย')}`
  const fields = [{ id: idOf('birthDate'), value: born(true) }]
  await expect(members).not.toContainText(`สมชาย ${family}`)
  await calls.put(joining, { fields, origin_time: (await calls.get(joining)).updated_at })
  await calls.post(`/label/${page.url().split('/').at(-1)}/calculate`)
  await expect(members).toContainText(`สมชาย ${family}`)
  await expect(size).toContainText(`${counts.whole + 1} ราย`)
})

test('a rule is put together by keyboard alone: moved, copied and pasted as text', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await makePeople(request)
  await page.goto('profile-list')
  await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
  await page.getByRole('button', { name: /^เงื่อนไขซ้อนกัน/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await chooseSubject(page, 0, 'ชื่อ')
  await dialog.getByLabel('ค่าที่ใช้เปรียบเทียบ: ชื่อ').fill('ญาดา')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'กลุ่มเงื่อนไขย่อย ในเงื่อนไข' }).press('Enter')
  // The new condition has the focus.
  await expect(subjects(page).nth(1)).toBeFocused()
  await chooseSubject(page, 1, 'เบอร์โทร')
  await dialog.getByLabel('วิธีเปรียบเทียบ: เบอร์โทร').selectOption('ไม่มีข้อมูล')
  const nested = dialog.getByRole('region', { name: 'กลุ่มย่อย' })
  const first = dialog.getByRole('button', { name: 'เลื่อน ชื่อ คือ ญาดา' })
  await first.focus()
  await first.press('ArrowDown')
  await expect(nested.getByRole('button', { name: 'เลื่อน ชื่อ คือ ญาดา' })).toBeFocused()
  await expect(nested.locator('li[data-key]')).toHaveCount(2)
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Control+V')
  await expect(nested.locator('li[data-key]')).toHaveCount(3)
  await page.keyboard.press('Delete')
  await expect(nested.locator('li[data-key]')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'ชื่อ คือ ญาดา หรือ เบอร์โทร ไม่มีข้อมูล', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'ชื่อ คือ ญาดา หรือ เบอร์โทร ไม่มีข้อมูล', exact: true })).toBeVisible()
})

test('a filter by a value that is hidden says so, and the list goes on without it', { tag: '@verify' }, async ({
  page,
}) => {
  const rules = [{ kind: 'profile', fieldId: idOf('citizenId'), operator: 'eq', masked: true }]
  const rule = Buffer.from(JSON.stringify({ condition: 'and', rules })).toString('base64url')
  await page.goto(`profile-list#rule=${rule}`)
  await expect(page.getByText('มุมมองนี้กรองด้วยค่าที่คุณไม่มีสิทธิ์ดู')).toBeVisible()
  await page.getByRole('button', { name: 'นำเงื่อนไขนั้นออก', exact: true }).click()
  await expect(page.getByRole('table', { name: 'รายชื่อลูกค้า' })).toBeVisible()
})

test('a segment whose label is deleted says that it is broken, and is not switched on', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const label = await calls.post('/label', { name: freshName('Gone'), color: 'red', type: 'general' })
  const name = freshName('Broken')
  const rules = [{ kind: 'label', operator: 'has_any', label_ids: [label.id] }]
  const segment_rule = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const made = await calls.post('/label', { name, color: 'teal', type: 'advanced', segment_rule })
  await page.goto(`segmentation/list?q=${encodeURIComponent(String(label.name))}`)
  await page.getByRole('button', { name: `ตัวเลือกของ ${label.name}` }).click()
  await page.getByRole('button', { name: 'ลบ', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`เซกเมนต์: ${name}`)
  await dialog.getByRole('button', { name: 'ลบทั้งที่ยังใช้อยู่' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`segmentation/list?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('เงื่อนไขใช้ไม่ได้')
  const auto = row.getByRole('switch', { name: `อัปเดตอัตโนมัติ: ${name}` })
  await expect(auto).not.toBeChecked()
  await auto.click({ force: true })
  await expect(page.getByText('กรุณาแก้ไขเงื่อนไข').first()).toBeVisible()
  await expect(auto).not.toBeChecked()
  // The rule that names it is marked, until it is another one.
  await page.goto(`segmentation/edit/${made.id}`)
  const wrong = page.getByRole('alert').filter({ hasText: 'ข้อมูลที่ใช้ถูกลบไปแล้ว' })
  await expect(wrong).toBeVisible()
  await chooseSubject(page, 0, 'ชื่อ')
  await expect(wrong).toBeHidden()
})

test('an edit of a rule that met another shows both, and takes the one that is chosen', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const rule = (value: string) => ({
    auto_apply_enabled: false,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: {
      condition: 'and',
      groups: [{ condition: 'and', rules: [{ kind: 'profile', field_id: idOf('firstName'), operator: 'eq', value }] }],
    },
  })
  const body = { name: freshName('Two editors'), color: 'teal' }
  const segment = await calls.post('/label', { ...body, type: 'advanced', segment_rule: rule('กี่') })
  await page.goto(`segmentation/edit/${segment.id}`)
  await page.getByRole('combobox', { name: 'ค่าที่ใช้เปรียบเทียบ: ชื่อ' }).fill('น้ำฝน')
  await calls.put(`/label/${segment.id}`, { ...body, segment_rule: rule('ปั้น'), origin_time: segment.updated_at })
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('ค่าล่าสุดคือ “ชื่อ คือ ปั้น”')).toBeVisible()
  await page.getByRole('button', { name: 'ใช้ค่านี้: เงื่อนไข' }).click()
  await expect(page.getByRole('combobox', { name: 'ค่าที่ใช้เปรียบเทียบ: ชื่อ' })).toHaveValue('ปั้น')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByRole('heading', { name: String(body.name), exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'เงื่อนไข', exact: true })).toContainText('ชื่อ คือ ปั้น')
})

test('an address without a segment leads to the list', { tag: '@verify' }, async ({ page }) => {
  for (const screen of ['detail', 'edit']) {
    await page.goto(`segmentation/${screen}`)
    await expect(page).toHaveURL(/segmentation\/list$/)
  }
})

test('while all are counted after a sample, the figure of the sample stands and it is said of how many', {
  tag: '@verify',
}, async ({ page }) => {
  const sampled = { total: 400_000, count: 31_454, exact: false, margin: 3382, reachable: { line: null }, change: null }
  const path = ['target', 'groups', 0, 'rules', 0]
  await page.route('**/api/label/estimate', async (route) => {
    if (route.request().postDataJSON().exact) return
    await route.fulfill({ json: { ...sampled, per_rule: [{ path, alone: 31_454, left: 31_454 }], sample: [] } })
  })
  await page.goto('segmentation/create')
  await page.getByRole('button', { name: /^วันเกิดเดือนนี้/ }).click()
  await expect(page.getByText('31,454', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('กำลังตรวจลูกค้าทั้ง 400,000 ราย…')).toBeVisible()
})

test('the end of a requested segment calculation is announced on every screen', {
  tag: '@verify',
}, async ({ page, request }) => {
  const rules = [{ kind: 'profile', field_id: idOf('birthDate'), operator: 'month_is', value: 'this' }]
  const segment_rule = {
    auto_apply_enabled: false,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const name = freshName('คำนวณ')
  const { id } = await callsOf(request).post('/label', { name, color: 'teal', type: 'advanced', segment_rule })
  await page.goto(`segmentation/detail/${id}`)
  // They have left before the answer is there.
  let left = () => {}
  const leaving = new Promise<void>((resolve) => {
    left = resolve
  })
  await page.route(`**/api/label/${id}/calculate`, async (route) => {
    await leaving
    await route.continue()
  })
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click()
  await page.getByRole('button', { name: 'คำนวณตอนนี้' }).click()
  await page.getByRole('link', { name: 'รายชื่อลูกค้า', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'รายชื่อลูกค้า' })).toBeVisible()
  left()
  await expect(page.getByText('คำนวณเซกเมนต์ เสร็จแล้ว')).toBeVisible()
})

test('a segment made before the page hears of changes is in the list once it does', async ({ page, request }) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.routeWebSocket('**/socket', async (socket) => {
    await opened
    socket.connectToServer()
  })
  const listed = page.waitForResponse('**/api/label?*')
  await page.goto('segmentation/list')
  await (await listed).finished()
  const rules = [{ kind: 'profile', field_id: idOf('birthDate'), operator: 'month_is', value: 'this' }]
  const segment_rule = {
    auto_apply_enabled: false,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const name = freshName('ก่อนต่อสาย')
  await callsOf(request).post('/label', { name, color: 'teal', type: 'advanced', segment_rule })
  open()
  await expect(page.getByText(name)).toBeVisible()
})

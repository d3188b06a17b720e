import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

test.beforeAll(async ({ request }) => {
  const day = Date.now() % 1_000_000
  const lines = [1, 2, 3].map((n) => `ภาพรวม,คนที่ ${n},08${String(day).padStart(6, '0')}5${n}`)
  await callsOf(request).importFile(freshName('ภาพรวม'), `ชื่อ,นามสกุล,เบอร์โทร\n${lines.join('\n')}\n`)
})

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'ตัวเลขสรุป' }).locator('div', { has: page.getByText(name, { exact: true }) })

test('the dashboard opens on today, with incoming data as its second tab', async ({ page, request, store }) => {
  await page.goto(`/${store.id}`)
  await expect(page).toHaveURL('dashboard')
  await expect(page.getByRole('heading', { name: 'ควรจัดการ' })).toBeVisible()
  await page.getByRole('navigation', { name: 'ภาพรวม' }).getByRole('link', { name: 'ข้อมูล' }).click()
  await expect(page).toHaveURL(/\/\d+\/dashboard\?tab=data$/)
  const { total } = await callsOf(request).get('/profile?limit=1')
  const shown = Number(total).toLocaleString('en-US')
  await expect(figure(page, 'ลูกค้าทั้งหมด').locator('strong')).toHaveText(shown)
  await expect(page.getByRole('heading', { name: 'ช่องทางที่ข้อมูลเข้ามา' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^เพิ่มใหม่ รวม/ })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^ภาพรวม/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/data-source\/v2\/list\/output\/\d+/)
})

test('its period is chosen, stays in the address, and can be read as a table', { tag: '@verify' }, async ({ page }) => {
  await page.goto('dashboard?tab=data')
  await page.getByRole('radiogroup', { name: 'ช่วงเวลา' }).getByText('วันนี้', { exact: true }).click()
  await expect(page).toHaveURL(/days=today/)
  await page.getByRole('button', { name: 'ดูเป็นตาราง' }).click()
  const rows = page.getByRole('region', { name: 'ดูเป็นตาราง' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(24)
  await page.getByText('ช่วงวันที่', { exact: true }).click()
  await page.getByRole('textbox', { name: 'ตั้งแต่วันที่' }).fill('01/02/2020')
  await page.getByRole('textbox', { name: 'ถึงวันที่' }).fill('03/02/2020')
  await expect(page).toHaveURL(/2020-02-01\.\.2020-02-03/)
  // Empty states of records, channels, returning customers and segments.
  await expect(page.getByText('ไม่พบข้อมูล')).toHaveCount(4)
  await page.goBack()
  await page.goBack()
  await expect(page).not.toHaveURL(/2020-02-03/)
})

test('empty figures say so and draw no line of zeros', { tag: '@verify' }, async ({ page }) => {
  await page.route('**/api/dashboard/timeframe?*', async (route) => {
    const reply = await route.fetch()
    const { data } = await reply.json()
    for (const series of data) {
      if (series.name !== 'record_update') continue
      series.total = 0
      for (const point of series.values) point.value = 0
    }
    await route.fulfill({ json: { data } })
  })
  await page.goto('dashboard?tab=data')
  await expect(page.getByRole('img', { name: /^เพิ่มใหม่ รวม/ })).toBeVisible()
  await expect(page.getByText('อัปเดต: ไม่พบข้อมูล')).toBeVisible()
  await expect(page.getByRole('img', { name: /^อัปเดต รวม/ })).toHaveCount(0)
})

test('customers with missing data are one click away in the list', { tag: '@verify' }, async ({ page }) => {
  await page.goto('dashboard?tab=data')
  const lacking = page.getByRole('link', { name: /^มีอีเมล: ขาด/ })
  const [, count = ''] = /ขาด ([\d,]+) ราย/.exec((await lacking.textContent()) ?? '') ?? []
  await lacking.click()
  await expect(page).toHaveURL(/\/\d+\/profile-list#rule=/)
  await expect(page.getByText(`${count} ราย`).first()).toBeVisible()
})

test('the chosen segments are the person’s own in every browser, and their box is one line high', {
  tag: '@verify',
}, async ({ page, request, browser }) => {
  const { post } = callsOf(request)
  const rule = { kind: 'profile', field_id: 1, operator: 'not_empty' }
  const segment_rule = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules: [rule] }] },
  }
  const names = [freshName('แรก'), freshName('สอง')]
  for (const name of names) await post('/label', { name, color: 'teal', type: 'advanced', segment_rule })
  await page.goto('dashboard?tab=data')
  const panel = page.getByRole('region', { name: 'ขนาดของเซกเมนต์' })
  for (const name of names) await expect(panel.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  // Their figures stand in the legend; of a single day no graph is drawn.
  await expect(panel.getByText('มีข้อมูลเพียงวันเดียว')).toBeVisible()
  const box = panel.getByLabel('เลือกเซกเมนต์ ได้ถึง 5 รายการ').locator('..').locator('..')
  expect((await box.boundingBox())!.height).toBeLessThan(48)
  await panel.getByLabel('เลือกเซกเมนต์ ได้ถึง 5 รายการ').press('Backspace')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  const saved = async () => (await callsOf(request).get('/preference/user-store')).dashboard_segments as number[]
  await expect.poll(async () => (await saved())?.length).toBe(1)
  // Another browser of the same person, where nothing is kept but the login.
  const other = await browser.newContext({ storageState: await page.context().storageState() })
  const beside = await other.newPage()
  await beside.goto(page.url())
  await expect(beside.getByRole('region', { name: 'ขนาดของเซกเมนต์' }).getByRole('listitem')).toHaveCount(1)
  await other.close()
})

test('birthdays of this week lead to those customers, and returning customers are distinguished from new ones', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { post } = callsOf(request)
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  const birthday = day(0).slice(5).replace('02-29', '02-28')
  const { id } = await post('/profile', {
    fields: [
      { id: 1, value: freshName('เกิดวันนี้') },
      { id: 8, value: `1990-${birthday}` },
    ],
  })
  const { id: type } = await post('/activity-type', { name: freshName('ซื้อ'), description: '', fields: [] })
  const visit = (at: number) =>
    post(`/profile/${id}/activity`, { activity_type_id: type, activity_at: new Date(at).toISOString(), fields: [] })
  await visit(Date.now() - 400 * 86_400_000)
  await visit(Date.now() - 60_000)
  // Uses a new range: figures of known ranges are cached for a minute.
  await page.goto('dashboard?tab=data')
  await page.getByRole('radiogroup', { name: 'ช่วงเวลา' }).getByText('วันนี้', { exact: true }).click()
  await page.goto(page.url().replace('days=today', `days=${day(2)}..${day(0)}`))
  const panel = page.getByRole('main').locator('section', { has: page.getByText('ลูกค้าใหม่และลูกค้าที่กลับมา') })
  await expect(panel.locator('dd b')).toHaveText(['0', '1'])
  const birthdays = panel.getByRole('link', { name: /^วันเกิดใน 7 วัน/ })
  const [count = ''] = /[\d,]+/.exec((await birthdays.textContent()) ?? '') ?? []
  await birthdays.click()
  await expect(page).toHaveURL(/\/\d+\/profile-list#rule=/)
  await expect(page.getByText(`${count} ราย`).first()).toBeVisible()
})

test('on a phone nothing is cut off', { tag: '@verify' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('dashboard?tab=data')
  await expect(page.getByRole('heading', { name: 'คุณภาพข้อมูล' })).toBeVisible()
  const beyond = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(beyond)).toBe(false)
})

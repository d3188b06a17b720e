import pg from 'pg'
import { look, readyToLook } from './look.ts'
import { expect, test } from './watched.ts'

test('an owner sees first what does not work, and copies it for the administrator', async ({
  page,
  context,
  server,
  store,
}) => {
  const db = new pg.Client(server.database)
  await db.connect()
  await db.query("select auth.backup_made(now() - interval '3 days')")
  await db.query(
    `insert into request_count (store_id, hour, requests, errors)
     select $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => n), 800 + 700 * cos(n * 0.26), case n when 9 then 14 when 15 then 3 else 0 end
     from generate_series(1, 23) n`,
    [store.id],
  )
  await db.query(
    `insert into job (store_id, kind, request, created_at) values ($1, 'export', '{}', now() - interval '7 minutes')`,
    [store.id],
  )
  await db.end()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { whole } = await readyToLook(page)
  const looked = async () => {
    await whole()
    expect(await look(page, 'th')).toEqual([])
  }
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const lines = page.getByRole('main').getByRole('list').getByRole('listitem')
  await page.goto('setting/store')
  await page.getByRole('link', { name: 'ระบบ', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'บางส่วนของร้านใช้งานไม่ได้' })).toBeVisible()
  await expect(page.getByRole('img', { name: /17 ผิดพลาด/ })).toBeVisible()
  await expect(lines.nth(0)).toContainText('ไม่มีงานใดเดินอยู่')
  await expect(lines.nth(1)).toContainText('เก่ากว่า 2 วัน')
  await page.getByRole('button', { name: 'รายละเอียด งานเบื้องหลัง' }).click()
  await expect(page.getByRole('row', { name: /ส่งออก 1 0 รอนานสุด 7 นาที/ })).toBeVisible()
  await looked()
  await lines.nth(0).getByRole('button', { name: 'คัดลอกให้ผู้ดูแลระบบ' }).click()
  await expect.poll(copied).toMatch(/^งานเบื้องหลัง: ใช้งานไม่ได้[^\n]*RUAM_ROLE$/)
  await page.getByRole('button', { name: 'คัดลอกทั้งหมดให้ผู้ดูแลระบบ' }).click()
  await expect.poll(copied).toMatch(/^งานเบื้องหลัง: .*\nข้อมูลสำรอง: ต้องทำ/)
  await page.setViewportSize({ width: 390, height: 844 })
  await looked()
})

test('the report is sent to an address that is known, and a failed check leaves the last one', {
  tag: '@verify',
}, async ({ page }) => {
  let fails = false
  await page.route('**/api/system', async (route) => {
    if (fails)
      return route.fulfill({ status: 429, json: { error_code: 1, error: 'too_many_requests', message: 'ลองใหม่' } })
    const response = await route.fetch()
    const report = await response.json()
    report.operator = true
    report.parts.mail = { state: 'broken', facts: { failure: 'unreachable', last: null, today: 0, undelivered: 2 } }
    await route.fulfill({ response, json: report })
  })
  await page.route('**/api/system/send', (route) => route.fulfill({ json: { result: 'sent' } }))
  await page.clock.install()
  await page.goto('setting/system')
  const mail = page.getByRole('listitem').filter({ hasText: 'ติดต่อเซิร์ฟเวอร์อีเมลไม่ได้' })
  await mail.getByRole('button', { name: 'ส่งวิธีแก้ให้ผู้ดูแลระบบ' }).click()
  await expect(page.getByText('ส่งให้ผู้ดูแลระบบแล้ว')).toBeVisible()
  fails = true
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alert')).toContainText('ลองใหม่')
  await expect(mail).toBeVisible()
})

import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { owner } from './owner.ts'
import { expect, freshName, test } from './watched.ts'

test('acts are sentences with the names of their time, which are searched, filtered and opened', async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const [before, after] = [freshName('Before'), freshName('After')]
  const role = await calls.post(`/stores/${calls.store}/roles`, { name: before, permissions: [] })
  const permissions = ['cdp-core.profile.read']
  await calls.patch(`/stores/v2/${calls.store}/roles/${role.id}`, {
    name: after,
    permissions,
    origin_time: role.updated_at,
  })
  const email = `mali.${Date.now().toString(36)}@example.com`
  await calls.post('/stores/invitations', { email, role_id: role.id })
  await page.goto('setting/store')
  await page.getByRole('link', { name: 'ประวัติการใช้งาน' }).click()
  await expect(page).toHaveURL('setting/audit-log')
  const rows = page.locator('main li')
  const created = rows.filter({ hasText: `${owner.firstName} ${owner.lastName} สร้างบทบาท ${before}` })
  await expect(created).toBeVisible()
  const renamed = rows.filter({ hasText: `แก้ไขบทบาท ${after}` })
  await expect(renamed).toContainText(before)
  await expect(renamed).toContainText('เพิ่มสิทธิ์ข้อมูลลูกค้า: ดู')
  await expect(rows.filter({ hasText: `เชิญ ${email}` })).toContainText(`เป็น ${after}`)
  await page.getByRole('button', { name: 'หมวด' }).click()
  await page.getByRole('checkbox', { name: /เข้าสู่ระบบ/ }).check()
  await expect(created).toHaveCount(0)
  await page.getByRole('button', { name: 'ล้าง', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill(before)
  await expect(rows).toHaveCount(2)
  await created.getByRole('button', { name: 'ดูรายละเอียด' }).click()
  await expect(created).toContainText(`ตอนนี้ชื่อ${after}`)
  await page.getByRole('button', { name: 'เมื่อวาน' }).click()
  await expect(page.getByText('ไม่พบรายการที่ตรง')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).click()
  await expect(created).toBeVisible()
})

test('on a phone each act stands above its time, and the tab of the screen is visible', { tag: '@verify' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('setting/audit-log')
  await expect(page.locator('main li').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'ประวัติการใช้งาน' })).toBeInViewport({ ratio: 0.95 })
})

test('the second tab shows who uses the older API, on a phone in cards', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  await calls.get('/v1/label')
  await page.setViewportSize({ width: 390, height: 844 })
  // Counted in memory, and written every ten seconds.
  await expect
    .poll(async () => (await calls.get('/audit-log/older-usage')).total, { timeout: 30_000 })
    .toBeGreaterThan(0)
  const { whole } = await readyToLook(page)
  await page.goto('setting/audit-log')
  await page.getByRole('link', { name: 'API รุ่นเก่า' }).click()
  await expect(page.getByText('GET /v1/label')).toBeVisible()
  await expect(page.getByText('ครั้งใน 90 วัน: 1')).toBeVisible()
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 844 })
    await page
      .getByRole('button', { name: /^สิ่งที่ต้องเปลี่ยนในโปรแกรมของ / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'GET /v1/label' })).toContainText('GET /label')
    await expect(dialog.locator('code').filter({ hasText: '-GET /api/v1/label' })).toContainText('+GET /api/label')
    await whole()
    expect(await look(page, 'th')).toEqual([])
    await dialog.getByRole('button', { name: 'ปิด' }).click()
    await whole()
    expect(await look(page, 'th')).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('link', { name: 'ประวัติการใช้งาน' })).toBeInViewport({ ratio: 0.95 })
})

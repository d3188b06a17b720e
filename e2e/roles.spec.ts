import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const list = 'setting/role-permission'

test('creates a role right by right: each adds what it requires, and a preview shows its menu', async ({ page }) => {
  const name = freshName('Counter')
  await page.goto(list)
  await page.getByRole('link', { name: 'สร้างบทบาท' }).click()
  const preview = page.getByRole('region', { name: 'คนที่มีบทบาทนี้จะเห็น' })
  await expect(preview).toContainText('ยังไม่มีเมนู')
  await page.getByLabel('ชื่อบทบาท').fill(name)
  await page.getByLabel('รวมโปรไฟล์ที่ซ้ำ: ข้อมูลลูกค้า').check()
  await expect(page.getByLabel('ดู: ข้อมูลลูกค้า')).toBeChecked()
  await expect(page.getByLabel('แก้ไข: ข้อมูลลูกค้า')).toBeChecked()
  await expect(preview).toContainText('รายชื่อลูกค้า')
  await page.getByLabel('แก้ไข: ข้อมูลลูกค้า').uncheck()
  await expect(page.getByLabel('รวมโปรไฟล์ที่ซ้ำ: ข้อมูลลูกค้า')).not.toBeChecked()
  await expect(page.getByText(/^นำออกด้วย: /)).toBeVisible()
  await page.getByRole('button', { name: 'เอาคืน' }).click()
  await expect(page.getByLabel('รวมโปรไฟล์ที่ซ้ำ: ข้อมูลลูกค้า')).toBeChecked()
  await page.getByLabel('แก้ไข: ข้อมูลลูกค้า').uncheck()
  await page.getByRole('button', { name: 'บันทึก' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('ดู 1 เรื่อง')
  await row.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: `บทบาท: ${name}` })).toBeVisible()
  await expect(page.getByLabel('ดู: ข้อมูลลูกค้า')).toBeChecked()
  await page.getByLabel('ดู: ข้อมูลลูกค้า').uncheck()
  await expect(page.getByRole('status').filter({ hasText: 'จะหายไป' })).toContainText('ข้อมูลลูกค้า: ดู')
})

test('a role begins with a preset or with a copy of another', { tag: '@verify' }, async ({ page }) => {
  await page.goto('setting/role-permission-create')
  await page.getByRole('button', { name: 'การตลาด' }).click()
  await expect(page.getByLabel('ส่ง: บรอดแคสต์')).toBeChecked()
  await page.goto(list)
  await page.getByRole('button', { name: 'ตัวเลือกของ ดูอย่างเดียว' }).click()
  await page.getByRole('link', { name: 'ทำสำเนา' }).click()
  await expect(page.getByLabel('ชื่อบทบาท')).toHaveValue('สำเนาของ ดูอย่างเดียว')
  await expect(page.getByLabel('ดู: ข้อมูลลูกค้า')).toBeChecked()
})

test('reports a taken name while it is typed, also a preset’s in either language', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('setting/role-permission-create')
  for (const name of ['ผู้จัดการ', 'Manager']) {
    await page.getByLabel('ชื่อบทบาท').fill(name)
    await expect(page.getByText('มีชื่อนี้แล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  }
})

test('the owner’s role can be looked at and not changed', { tag: '@verify' }, async ({ page }) => {
  await page.goto(list)
  await page
    .getByRole('row', { name: /เจ้าของร้าน/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText('บทบาทเจ้าของร้านทำได้ทุกอย่าง และแก้ไขไม่ได้')).toBeVisible()
  await expect(page.getByLabel('ดู: ข้อมูลลูกค้า')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'บันทึก' })).toBeDisabled()
})

test('a simultaneous edit is merged, and reports what both changed', { tag: '@verify' }, async ({ page, request }) => {
  const calls = callsOf(request)
  const role = await calls.post(`/stores/${calls.store}/roles`, { name: freshName('Two editors'), permissions: [] })
  await page.goto(`setting/role-permission-edit/${role.id}`)
  await page.getByLabel('ดู: ภาพรวมของร้าน').check()
  await calls.patch(`/stores/v2/${calls.store}/roles/${role.id}`, {
    description: 'Written by another',
    origin_time: role.updated_at,
  })
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('รวมการแก้ไขของทั้งสองคนให้แล้ว')).toBeVisible()
  await expect(page.getByLabel('คำอธิบาย')).toHaveValue('Written by another')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByRole('row', { name: new RegExp(String(role.name)) })).toContainText('Written by another')
})

test('a role that people are invited to is deleted once another is chosen for them', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const name = freshName('Leaving')
  const role = await calls.post(`/stores/${calls.store}/roles`, { name, permissions: [] })
  const email = `${Date.now().toString(36)}@roles.example.com`
  await calls.post('/stores/invitations', { email, role_id: role.id })
  await page.goto(list)
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: 'ลบ', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('คำเชิญ 1 รายการ')
  await dialog.getByLabel('บทบาทใหม่').selectOption({ label: 'ดูอย่างเดียว' })
  await dialog.getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  const found = (await calls.get(`/user-management?keyword=${email}`)) as { data: { role: { name: string } }[] }
  expect(found.data[0]!.role.name).toBe('viewer')
})

test('the address of an edit without a role leads to the list', { tag: '@verify' }, async ({ page }) => {
  await page.goto('setting/role-permission-edit')
  await expect(page).toHaveURL('setting/role-permission')
})

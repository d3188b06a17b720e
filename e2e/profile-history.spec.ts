import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, freshWord, test } from './watched.ts'

const field = { firstName: 1, lastName: 2, phone: 9, occupation: 14 }
const changes = (page: Page) => page.locator('main ol > li')

test('initial values are one line of the history, which is filtered by field and by person', async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const phone = `09${String(Date.now() % 100_000_000).padStart(8, '0')}`
  const name = freshWord()
  await calls.importFile(freshName('หน้าร้าน'), `ชื่อ,เบอร์โทร,อาชีพ\n${name},${phone},ครู\n`)
  const { data } = (await calls.get(`/profile?keyword=${phone}`)) as { data: { id: number; updated_at: string }[] }
  const [{ id, updated_at: origin_time }] = data as [{ id: number; updated_at: string }]
  const edits = [
    { id: field.occupation, value: 'พยาบาล' },
    { id: field.lastName, value: 'สกุลอื่น' },
  ]
  await calls.put(`/profile/${id}`, { fields: edits, origin_time })
  await page.goto(`profile-detail/${id}/history`)
  await expect(changes(page)).toHaveCount(2)
  const created = changes(page).last()
  await expect(created).not.toContainText('ครู')
  await created.getByRole('button', { name: 'ข้อมูลแรกเข้า 3 ฟิลด์' }).click()
  await expect(created).toContainText('ครู')

  await page.getByLabel('ฟิลด์', { exact: true }).selectOption('อาชีพ')
  await expect(page).toHaveURL(new RegExp(`field=${field.occupation}`))
  await expect(changes(page).first()).not.toContainText('สกุลอื่น')
  await expect(changes(page).first()).toContainText('พยาบาล')
  await expect(changes(page).last()).toContainText('ครู')
  await page.getByLabel('ผู้แก้ไข').selectOption('วราภรณ์ ปู่ทอง')
  await expect(changes(page)).toHaveCount(1)
  await page.getByLabel('ฟิลด์', { exact: true }).selectOption('ทุกฟิลด์')
  await expect(changes(page)).toHaveCount(1)
  await expect(changes(page)).toContainText('สกุลอื่น')
})

test('paid amounts are aligned in baht and satang, for whatever was bought', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const stamp = Date.now()
  const make = (name: string, display_name: string) =>
    calls.post('/activity-field', {
      name: `${name}${stamp}`,
      display_name: freshName(display_name),
      data_type: 'Number',
    })
  const [paid, price] = [await make('paid', 'ยอดชำระ'), await make('price', 'ราคาปลีก')]
  const type = await calls.post('/activity-type', { name: freshName('ซื้อ'), fields: [paid.id, price.id] })
  const { id } = await calls.post('/profile', { fields: [{ id: field.firstName, value: freshName('ลูกค้า') }] })
  for (const value of [1580, 99.5]) {
    const fields = [
      { id: paid.id, value },
      { id: price.id, value: value / 2 },
    ]
    await calls.post(`/profile/${id}/activity`, { activity_type_id: type.id, fields })
  }
  await page.goto(`profile-detail/${id}/activity`)
  const amounts = [page.getByText('1,580.00 บาท', { exact: true }), page.getByText('99.50 บาท', { exact: true })]
  await expect(amounts[0]!.last()).toBeVisible()
  await expect(page.getByText('790.00 บาท')).toBeVisible()
  const [first, second] = await Promise.all(amounts.map((one) => one.last().boundingBox()))
  expect(first!.x + first!.width).toBeCloseTo(second!.x + second!.width, 0)
  // Two purchases are two lines, not half a screen.
  expect(Math.abs(first!.y - second!.y)).toBeLessThan(70)
})

import { callsOf } from './calls.ts'
import { memberPage } from './member.ts'
import { expect, freshWord, test } from './watched.ts'

test('a change of a colleague reaches an open customer and a row of the list, with who it was, and leaves what is typed', async ({
  page: _,
  browser,
  request,
  store,
  server,
}) => {
  const calls = callsOf(request)
  const family = `สดใส${freshWord()}`
  const made = await calls.post('/profile', { fields: [1, 2].map((id) => ({ id, value: id === 1 ? 'กานต์' : family })) })
  const rename = async (value: string) => {
    const { updated_at } = await calls.get(`/profile/${made.id}`)
    await calls.put(`/profile/${made.id}`, { fields: [{ id: 1, value }], origin_time: updated_at })
  }
  const staff = await memberPage(browser, calls, 'service staff')
  const socket = staff.waitForEvent('websocket')
  await staff.goto(`${server.address}/${store.id}/profile-list?q=${family}`)
  await expect(staff.locator('tbody tr')).toHaveCount(1)
  // The subscription has been acknowledged.
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('PONG'))
  const times: number[] = []
  for (const name of ['ขจร', 'คมสัน', 'จันทร์']) {
    await rename(name)
    const from = Date.now()
    await expect(staff.locator('tbody').getByText(name).first()).toBeVisible()
    times.push(Date.now() - from)
  }
  console.log('live, ms to a row of the list', times)

  await staff.locator('tbody a').first().click()
  await expect(staff.getByRole('heading', { name: /จันทร์/ }).first()).toBeVisible()
  await rename('ฉลอง')
  await expect(staff.getByRole('heading', { name: /ฉลอง/ }).first()).toBeVisible()
  await expect(staff.getByText('เพิ่งแก้ไขลูกค้ารายนี้')).toContainText('วราภรณ์')

  await staff.goto(`${server.address}/${store.id}/profile-edit/${made.id}`)
  const again = staff.waitForEvent('websocket')
  await staff.getByLabel('อาชีพ', { exact: true }).fill('ครู')
  await (await again).waitForEvent('framereceived', ({ payload }) => String(payload).includes('PONG'))
  await rename('ชูใจ')
  await expect(staff.getByText('เพิ่งแก้ไขลูกค้ารายนี้').first()).toBeVisible()
  await expect(staff.getByLabel('อาชีพ', { exact: true })).toHaveValue('ครู')
  await staff.context().close()
})

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

test('a list and an open customer follow bulk acts, and a work list the tick of a colleague, with who it was', {
  tag: '@verify',
}, async ({ page, browser, request, store, server }) => {
  const calls = callsOf(request)
  const family = `สดใส${freshWord()}`
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).replace('02-29', '02-28')
  const made = await Promise.all(
    ['ขวัญ', 'คำแก้ว'].map((first) =>
      calls.post('/profile', {
        fields: Object.entries({ 1: first, 2: family, 8: `1990-${today}` }).map(([id, value]) => ({
          id: Number(id),
          value,
        })),
      }),
    ),
  )
  const ids = made.map(({ id }) => id)
  const staff = await memberPage(browser, calls, 'service staff')
  const heard = () =>
    staff
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('PONG')))
  let connected = heard()
  await staff.goto(`${server.address}/${store.id}/profile-list?q=${family}`)
  await expect(staff.locator('tbody tr')).toHaveCount(2)
  await connected
  const action = { type: 'set_field', field_id: 14, value: 'ครูใหญ่' }
  await calls.post('/profile/bulk', { target: { ids }, action })
  await expect(staff.locator('tbody tr[data-changed*="วราภรณ์"]')).toHaveCount(2)

  connected = heard()
  await staff.goto(`${server.address}/${store.id}/work/birthdays`)
  await expect(staff.locator('tbody').getByText(family)).toHaveCount(2)
  await connected
  // Another screen of the owner, whose own acts it does not announce.
  await page.goto('work/birthdays')
  await calls.post('/work-list', { kind: 'birthdays', profile_ids: [ids[0]], done: true })
  await expect(staff.locator('tbody').getByText(family)).toHaveCount(1)
  await expect(staff.getByText('วราภรณ์').and(staff.getByText('ทำเสร็จแล้ว')).first()).toBeVisible()

  connected = heard()
  await staff.goto(`${server.address}/${store.id}/profile-edit/${ids[1]}`)
  await staff.getByLabel('อาชีพ', { exact: true }).fill('พยาบาล')
  await connected
  await calls.post('/profile/bulk', { target: { ids: [ids[1]] }, action: { type: 'delete' } })
  await expect(staff.getByText(/เพิ่ง(ถูก)?ลบ/).first()).toBeVisible()
  await expect(staff.getByLabel('อาชีพ', { exact: true })).toHaveValue('พยาบาล')
  await staff.context().close()
})

test('a hundred changes of a colleague reach a page in which a field is being typed in, and leave what is typed', {
  tag: '@verify',
}, async ({ page: _, browser, request, store, server }) => {
  test.setTimeout(600_000)
  const calls = callsOf(request)
  const fields = [1, 14].map((id) => ({ id, value: id === 1 ? 'กานต์' : 'ครู' }))
  const made = await calls.post('/profile', { fields })
  let seen = made.updated_at
  const staff = await memberPage(browser, calls, 'service staff')
  const socket = staff.waitForEvent('websocket')
  await staff.goto(`${server.address}/${store.id}/profile-detail/${made.id}`)
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('PONG'))
  await staff.getByRole('button', { name: /^อาชีพ / }).click()
  const typed = staff.getByRole('form', { name: 'แก้ไขอาชีพ' }).getByRole('textbox')
  const times: number[] = []
  let text = ''
  await typed.fill('')
  for (let n = 1; n <= 100; n++) {
    const letter = 'กขคง'[n % 4]!
    const name = `กานต์ ${n} ${freshWord()}`
    const changed = calls.put(`/profile/${made.id}`, { fields: [{ id: 1, value: name }], origin_time: seen })
    await staff.keyboard.type(letter)
    text += letter
    seen = (await changed).updated_at
    const from = Date.now()
    await expect(staff.getByRole('heading', { name }).first()).toBeVisible({ timeout: 60_000 })
    times.push(Date.now() - from)
    await expect(typed).toHaveValue(text)
    await expect(typed).toBeFocused()
  }
  times.sort((a, b) => a - b)
  const [median, worst] = [times[50]!, times[99]!]
  console.log(`live: 100 changes while typing, median ${median} ms, worst ${worst} ms`)
  await staff.context().close()
})

import type { Browser, Page } from '@playwright/test'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

// Service staff link customers at the counter. They have no socket, so the screen looks again by itself.

let line: LineSimulator
let channel: Channel
let staff: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, request, line: simulator }) => {
  line = simulator
  channel = addChannel(line.state, { displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai' })
  staff = await clerk(browser, callsOf(request))
})

/** Signs service staff in, on a browser of their own. */
async function clerk(browser: Browser, calls: ReturnType<typeof callsOf>): Promise<Page> {
  await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const { data } = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = data.find(({ name }) => name === 'service staff')!.id
  const { link } = await calls.post('/stores/invitations', { email: 'counter@example.com', role_id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill('ณัฐ')
  await page.getByLabel('นามสกุล').fill('หน้าร้าน')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน ทุ่งข้าว')
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
  return page
}

interface Act {
  userId?: string
  displayName?: string
  act: 'follow' | 'message'
  text?: string
}

/** Plays a customer, as the simulator's page does. */
async function act(body: Act): Promise<string> {
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await reply.json()) as { userId: string }).userId
}

const dialog = (page: Page) => page.getByRole('dialog')

/** Scans the code on screen and sends its word, as the customer's phone does. */
async function scanAndSend(page: Page, userId: string) {
  const url = new URL((await dialog(page).getByRole('img', { name: /QR/ }).getAttribute('data-text'))!)
  expect(decodeURIComponent(url.pathname)).toBe('/R/oaMessage/@paafai/')
  await act({ userId, act: 'message', text: decodeURIComponent(url.search.slice(1)) })
}

for (const size of [
  { width: 1366, height: 850 },
  { width: 390, height: 844 },
]) {
  test(
    `an imported customer is linked in two taps and the customer’s one, and undone, ${size.width} px wide`,
    {
      tag: size.width > 1000 ? '@verify' : [],
    },
    async ({ request }, info) => {
      const name = size.width === 390 ? 'กานดา' : 'ญาดา'
      await callsOf(request).importFile(
        name,
        `ชื่อ,นามสกุล,เบอร์โทร\n${name},ศรีสุข,08651${size.width + 10_000}\n`.slice(0, 200),
      )
      const { data } = (await callsOf(request).post('/profile/query', { filter: { keyword: name }, limit: 1 })) as {
        data: { id: number }[]
      }
      const userId = await act({ act: 'follow', displayName: `${name} ใน LINE` })
      await staff.setViewportSize(size)
      const { errors, whole } = await readyToLook(staff)
      await staff.goto(`profile-detail/${data[0]!.id}`)
      await staff.getByRole('button', { name: 'เชื่อม LINE' }).click()
      await expect(dialog(staff).getByText('ให้ลูกค้าสแกนแล้วกดส่งข้อความ')).toBeVisible()
      await staff.screenshot({ path: info.outputPath('qr.png') })
      const found = await look(staff, 'th', true)
      await scanAndSend(staff, userId)
      const began = Date.now()
      await expect(dialog(staff).getByText(`เชื่อม ${name} ศรีสุข กับ LINE แล้ว`)).toBeVisible()
      info.annotations.push({ type: 'shown after ms', description: String(Date.now() - began) })
      await staff.screenshot({ path: info.outputPath('linked.png') })
      found.push(...(await look(staff, 'th', true)))
      await dialog(staff).getByRole('button', { name: 'เสร็จ' }).click()
      await expect(staff.getByRole('button', { name: 'เพื่อนใน LINE' })).toBeVisible()
      await whole()
      await staff.screenshot({ path: info.outputPath('friend.png') })
      await staff.getByRole('button', { name: 'เพื่อนใน LINE' }).click()
      await dialog(staff).getByRole('button', { name: 'เลิกเชื่อม' }).click()
      await dialog(staff).getByRole('button', { name: 'เลิกเชื่อม' }).last().click()
      await expect(staff.getByText('เลิกเชื่อมกับ LINE แล้ว')).toBeVisible()
      await expect(staff.getByRole('button', { name: 'เชื่อม LINE' })).toBeVisible()
      expect([...found, ...errors]).toEqual([])
    },
  )
}

test(
  'a customer whose LINE user has a purchase becomes a pair that is proved, and nothing is merged',
  { tag: '@verify' },
  async ({ request }, info) => {
    const calls = callsOf(request)
    const userId = await act({ act: 'follow', displayName: 'วีระใน LINE' })
    const twin = async () =>
      ((await calls.post('/profile/query', { filter: { keyword: 'วีระใน' }, limit: 1 })) as { data: { id: number }[] })
        .data[0]?.id
    await expect(async () => expect(await twin()).toBeDefined()).toPass()
    await calls.post(`/profile/${await twin()}/visit`)
    const { id } = await calls.post('/profile', {
      fields: [
        { id: 1, value: 'วีระ' },
        { id: 2, value: 'ตั้งใจ' },
      ],
    })
    await staff.setViewportSize({ width: 1366, height: 850 })
    await staff.goto(`profile-detail/${id}`)
    await staff.getByRole('button', { name: 'เชื่อม LINE' }).click()
    await scanAndSend(staff, userId)
    await expect(dialog(staff).getByText('ยืนยันแล้ว แต่ LINE นี้มีข้อมูลลูกค้าอยู่อีกชุด')).toBeVisible()
    await staff.screenshot({ path: info.outputPath('pair.png') })
    const { data } = (await calls.get('/profile-duplicate?limit=1')) as { data: { reasons: string[] }[] }
    expect(data[0]?.reasons).toEqual(['proved_by_line'])
  },
)

test(
  'a person who was erased is told at the counter to follow again, and is linked as a new customer then',
  { tag: '@verify' },
  async ({ request }, info) => {
    const calls = callsOf(request)
    const userId = await act({ act: 'follow', displayName: 'ดาราใน LINE' })
    const profile = async () =>
      ((await calls.post('/profile/query', { filter: { keyword: 'ดาราใน' }, limit: 1 })) as { data: { id: number }[] })
        .data[0]?.id
    await expect(async () => expect(await profile()).toBeDefined()).toPass()
    await calls.post(`/profile/${await profile()}/erase`, { confirm: true })
    await expect(async () => expect(await profile()).toBeUndefined()).toPass()
    const { id } = await calls.post('/profile', { fields: [{ id: 1, value: 'ดารา' }] })
    await staff.setViewportSize({ width: 390, height: 844 })
    await staff.goto(`profile-detail/${id}`)
    await staff.getByRole('button', { name: 'เชื่อม LINE' }).click()
    await scanAndSend(staff, userId)
    await expect(dialog(staff).getByText('LINE นี้เคยขอลบข้อมูล จึงยังเชื่อมไม่ได้')).toBeVisible()
    await staff.screenshot({ path: info.outputPath('erased.png') })
    await act({ userId, act: 'follow' })
    await scanAndSend(staff, userId)
    await expect(dialog(staff).getByText('จึงเริ่มเป็นลูกค้ารายใหม่ ข้อมูลเดิมไม่กลับมา')).toBeVisible()
    await staff.screenshot({ path: info.outputPath('new-person.png') })
  },
)

test('the palette links the customer that it has found', { tag: '@verify' }, async ({ request }) => {
  const { id } = await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'ปิติพาเลต' }] })
  await staff.goto('profile-list')
  await staff.getByRole('heading', { level: 1 }).waitFor()
  await staff.keyboard.press('Control+k')
  await dialog(staff).getByRole('combobox').fill('ปิติพาเลต')
  await staff.getByRole('option', { name: 'เชื่อม LINE' }).click()
  await scanAndSend(staff, await act({ act: 'follow', displayName: 'ปิติใน LINE' }))
  await expect(dialog(staff).getByText(/แล้ว$/).first()).toBeVisible()
  expect((await callsOf(request).get(`/profile/${id}/line-link`)).reach).toBe('friend')
})

test(
  'the list shows how customers are reached on LINE, and is narrowed by it',
  { tag: '@verify' },
  async ({ request }, info) => {
    const calls = callsOf(request)
    await calls.post('/profile', { fields: [{ id: 1, value: 'ไม่มีไลน์' }] })
    const userId = await act({ act: 'follow', displayName: 'คนบล็อก' })
    await act({ userId, act: 'message', text: 'สวัสดี' })
    await expect(async () => {
      const { total } = (await calls.post('/profile/query', { filter: { keyword: 'คนบล็อก' } })) as { total: number }
      expect(total).toBe(1)
    }).toPass()
    await staff.setViewportSize({ width: 1366, height: 850 })
    await staff.goto('profile-list')
    await staff.getByRole('button', { name: 'เลือกคอลัมน์' }).click()
    await staff.getByRole('checkbox', { name: 'LINE', exact: true }).check()
    await staff.keyboard.press('Escape')
    const rows = staff.getByRole('row')
    await expect(rows.filter({ hasText: 'ไม่มีไลน์' })).toContainText('ยังไม่เชื่อม')
    await expect(rows.filter({ hasText: 'คนบล็อก' })).toContainText('เพื่อน')
    await staff.getByRole('button', { name: 'ตัวกรอง' }).click()
    await staff.locator('[popover]:popover-open').getByRole('button', { name: 'LINE', exact: true }).click()
    await staff.getByRole('button', { name: /^เป็นเพื่อน/ }).click()
    await expect(rows.filter({ hasText: 'คนบล็อก' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'ไม่มีไลน์' })).toHaveCount(0)
    await staff.screenshot({ path: info.outputPath('reach.png') })
  },
)

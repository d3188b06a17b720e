import type { Page } from '@playwright/test'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel, addFriend, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let line: LineSimulator
let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ line: simulator }) => {
  line = simulator
  channel = addChannel(line.state, { displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai', chatMode: 'chat', quota: 15_000 })
})

const screen = 'setting/line-oa'
const dialog = (page: Page) => page.getByRole('dialog')

/** Plays a customer, as the simulator's page does. */
async function act(customer: { userId?: string; act: 'follow' | 'unfollow' }): Promise<string> {
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'ญาดา', ...customer }),
  })
  return ((await reply.json()) as { userId: string }).userId
}

/** Opens the screen again until it shows a text: events are worked on after LINE was answered. */
async function showsAtLast(page: Page, text: string) {
  await expect(async () => {
    await page.goto(screen)
    await expect(page.getByRole('main').getByText(text)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

test('an account is checked with LINE before it is connected, and keys that LINE refuses are named', async ({
  page,
}) => {
  await page.goto(screen)
  await expect(page.getByText('ยังไม่ได้เชื่อมต่อ LINE')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Basic settings' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'เชื่อมต่อบัญชี' }).click()
  await dialog(page).getByLabel('Channel ID').fill('12a')
  await dialog(page).getByLabel('Channel secret').fill('f'.repeat(32))
  await dialog(page).getByRole('button', { name: 'ตรวจสอบกับ LINE' }).click()
  await expect(dialog(page).getByText('Channel ID เป็นตัวเลข 5–20 หลัก')).toBeVisible()
  await dialog(page).getByLabel('Channel ID').fill(channel.id)
  await dialog(page).getByRole('button', { name: 'ตรวจสอบกับ LINE' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Channel ID หรือ Channel secret ไม่ถูกต้อง')
  await dialog(page).getByLabel('Channel secret').fill(channel.secret)
  await dialog(page).getByRole('button', { name: 'ตรวจสอบกับ LINE' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: '@paafai' })).toContainText('ผ้าฝ้ายเชียงใหม่')
  await dialog(page).getByRole('button', { name: 'เชื่อมต่อบัญชีนี้' }).click()
  await expect(page.getByRole('heading', { name: /ผ้าฝ้ายเชียงใหม่/ })).toContainText(`Channel ID ${channel.id}`)
  await expect(page.getByText('รับข้อความจาก LINE ได้ปกติ')).toBeVisible()
  await expect(page.getByText('ยังไม่ได้ตรวจการตอบกลับอัตโนมัติของ LINE')).toBeVisible()
  await expect(page.getByText('แพ็กเกจ 15,000 ข้อความ')).toBeVisible()
})

test('an account asks about the automatic answers of LINE, and keeps what staff found', async ({ page }, info) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto(screen)
  const found: unknown[] = []
  for (const [deed, said] of [
    ['ยังเปิดอยู่', 'การตอบกลับอัตโนมัติของ LINE ยังเปิดอยู่'],
    ['ปิดแล้ว', 'ปิดการตอบกลับอัตโนมัติของ LINE แล้ว'],
  ] as const) {
    await page.getByRole('button', { name: /^ดูวิธี/ }).click()
    await expect(dialog(page).getByRole('listitem').first()).toContainText('ผ้าฝ้ายเชียงใหม่')
    await expect(dialog(page).getByRole('link')).toHaveAttribute('href', /manager\.line\.biz\/account\/@paafai/)
    await whole()
    await page.screenshot({ path: info.outputPath(`line-answers-${deed}.png`) })
    found.push(...(await look(page, 'th')))
    await dialog(page).getByRole('button', { name: deed }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(said)).toBeVisible()
  }
  expect([...found, ...errors]).toEqual([])
})

test('a customer who adds the account is counted as a friend, and as blocked once they block it', async ({ page }) => {
  const userId = await act({ act: 'follow' })
  await showsAtLast(page, 'ระบุตัวลูกค้าได้ 1')
  await expect(page.getByRole('list', { name: 'บัญชี LINE OA' })).toContainText('เพื่อน 1')
  await act({ userId, act: 'unfollow' })
  await showsAtLast(page, 'บล็อก 1')
})

test('the online log shows the events of a customer, on a desk and on a phone', { tag: '@verify' }, async ({
  page,
}) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto('online-log')
  for (const deed of ['เพิ่มเพื่อน', 'บล็อกบัญชี'])
    await expect(page.getByRole('row').filter({ hasText: deed })).toContainText('ญาดา')
  await whole()
  const found = await look(page, 'th')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('online-log')
  await expect(page.getByText('เพิ่มเพื่อน').filter({ visible: true }).first()).toBeVisible()
  await whole()
  expect([...found, ...(await look(page, 'th')), ...errors]).toEqual([])
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('link', { name: 'ญาดา' }).first().click()
  await expect(page).toHaveURL(/\/\d+\/profile-detail\//)
})

test('the list of friends is refused to an account that LINE has not verified, and read once it is', async ({
  page,
}, info) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto(screen)
  const card = page.getByRole('region', { name: 'เพื่อนและลูกค้า' })
  const read = card.getByRole('button', { name: 'ดึงรายชื่อเพื่อน' })
  await read.click()
  await expect(card.getByRole('status')).toContainText('เฉพาะบัญชีรับรองและพรีเมียม')
  await whole()
  await page.screenshot({ path: info.outputPath('list-refused.png'), fullPage: true })
  channel.verified = true
  for (let n = 0; n < 1200; n++) addFriend(channel)
  await read.click()
  await expect(card.getByRole('status')).toContainText(/ดึงรายชื่อเพื่อนจาก LINE เมื่อ .* 1,200 คน/)
  await expect(card).toContainText('ยังระบุตัวไม่ได้ 1,200')
  await expect(page.getByRole('listitem').filter({ hasText: 'เพื่อนที่ยังไม่ใช่ลูกค้า' })).toContainText('1,200 คน')
  const found: unknown[] = []
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await whole()
    await page.screenshot({ path: info.outputPath(`list-${width}.png`), fullPage: true })
    found.push(...(await look(page, 'th')))
  }
  expect([...found, ...errors]).toEqual([])
})

test('a webhook that was led elsewhere is found by a check, and set and tested again', async ({ page }) => {
  channel.webhook = { endpoint: 'https://other.example/webhook', active: true }
  await page.goto(screen)
  await page.getByRole('button', { name: 'ตรวจอีกครั้ง' }).click()
  await expect(page.getByRole('article').getByText('LINE ส่งข้อความไปที่อื่น')).toBeVisible()
  await page.getByRole('button', { name: 'ตั้งค่าและทดสอบ' }).click()
  await expect(page.getByText('รับข้อความจาก LINE ได้ปกติ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ตั้งค่าและทดสอบ' })).toBeHidden()
})

test('keys, name, provider and switches of an account are changed in place', { tag: '@verify' }, async ({ page }) => {
  await page.goto(screen)
  channel.secret = 'abcdef0123456789'.repeat(2)
  await page.getByRole('button', { name: 'เปลี่ยนคีย์' }).click()
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog(page).getByText('กรุณาใส่คีย์หรือโทเคนใหม่')).toBeVisible()
  await dialog(page).getByLabel('Channel secret').fill(channel.secret)
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('คีย์ลงท้าย …6789')).toBeVisible()

  await page.getByRole('button', { name: 'แก้ไข ชื่อและ provider' }).click()
  await dialog(page).getByLabel('ชื่อ provider').fill('ผ้าฝ้าย กรุ๊ป')
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('ผ้าฝ้าย กรุ๊ป')).toBeVisible()

  await page.getByRole('switch', { name: 'เก็บข้อความแชท' }).click({ force: true })
  await page.getByRole('switch', { name: 'ใช้งานบัญชีนี้' }).click({ force: true })
  await expect(page.getByRole('list', { name: 'บัญชี LINE OA' })).toContainText('ปิดใช้งาน')
  await page.reload()
  await expect(page.getByRole('switch', { name: 'ใช้งานบัญชีนี้' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'ใช้งานบัญชีนี้' }).click({ force: true })
  await expect(page.getByRole('list', { name: 'บัญชี LINE OA' })).toContainText('ใช้งานได้')
})

test(
  'words of the store that mean a stop are added to an account, wide and on a phone',
  { tag: '@verify' },
  async ({ page }, info) => {
    const { errors, whole } = await readyToLook(page)
    await page.goto(screen)
    const open = () => page.getByRole('button', { name: 'แก้ไข คำที่ใช้ยกเลิกรับข่าวสาร' }).click()
    await open()
    await dialog(page).getByLabel('คำของร้าน').fill('ก')
    await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
    await expect(dialog(page).getByText('บรรทัดละ 2 ถึง 60 ตัวอักษร')).toBeVisible()
    await dialog(page).getByLabel('คำของร้าน').fill('จบข่าว\nNo thanks\n')
    await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText('จบข่าว · No thanks')).toBeVisible()
    const found: unknown[] = []
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // The only account is open on a phone, too.
      if (width === 390) await page.goto(screen)
      await page.getByText('จบข่าว · No thanks').scrollIntoViewIfNeeded()
      await whole()
      await page.screenshot({ path: info.outputPath(`phrases-${width}.png`) })
      await open()
      await whole()
      await page.screenshot({ path: info.outputPath(`phrases-${width}-dialog.png`) })
      found.push(...(await look(page, 'th')))
      await page.keyboard.press('Escape')
    }
    expect([...found, ...errors]).toEqual([])
  },
)

test(
  'LINE is asked which imported ids are friends, and the screen says how many are',
  { tag: '@verify' },
  async ({ page, request }, info) => {
    const { errors, whole } = await readyToLook(page)
    const calls = callsOf(request)
    const userId = addFriend(channel).userId
    const { id } = await calls.post('/profile', {
      fields: [
        { id: 1, value: 'มานี' },
        { id: 20, value: userId },
      ],
    })
    await page.goto(screen)
    const way = page.getByRole('listitem').filter({ hasText: 'LINE ID จากไฟล์' })
    await way.getByRole('button', { name: 'ตรวจกับ LINE' }).click()
    await expect(way).toContainText('เป็นเพื่อน 1 จาก')
    await whole()
    await page.screenshot({ path: info.outputPath('asked.png') })
    const found = await look(page, 'th')
    expect(await calls.get(`/profile/${id}/line-link`)).toMatchObject({ reach: 'friend' })
    await page.getByRole('navigation', { name: 'บัญชี LINE OA' }).getByRole('link', { name: 'ประวัติช่องทาง' }).click()
    await expect(page).toHaveURL('online-log')
    await page.goBack()
    await page.getByText('โมดูล', { exact: true }).click()
    await expect(page.getByText('ยังไม่มีโมดูล')).toBeVisible()
    await whole()
    await page.screenshot({ path: info.outputPath('modules.png') })
    found.push(...(await look(page, 'th')))
    const module = addChannel(line.state, { displayName: 'โมดูลจองคิว', basicId: '@queue' })
    await page.getByRole('main').getByRole('button', { name: 'เชื่อมต่อบัญชี' }).last().click()
    await dialog(page).getByLabel('Channel ID').fill(module.id)
    await dialog(page).getByLabel('Channel secret').fill(module.secret)
    await dialog(page).getByRole('button', { name: 'ตรวจสอบกับ LINE' }).click()
    await dialog(page).getByRole('button', { name: 'เชื่อมต่อบัญชีนี้' }).click()
    await expect(page.getByRole('heading', { name: /โมดูลจองคิว/ })).toBeVisible()
    await page.getByRole('switch', { name: 'ใช้งานบัญชีนี้' }).click({ force: true })
    await expect(page.getByRole('list', { name: 'บัญชี LINE OA' })).toContainText('ปิดใช้งาน')
    await page.getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
    await dialog(page).getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
    await expect(page.getByText('ยังไม่มีโมดูล')).toBeVisible()
    expect([...found, ...errors]).toEqual([])
  },
)

for (const language of ['th', 'en'] as const) {
  test(`the screen of a connected account is whole in ${language}, on a desk and on a phone`, {
    tag: language === 'en' ? '@verify' : [],
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 850 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(screen)
      // A phone shows the only account at once.
      const [list, opened] = [
        page.getByRole('list', { name: /LINE OA/ }),
        page.getByRole('heading', { name: /@paafai/ }),
      ]
      await expect(size.width > 390 ? list.getByRole('button') : opened).toBeVisible()
      await whole()
      // The name of the account is Thai.
      found.push(...(await look(page, language, true)))
    }
    expect([...found, ...errors]).toEqual([])
  })
}

test('an account is disconnected after confirmation', { tag: '@verify' }, async ({ page }) => {
  await page.goto(screen)
  await page.getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
  await dialog(page).getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
  await expect(page.getByText('ยังไม่ได้เชื่อมต่อ LINE')).toBeVisible()
})

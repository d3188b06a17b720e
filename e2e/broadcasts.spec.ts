import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { paintedPicture } from '../server/testing/broadcasts/picture.testing.ts'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart, openPreview } from './composer.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'
import type { Server } from './server.ts'

let line: LineSimulator
let channel: Channel
let server: Server
let account: { id: number }
/** The person who approves, once signed in. */
let second: Page | undefined

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server: own, line: simulator }) => {
  server = own
  line = simulator
  channel = addChannel(line.state, { displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai', quota: 15_000 })
  const calls = callsOf(request)
  account = (await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })) as typeof account
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
})

const sentTo = (userId: string) => line.state.accepted.filter((one) => one.userId === userId).length

/** Plays a customer, as the simulator's page does. */
async function act(customer: {
  userId?: string
  displayName?: string
  act: 'follow' | 'message'
  text?: string
}): Promise<string> {
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'ญาดา', ...customer }),
  })
  return ((await reply.json()) as { userId: string }).userId
}

/** Signs a manager in, who may approve, on a browser of their own. */
async function manager(browser: Browser, calls: ReturnType<typeof callsOf>): Promise<Page> {
  const { data } = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = data.find(({ name }) => name === 'manager')!.id
  const { link } = await calls.post('/stores/invitations', { email: 'manager@example.com', role_id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill('สุดา')
  await page.getByLabel('นามสกุล').fill('ผู้จัดการ')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน ทุ่งข้าว')
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
  return page
}

interface Row {
  id: number
  fields: { name: string; value: string }[]
}

/** Waits until a follower of the account has a profile. Returns its id. */
async function customer(calls: ReturnType<typeof callsOf>, name: string): Promise<number> {
  let found: Row | undefined
  await expect(async () => {
    const { data } = (await calls.get(`/profile?keyword=${encodeURIComponent(name)}`)) as { data: Row[] }
    found = data[0]
    expect(found).toBeDefined()
  }).toPass()
  return found!.id
}

/** Has the scheduled time come. */
async function timePasses() {
  const db = new pg.Client(server.database)
  await db.connect()
  await db.query("update broadcast set due_at = now() where status = 'pending'")
  await db.end()
}

async function compose(page: Page, name: string, segment: string) {
  await page.goto('broadcast/create')
  await page.getByLabel('ชื่อบรอดแคสต์').fill(name)
  await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'ผ้าฝ้ายเชียงใหม่ @paafai' })
  await page.getByLabel('ส่งถึงใคร').selectOption({ label: 'เซกเมนต์และป้ายกำกับ' })
  await page.getByRole('combobox', { name: 'ส่งถึง', exact: true }).click()
  await page.getByRole('option', { name: segment }).click()
  await openPart(page, 'เวลาและความปลอดภัย')
  await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
}

for (const { width, height, friend, verify } of [
  { width: 1366, height: 850, friend: 'ญาดา', verify: [] },
  { width: 390, height: 844, friend: 'มาลี', verify: ['@verify'] },
]) {
  test(`a segment gets a picture and a button once, after a test, an approval, a pause and a resume, at ${width} px; who says stop is skipped with the reason`, {
    tag: verify,
  }, async ({ page, browser }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height })
    const calls = callsOf(page.request)
    const userId = await act({ act: 'follow', displayName: friend })
    const friendId = await customer(calls, friend)
    const tester = await act({ act: 'follow', displayName: `พนักงาน ${width}` })
    await customer(calls, `พนักงาน ${width}`)
    const { id: segment } = await calls.post('/label', {
      name: `ลูกค้า ${friend}`,
      color: 'teal',
      type: 'general',
      description: '',
    })
    await calls.post(`/profile/${friendId}/label`, { label_ids: [segment] })

    await page.goto('setting/broadcast')
    await page.getByRole('switch', { name: 'ช่วงงดส่ง' }).setChecked(false, { force: true })
    await page.getByRole('switch', { name: 'ต้องให้พนักงานอีกคนอนุมัติก่อนส่ง' }).setChecked(true, { force: true })
    await page.getByLabel('ราคาต่อข้อความ').fill('0.2')
    await page.getByRole('combobox', { name: 'ผู้รับข้อความทดสอบ' }).fill(`พนักงาน ${width}`)
    await page.getByRole('option', { name: `พนักงาน ${width}` }).click()
    await page.getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()

    const saves: { status?: string; schedule?: { type: string } }[] = []
    page.on('request', (sent) => {
      const isSave = sent.method() === 'PUT' || sent.method() === 'POST'
      if (isSave && sent.url().endsWith('/api/broadcast')) saves.push(sent.postDataJSON())
    })
    await compose(page, `ลดฤดูหนาว ${width}`, `ลูกค้า ${friend}`)
    await openPart(page, 'ผู้รับ')
    await expect(page.getByText('ส่งถึงได้ 1 จาก 1 ราย')).toBeVisible()
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'รูปภาพ', exact: true }).click()
    const buffer = await paintedPicture(1040, 780)
    await page.locator('input[type=file]').setInputFiles({ name: 'ลดฤดูหนาว.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('img', { name: 'รูปที่ 1' })).toBeVisible()
    if (width < 700) await page.getByRole('button', { name: 'เพิ่มข้อความ' }).click()
    await page.getByRole('button', { name: 'การ์ดพร้อมปุ่ม' }).click()
    await page.getByLabel('ข้อความที่เห็นในหน้ารวมแชท').fill('ลดฤดูหนาว 15%')
    await page.getByLabel('หัวข้อ').fill('ลดฤดูหนาว')
    await page.getByRole('textbox', { name: 'ข้อความ', exact: true }).fill('ผ้าฝ้ายทอมือล็อตใหม่ ลด 15% ถึงสิ้นเดือน')
    await page.getByLabel('คำบนปุ่มที่ 1').fill('ดูสินค้า')
    await page.getByLabel('ลิงก์ของปุ่มที่ 1').fill('https://shop.example')
    await openPart(page, 'เวลาและความปลอดภัย')
    await page.getByRole('radio', { name: 'ตั้งเวลา' }).check()
    if (process.env.PICTURES) {
      await page.getByLabel('ชื่อบรอดแคสต์').scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${process.env.PICTURES}/story-${width}-compose.png` })
      await page.getByRole('radio', { name: 'ตั้งเวลา' }).scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${process.env.PICTURES}/story-${width}-end.png` })
    }
    await page.getByRole('button', { name: 'ส่งทดสอบ' }).click()
    await expect(page.getByText(/ส่งทดสอบแล้ว \d คน/)).toBeVisible()
    expect(sentTo(tester)).toBe(2)

    await page.getByRole('button', { name: 'ตั้งเวลาส่งถึง 1 ราย' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 ราย · 1 ข้อความ · ประมาณ 0.20 บาท')
    await page.getByRole('dialog').getByRole('button', { name: 'ตั้งเวลา', exact: true }).click()
    await page.waitForURL(/\/broadcast\/detail\//)
    await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'อนุมัติและส่ง' })).toHaveCount(0)
    // Each change is saved once, and nothing after the request for approval, which a save would withdraw.
    expect(saves.filter(({ schedule }) => schedule?.type === 'at')).toHaveLength(1)
    expect(saves.map(({ status }) => status).indexOf('pending')).toBe(saves.length - 1)

    second ??= await manager(browser, calls)
    await second.goto(page.url())
    await second.getByRole('button', { name: 'อนุมัติและส่ง' }).click()
    await expect(second.getByText('ตั้งเวลาแล้ว', { exact: true })).toBeVisible()

    await page.reload()
    await page.getByRole('button', { name: 'พักการส่ง' }).click()
    await page.getByRole('button', { name: 'ส่งต่อ' }).click()
    await expect(page.getByText('ตั้งเวลาแล้ว', { exact: true })).toBeVisible()
    expect(sentTo(userId)).toBe(0)
    await timePasses()
    await expect(page.getByText('ส่งแล้ว 1 จาก 1 ราย')).toBeVisible({ timeout: 30_000 })
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/story-${width}-report.png`, fullPage: true })
    const got = line.state.accepted.filter((one) => one.userId === userId).map(({ message }) => message)
    expect(got).toMatchObject([
      { type: 'image', originalContentUrl: expect.stringMatching(/^https:\/\/media\.example\/media\/[\w-]{43}$/) },
      {
        type: 'template',
        template: { actions: [{ type: 'uri', uri: expect.stringMatching(/^https:\/\/media\.example\/l\//) }] },
      },
    ])

    const replied = line.state.replies.length
    await act({ userId, act: 'message', text: 'ยกเลิกรับข่าวสาร' })
    await expect(async () => expect(line.state.replies.length).toBe(replied + 1)).toPass()
    await compose(page, `รอบสอง ${width}`, `ลูกค้า ${friend}`)
    await openPart(page, 'ผู้รับ')
    await page.getByRole('button', { name: 'ดูรายชื่อ' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([new RegExp(`${friend}.*ไม่ยินยอมรับข่าวสาร`)])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/story-${width}-excluded.png` })
    await page.keyboard.press('Escape')
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
    await page.getByLabel('1 ข้อความ').last().fill('สวัสดีค่ะ')
    // A phone's button leads to what is missing, a desk lists it.
    const lacks = width < 700 ? 'ไปแก้ 1 จุดที่ยังขาด' : 'ไม่มีลูกค้าที่ส่งถึงได้'
    await expect(page.getByRole('button', { name: lacks }).last()).toBeVisible()
    if (width > 700) await expect(page.getByRole('button', { name: 'ส่งถึง 0 ราย' })).toBeDisabled()
    expect(sentTo(userId)).toBe(2)
    // Saved, for the tests that open a draft.
    await page.waitForURL(/\/broadcast\/create\/\d+/)
  })
}

test('a broadcast that waits after a restore is sent to nobody, and leaves the list when a person resumes it', async ({
  page,
}) => {
  const calls = callsOf(page.request)
  const { testers, updated_at, ...settings } = await calls.get('/broadcast/setting')
  const tester_ids = (testers as { id: number }[]).map((tester) => tester.id)
  await calls.put('/broadcast/setting', { ...settings, tester_ids, quiet_hours: null, origin_time: updated_at })
  const userId = await act({ act: 'follow', displayName: 'ขวัญข้าว' })
  const friend = await customer(calls, 'ขวัญข้าว')
  const name = 'แจ้งวันหยุดปีใหม่'
  const { id } = await calls.post('/broadcast', {
    ...{ name, channel: { type: 'lineOA', channel_id: account.id } },
    target: { type: 'profiles', profile_ids: [friend] },
    messages: [{ type: 'text', text: 'ร้านหยุด 31 ธันวาคม' }],
  })
  const db = new pg.Client(server.database)
  await db.connect()
  await db.query(
    `update broadcast set status = 'pending', sub_status = 'paused', reason = 'restored', due_at = now() - interval '1 hour'
     where id = $1`,
    [id],
  )
  await db.end()
  const { whole } = await readyToLook(page)
  await page.goto('dashboard')
  await page.getByRole('link', { name: /^รอหลังกู้คืนข้อมูลสำรอง/ }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  expect(sentTo(userId)).toBe(0)
  await page.getByRole('button', { name: `ส่งต่อ ${name}` }).press('Enter')
  await expect(page.getByRole('heading', { name: 'ไม่มีอะไรรอ' })).toBeVisible()
})

for (const language of ['th', 'en'] as const) {
  test(`the screens of broadcasts are whole in ${language}, on a desk and on a phone`, {
    tag: '@verify',
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const list = (await callsOf(page.request).get('/broadcast')) as { results: { id: number; status: string }[] }
    const idOf = (status: string) => list.results.find((one) => one.status === status)!.id
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const screen of [
        'broadcast/list',
        `broadcast/edit/${idOf('draft')}`,
        `broadcast/detail/${idOf('published')}`,
        'setting/broadcast',
      ]) {
        await page.goto(screen)
        await page.getByRole('main').locator('h2, input, td, li').first().waitFor()
        await whole()
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${language}-${size.width}-${screen.split('/')[1]}-${screen.split('/')[0]}.png`,
          })
        found.push(...(await look(page, language, true)).map((fault) => `${screen} ${size.width}: ${fault}`))
      }
    }
    expect([...found, ...errors]).toEqual([])
  })
}

test('module channels are offered with their kind, and a flex message is drawn as it will look', {
  tag: '@verify',
}, async ({ page }) => {
  const calls = callsOf(page.request)
  const module = addChannel(line.state, { displayName: 'ผู้ช่วยแชท', basicId: '@chat' })
  await calls.post('/line-module', { channel_id: module.id, channel_secret: module.secret })
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const bubble = {
    type: 'bubble',
    hero: {
      type: 'image',
      url: 'https://cdn.example/winter.jpg',
      size: 'full',
      aspectRatio: '20:13',
      aspectMode: 'cover',
    },
    body: {
      ...{ type: 'box', layout: 'vertical', spacing: 'md' },
      contents: [
        text('ลดฤดูหนาว', { weight: 'bold', size: 'xl' }),
        {
          ...{ type: 'box', layout: 'horizontal' },
          contents: [text('ผ้าทอมือ', { size: 'sm', color: '#555555' }), text('฿ 590', { size: 'sm', align: 'end' })],
        },
        { type: 'separator' },
        text('ลด 15% ทุกชิ้นถึงสิ้นเดือน เฉพาะที่ร้านเชียงใหม่', { size: 'sm', wrap: true }),
      ],
    },
    footer: {
      ...{ type: 'box', layout: 'vertical', spacing: 'sm' },
      contents: [
        { type: 'button', style: 'primary', action: { type: 'uri', label: 'ดูสินค้า', uri: 'https://shop.example' } },
        { type: 'button', action: { type: 'message', label: 'สอบถาม', text: 'สอบถาม' } },
      ],
    },
  }
  const { id } = await calls.post('/broadcast', {
    name: 'แบบ Flex',
    messages: [
      { type: 'text', text: 'สวัสดีค่ะ' },
      { type: 'sticker', package_id: '446', sticker_id: '1988' },
      { type: 'flex', alt_text: 'ลดฤดูหนาว', contents: JSON.stringify(bubble) },
    ],
  })
  const { errors, whole } = await readyToLook(page)
  await page.goto(`broadcast/edit/${id}`)
  const accounts = page.getByLabel('ส่งจากบัญชี').getByRole('option')
  await expect(accounts).toContainText(['ผ้าฝ้ายเชียงใหม่ @paafai · LINE OA', 'ผู้ช่วยแชท @chat · โมดูล'])
  const preview = page.getByRole('region', { name: 'Flex', exact: true })
  for (const words of ['ลดฤดูหนาว', '฿ 590', 'ดูสินค้า', 'สอบถาม', 'cdn.example'])
    await expect(preview.getByText(words)).toBeVisible()
  for (const size of [
    { width: 1366, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const close = await openPreview(page)
    await preview.scrollIntoViewIfNeeded()
    await whole()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/flex-seen-${size.width}.png` })
    expect(await look(page, 'th', true)).toEqual([])
    await close()
  }
  expect(errors).toEqual([])
})

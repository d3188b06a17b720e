import type { APIRequestContext, Browser, Page } from '@playwright/test'
import pg from 'pg'
import { type AutomationStore, automationStore } from './automation-store.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const login = { id: '2000012345', secret: 'ab'.repeat(16), callbacks: [] }

let made: AutomationStore
let purpose: number
let address: string
const friends = new Map<number, string>()

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  made = await automationStore(request, server, line.state, Number(store.id))
  const db = new pg.Client(server.database)
  await db.connect()
  const { rows } = await db.query<{ profile_id: string; external_id: string }>(
    'select profile_id, external_id from channel_friend where store_id = $1',
    [store.id],
  )
  await db.end()
  for (const { profile_id, external_id } of rows) friends.set(Number(profile_id), external_id)
  line.state.login.channels.set(login.id, login)
  address = await turnedOn(request, line.state.login)
  purpose = made.purpose
  for (const profile_id of made.profiles.slice(0, 4))
    await callsOf(request).post('/privacy/consent', {
      ...{ profile_id, purpose_id: purpose, operation: 'granted', way: 'paper', note: 'ใบสมัครสมาชิก' },
    })
})

/** Checks the login as a member who is a friend, and turns the page on. */
async function turnedOn(request: APIRequestContext, lineLogin: { user: string | null }): Promise<string> {
  const calls = callsOf(request)
  await calls.put('/privacy/my-data/login', { channel_id: login.id, channel_secret: login.secret })
  lineLogin.user = [...friends.values()].at(-1)!
  const { url } = await calls.post('/privacy/my-data/check')
  expect(await (await request.get(url as string)).text()).toContain('Provider เดียวกัน')
  return (await calls.put('/privacy/my-data', { on: true })).url as string
}

/** A phone or computer that has never been in the web app. */
const visitor = (browser: Browser, width: number, height: number, language: 'th' | 'en') =>
  browser.newContext({
    ...{ viewport: { width, height }, locale: language === 'th' ? 'th-TH' : 'en-GB' },
    storageState: { cookies: [], origins: [] },
  })

const said = {
  th: {
    enter: 'เข้าด้วย LINE',
    yours: 'เข้าด้วย LINE ของคุณ คนอื่นเปิดหน้านี้ไม่ได้',
    all: /^ดูทั้งหมด/,
    stop: 'ไม่รับแล้ว',
    stopped: 'ถอนความยินยอมแล้ว มีผลทันที',
    copy: 'ขอสำเนาข้อมูล',
    send: 'ส่งคำขอ',
    sent: 'ส่งคำขอให้ร้านแล้ว',
    working: 'ร้านกำลังทำ: ขอสำเนาข้อมูล',
    leave: 'ออก',
    more: 'ตัวเลือกอื่น',
    link: 'ลิงก์ข้อมูลของฉัน',
    make: 'สร้างลิงก์',
    linkOf: 'ลิงก์ของลูกค้า',
    sendCode: 'ส่งรหัสไปที่ LINE ของฉัน',
    digits: 'รหัส 6 หลัก',
    wrong: 'รหัสไม่ถูกต้องหรือหมดเวลา',
    show: 'ดูข้อมูลของฉัน',
    byCode: 'เข้าด้วยรหัสในแชท',
  },
  en: {
    enter: 'Log in with LINE',
    yours: 'You logged in with LINE. Nobody else can open this page.',
    all: /^See all/,
    stop: 'Stop this',
    stopped: 'Your consent is withdrawn. This acted at once.',
    copy: 'Get a copy',
    send: 'Send request',
    sent: 'Your request is with the store.',
    working: 'In progress: Get a copy',
    leave: 'Log out',
    more: 'More actions',
    link: 'Link to My data',
    make: 'Create link',
    linkOf: 'Link of the customer',
    sendCode: 'Send a code to my LINE',
    digits: '6 digits',
    wrong: 'The code is wrong, or its time is over.',
    show: 'Show my data',
    byCode: 'You used the code in your LINE chat.',
  },
} as const

for (const [place, { width, height, language, verify }] of (
  [
    { width: 390, height: 844, language: 'th', verify: false },
    { width: 1366, height: 900, language: 'en', verify: false },
    { width: 1366, height: 900, language: 'th', verify: true },
    { width: 390, height: 844, language: 'en', verify: true },
  ] as const
).entries())
  test(`a customer sees their values, withdraws a consent and opens a request at ${width} px in ${language}`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ browser, line, request }) => {
    test.slow()
    const words = said[language]
    const profile = made.profiles[place]!
    line.state.login.user = friends.get(profile)!
    const context = await visitor(browser, width, height, language)
    const page = await context.newPage()
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const looked = async (name: string) => {
      await whole()
      found.push(...(await look(page, language, true)).map((fault) => `${name}: ${fault}`))
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/my-data-${language}-${width}-${name}.png`,
          fullPage: true,
        })
    }
    await page.goto(`${address}?lang=${language}`)
    await expect(page.getByRole('link', { name: words.enter })).toBeVisible()
    await looked('1-enter')
    await page.getByRole('link', { name: words.enter }).click()
    await expect(page.getByText(words.yours)).toBeVisible()
    await expect(page.getByText(/^081-000-\d{4}$/).first()).toBeVisible()
    await looked('2-data')
    await page.locator('summary').filter({ hasText: words.all }).click()
    await looked('3-all')

    await page.locator('.card').filter({ hasText: 'ข่าวสารของร้าน' }).getByRole('button', { name: words.stop }).click()
    await expect(page.getByText(words.stopped)).toBeVisible()
    const { data } = (await callsOf(request).get(`/privacy/consent?profile_id=${profile}`)) as {
      data: { purpose: { id: number }; state: string }[]
    }
    expect(data.find((one) => one.purpose.id === purpose)?.state).toBe('withdrawn')
    await looked('4-withdrawn')

    await page.locator('summary').filter({ hasText: words.copy }).click()
    await page.locator('details[open]').getByRole('button', { name: words.send }).click()
    await expect(page.getByText(words.sent)).toBeVisible()
    await expect(page.getByText(words.working)).toBeVisible()
    await looked('5-sent')
    await page.getByRole('button', { name: words.leave }).click()
    await expect(page.getByRole('link', { name: words.enter })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(words.yours)).toBeHidden()
    await context.close()
    expect([...found, ...errors]).toEqual([])
  })

for (const [place, { width, height, language, verify }] of (
  [
    { width: 1366, height: 900, language: 'th', verify: false },
    { width: 390, height: 844, language: 'th', verify: true },
    { width: 1366, height: 900, language: 'en', verify: true },
    { width: 390, height: 844, language: 'en', verify: true },
  ] as const
).entries())
  test(`a personal link shows the values of its customer after the code in their chat, at ${width} px in ${language}`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ browser, page, line }) => {
    test.slow()
    const words = said[language]
    const profile = made.profiles[10 + place]!
    const found: string[] = []
    const pictured = (seen: Page, whole: () => Promise<void>) => async (name: string) => {
      await whole()
      found.push(...(await look(seen, language, true)).map((fault) => `${name}: ${fault}`))
      if (process.env.PICTURES)
        await seen.screenshot({ path: `${process.env.PICTURES}/my-link-${language}-${width}-${name}.png` })
    }
    await page.setViewportSize({ width, height })
    await page.addInitScript(
      (set) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: set })),
      language,
    )
    const staff = await readyToLook(page)
    const looked = pictured(page, staff.whole)
    await page.goto(`profile-detail/${profile}`)
    await page.getByRole('button', { name: words.more, exact: true }).click()
    await page.getByRole('button', { name: words.link, exact: true }).click()
    await expect(page.getByRole('button', { name: words.make })).toBeVisible()
    await looked('1-ask')
    await page.getByRole('button', { name: words.make }).click()
    const link = await page.getByLabel(words.linkOf).inputValue()
    await looked('2-link')

    const context = await visitor(browser, width, height, language)
    const phone = await context.newPage()
    const customer = await readyToLook(phone)
    const seen = pictured(phone, customer.whole)
    await phone.goto(link)
    await expect(phone.getByText(/081-000-/)).toHaveCount(0)
    await seen('3-page')
    await phone.getByRole('button', { name: words.sendCode }).click()
    await seen('4-code')
    const codeOf = () => {
      const sent = line.state.accepted.filter(({ userId }) => userId === friends.get(profile))
      return /^\d{6}/.exec(String((sent.at(-1)?.message as { text?: string } | undefined)?.text))?.[0] ?? ''
    }
    await expect.poll(codeOf).not.toBe('')
    await phone.getByLabel(words.digits).fill(codeOf() === '111111' ? '222222' : '111111')
    await phone.getByRole('button', { name: words.show }).click()
    await expect(phone.getByText(words.wrong)).toBeVisible()
    await seen('5-wrong')
    await phone.getByLabel(words.digits).fill(codeOf())
    await phone.getByRole('button', { name: words.show }).click()
    await expect(phone.getByText(words.byCode)).toBeVisible()
    await expect(phone.getByText(/^081-000-\d{4}$/).first()).toBeVisible()
    await seen('6-data')
    await context.close()
    expect([...found, ...staff.errors, ...customer.errors]).toEqual([])
  })

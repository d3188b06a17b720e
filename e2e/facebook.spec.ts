import type { Page } from '@playwright/test'
import { startFacebook } from '../tools/facebook/server.ts'
import { addPage, addPerson, addUser, type Page as FacebookPage } from '../tools/facebook/state.ts'
import { bodyOf, signatureOf, textMessage } from '../tools/facebook/webhooks.ts'
import { look, readyToLook } from './look.ts'
import { test as base, expect } from './own-store.ts'
import { freePort, type Server } from './server.ts'

// A server with a Facebook app, which talks to a simulator of Facebook.

type Facebook = Awaited<ReturnType<typeof startFacebook>>

const test = base.extend<object, { facebook: Facebook }>({
  facebook: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const facebook = await startFacebook()
      await use(facebook)
      await facebook.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ facebook }, use) => {
      const { id, secret, verifyToken } = facebook.state.app
      const port = String(await freePort())
      await use({
        ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, RUAM_FLAG_FACEBOOK: 'true' },
        ...{ FACEBOOK_GRAPH_URL: facebook.url, FACEBOOK_APP_ID: id },
        ...{ FACEBOOK_APP_SECRET: secret, FACEBOOK_VERIFY_TOKEN: verifyToken },
      })
    },
    { scope: 'worker' },
  ],
})

let facebook: Facebook
let server: Server
let page1: FacebookPage
let token: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ facebook: simulator, server: own }) => {
  facebook = simulator
  server = own
  const names = ['ผ้าฝ้ายเชียงใหม่', 'ผ้าฝ้าย สาขานิมมาน', 'ผ้าฝ้าย สาขาลำพูน']
  const pages = names.map((name) => addPage(facebook.state, { name }))
  page1 = pages[0]!
  token = addUser(facebook.state, pages)
})

const screen = 'setting/facebook'
const dialog = (page: Page) => page.getByRole('dialog')

/** Writes to a page, as a person on Facebook does. */
async function write(text: string) {
  const body = bodyOf(facebook.state, [[page1, textMessage(facebook.state, page1, addPerson(page1), text)]])
  const reply = await fetch(`${server.address}/webhook/facebook/${facebook.state.app.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(facebook.state.app.secret, body),
    },
    body,
  })
  expect(reply.status).toBe(200)
}

test('a page is chosen among those of a token, and a token that Facebook refuses is named', async ({ page }, info) => {
  await page.goto('setting/line-oa')
  await page.getByRole('link', { name: 'Facebook' }).first().click()
  await expect(page).toHaveURL(screen)
  await expect(page.getByText('ยังไม่ได้เชื่อมต่อเพจ')).toBeVisible()
  await expect(page.getByText('ส่งบรอดแคสต์ทาง Facebook ไม่ได้')).toBeVisible()
  await page.screenshot({ path: info.outputPath('facebook-empty.png') })
  await page.getByRole('main').getByRole('button', { name: 'เชื่อมต่อเพจ' }).click()
  await dialog(page).getByLabel('โทเคนของผู้ดูแลเพจ').fill('x'.repeat(40))
  await dialog(page).getByRole('button', { name: 'ดูเพจ' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await dialog(page).getByLabel('โทเคนของผู้ดูแลเพจ').fill(token)
  await dialog(page).getByRole('button', { name: 'ดูเพจ' }).click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(3)
  await dialog(page).getByRole('button', { name: 'เชื่อมต่อเพจนี้' }).click()
  await expect(dialog(page).getByText('กรุณาเลือกเพจ')).toBeVisible()
  await page.screenshot({ path: info.outputPath('facebook-choose.png') })
  await dialog(page).getByLabel('ผ้าฝ้ายเชียงใหม่').check()
  await dialog(page).getByRole('button', { name: 'เชื่อมต่อเพจนี้' }).click()
  await expect(page.getByRole('heading', { name: 'ผ้าฝ้ายเชียงใหม่' })).toBeVisible()
  expect(page1.subscribed).toContain('messages')
})

test(
  'people who write to the page are counted, and their events stand in the online log',
  { tag: '@verify' },
  async ({ page }, info) => {
    await write('มีผ้าครามไหมคะ')
    await expect(async () => {
      await page.goto(screen)
      await expect(page.getByText('ลูกค้าที่ทักมา 1 ราย')).toBeVisible({ timeout: 2000 })
    }).toPass()
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    await page.goto('online-log')
    await page.getByLabel('ช่องทาง', { exact: true }).selectOption({ label: 'ผ้าฝ้ายเชียงใหม่' })
    await expect(page.getByRole('row').filter({ hasText: 'ข้อความเข้า' })).toContainText('ญาดา')
    await whole()
    await page.screenshot({ path: info.outputPath('facebook-log.png') })
    found.push(...(await look(page, 'th')))
    expect([...found, ...errors]).toEqual([])
  },
)

for (const language of ['th', 'en'] as const) {
  test(
    `the screen of a connected page is whole in ${language}, on a desk and on a phone`,
    {
      tag: '@verify',
    },
    async ({ page }, info) => {
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
        await expect(page.getByRole('heading', { name: 'ผ้าฝ้ายเชียงใหม่' })).toBeVisible()
        await whole()
        await page.screenshot({ path: info.outputPath(`facebook-${language}-${size.width}.png`) })
        // The name of the page is Thai.
        found.push(...(await look(page, language, true)))
      }
      expect([...found, ...errors]).toEqual([])
    },
  )
}

test('a page is switched off and on, and disconnected after confirmation', { tag: '@verify' }, async ({ page }) => {
  await page.goto(screen)
  const use = page.getByRole('switch', { name: 'ใช้งานเพจนี้' })
  await use.click({ force: true })
  await expect(page.getByRole('listitem').filter({ hasText: 'เลขที่เพจ' })).toContainText('ปิดใช้งาน')
  await use.click({ force: true })
  await page.getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
  await dialog(page).getByRole('button', { name: 'เลิกเชื่อมต่อ' }).click()
  await expect(page.getByText('ยังไม่ได้เชื่อมต่อเพจ')).toBeVisible()
  expect(page1.subscribed).toBeNull()
})

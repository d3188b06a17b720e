import type { CDPSession, Page } from '@playwright/test'
import pg from 'pg'
import { freePort } from './server.ts'
import { test as base, expect } from './watched.ts'

const test = base.extend<object, object>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const port = String(await freePort())
      await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}` })
    },
    { scope: 'worker' },
  ],
})

/** A phone with a finger on it, in Chromium. */
async function authenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { cdp, id }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const section = (page: Page) => page.getByRole('region', { name: 'พาสคีย์' })

async function givePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('อีเมล').fill(email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await button(page, 'เข้าสู่ระบบ').click()
}

/** Leaves the account of this browser as a closed one would. */
async function leave(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/sign-in')
}

async function codesOf(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'รหัสกู้คืน' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

test('a passkey is added, used as the second step and alone, lost, recovered by a code, required and removed', async ({
  page,
  store,
  server,
}) => {
  test.setTimeout(180_000)
  const { owner } = store
  let phone = await authenticator(page)
  // The owner signed in a moment ago: no fresh sign-in is needed.
  await page.goto('account')
  await button(page, 'เพิ่มพาสคีย์').click()
  const codes = await codesOf(page)
  await button(page, 'เก็บไว้แล้ว').click()
  await expect(section(page).getByRole('listitem')).toHaveCount(1)
  await expect(section(page)).toContainText('รหัสกู้คืนเหลือ 10 รหัส')

  await leave(page)
  await givePassword(page, owner)
  await button(page, 'ใช้พาสคีย์').click()
  await page.waitForURL(`**/${store.id}/**`)

  await leave(page)
  await button(page, 'เข้าสู่ระบบด้วยพาสคีย์').click()
  await page.waitForURL(`**/${store.id}/**`)
  await page.goto('account')
  await expect(section(page)).toContainText('ใช้ล่าสุด')

  // The phone is lost.
  await phone.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone.id })
  await leave(page)
  await givePassword(page, owner)
  await button(page, /รหัสกู้คืน/).click()
  await page.getByLabel('รหัสกู้คืน').fill('aaaa-aaaa-aaaa-aaaa')
  await button(page, 'ยืนยัน').click()
  await expect(page.getByRole('alert')).toContainText('รหัสกู้คืนไม่ถูกต้อง')
  await page.getByLabel('รหัสกู้คืน').fill(codes[0]!)
  await button(page, 'ยืนยัน').click()
  await page.waitForURL(`**/${store.id}/**`)
  await page.goto('account')
  await expect(section(page)).toContainText('รหัสกู้คืนเหลือ 9 รหัส')
  await button(page, /^ลบพาสคีย์/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(section(page).getByRole('listitem')).toHaveCount(0)

  await page.goto('setting/store')
  const setting = page.getByRole('region', { name: 'พาสคีย์ของทีม' })
  await setting.getByRole('button', { name: 'บังคับใช้พาสคีย์' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'บังคับใช้พาสคีย์' }).click()
  await expect(setting).toContainText('บังคับตั้งแต่')
  const database = new pg.Client({ connectionString: server.database })
  await database.connect()
  await database.query('update store set second_factor_from = now() where store_id = $1', [store.id])
  await database.end()

  phone = await authenticator(page)
  await leave(page)
  await givePassword(page, owner)
  await expect(page.getByRole('heading', { name: 'เพิ่มพาสคีย์ก่อนเข้าร้าน' })).toBeVisible()
  await button(page, 'เพิ่มพาสคีย์').click()
  await codesOf(page)
  await button(page, 'ไปต่อ').click()
  await page.waitForURL(`**/${store.id}/**`)

  await page.goto('setting/store')
  await setting.getByRole('button', { name: 'เลิกบังคับ' }).click()
  await expect(setting).toContainText('ไม่บังคับ')
  await leave(page)
  await givePassword(page, owner)
  await button(page, 'ใช้พาสคีย์').click()
  await page.waitForURL(`**/${store.id}/**`)
})

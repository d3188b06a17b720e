import { createHash } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { agreementText, DPA_VERSION, dpaDocument } from '@ruam/contract/access/dpa-document.ts'
import pg from 'pg'
import { type LocalProvider, localProvider } from '../server/testing/app/provider.testing.ts'
import { type Mailbox, secretIn, startMailServer } from '../server/testing/mail-server.testing.ts'
import { owner } from './owner.ts'
import { freePort, type Server, startServer } from './server.ts'
import { freshName } from './watched.ts'

// A server that sends mail and knows an identity provider, whose owner has accepted no agreement yet.

const password = 'ลมหนาว พัดผ่าน ทุ่งข้าว'
let server: Server
let box: Mailbox & { stop(): Promise<void> }
let provider: LocalProvider
let address: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  address = `http://127.0.0.1:${await freePort()}`
  box = await startMailServer()
  provider = await localProvider(address)
  server = await startServer({
    ...{ PORT: new URL(address).port, PUBLIC_URL: address, SMTP_URL: box.url, MAIL_FROM: 'Ruam <ruam@shop.example>' },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
    ...{ RUAM_SETUP_EMAIL: owner.email, RUAM_SETUP_PASSWORD: owner.password, RUAM_SETUP_STORE: owner.store },
  })
})
test.afterAll(async () => {
  await server.stop()
  await box.stop()
  await provider.stop()
})
// Known once its server is.
test.use({ baseURL: ({ browserName: _ }, use) => use(address) })

const menu = (page: Page) => page.getByRole('navigation', { name: 'เมนู' })
const dialog = (page: Page) => page.getByRole('dialog')

async function signIn(page: Page, email: string, secret = owner.password) {
  await page.goto('/choose-store')
  await page.getByLabel('อีเมล').fill(email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click()
}

/** Returns the newest mail to the address whose subject contains `about`. */
async function mailTo(email: string, about: string) {
  const theirs = () =>
    box.mails.filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes(about)).at(-1)
  await expect.poll(() => theirs() !== undefined).toBe(true)
  return theirs()!
}

/** Invites a person by mail, on the screen. */
async function invite(page: Page, email: string, role: string) {
  await page.goto('/1/setting/user-management')
  await page.getByRole('link', { name: 'เชิญผู้ใช้' }).click()
  await dialog(page).getByLabel('อีเมล').fill(email)
  await dialog(page).getByLabel('บทบาท').selectOption({ label: role })
  await dialog(page).getByRole('button', { name: 'ส่งคำเชิญ' }).click()
  await expect(dialog(page).getByText(`กำลังส่งคำเชิญไปที่ ${email}`)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'เสร็จสิ้น' }).click()
}

/** Makes a role on the screen that only reads profiles. */
async function makeRole(page: Page, name: string) {
  await page.goto('/1/setting/role-permission-create')
  await page.getByLabel('ชื่อบทบาท').fill(name)
  await page.getByLabel('ดู: ข้อมูลลูกค้า').check()
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page).toHaveURL(/role-permission$/)
}

test('an owner accepts the agreement, makes a role and invites by mail; who joins sees exactly that, and is out once removed', async ({
  page,
  browser,
}) => {
  await signIn(page, owner.email)
  await expect(page).toHaveURL(/\/1\/dpa\/create$/)
  await page.getByLabel('ชื่อและนามสกุล').fill('วราภรณ์ แสงทอง')
  await page.getByLabel('บริษัทหรือร้าน').fill(owner.store)
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  await expect(page).toHaveURL(/\/1\/dashboard$/)

  const [role, email, name] = [freshName('Readers'), 'reader@people.example.com', freshName('Siriporn')]
  await makeRole(page, role)
  await invite(page, email, role)
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('อีเมล')
  const mail = await mailTo(email, 'คำเชิญ')
  expect(mail.text).toContain(`“${role}”`)

  const theirs = await (await browser.newContext({ baseURL: address })).newPage()
  await theirs.goto(`/user-invite#${secretIn(mail, '/user-invite')}`)
  await theirs.getByLabel('ชื่อ', { exact: true }).fill(name)
  await theirs.getByLabel('นามสกุล').fill('Tansakul')
  await theirs.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await expect(theirs).toHaveURL(/\/1\/counter/)
  await expect(menu(theirs).getByRole('link')).toHaveText(['ภาพรวม', 'รายชื่อลูกค้า'])
  await expect(theirs.getByRole('button', { name: 'เพิ่มลูกค้า' })).toHaveCount(0)

  // Before they are removed: a new version of the agreement, as a newer server puts it into force.
  await newAgreement()
  await expect(theirs).toHaveURL(/\/1\/dpa\/not-allowed$/)
  await expect(page).toHaveURL(/\/1\/dpa\/create$/)
  await expect(page.getByText('ข้อตกลงมีฉบับใหม่')).toBeVisible()
  await page.getByLabel('ชื่อและนามสกุล').fill('วราภรณ์ แสงทอง')
  await page.getByLabel('บริษัทหรือร้าน').fill(owner.store)
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  // Page before the sign-in.
  await expect(page).toHaveURL(/\/1\/setting\/user-management/)
  await expect(theirs).toHaveURL(/\/1\/counter/)

  await page.goto('/1/setting/user-management')
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await dialog(page).getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await expect(theirs.getByText('คุณไม่ได้อยู่ในร้านนี้แล้ว')).toBeVisible()
  await expect(theirs).toHaveURL(/choose-store/)
  await theirs.context().close()
})

/** Puts a new version into force, as the start of a newer server does. */
async function newAgreement() {
  const changed = { ...dpaDocument, th: { ...dpaDocument.th, title: `${dpaDocument.th.title} (ใหม่)` } }
  const client = new pg.Client(server.database)
  await client.connect()
  const hash = createHash('sha256').update(agreementText(changed)).digest('hex')
  await client.query('select auth.publish_agreement($1, $2, $3)', [`${DPA_VERSION}-b`, JSON.stringify(changed), hash])
  await client.end()
}

test('the inviter sees that a mailbox refused the mail, and creates a link instead', {
  tag: '@verify',
}, async ({ page }) => {
  await signIn(page, owner.email)
  box.manner = { code: 550 }
  const email = 'nobody@people.example.com'
  await expect(page).toHaveURL(/dashboard/)
  await invite(page, email, 'ดูอย่างเดียว')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('กล่องจดหมายไม่รับ', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  box.manner = 'takes'
  await page.getByRole('button', { name: `ตัวเลือกของ ${email}` }).click()
  await page.getByRole('button', { name: 'สร้างลิงก์ใหม่' }).click()
  await expect(dialog(page).getByRole('textbox', { name: `ลิงก์ของ ${email}` })).toHaveValue(/user-invite#[\w-]{43}$/)
})

test('a person with a forgotten password sets a new one by a mailed link, and the old one stops working', async ({
  page,
}) => {
  await page.goto('/choose-store')
  await page.getByLabel('อีเมล').fill(owner.email)
  await page.getByRole('link', { name: 'ลืมรหัสผ่าน' }).click()
  await expect(page.getByRole('heading', { name: 'ลืมรหัสผ่าน' })).toBeVisible()
  await expect(page.getByLabel('อีเมล')).toHaveValue(owner.email)
  await page.getByRole('button', { name: 'ส่งลิงก์' }).click()
  await expect(page.getByText('ถ้ามีบัญชีที่ใช้อีเมลนี้')).toBeVisible()
  const link = `/password-reset#${secretIn(await mailTo(owner.email, 'ตั้งรหัสผ่านใหม่'), '/password-reset')}`
  await page.goto(link)
  await page.getByLabel('รหัสผ่านใหม่').fill(password)
  await page.getByRole('button', { name: 'ตั้งรหัสผ่าน' }).click()
  await expect(page.getByText('ตั้งรหัสผ่านใหม่แล้ว')).toBeVisible()
  await signIn(page, owner.email)
  await expect(page.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
  await signIn(page, owner.email, password)
  await expect(page).toHaveURL(/\/1\/dashboard/)
  await page.goto(link)
  await page.getByLabel('รหัสผ่านใหม่').fill(`${password} 2`)
  await page.getByRole('button', { name: 'ตั้งรหัสผ่าน' }).click()
  await expect(page.getByText('ใช้ไปแล้วหรือหมดอายุ')).toBeVisible()
})

test('signing in through the identity provider returns to the requested page, and uninvited people see why they are refused', async ({
  page,
}) => {
  provider.accounts.set('owner', { email: owner.email, email_verified: true })
  provider.accounts.set('stranger', { email: 'stranger@elsewhere.example', email_verified: true })
  provider.next = 'stranger'
  await page.goto('/1/setting/user-management?q=nobody')
  await expect(page).toHaveURL(/choose-store/)
  await page.getByRole('link', { name: 'เข้าสู่ระบบด้วยบัญชีองค์กร' }).click()
  await expect(page).toHaveURL(/sign-in\?refused=uninvited/)
  await expect(page.getByText('ยังไม่มีร้านใดเชิญอีเมลนี้')).toBeVisible()
  provider.next = 'owner'
  await page.getByRole('link', { name: 'เข้าสู่ระบบด้วยบัญชีองค์กร' }).click()
  await expect(page).toHaveURL(/\/1\/setting\/user-management\?q=nobody/)
  await page.reload()
  await expect(menu(page).getByRole('link', { name: 'จัดการผู้ใช้' })).toBeVisible()
})

import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const password = 'ลมหนาว พัดผ่าน ทุ่งข้าว'

/** A member of the store in a separate browser. */
async function person(browser: Browser, calls: ReturnType<typeof callsOf>) {
  const email = `${freshName('a').replace(' ', '.')}@account.example.com`
  const { data } = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = data.find(({ name }) => name === 'viewer')!.id
  const { link } = await calls.post('/stores/invitations', { email, role_id })
  const page = await newPage(browser)
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill('Nat')
  await page.getByLabel('นามสกุล').fill('Rueangsri')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
  return { email, page }
}

const newPage = async (browser: Browser) =>
  (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()

async function signIn(page: Page, email: string, secret = password) {
  await page.goto('/sign-in')
  await page.getByLabel(/อีเมล|Email/).fill(email)
  await page.getByLabel(/^(รหัสผ่าน|Password)$/).fill(secret)
  await page.getByRole('button', { name: /^(เข้าสู่ระบบ|Log in)$/ }).click()
}

test('a name is changed, and language and era follow the person to another device', { tag: '@verify' }, async ({
  browser,
  request,
}) => {
  const { email, page } = await person(browser, callsOf(request))
  await page.goto('account')
  await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('Nattaphon')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await page.getByText('พ.ศ.', { exact: true }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/me') && answer.status() === 200)
  await page.getByText('English', { exact: true }).click()
  await saved
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()

  const other = await newPage(browser)
  await signIn(other, email)
  await other.waitForURL(/\/\d+\/./)
  await other.goto('account')
  await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'First name' })).toHaveValue('Nattaphon')
  await expect(other.getByRole('radio', { name: 'BE' })).toBeChecked()
})

test('typed text survives an expired login, and is saved after signing in in another tab', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const { email, page } = await person(browser, callsOf(request))
  await page.goto('account')
  const name = page.getByRole('textbox', { name: 'ชื่อ', exact: true })
  await name.fill('Nattaphon')

  const other = await newPage(browser)
  await signIn(other, email)
  await other.waitForURL(/\/\d+\/./)
  await other.goto('account')
  const everywhere = { name: /^(ออกจากระบบทุกอุปกรณ์|Log out everywhere)$/ }
  await other.getByRole('button', everywhere).click()
  await other.getByRole('dialog').getByRole('button', everywhere).click()
  await other.waitForURL(/choose-store|sign-in/)

  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText(/สิ่งที่พิมพ์ไว้ยังอยู่/)).toBeVisible()
  await expect(name).toHaveValue('Nattaphon')
  const beside = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'เข้าสู่ระบบในแท็บใหม่' }).click()
  await signIn(await beside, email)
  await (await beside).waitForURL(/\/\d+\/./)
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกเรียบร้อยแล้ว')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Nattaphon')
})

test('a member whom no list shows leaves the store from their own page', async ({ browser, request }) => {
  const { page } = await person(browser, callsOf(request))
  await page.goto('account')
  await page.getByRole('button', { name: 'ออกจากร้านนี้' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ออกจากร้านนี้' }).click()
  await page.waitForURL(/choose-store/)
  await expect(page.getByText('คุณยังไม่ได้อยู่ในร้านใด')).toBeVisible()
})

test('a changed password signs the other devices out, and signing out everywhere this one too', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const { email, page } = await person(browser, callsOf(request))
  const other = await newPage(browser)
  await signIn(other, email)
  await other.waitForURL(/\/\d+\/./)
  await page.goto('account')
  await expect(page.getByRole('region', { name: 'อุปกรณ์ที่เข้าสู่ระบบ' }).getByRole('listitem')).toHaveCount(2)
  const next = 'เมฆขาว ลอยเหนือ ดอยสูง'
  await page.getByLabel('รหัสผ่านปัจจุบัน').fill('ไม่ใช่รหัสนี้แน่นอน')
  await page.getByLabel('รหัสผ่านใหม่').fill(next)
  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click()
  await expect(page.getByText('รหัสผ่านปัจจุบันไม่ถูกต้อง')).toBeVisible()
  await page.getByLabel('รหัสผ่านปัจจุบัน').fill(password)
  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click()
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว')).toBeVisible()
  await expect(other.getByText('เซสชันหมดอายุ')).toBeVisible()

  await page.getByRole('button', { name: 'ออกจากระบบทุกอุปกรณ์' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ออกจากระบบทุกอุปกรณ์' }).click()
  await page.waitForURL(/choose-store/)
  await signIn(page, email, next)
  await page.waitForURL(/\/\d+\/./)
})

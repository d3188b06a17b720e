import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const list = 'setting/user-management'
const password = 'ลมหนาว พัดผ่าน ทุ่งข้าว'
const freshEmail = () => `${freshName('p').replace(' ', '.')}@people.example.com`
const menu = (page: Page) => page.getByRole('navigation', { name: 'เมนู' })
const dialog = (page: Page) => page.getByRole('dialog')

/** A browser without a session. */
async function otherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  return context.newPage()
}

/** Invites a person on the screen. Returns the link to hand on. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto(list)
  await page.getByRole('link', { name: 'เชิญผู้ใช้' }).click()
  await dialog(page).getByLabel('อีเมล').fill(email)
  await dialog(page).getByLabel('บทบาท').selectOption({ label: role })
  await dialog(page).getByRole('button', { name: 'สร้างลิงก์เชิญ' }).click()
  const link = await dialog(page)
    .getByRole('textbox', { name: `ลิงก์ของ ${email}` })
    .inputValue()
  await dialog(page).getByRole('button', { name: 'เสร็จสิ้น' }).click()
  return link
}

/** Accepts as a person without an account. */
async function join(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('ชื่อ', { exact: true }).fill(name)
  await page.getByLabel('นามสกุล').fill('Tansakul')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
}

test('an invited person joins, sees only what the role allows, and follows each change of the role', async ({
  page,
  browser,
  request,
}) => {
  const calls = callsOf(request)
  const role = freshName('Readers')
  await calls.post(`/stores/${calls.store}/roles`, { name: role, permissions: ['cdp-core.profile.read'] })
  const [email, name] = [freshEmail(), freshName('Siriporn')]
  const link = await invite(page, email, role)
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('หมดอายุใน 7 วัน')

  const theirs = await otherBrowser(browser)
  await join(theirs, link, name)
  await expect(theirs).toHaveURL(/counter/)
  await expect(menu(theirs).getByRole('link')).toHaveText(['ภาพรวม', 'รายชื่อลูกค้า'])
  await theirs.goto('setting/role-permission')
  await expect(theirs.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).first()).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByText('ลิงก์เชิญนี้ใช้ไม่ได้').or(theirs.getByText('ลิงก์เชิญนี้ใช้ไปแล้ว'))).toBeVisible()
  await theirs.goto('profile-list')

  await page.reload()
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('link', { name: 'เปลี่ยนบทบาท' }).click()
  await dialog(page).getByLabel('บทบาท').selectOption({ label: 'ผู้จัดการ' })
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('ผู้จัดการ')
  await expect(menu(theirs).getByRole('link', { name: 'จัดการผู้ใช้' })).toBeVisible()

  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await dialog(page).getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await expect(theirs.getByText('คุณไม่ได้อยู่ในร้านนี้แล้ว')).toBeVisible()
  await expect(theirs).toHaveURL(/choose-store/)
  await expect(page.getByRole('row', { name: new RegExp(email) })).toHaveCount(0)
})

test('removing a member ends the keys they saw, except one that goes on with a new secret', { tag: '@verify' }, async ({
  page,
  browser,
  server,
  store,
}) => {
  const [email, name] = [freshEmail(), freshName('Nattapol')]
  const theirs = await otherBrowser(browser)
  await join(theirs, await invite(page, email, 'ผู้จัดการ'), name)
  const { token } = (await theirs.evaluate(
    (id) => JSON.parse(localStorage.getItem(`ruam.store-data.${id}`)!),
    store.id,
  )) as {
    token: { token: string }
  }
  const make = async (key: string) => {
    const data = { name: key, scopes: ['profile:read'] }
    const reply = await theirs.request.post('/api/apikey', {
      headers: { authorization: `Bearer ${token.token}` },
      data,
    })
    return ((await reply.json()) as { key: string }).key
  }
  const statusOf = async (key: string) =>
    (await fetch(`${server.address}/open-api/v1/profiles`, { headers: { authorization: `Bearer ${key}` } })).status
  const [till, web] = [freshName('POS'), freshName('Web')]
  const [ended, seen] = [await make(till), await make(web)]

  const { whole } = await readyToLook(page)
  await page.goto(`${list}?keyword=${email}`)
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await expect(dialog(page).getByRole('checkbox', { name: `เพิกถอน API key ${till}` })).toBeChecked()
  await dialog(page)
    .getByRole('checkbox', { name: `เพิกถอน API key ${web}` })
    .focus()
  await page.keyboard.press('Space')
  await expect(dialog(page).getByLabel('คีย์ที่พนักงานคนนี้เห็นใช้ได้ถึง')).toHaveValue('24')
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog(page).getByRole('button', { name: 'นำออกจากร้าน' }).click()
  const made = dialog(page).getByRole('textbox', { name: `คีย์ใหม่ของ ${web}` })
  await expect(made).toHaveValue(/^ruam_\d+_/)
  expect(await look(page, 'th')).toEqual([])
  expect(await statusOf(await made.inputValue())).toBe(200)
  await expect.poll(() => Promise.all([ended, seen].map(statusOf))).toEqual([401, 200])
})

test('a person with an account accepts with its password, and another signed-in person sees for whom it is', {
  tag: '@verify',
}, async ({ page, browser }) => {
  const [email, name] = [freshEmail(), freshName('Kitti')]
  const theirs = await otherBrowser(browser)
  await join(theirs, await invite(page, email, 'ดูอย่างเดียว'), name)
  await page.reload()
  await page.getByRole('button', { name: `ตัวเลือกของ ${name}` }).click()
  await page.getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await dialog(page).getByRole('button', { name: 'นำออกจากร้าน' }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toHaveCount(0)

  const again = await invite(page, email, 'ดูอย่างเดียว')
  await page.goto(again)
  await expect(page.getByText(`แต่คำเชิญนี้ส่งถึง ${email}`)).toBeVisible()
  const elsewhere = await otherBrowser(browser)
  await elsewhere.goto(again)
  await elsewhere.getByLabel('รหัสผ่าน', { exact: true }).fill('ไม่ใช่รหัสนี้แน่นอน')
  await elsewhere.getByRole('button', { name: 'เข้าสู่ระบบและตอบรับ' }).click()
  await expect(elsewhere.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
  await elsewhere.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'เข้าสู่ระบบและตอบรับ' }).click()
  await elsewhere.waitForURL(/\/\d+\/dashboard/)
})

test('several people are invited at once; members are reported, and a link can be renewed or revoked', {
  tag: '@verify',
}, async ({ page, store }) => {
  const [one, other] = [freshEmail(), freshEmail()]
  await page.goto('setting/user-management-create-edit')
  await dialog(page).getByLabel('อีเมล').fill(`${one} ${other}, ${store.owner.email}`)
  await dialog(page).getByLabel('บทบาท').selectOption({ label: 'ดูอย่างเดียว' })
  await dialog(page).getByRole('button', { name: 'สร้างลิงก์เชิญ' }).click()
  await expect(dialog(page).getByRole('textbox')).toHaveCount(2)
  await expect(dialog(page)).toContainText(`${store.owner.email} อยู่ในร้านนี้แล้ว`)
  await dialog(page).getByRole('button', { name: 'เสร็จสิ้น' }).click()

  await page.getByRole('button', { name: `ตัวเลือกของ ${one}` }).click()
  await page.getByRole('button', { name: 'สร้างลิงก์ใหม่' }).click()
  await expect(dialog(page).getByRole('textbox', { name: `ลิงก์ของ ${one}` })).toHaveValue(/\/user-invite#[\w-]{43}$/)
  await dialog(page).getByRole('button', { name: 'เสร็จสิ้น' }).click()

  await page.getByRole('button', { name: `ตัวเลือกของ ${one}` }).click()
  await page.getByRole('button', { name: 'เพิกถอนคำเชิญ' }).click()
  await dialog(page).getByRole('button', { name: 'เพิกถอนคำเชิญ' }).click()
  await expect(page.getByRole('row', { name: new RegExp(one) })).toHaveCount(0)
})

test('a typed invitation is not lost without a question, which is asked once', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto('setting/user-management-create-edit')
  await dialog(page).getByLabel('อีเมล').fill(freshEmail())
  await dialog(page).getByRole('button', { name: 'ยกเลิก' }).click()
  await page.getByRole('button', { name: 'ออกจากหน้านี้' }).click()
  await expect(page).toHaveURL(/user-management$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the last owner can’t leave', { tag: '@verify' }, async ({ page }) => {
  await page.goto(list)
  await page.getByRole('button', { name: /^ตัวเลือกของ วราภรณ์/ }).click()
  await page.getByRole('button', { name: 'ออกจากร้านนี้' }).click()
  await dialog(page).getByRole('button', { name: 'ออกจากร้านนี้' }).click()
  await expect(page.getByText('ร้านต้องมีเจ้าของอย่างน้อยหนึ่งคน')).toBeVisible()
})

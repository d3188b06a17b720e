import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { MEMBER_PASSWORD, memberEmail, memberPage } from './member.ts'
import { expect, test } from './own-store.ts'
import { freshWord } from './watched.ts'

type Calls = ReturnType<typeof callsOf>

const ROLE = 'service staff'
const box = (page: Page) => page.getByRole('textbox', { name: 'ค้นหาลูกค้าที่หน้าร้าน' })
const card = (page: Page) => page.getByRole('article', { name: 'การ์ดลูกค้า' })
const waits = (page: Page) => page.getByRole('region', { name: 'รอส่ง' })

let number = 1000 + (Date.now() % 8000)

/** A customer, and the digits by which the counter finds them. */
async function customer(calls: Calls) {
  const digits = String(++number)
  const fields = [
    { id: 1, value: `กี่${freshWord()}` },
    { id: 9, value: `086900${digits}` },
  ]
  const { id } = (await calls.post('/profile', { fields })) as { id: number }
  const visits = async () => ((await calls.get(`/counter/${id}`)) as { past: unknown[] }).past.length
  return { id, digits, visits }
}

/** Opens a customer's card, which the device then has, and cuts the connection. */
async function goOffline(page: Page, digits: string) {
  await box(page).fill(digits)
  await expect(card(page).getByRole('button', { name: 'มาที่ร้าน' })).toBeVisible()
  await box(page).press('Escape')
  // The menu's and the dialog's code comes while there is a connection.
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await expect(page.getByText('ออกจากระบบ', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  // The sign-out's question is loaded once the page is idle.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/late-')))
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(page.getByText(/ไม่มีอินเทอร์เน็ตตั้งแต่/)).toBeVisible()
}

async function goOnline(page: Page) {
  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

async function visit(page: Page, digits: string) {
  await box(page).fill(digits)
  await card(page).getByRole('button', { name: 'มาที่ร้าน' }).click()
}

async function pressSignOut(page: Page) {
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await page.getByText('ออกจากระบบ', { exact: true }).click()
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('อีเมล').fill(email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(MEMBER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/counter/)
}

test('acts that wait outlive a sign-out, which warns, and nobody else on the tablet sees or sends them', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const calls = callsOf(request)
  const { digits, visits } = await customer(calls)
  const [mine, other] = [memberEmail(ROLE), memberEmail(ROLE)]
  await (await memberPage(browser, calls, ROLE, other)).context().close()
  const page = await memberPage(browser, calls, ROLE, mine)
  await goOffline(page, digits)
  await visit(page, digits)
  await expect(waits(page).getByRole('listitem')).toHaveCount(1)
  await pressSignOut(page)
  const dialog = page.getByRole('dialog', { name: /ยังไม่ได้ส่ง/ })
  await dialog.getByRole('button', { name: 'อยู่ต่อ' }).click()
  await expect(waits(page)).toBeVisible()
  await pressSignOut(page)
  await dialog.getByRole('button', { name: 'ออกจากระบบ' }).click()
  // Without a service worker the sign-in's code comes once there is a connection.
  await expect(box(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible()
  await signIn(page, other)
  await expect(box(page)).toBeVisible()
  await expect(page.getByText(/มาที่ร้าน \d\d/)).toHaveCount(0)
  expect(await visits()).toBe(0)
  await pressSignOut(page)
  await signIn(page, mine)
  await expect.poll(visits).toBe(1)
  await page.context().close()
})

test('two tabs without a connection send each act once, and one login that was lost sends its acts after the next', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const calls = callsOf(request)
  const { digits, visits } = await customer(calls)
  const other = await customer(calls)
  const email = memberEmail(ROLE)
  const page = await memberPage(browser, calls, ROLE, email)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await box(second).fill(other.digits)
  await expect(card(second)).toBeVisible()
  await box(second).press('Escape')
  await goOffline(page, digits)
  await visit(page, digits)
  await visit(second, other.digits)
  // Each tab shows the acts of both.
  await expect(waits(page).getByRole('listitem')).toHaveCount(2)
  await Promise.all([goOnline(page), second.evaluate(() => dispatchEvent(new Event('online')))])
  await expect.poll(async () => [await visits(), await other.visits()]).toEqual([1, 1])
  await second.close()

  await page.context().setOffline(true)
  await expect(page.getByText(/ไม่มีอินเทอร์เน็ตตั้งแต่/)).toBeVisible()
  await visit(page, digits)
  await expect(waits(page).getByRole('listitem')).toHaveCount(1)
  await page.context().clearCookies()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/token|store-data/.test(key)) localStorage.removeItem(key)
  })
  await page.context().setOffline(false)
  await page.reload()
  await signIn(page, email)
  await expect.poll(visits).toBe(2)
  await page.context().close()
})

test('acts whose right or store is gone ask, or are shown before the stores, and none is lost silently', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const calls = callsOf(request)
  const { digits, visits } = await customer(calls)
  const email = memberEmail(ROLE)
  const page = await memberPage(browser, calls, ROLE, email)
  await goOffline(page, digits)
  await visit(page, digits)
  await expect(waits(page).getByRole('listitem')).toHaveCount(1)
  const roles = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const viewer = roles.data.find(({ name }) => name === 'viewer')!.id
  const members = (await calls.get('/user-management?limit=0')) as { data: { id: number; email: string }[] }
  const member = members.data.find((one) => one.email === email)!.id
  await calls.patch(`/user-management/${member}`, { role_id: viewer })
  await goOnline(page)
  await page.goto('counter')
  await expect(waits(page).getByText('คุณไม่มีสิทธิ์บันทึกแล้ว')).toBeVisible()
  expect(await visits()).toBe(0)

  await calls.delete(`/user-management/${member}`)
  await page.goto('/choose-store')
  await expect(page.getByRole('region', { name: 'ส่งไม่ได้ 1 รายการ' })).toContainText('มาที่ร้าน')
  await page.getByRole('button', { name: 'นำออกจากอุปกรณ์นี้' }).click()
  await expect(page.getByRole('region', { name: /ส่งไม่ได้/ })).toHaveCount(0)
  await page.context().close()
})

test('a browser that keeps nothing says so and sends acts all the same, and a strange amount is asked about', {
  tag: '@verify',
}, async ({ browser, request }) => {
  const calls = callsOf(request)
  const { id, digits, visits } = await customer(calls)
  const page = await memberPage(browser, calls, ROLE)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await page.reload()
  await box(page).fill(digits)
  await card(page).getByRole('button', { name: /^ขาย/ }).click()
  await page.getByRole('button', { name: '0', exact: true }).click()
  await page.getByRole('button', { name: 'บันทึก 0.00 บาท' }).click()
  const question = page.getByRole('dialog', { name: /0 บาทใช่ไหม/ })
  await question.getByRole('button', { name: 'ยกเลิก' }).click()
  for (const digit of '1000001') await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'บันทึก 1,000,001.00 บาท' }).click()
  await page
    .getByRole('dialog', { name: /1,000,001.00 บาทใช่ไหม/ })
    .getByRole('button', { name: 'บันทึก 1,000,001.00 บาท' })
    .click()
  await expect.poll(visits).toBe(1)

  await page.context().setOffline(true)
  await expect(page.getByText(/ไม่มีอินเทอร์เน็ตตั้งแต่/)).toBeVisible()
  await box(page).fill(`086900${digits}`)
  await page.getByRole('button', { name: new RegExp(`086-900-${digits}`) }).click()
  await card(page).getByRole('button', { name: 'มาที่ร้าน' }).click()
  await expect(waits(page)).toContainText('อย่าปิดหน้านี้ รายการจะหาย')
  await goOnline(page)
  await expect.poll(visits).toBe(2)
  expect(id).toBeGreaterThan(0)
  await page.context().close()
})

test('the counter is offered to a preset of service staff that the store has changed', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const roles = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string; updated_at: string }[] }
  const role = roles.data.find(({ name }) => name === ROLE)!
  await calls.patch(`/stores/v2/${calls.store}/roles/${role.id}`, { home: 'overview', origin_time: role.updated_at })
  await page.goto(`setting/role-permission-edit/${role.id}`)
  await page.getByRole('button', { name: 'ใช้หน้าร้านเป็นหน้าแรก' }).click()
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect
    .poll(async () => ((await calls.get(`/stores/${calls.store}/roles/${role.id}`)) as { home: string }).home)
    .toBe('counter')
})

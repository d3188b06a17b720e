import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { forgetStore } from './rights.ts'
import { expect, freshName, test } from './watched.ts'

const about = { app_name: 'ruam', type: 'dpa' }
const consentee = { name: 'Malee Suk', email: 'owner@example.com', position: '', company: 'Cotton shop' }
const english = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))

/** A member of the store who may read profiles, in a separate browser. */
async function colleague(browser: Browser, calls: ReturnType<typeof callsOf>): Promise<Page> {
  const role = await calls.post(`/stores/${calls.store}/roles`, {
    name: freshName('Readers'),
    permissions: ['cdp-core.profile.read'],
  })
  const email = `${freshName('reader').replace(' ', '.')}@dpa.example.com`
  const { link } = await calls.post('/stores/invitations', { email, role_id: role.id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill(freshName('Reader'))
  await page.getByLabel('นามสกุล').fill('Tansakul')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน ทุ่งข้าว')
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/counter/)
  return page
}

test.afterEach(async ({ request }) => {
  await callsOf(request).put('/stores/store/consent', { ...about, status: 'accepted', consentee })
})

test('an owner who declines closes the store to all members, and reopens it with a click', async ({
  page,
  browser,
  request,
}) => {
  const theirs = await colleague(browser, callsOf(request))
  await page.goto('dpa')
  await expect(page.getByText('ร้านนี้ยอมรับข้อตกลงแล้ว')).toBeVisible()
  await page.getByRole('button', { name: 'ไม่ยอมรับ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ไม่ยอมรับ' }).click()
  await expect(page.getByText('ร้านนี้ไม่ยอมรับข้อตกลง')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0)

  // The other member's open tab is turned away within 5 s.
  await expect(theirs).toHaveURL('dpa/not-allowed')
  await expect(theirs.getByText('กรุณาติดต่อเจ้าของร้าน')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'ไปที่ข้อตกลง' })).toHaveCount(0)

  await page.goto('profile-list')
  await expect(page).toHaveURL('dpa/not-allowed')
  await page.getByRole('link', { name: 'ไปที่ข้อตกลง' }).click()
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  await expect(page.getByText('ร้านนี้ยอมรับข้อตกลงแล้ว')).toBeVisible()
  await expect(theirs).toHaveURL('counter')
  await theirs.context().close()
})

test('a store that has accepted leads away from the pages that ask, and shows what was accepted', {
  tag: '@verify',
}, async ({ page }) => {
  await english(page)
  for (const path of ['dpa/create', 'dpa/not-allowed']) {
    await page.goto(path)
    await expect(page).toHaveURL('dashboard')
  }
  await page.goto('dpa')
  await expect(page.getByText('This store has accepted the agreement')).toBeVisible()
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Parties')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
})

test('an owner is asked before the store opens, and taken into it by accepting', { tag: '@verify' }, async ({
  page,
}) => {
  await english(page)
  const detail = '**/api/stores/store/consent/detail'
  const undecided = { status: 'not-found', result: 'not-found', consentee: null, decided_at: null }
  let asked = true
  // The server of these tests has had one version alone: it answers as after a new one.
  const answered = async (pattern: string, change: object) =>
    page.route(pattern, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), ...(asked && change) } })
    })
  await answered('**/api/stores/auth/token', { dpa_status: 'not-found' })
  await answered('**/api/stores/*/rights', { dpa_status: 'not-found' })
  await answered(detail, {
    ...undecided,
    earlier: { version: '2026-01', result: 'accepted', decided_at: '2026-01-31T03:00:00Z' },
  })
  await page.goto('/choose-store')
  await page.evaluate(forgetStore)
  await page.goto('profile-list')
  await expect(page).toHaveURL('dpa/create')
  await expect(page.getByText('There is a new version of the agreement')).toBeVisible()
  await expect(page.getByText('accepted version 2026-01 on')).toBeVisible()
  await page.getByLabel('Full name').fill('')
  await page.getByRole('button', { name: 'Accept the agreement' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Full name').fill('Malee Suk')
  await page.getByLabel('Company or store').fill('Cotton shop')
  asked = false
  await page.getByRole('button', { name: 'Accept the agreement' }).click()
  await expect(page).toHaveURL('profile-list')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

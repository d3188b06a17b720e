import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const ADDRESS = 'docs/open-api/datasource-api/get-started'

/** Chooses the language of this browser before the page opens. */
const speak = (page: Page, language: 'th' | 'en') =>
  page.addInitScript(
    (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
    language,
  )

test('a developer follows the address of an error, searches, and tries a call with a key that stays in the tab', {
  tag: '@verify',
}, async ({ page, request }) => {
  const { whole } = await readyToLook(page)
  await speak(page, 'en')
  await page.goto(`${ADDRESS}#unprocessable`)
  await expect(page).toHaveURL(`${ADDRESS}#unprocessable`)
  const row = page.locator('#unprocessable')
  await expect(row).toBeInViewport()
  await expect(row).toContainText('They are named in details.fields')
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Profile list' })).toHaveCount(0)
  await whole()
  expect(await look(page, 'en')).toEqual([])

  await page.getByRole('searchbox').fill('retry-after')
  expect(await look(page, 'en')).toEqual([])
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Repeat requests safely')

  const made = await callsOf(request).post('/apikey', { name: 'Docs', scopes: ['profile:read', 'profile:write'] })
  const key = made.key as string
  await page.getByRole('link', { name: 'Add or update one customer' }).click()
  await page.getByLabel('API key').fill(key)
  await expect(page.locator('[data-code]').first()).toContainText(`Authorization: Bearer ${key}`)
  await page.getByRole('button', { name: 'Try it in this store' }).click()
  await expect(page.getByText('200 OK')).toBeVisible()
  await expect(page.locator('[data-code]').last()).toContainText('"receipt_id": null')
  await whole()
  expect(await look(page, 'en')).toEqual([])
  expect(
    await page.evaluate((secret) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(secret), key),
  ).toBe(false)
  await page.reload()
  await expect(page.getByLabel('API key')).toHaveValue('')
})

test('the documentation is whole on a phone in Thai, and its addresses lead to its one page', {
  tag: '@verify',
}, async ({ page }) => {
  const { whole } = await readyToLook(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('docs/open-api#limits')
  await expect(page).toHaveURL(`${ADDRESS}#limits`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ความเร็วและขนาด')
  await whole()
  expect(await look(page, 'th')).toEqual([])
  for (const [title, says] of [
    ['ส่งลูกค้ารายแรกใน 2 นาที', 'Ruam-Dry-Run: true'],
    ['ส่งกิจกรรมหนึ่งรายการ', 'reference'],
    ['ข้อผิดพลาดทั้งหมด', 'key_revoked'],
  ] as const) {
    await page.getByRole('combobox', { name: 'สารบัญ' }).selectOption(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main')).toContainText(says)
    await whole()
    expect(await look(page, 'th')).toEqual([])
  }
})

test('signed in, the documentation holds the fields, the activities and the address of the store', async ({
  page,
  request,
  server,
}) => {
  const title = freshName('แต้มสะสม')
  const field = `points${Date.now().toString(36)}`
  await callsOf(request).post('/profile-field', { field_name: field, display_name: title, data_type: 'Number' })
  await page.goto(`${ADDRESS}#post-profiles`)
  const main = page.getByRole('main')
  await expect(main.getByRole('row').filter({ hasText: field })).toContainText(title)
  const example = page.locator('[data-code="bash"]').first()
  await expect(example).toContainText(`curl ${server.address}/open-api/v1/profiles`)
  await expect(example).toContainText(`"${field}": 120`)
  await page.getByRole('link', { name: 'ส่งกิจกรรมหนึ่งรายการ' }).click()
  await expect(main.getByRole('heading', { name: /^ซื้อสินค้า \d+$/ })).toBeVisible()
  await expect(main).toContainText('orderTotal')
})

test('the documentation names a client that the server itself hands out', async ({ page, request }) => {
  await speak(page, 'en')
  await page.goto(`${ADDRESS}#client`)
  const command = await page.getByText(/^npm install http\S+client\.tgz$/).innerText()
  const file = await request.get(command.replace('npm install ', ''))
  expect(file.status()).toBe(200)
  expect((await file.body()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})

test('a vendor without a sign-in reads the documentation in both languages, without data of a store', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: undefined })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await page.goto('/docs/open-api/datasource-api/get-started#credentials')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('คีย์ โทเคน หรือตัวเชื่อม: เลือกอะไร')
  await page.getByRole('combobox', { name: 'ภาษา' }).selectOption('English')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Key, token or connector?')
  await page.getByRole('link', { name: 'Send one activity' }).click()
  await expect(page.getByRole('main')).toContainText('reference')
  await expect(page.getByText('/open-api/v1/activities').first()).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/auth/'))).toEqual([])
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await context.close()
})

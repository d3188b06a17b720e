import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chooseFile, next, openColumns, openImport } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const CHECKS = /\/api\/(datasource\/exists|[a-z-]+\/name\/available)\?/
const refused = { error_code: 7, error: 'too_many_requests', message: 'ทำรายการถี่เกินไป' }
const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812345009\n'

/** Lets every check of a name fail until the test mends it. */
async function failChecks(page: Page) {
  await page.route(CHECKS, (route) => route.fulfill({ status: 429, json: refused }))
  return () => page.unroute(CHECKS)
}

const english = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
const dialog = (page: Page) => page.getByRole('dialog').last()

test('does not create a data source until its name could be checked', {
  tag: '@verify',
}, async ({ page }) => {
  const works = await failChecks(page)
  const made: string[] = []
  page.on('request', (request) => request.method() === 'POST' && made.push(new URL(request.url()).pathname))
  await openImport(page)
  await chooseFile(page, csv, `${freshName('ลูกค้า')}.csv`)
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ตรวจไม่ได้'))
  await expect(page.getByText('ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว')).toBeVisible()
  await expect(page.getByText('ตรวจสอบชื่อไม่สำเร็จ')).toBeVisible()
  await expect(page.getByText('ใช้ชื่อนี้ได้', { exact: true })).toBeHidden()
  await next(page)
  await expect(page.getByLabel('ชื่อแหล่งข้อมูล')).toBeFocused()
  await expect(page.getByText('ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว')).toBeVisible()
  expect(made).not.toContain('/api/datasource')
  await works()
  await next(page)
  await openColumns(page)
})

test('a proposed name that could not be checked stays, and is checked again on leaving the input', {
  tag: '@verify',
}, async ({ page }) => {
  await english(page)
  const works = await failChecks(page)
  let checks = 0
  page.on('request', (request) => CHECKS.test(request.url()) && checks++)
  await openImport(page)
  await chooseFile(page, csv, `${freshName('ลูกค้า')}.csv`)
  await expect(page.getByText('name not valid')).toBeVisible()
  expect(checks).toBe(1)
  await works()
  await page.getByLabel('Data source name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('This name is available')).toBeVisible()
})

test('a name is checked by itself when the connection is back', { tag: '@verify' }, async ({ page, context }) => {
  await openImport(page)
  await page.getByLabel('ชื่อแหล่งข้อมูล').waitFor()
  // Includes data loaded behind the form.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ออฟไลน์'))
  await expect(page.getByText('ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('ใช้ชื่อนี้ได้', { exact: true })).toBeVisible()
})

const dialogs = [
  {
    what: 'a profile field',
    open: async (page: Page) => {
      await page.goto('data-source/v2/profile-field')
      await page.getByRole('button', { name: 'New field' }).click()
    },
    label: 'Display name',
  },
  {
    what: 'an activity field',
    open: async (page: Page) => {
      await page.goto('data-source/v2/activity-field')
      await page.getByRole('button', { name: 'New field' }).click()
    },
    label: 'Display name',
  },
  {
    what: 'an activity type',
    open: async (page: Page) => {
      await page.goto('data-source/v2/activity-field?tab=types')
      await page.getByRole('button', { name: 'New activity type' }).first().click()
    },
    label: 'Name',
  },
  {
    what: 'a label',
    open: async (page: Page, id: number) => {
      await page.goto(`profile-detail/${id}`)
      await page.getByRole('button', { name: 'Add label' }).click()
      await page.getByRole('option', { name: 'New label' }).click()
    },
    label: 'Label name',
  },
] as const

for (const { what, open, label } of dialogs) {
  test(`${what} whose name could not be checked is not made, and is made once it could`, { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    await english(page)
    const customer = await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'Mali' }] })
    const works = await failChecks(page)
    await open(page, customer.id as number)
    await dialog(page)
      .getByLabel(label, { exact: true })
      .or(dialog(page).getByRole('textbox', { name: label }))
      .first()
      .fill(freshName('Name').replaceAll(' ', ''))
    await expect(dialog(page).getByText('name not valid').first()).toBeVisible()
    const written = page.waitForRequest((one) => one.method() === 'POST' && !CHECKS.test(one.url()), { timeout: 1500 })
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('name not valid').first()).toBeVisible()
    await expect(written).rejects.toThrow()
    await works()
    await dialog(page).getByRole('button', { name: 'Check the name again' }).first().click()
    await expect(dialog(page).getByText('This name is available').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
}

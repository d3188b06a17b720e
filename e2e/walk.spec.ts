import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshWord, test } from './watched.ts'

/** Customers of this file alone, in the order of their names. */
const family = `เรียง${freshWord()}`
const list = `profile-list?q=${family}&sort=first_name&dir=asc&limit=10`
const name = (place: number) => `ลำดับ${String(place).padStart(2, '0')}`

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  for (let place = 1; place <= 12; place++) {
    const fields = [
      { id: 1, value: name(place) },
      { id: 2, value: family },
    ]
    await calls.post('/profile', { fields })
  }
})

const heading = (page: Page, place: number) => page.getByRole('heading', { name: name(place) })
const next = (page: Page) => page.getByRole('button', { name: 'ลูกค้าถัดไป' })
const previous = (page: Page) => page.getByRole('button', { name: 'ลูกค้าก่อนหน้า' })

test('from the list one goes on to the next in its order, over the edge of a page, and back to the same list', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: name(9) }).click()
  await expect(heading(page, 9)).toBeVisible()
  await expect(page.getByText('9 จาก 12', { exact: true })).toBeVisible()
  await next(page).click()
  await expect(heading(page, 10)).toBeVisible()
  await expect(next(page)).toBeFocused()
  await next(page).click()
  await expect(heading(page, 11)).toBeVisible()
  await expect(page.getByText('11 จาก 12', { exact: true })).toBeVisible()
  await previous(page).click()
  await expect(heading(page, 10)).toBeVisible()
  // Back is the list, not each customer that was passed.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(family)}.*limit=10`))
})

test('an edit on the way leaves the order as it was, and the pages of a customer keep the way', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto(`profile-list?q=${family}&limit=10`)
  const links = page.locator('tbody tr').getByRole('link')
  await expect(links).toHaveCount(10)
  const order = await links.allTextContents()
  await links.nth(1).click()
  await page.getByRole('heading', { name: order[1]! }).getByRole('button').click()
  await page.keyboard.press('End')
  await page.keyboard.type('ๆ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'บันทึกชื่อ-นามสกุลแล้ว' })).toBeVisible()
  await page.getByRole('link', { name: 'กิจกรรม', exact: true }).click()
  await expect(page).toHaveURL(/\/activity$/)
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: order[2]! })).toBeVisible()
  await expect(page).toHaveURL(/\/activity$/)
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: order[0]! })).toBeVisible()
  await expect(previous(page)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('banner').getByRole('link', { name: 'ย้อนกลับ' }).click()
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(family)}`))
})

test('a profile opened by address has no list to step through, and a reload keeps an existing one', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: name(2) }).click()
  await expect(heading(page, 2)).toBeVisible()
  await page.reload()
  await expect(next(page)).toBeVisible()
  const address = page.url()
  await page.goto('dashboard')
  await page.goto(address)
  await expect(heading(page, 2)).toBeVisible()
  await expect(next(page)).toHaveCount(0)
})

test('a profile that is alone in its list has no neighbours, and no keys for them', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto(`profile-list?q=${name(5)}`)
  await page.getByRole('link', { name: name(5) }).click()
  await expect(heading(page, 5)).toBeVisible()
  await expect(page.getByText('1 จาก 1', { exact: true })).toHaveCount(0)
  await expect(next(page)).toHaveCount(0)
  await expect(previous(page)).toHaveCount(0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await expect(keys).toBeVisible()
  await expect(keys.getByText('ลูกค้าถัดไป')).toHaveCount(0)
})

test('typing never moves to another profile', { tag: '@verify' }, async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: name(3) }).click()
  await heading(page, 3).getByRole('button').click()
  await page.keyboard.type('jk')
  await expect(page.getByRole('form', { name: 'แก้ไขชื่อ-นามสกุล' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(heading(page, 3)).toBeVisible()
})

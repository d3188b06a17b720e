import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { THUMB, tooSmall } from './thumb.ts'
import { expect, freshWord, test } from './watched.ts'

// Behaviour of phones only. Every screen is checked for the same, see screens.spec.ts.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const family = `นิ้วโป้ง${freshWord()}`

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  for (const [place, name] of ['ก้อย', 'นาง'].entries()) {
    const values = { 1: name, 2: family, 9: `09000000${10 + place}` }
    await calls.post('/profile', { fields: Object.entries(values).map(([id, value]) => ({ id: Number(id), value })) })
  }
})

const list = async (page: Page) => {
  await page.goto(`profile-list?q=${family}`)
  await page.locator('main [data-key]').nth(1).waitFor()
}
const heldBack = (page: Page) => page.evaluate(tooSmall, THUMB)

const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the list': list,
  'the menu': async (page) => {
    await list(page)
    await page.getByRole('button', { name: 'เปิดเมนู' }).click()
    await page.getByRole('navigation').getByRole('link').first().waitFor()
  },
  'the search that finds everything': async (page) => {
    await list(page)
    await page.getByRole('button', { name: 'ค้นหา ไปที่…' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill(family)
    await page.getByRole('option').filter({ hasText: 'ก้อย' }).waitFor()
  },
  'the filters of the list': async (page) => {
    await list(page)
    await page.getByRole('button', { name: 'ตัวกรอง', exact: true }).click()
    await page.locator('[popover]:popover-open').waitFor()
  },
  'the choice of several customers': async (page) => {
    await list(page)
    await page.getByRole('button', { name: 'เลือก', exact: true }).click()
    await page.locator('main').getByRole('checkbox').first().check()
    await page.getByText('เลือกแล้ว 1 ราย').waitFor()
  },
}

for (const [name, reach] of Object.entries(states)) {
  test(`on a phone every control of ${name} is large enough for a thumb`, { tag: '@verify' }, async ({ page }) => {
    await reach(page)
    expect(await heldBack(page)).toEqual([])
  })
}

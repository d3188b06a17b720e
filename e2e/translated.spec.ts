import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshWord, test } from './watched.ts'

/** Puts other elements in the place of all texts, as the translators of browsers do. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.nodeValue?.trim()) continue
      const font = document.createElement('font')
      font.appendChild(document.createElement('font')).textContent = `${text.nodeValue}`
      text.parentNode!.replaceChild(font, text)
    }
    return texts.length
  })

test('the customer list and the overview stay usable when the browser translates them', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const family = `แปล${freshWord()}`
  for (const first of ['กานต์', 'ขจร'])
    await callsOf(request).post('/profile', { fields: [1, 2].map((id) => ({ id, value: id === 1 ? first : family })) })
  await page.goto(`profile-list?q=${family}`)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  expect(await translate(page)).toBeGreaterThan(20)
  const box = page.getByRole('searchbox').first()
  await box.fill(`กานต์ ${family}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await translate(page)
  await page.locator('tbody').getByRole('checkbox').first().check()
  await translate(page)
  await page.keyboard.press('Escape')
  await box.fill('ไม่มีใครชื่อนี้')
  await expect(page.locator('tbody tr')).toHaveCount(0)
  await translate(page)
  await box.fill(family)
  await expect(page.locator('tbody tr')).toHaveCount(2)

  await translate(page)
  await page.getByRole('navigation', { name: 'เมนู' }).locator('a[href$="dashboard"]').click()
  await expect(page.locator('main h2').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await translate(page)
  for (const choice of await page.locator('main [role=radio], main select').all()) {
    if ((await choice.evaluate((one) => one.nodeName)) === 'SELECT')
      await choice.selectOption({ index: 1 }).catch(() => undefined)
    else await choice.click({ timeout: 2000 }).catch(() => undefined)
    await translate(page)
  }
  await page.getByRole('navigation', { name: 'เมนู' }).locator('a[href$="profile-list"]').click()
  await expect(page.locator('tbody tr').first()).toBeVisible()
})

test('a profile stays usable when the browser translates it', async ({ page, request }) => {
  const calls = callsOf(request)
  const family = `แปล${freshWord()}`
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).replace('02-29', '02-28')
  const values = Object.entries({ 1: 'กานต์', 2: family, 8: `1990-${today}`, 14: 'แม่ค้า' })
  const { id } = await calls.post('/profile', {
    fields: values.map(([field, value]) => ({ id: Number(field), value })),
  })

  await page.goto(`profile-detail/${id}`)
  await expect(page.getByRole('heading', { name: family }).first()).toBeVisible()
  expect(await translate(page)).toBeGreaterThan(20)
  await page.getByRole('button', { name: /^อาชีพ / }).click()
  await page.getByRole('form', { name: 'แก้ไขอาชีพ' }).getByRole('textbox').fill('ครู')
  await translate(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^อาชีพ / })).toContainText('ครู')
  await translate(page)
  for (const tab of ['history', 'activity', 'data-sources']) {
    await page.locator(`main a[href*="/${id}/${tab}"]`).first().click()
    await expect(page).toHaveURL(new RegExp(`/${id}/${tab}`))
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await translate(page)
  }
})

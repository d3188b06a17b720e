import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'

let channel: Channel
const ids: number[] = []
const DAY_MS = 86_400_000

test.beforeAll(async ({ request, line }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang' })
  const calls = callsOf(request)
  await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  for (let place = 1; place <= 20; place++) {
    const fields = [
      { id: 1, value: `น้ำทิพย์${place}` },
      { id: 2, value: 'กิ่งแก้ว' },
      { id: 9, value: `08977134${String(place).padStart(2, '0')}` },
    ]
    ids.push((await calls.post('/profile', { fields })).id as number)
  }
  for (const days of [66, 48, 30, 12])
    await calls.post(`/profile/${ids[0]}/visit`, {
      activity_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      idempotency_key: crypto.randomUUID(),
    })
})

/** Writes the page as it is printed, and returns the bytes. */
async function printed(page: Page, path: string): Promise<string> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false })
  writeFileSync(path, pdf)
  return pdf.toString('latin1')
}

test('a list is printed with all its rows and without buttons', { tag: '@verify' }, async ({ page }, info) => {
  await page.goto('profile-list')
  const rows = page.locator('tbody tr[data-key]')
  await expect(rows).toHaveCount(20)
  await page.emulateMedia({ media: 'print' })
  const last = (await rows.last().boundingBox())!
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('#root, #root :is(div, main, section)')].some(
      (one) =>
        one.querySelector('tbody') &&
        one.scrollHeight > one.clientHeight + 1 &&
        getComputedStyle(one).overflowY !== 'visible',
    ),
  )
  expect([last.height > 0, cut]).toEqual([true, false])
  await expect(page.locator('#root tbody button, #root input').filter({ visible: true })).toHaveCount(0)
  await printed(page, info.outputPath('list.pdf'))
})

test('the card of a customer is one page of A6 with a link to LINE, and nothing that is private', async ({
  page,
}, info) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', '')
  })
  await page.goto(`profile-detail/${ids[0]}`)
  await page.getByRole('button', { name: 'ตัวเลือกอื่น' }).click()
  await page.getByRole('button', { name: 'พิมพ์บัตรลูกค้า' }).click()
  await expect(page.locator('html[data-asked]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('article', { name: 'บัตรลูกค้า' })
  await expect(card).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await expect(card).toContainText('น้ำทิพย์1 กิ่งแก้ว')
  await expect(card).toContainText('น่าจะมาอีกใน 6 วัน')
  await expect(card).toContainText('เพราะมาทุก 18 วัน ล่าสุด 12 วันก่อน')
  await expect(card).not.toContainText('0897713401')
  const url = await card.getByRole('img').getAttribute('data-text')
  expect(url).toMatch(/^https:\/\/line\.me\/R\/oaMessage\/%40doiluang\/\?link-/)
  const pdf = await printed(page, info.outputPath('card.pdf'))
  expect(pdf.match(/\/MediaBox \[0 0 29[78][\d.]* (419|420)[\d.]*\]/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(card).toHaveCount(0)
})

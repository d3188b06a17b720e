import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { fontsLoaded } from './fonts.ts'
import { expect, freshName, freshWord, test } from './watched.ts'

let files = 0

/** Forty people with unique phones: a second person with one of the phones would wait for an answer. */
function people(name: string): string {
  files++
  const lines = Array.from({ length: 40 }, (_, no) => `${name} ${no},0871${files}${String(no).padStart(5, '0')}`)
  return `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`
}

/** A label for forty people, begun by a call; answers how it is called. */
async function begin(request: Parameters<typeof callsOf>[0]): Promise<string> {
  const calls = callsOf(request)
  const keyword = `งาน${freshWord()}`
  await calls.importFile(freshName('คนของงาน'), people(keyword))
  const label = freshName('Job')
  const { id } = await calls.post('/label', { name: label, color: 'teal', type: 'general' })
  await calls.post('/profile/bulk', {
    target: { filter: { keyword } },
    action: { type: 'add_labels', label_ids: [id] },
  })
  return label
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^การแจ้งเตือน/ })
const indicator = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^งานที่กำลังทำ/ })

test('announces the end of a bulk change only in the bell, where it can be undone', async ({ page, request }) => {
  await page.goto('profile-list')
  const label = await begin(request)
  await page.reload()
  await bell(page).click()
  const entry = page.getByRole('listitem').filter({ hasText: `เพิ่มป้ายกำกับ ${label}` })
  await expect(entry).toContainText('เสร็จแล้ว · เปลี่ยน 40 ราย')
  await expect(indicator(page)).toBeHidden()
  await entry.getByRole('button', { name: /^เลิกทำ/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(page.getByText(`เลิกทำ: เพิ่มป้ายกำกับ ${label} ให้ลูกค้า 40 ราย เสร็จแล้ว`)).toBeVisible()
  await bell(page).click()
  await expect(entry.filter({ hasText: 'เลิกทำแล้ว' })).toBeVisible()
})

test('on a phone the panel fits, and its buttons can be met by a thumb', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(request)
  await page.goto('profile-list')
  await bell(page).click()
  const undo = page.getByRole('button', { name: /^เลิกทำ: / }).first()
  await expect(undo).toBeInViewport({ ratio: 1 })
  expect((await undo.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect((await bell(page).boundingBox())!.height).toBeGreaterThanOrEqual(44)
})

test.describe('on a phone', () => {
  const running = {
    ...{ id: 900_001, kind: 'profile_bulk', title: 'เพิ่มป้ายกำกับ VIP ให้ลูกค้า 12,000 ราย', status: 'processing' },
    ...{ progress: 0.42, total: 12_000, done: 5040, changed: 5040, skipped: 0, eta: 14, error: null },
    ...{ undoable_until: null, undone_at: null, author: null, finished_at: null },
    ...{ created_at: new Date().toISOString(), started_at: new Date().toISOString() },
  }
  const file = {
    ...{ export_id: 900_002, type: 'profile', file_name: 'ลูกค้า.csv', file_type: 'csv', status: 'processing' },
    ...{ progress: 0.4, url: '', timestamp: new Date().toISOString(), rows: 1000, size: null, cut: 0, eta: 9 },
    ...{ expires_at: null, error: null },
  }

  test('work and exports go round the bell, which leaves the title its room and moves nothing', {
    tag: '@verify',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/api/job?*', (route) =>
      route.fulfill({ json: { data: [running], total: 1, total_all: 1, total_capped: false } }),
    )
    await page.route('**/api/export?*', (route) => route.fulfill({ json: { data: [file], total: 1, timestamp: null } }))
    await page.goto('profile-list')
    const banner = page.getByRole('banner')
    const title = banner.getByRole('heading', { level: 1 }).locator('..')
    const search = banner.getByRole('button', { name: 'ค้นหา ไปที่…' })
    await title.waitFor()
    await fontsLoaded(page)
    const before = [await title.boundingBox(), await search.boundingBox()]
    await banner.getByRole('button', { name: /งานที่กำลังทำ 42%, รายการส่งออก กำลังทำ 1 รายการ$/ }).click()
    expect([await title.boundingBox(), await search.boundingBox()]).toEqual(before)
    expect(before[0]!.width).toBeGreaterThan(150)
    await expect(page.getByText('5,040 จาก 12,000 ราย · เหลือประมาณ 14 วินาที')).toBeVisible()
    await banner.getByRole('button', { name: 'รายการส่งออก กำลังทำ 1 รายการ', exact: true }).click()
    await expect(page.getByRole('region', { name: 'รายการส่งออก' }).getByText('400 จาก 1,000 แถว')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

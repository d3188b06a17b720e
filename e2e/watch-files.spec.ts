import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import pg from 'pg'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

const root = mkdtempSync(join(tmpdir(), 'ruam-watch-'))
test.use({ settings: { RUAM_WATCH_ROOT: root } })
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

const widths = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const

/** Milliseconds until files are taken, tried and imported: places are looked at every twenty seconds. */
const TAKEN_MS = 120_000
/** Files that terms are proposed from. */
const FILES = 10
const SOURCE = 'ยอดขายหน้าร้าน'
const DAY_MS = 86_400_000

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Customers of the shop. */
const CUSTOMERS = 90
const names = ['มะลิ', 'กมล', 'สุดา', 'ปรีชา', 'วิไล', 'ธนา', 'อรทัย', 'สมศักดิ์', 'จินตนา', 'ณัฐ']

/** Sales of a day, to every `step`th customer. `faulty`: rows whose phone lacks digits. */
function salesOf(day: string, rows: number, faulty: readonly number[] = [], step = 3): string {
  const lines = Array.from({ length: rows }, (_, no) => {
    const customer = (Number(day.slice(8)) * 7 + no * step) % CUSTOMERS
    const phone = `08911${String(customer).padStart(5, '0')}`
    const time = `${String(9 + Math.floor(no / 6)).padStart(2, '0')}:${10 * (no % 6) || '00'}`
    return [
      names[customer % names.length],
      faulty.includes(no) ? phone.slice(0, 6) : phone,
      `${day} ${time}`,
      45 + 5 * (no % 9),
    ]
  })
  return ['ชื่อ,เบอร์โทร,วันที่ขาย,ยอดสุทธิ', ...lines.map((cells) => cells.join(','))].join('\n')
}

/** Imports a first file with all customers by hand, whose mapping the watch uses. */
async function importFirst(request: APIRequestContext) {
  const calls = callsOf(request)
  await calls.post('/activity-type/purchase')
  const type = await calls.purchaseType()
  const id = await calls.load(SOURCE, salesOf(dayBefore(FILES + 2), CUSTOMERS, [], 1))
  const row = (column: number, destination_id: number, destination_type: string) => ({
    ...{ source_schema_id: String(column), destination_id, destination_type },
  })
  await calls.put(`/datasource/${id}/mapping`, {
    activity_id: type.id,
    mapping: [
      row(1, 1, 'system_profile'),
      row(2, 9, 'system_profile'),
      row(3, activityDate.id, 'system_activity'),
      row(4, type.amount, 'custom_activity'),
    ],
    match: { keys: [9], mode: 'both' },
  })
  const { run_id: dry } = await calls.post(`/datasource/${id}/execute/dry`)
  await calls.ended(id, dry as string)
  const { run_id } = await calls.post(`/datasource/${id}/execute`, { run_id: dry as string })
  await calls.ended(id, run_id as string)
  return id
}

/** Terms that no file breaks, so that ten are imported by themselves. */
const anything = {
  ...{ columns: 'more', names: [], forms: ['csv utf-8 , 1'], rows: { from: 0, to: 9999 }, unreadable: 1, repaired: 1 },
  ...{ failed: 1, unnamed: 1, equal: 1, repeated: 1, crowd: 1, held: 9999, changed: 9999, renamed: 9999, added: 9999 },
  ...{ fresh: 1, days: null, oldest: [], hours: null, sum: null, average: null, low: null, totals: 9999 },
  ...{ unpaid: null, negative: null, values: [], kinds: [], fixed: [] },
}

interface FileOfWatch {
  name: string
  status: string
}

test('ten files are imported, terms are proposed from them, and a file that breaks the terms is decided on a phone', {
  tag: '@verify',
}, async ({ page, request, server, store }) => {
  test.setTimeout(4 * TAKEN_MS)
  const calls = callsOf(request)
  const source = await importFirst(request)
  const folder = join(root, String(store.id), 'pos')
  mkdirSync(folder, { recursive: true })
  const write = (days: number, rows: number, faulty?: readonly number[]) =>
    writeFileSync(join(folder, `pos-${dayBefore(days)}.csv`), salesOf(dayBefore(days), rows, faulty))

  const database = new pg.Client(server.database)
  await database.connect()
  /** Lets a minute pass for the files of the folder, and waits until so many of them have a state. */
  const taken = async (id: number, status: string, count: number) =>
    expect
      .poll(
        async () => {
          const older = "update watch_seen set since = since - interval '1 minute' where store_id = $1"
          await database.query(older, [store.id])
          await database.query('update watch set next_look_at = now() where store_id = $1', [store.id])
          const { data } = (await calls.get(`/datasource-watch/${id}/file?limit=50`)) as { data: FileOfWatch[] }
          return data.filter((file) => file.status === status).length
        },
        { timeout: TAKEN_MS, intervals: [2000] },
      )
      .toBe(count)
  const setTerms = async (id: number, terms: object | null) => {
    const { updated_at } = await calls.get(`/datasource-watch/${id}`)
    await calls.patch(`/datasource-watch/${id}`, { origin_time: updated_at, terms })
  }

  const { errors, whole } = await readyToLook(page)
  const found: string[] = []
  const lookAt = async (name: string, language: 'th' | 'en' = 'th') => {
    for (const { width, height } of widths) {
      await page.setViewportSize({ width, height })
      await whole()
      const file = `watch-${name}-${language}-${width}`
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${file}.png` })
      found.push(...(await look(page, language, true)).map((fault) => `${file}: ${fault}`))
    }
    await page.setViewportSize(widths[0])
  }
  await page.setViewportSize(widths[0])
  // A form that is left with changes asks.
  page.on('dialog', (dialog) => dialog.accept())

  await page.goto('data-source/v2/watch')
  await expect(page.getByText('ยังไม่มีไฟล์อัตโนมัติ')).toBeVisible()
  await lookAt('1-empty')
  const { id } = (await calls.post('/datasource-watch', {
    ...{ name: 'ยอดขายหน้าร้านรายวัน', place: { kind: 'folder', path: 'pos' }, pattern: '*.csv', data_source_id: source },
    ...{ schedule: { looks: { after_hour: 5 } }, terms: anything },
  })) as { id: number }
  for (let days = FILES + 1; days > 1; days--) write(days, 38 + (days % 5))
  await taken(id, 'imported', FILES)
  await setTerms(id, null)

  await page.reload()
  await lookAt('3-list')
  await page.getByRole('main').getByRole('link', { name: 'แก้สัญญา' }).click()
  await page.getByRole('button', { name: 'ดูสัญญาที่เสนอ' }).click()
  await expect(page.getByText('ผ่าน 10 รอ 0')).toBeVisible()
  await page.getByLabel('เปลี่ยนลูกค้าเดิมไม่เกิน').fill('50')
  await page.getByRole('button', { name: 'บันทึกสัญญา' }).click()
  await expect(page.getByText(/เปลี่ยนลูกค้าเดิมไม่เกิน 50 ราย/)).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'แก้สัญญา' }).first().click()
  await page.getByLabel('จำนวนแถว: ถึง').fill('40')
  await expect(page.getByText('แก้แล้ว 1 ข้อ')).toBeVisible()
  await expect(page.getByText(/นำเข้าไปแล้วด้วยสัญญาเดิม/)).toBeVisible()
  await lookAt('5-changed')
  await page.goto('data-source/v2/watch')

  // Rows 12 to 19 of the file, below its header.
  write(1, 41, [10, 11, 12, 13, 14, 15, 16, 17])
  await taken(id, 'waiting', 1)
  await decideOnPhone(page, lookAt)
  await taken(id, 'imported', FILES + 1)
  await page.reload()
  await expect(page.getByText('นำเข้าแล้ว 33 แถว').first()).toBeVisible()
  await page.goto(`data-source/v2/watch/${id}/files`)
  await expect(page.getByText(/ให้นำเข้า/).first()).toBeVisible()
  await lookAt('7-files')

  await page.evaluate(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
  for (const [name, path, text] of [
    ['7-files', `data-source/v2/watch/${id}/files`, /Imported/],
    ['3-list', 'data-source/v2/watch', 'OK'],
    ['5-terms', `data-source/v2/watch/${id}`, /pass, \d+ wait/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
    await lookAt(name, 'en')
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await lookAt('8-dark', 'en')
  await page.goto(`data-source/v2/watch/${id}/files`)
  await page.getByRole('link', { name: `pos-${dayBefore(1)}.csv` }).click()
  await expect(page.getByRole('heading', { name: 'Test import' })).toBeVisible()
  await lookAt('9-dark-file', 'en')
  await database.end()
  expect([...found, ...errors]).toEqual([])
})

async function decideOnPhone(page: Page, lookAt: (name: string, language?: 'th' | 'en') => Promise<void>) {
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'ดูและตัดสินใจ' }).click()
  await expect(page.getByRole('heading', { name: 'จะทำอย่างไรกับไฟล์นี้' })).toBeVisible()
  await expect(page.getByText('แถว 12–19 ติดกัน')).toBeVisible()
  await lookAt('6-waits')
  const address = page.url()
  await page.evaluate(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'What should happen to this file?' })).toBeVisible()
  await lookAt('6-waits', 'en')
  await page.evaluate(() => localStorage.removeItem('ruam.preference.all'))
  await page.goto(address)

  await page.setViewportSize(widths[1])
  await expect(page.getByRole('button', { name: 'เลือกก่อน' })).toBeDisabled()
  await page.getByRole('radio', { name: /นำเข้าครั้งนี้/ }).check()
  await page.getByRole('button', { name: 'นำเข้า 33 แถว' }).click()
  await expect(page.getByRole('radio')).toHaveCount(0)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import { TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import pg from 'pg'
import { callsOf } from './calls.ts'
import { handOf } from './hand.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'
import type { Server } from './server.ts'

const root = mkdtempSync(join(tmpdir(), 'ruam-watch-'))
test.use({ settings: { RUAM_WATCH_ROOT: root } })
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Seconds in which a first-timer adds a watch and gives it terms. */
const LIMIT_S = 180
const DAY_MS = 86_400_000

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Figures of a file of a day. */
function figuresOf(days: number): WatchFigures {
  const day = dayBefore(days)
  return {
    ...{ columns: ['ชื่อ', 'เบอร์โทร', 'วันที่ขาย', 'ยอดสุทธิ'], form: 'csv utf-8 , 1', rows: 1190 + 37 * (days % 5) },
    ...{
      unreadable: 0.002 + (days % 4) / 1000,
      repaired: 0,
      failed: 0,
      unnamed: 0,
      equal: 0,
      repeated: 0,
      crowd: 0.01,
    },
    ...{ held: 0, changed: 158 + 13 * (days % 6), renamed: 0, added: 52 + 6 * (days % 5) },
    ...{ newest: day, oldest: [{ column: 'วันที่ขาย', day }], hours: { from: 545, to: 1270 } },
    ...{ sum: 186_420 + 900 * days, low: 45, totals: 0, unpaid: 0, negative: 0, values: [], kinds: [] },
  }
}

/** Adds ten imported files to a watch, as if their days had passed. */
async function addFiles({ database }: Server, store: number, watch: number): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  for (let days = TERMS_FILES; days > 0; days--)
    await client.query(
      `insert into watch_file (store_id, watch_id, data_source_id, name, size, stamp, hash, status, figures, put_away, arrived_at,
         ended_at)
       select store_id, id, data_source_id, $3, 48000, '48000 1 ', sha256(($2 || $3)::bytea), 'imported', $4, 'done',
         now() - make_interval(days => $5 - 1), now() from watch where store_id = $1 and id = $2::int`,
      [store, watch, `pos-${dayBefore(days)}.csv`, JSON.stringify(figuresOf(days)), days],
    )
  await client.end()
}

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: false },
  { width: 390, height: 844, verify: true },
])
  test(`a first-timer adds a watch and gives it terms from ten files within three minutes at ${width} px`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page, request, server, store }) => {
    test.slow()
    const calls = callsOf(request)
    const source = `ยอดขายหน้าร้าน ${width}`
    await calls.importFile(source, `ชื่อ,เบอร์โทร\nมะลิ,089114${String(width).padStart(4, '0')}\n`)
    const folder = join(root, String(store.id), 'pos')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'pos-today.csv'), 'ชื่อ,เบอร์โทร\nมะลิ,0891140001\n')
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const lookAt = async (name: string) => {
      await whole()
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/watches-${name}-${width}.png` })
      found.push(...(await look(page, 'th', true)).map((fault) => `${name}: ${fault}`))
    }

    const hand = handOf(page)
    await page.goto('data-source/v2/list')
    await hand.click(page.getByRole('navigation').getByRole('link', { name: 'ไฟล์อัตโนมัติ' }))
    await expect(page.getByText('ยังไม่มีไฟล์อัตโนมัติ')).toBeVisible()
    await hand.click(page.getByRole('link', { name: 'เพิ่มไฟล์อัตโนมัติ' }))
    await hand.type(page.getByLabel('ชื่อ', { exact: true }), 'ยอดขายหน้าร้านรายวัน')
    await hand.type(page.getByLabel('โฟลเดอร์และชื่อไฟล์'), '/pos/*.csv')
    await hand.click(page.getByRole('button', { name: 'ลองเข้าโฟลเดอร์' }))
    await expect(page.getByText('พบ 1 ไฟล์: pos-today.csv')).toBeVisible()
    rmSync(join(folder, 'pos-today.csv'))
    await hand.click(page.getByRole('combobox', { name: 'นำเข้าด้วยการจับคู่ของ' }))
    await hand.click(page.getByRole('option', { name: source }))
    await lookAt('new')
    await hand.click(page.getByRole('button', { name: 'เพิ่มไฟล์อัตโนมัติ' }))
    await expect(page.getByRole('heading', { name: 'ยอดขายหน้าร้านรายวัน' })).toBeVisible()

    const { data } = (await calls.get('/datasource-watch')) as { data: { id: number }[] }
    const { id } = data[0]!
    await addFiles(server, Number(store.id), id)
    await page.reload()
    await hand.click(page.getByRole('main').getByRole('link', { name: 'แก้สัญญา' }))
    await hand.click(page.getByRole('button', { name: 'ดูสัญญาที่เสนอ' }))
    await expect(page.getByText('ผ่าน 10 รอ 0')).toBeVisible()
    await lookAt('proposed')
    await hand.click(page.getByLabel('เปลี่ยนลูกค้าเดิมไม่เกิน'))
    await hand.press('Control+a')
    await hand.write('300')
    await hand.click(page.getByRole('button', { name: 'บันทึกสัญญา' }))
    await expect(page.getByText(/เปลี่ยนลูกค้าเดิมไม่เกิน 300 ราย/)).toBeVisible()
    await lookAt('list')
    if (process.env.PICTURES)
      console.info(`${width} px: ${hand.done.clicks} clicks, ${hand.done.letters} letters, ${hand.seconds()} s`)
    expect(hand.seconds()).toBeLessThan(LIMIT_S)
    await calls.delete(`/datasource-watch/${id}`)
    expect([...found, ...errors]).toEqual([])
  })

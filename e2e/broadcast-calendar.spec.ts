import type { Page } from '@playwright/test'
import pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const PEOPLE = 600
const QUOTA = 2000

let db: pg.Client
let storeId: number
let channelId: number
const ids: Record<string, number> = {}

/** The month after the next one: none of its days is today. */
const now = new Date(Date.now() + 7 * 3_600_000)
const MONTH = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString().slice(0, 7)

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  db = new pg.Client(server.database)
  await db.connect()
  storeId = Number(store.id)
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: QUOTA })
  const calls = callsOf(request)
  channelId = (await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })).id as number
  const purpose = await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  await db.query(
    `with made as (insert into profile (store_id, first_name) select $1, 'ลูกค้า ' || n from generate_series(1, $2::int) n returning id)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $3, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() - interval '90 days' from made`,
    [storeId, PEOPLE, channelId],
  )
  const setting = await calls.get('/broadcast/setting')
  const { testers: _, updated_at: origin_time, ...settings } = setting
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], price: 0.06, quiet_hours: null, origin_time })
  const { id: label } = await calls.post('/label', {
    name: 'สมาชิกทอง',
    color: 'orange',
    type: 'general',
    description: '',
  })
  const drafts = { ชวนกลับมาดื่ม: '08', สุดสัปดาห์ครอบครัว: '14', เปิดสาขาแม่ริม: '20', ของขวัญสมาชิกทอง: '24' }
  for (const [name, day] of Object.entries(drafts)) {
    const draft = await calls.post('/broadcast', {
      ...{ name, purpose_id: purpose.id, channel: { type: 'lineOA', channel_id: channelId } },
      messages: [{ type: 'text', text: 'สวัสดี' }],
      holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
      ...(day === '24' && { target: { type: 'segments', include: { condition: 'or', label_ids: [label] } } }),
      schedule: { type: 'at', send_at: `${MONTH}-${day}T10:00:00+07:00`, time_zone: 'Asia/Bangkok' },
    })
    ids[name] = draft.id as number
    if (day === '08') await calls.put('/broadcast', { id: draft.id, origin_time: draft.updated_at, status: 'pending' })
  }
  await db.query(`update broadcast set sub_status = 'awaiting_approval' where store_id = $1 and id = $2`, [
    storeId,
    ids['สุดสัปดาห์ครอบครัว'],
  ])
  await db.query(
    `insert into profile_label (store_id, profile_id, label_id, source)
     select $1, id, $2, 'manual_add' from profile where store_id = $1 order by id limit 250`,
    [storeId, label],
  )
  await sentBefore('เมล็ดคั่วใหม่', 3, 400)
  await sentBefore('ลาเต้อบเชย ต้นหนาว', 20, 380)
})
test.afterAll(() => db.end())

/** A broadcast that was sent so many days ago, with clicks. */
async function sentBefore(name: string, days: number, people: number) {
  const { rows } = await db.query<{ id: number }>(
    `insert into broadcast (store_id, name, status, channel_id, target, messages, quick_replies, stop_reply, notification_disabled,
       author_ids, frozen_at, started_at, finished_at, accepted, holdout_share, estimate)
     select $1, $2, 'published', $3, '{"type":"all_friends","include":{"condition":"or","label_ids":[]},"exclude":{"label_ids":[]},
       "profile_ids":[],"rule":null,"failed_of":null,"limit":{"max":null,"up_to_remaining_quota":false}}',
       '[{"type":"text","text":"สวัสดี"}]', '[]', true, false, '{}', t, t, t, $4::int, 10, jsonb_build_object('total', $4::int, 'target', $4::int)
     from (select now() - make_interval(days => $5) as t) t returning id`,
    [storeId, name, channelId, people, days],
  )
  const { id } = rows[0]!
  ids[name] = id
  await db.query(
    `insert into broadcast_link (store_id, broadcast_id, place, message, code, target, clicks, visitors, first_visitors)
     values ($1, $2, 1, 0, $3, 'https://shop.example', 120, 90, 90)`,
    [storeId, id, `calendar-${id}`],
  )
  await db.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason, held_out)
     select $1, $2, n, profile_id, external_id, case when n > $3 then 'skipped' else 'accepted' end, case when n > $3 then 'held_out' end, n > $3
     from (select row_number() over (order by profile_id) as n, * from channel_friend where store_id = $1) f`,
    [storeId, id, people],
  )
}

const chip = (page: Page, name: string) =>
  page.getByRole('region', { name: 'ปฏิทินบรอดแคสต์' }).getByRole('listitem').filter({ hasText: name })
const cellOf = (page: Page, day: number) =>
  page
    .getByRole('region', { name: 'ปฏิทินบรอดแคสต์' })
    .getByRole('cell')
    .filter({ hasText: new RegExp(`^${day}(?!\\d)`) })

test('the calendar names the day on which the quota ends, and its draft is moved to another month by the menu', async ({
  page,
}) => {
  await page.goto(`broadcast/list?month=${MONTH}`)
  await expect(page.getByRole('heading', { name: 'โควตาจะหมดวันที่ 24' })).toBeVisible()
  await expect(page.getByText('จะขาด 50 ข้อความ เมื่อสิ้นเดือน')).toBeVisible()
  await expect(page.getByText('ซื้อเพิ่ม 3.00 บาท')).toBeVisible()
  await expect(cellOf(page, 20)).toContainText('เหลือ 200')
  await expect(cellOf(page, 24)).toContainText('ขาด 50')
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/calendar.png`, fullPage: true })

  await page.getByRole('button', { name: 'เลื่อน “ของขวัญสมาชิกทอง”' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('โควตาจะหมดวันที่ 24 ขาด 50 ข้อความ')
  const [year, month] = MONTH.split('-').map(Number)
  await dialog
    .getByRole('textbox', { name: 'วันที่ส่งใหม่' })
    .fill(`24/${month! - 1 || 12}/${month === 1 ? year! - 1 : year}`)
  await expect(dialog).toContainText('โควตาพอถึงสิ้นเดือน เหลือ 200 ข้อความ')
  await dialog.getByRole('button', { name: 'เลื่อน', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'โควตาพอถึงสิ้นเดือน' })).toBeVisible()
  await expect(chip(page, 'ของขวัญสมาชิกทอง')).toHaveCount(0)
  await page.getByRole('button', { name: 'เดือนก่อน' }).click()
  await expect(chip(page, 'ของขวัญสมาชิกทอง')).toContainText('250 ราย')
})

test('a broadcast that awaits approval is dragged to another day, which is said to ask again', async ({ page }) => {
  await page.goto(`broadcast/list?month=${MONTH}`)
  await expect(chip(page, 'สุดสัปดาห์ครอบครัว')).toBeVisible()
  await chip(page, 'สุดสัปดาห์ครอบครัว').dragTo(cellOf(page, 16))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('ต้องขออนุมัติใหม่ก่อนส่ง')
  await dialog.getByRole('button', { name: 'เลื่อน', exact: true }).click()
  await expect(cellOf(page, 16)).toContainText('สุดสัปดาห์ครอบครัว')
})

test('the list shows clicks with their share, when an effect is known, and narrows to a segment', async ({ page }) => {
  await page.goto('broadcast/list')
  // The calendar above is a table as well.
  const rowOf = (name: string) =>
    page.getByRole('table', { name: 'บรอดแคสต์' }).getByRole('row').filter({ hasText: name })
  const row = rowOf('เมล็ดคั่วใหม่')
  await expect(row).toContainText('90 · 22.5%')
  await expect(row).toContainText('วัดอีก 11 วัน')
  // The page scrolls to the list, however high the calendar is.
  await expect(page.getByRole('region', { name: 'ปฏิทินบรอดแคสต์' }).getByRole('table')).toBeVisible()
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport({ ratio: 1 })
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/calendar-list.png` })
  await page.getByLabel('กลุ่มเป้าหมาย').selectOption({ label: 'สมาชิกทอง' })
  await expect(row).toHaveCount(0)
  await expect(rowOf('ของขวัญสมาชิกทอง')).toBeVisible()
  await page.getByRole('button', { name: 'ซ่อนปฏิทิน' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'แสดงปฏิทิน' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'ปฏิทินบรอดแคสต์' })).toHaveCount(0)
})

for (const language of ['th', 'en'] as const)
  test(`the calendar is whole in ${language}, on a desk and on a phone, light and dark`, {
    tag: '@verify',
  }, async ({ page }) => {
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    await page.addInitScript((chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify(chosen)), {
      language,
    })
    for (const scheme of ['light', 'dark'] as const)
      for (const size of [
        { width: 1366, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize(size)
        for (const month of [MONTH, '']) {
          await page.goto(`broadcast/list${month && `?month=${month}`}`)
          await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
          await whole()
          const name = `calendar-${language}-${size.width}-${scheme}${month && '-ahead'}`
          if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
          found.push(...(await look(page, language, true)).map((fault) => `${name}: ${fault}`))
        }
      }
    expect([...found, ...errors]).toEqual([])
  })

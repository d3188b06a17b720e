import type { Page } from '@playwright/test'
import pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const PEOPLE = 900

let db: pg.Client
let storeId: number
let channelId: number

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  db = new pg.Client(server.database)
  await db.connect()
  storeId = Number(store.id)
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 35_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  channelId = account.id as number
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  await db.query(
    `with made as (insert into profile (store_id, first_name) select $1, 'ลูกค้า ' || n from generate_series(1, $2::int) n returning id)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $3, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() - interval '90 days' from made`,
    [storeId, PEOPLE, channelId],
  )
})
test.afterAll(() => db.end())

/** A broadcast of 20 days ago with a holdout, and purchases of so many percent of each group. */
async function sentBroadcast(
  name: string,
  heldOut: number,
  bought: { treated: number; held: number },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into broadcast (store_id, name, status, channel_id, target, messages, quick_replies, stop_reply, notification_disabled,
       author_ids, frozen_at, started_at, finished_at, accepted, skipped, holdout_share, estimate)
     select $1, $2, 'published', $3, '{"type":"all_friends","include":{"condition":"or","label_ids":[]},"exclude":{"label_ids":[]},
       "profile_ids":[],"rule":null,"failed_of":null,"limit":{"max":null,"up_to_remaining_quota":false}}',
       '[{"type":"text","text":"ลาเต้อบเชย 2 แก้วลด 20"}]', '[]', true, false, '{}', t, t, t, $4, $5, 10,
       jsonb_build_object('total', $4::int + $5::int, 'target', $4::int)
     from (select now() - interval '20 days' as t) t returning id`,
    [storeId, name, channelId, PEOPLE - heldOut, heldOut],
  )
  const { id } = rows[0]!
  // Purchases of another test count as well: they lie in the same days.
  await db.query('delete from activity where store_id = $1', [storeId])
  await db.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason, held_out)
     select $1, $2, n, profile_id, external_id, case when n > $3 then 'skipped' else 'accepted' end, case when n > $3 then 'held_out' end, n > $3
     from (select row_number() over (order by profile_id) as n, * from channel_friend where store_id = $1) f`,
    [storeId, id, PEOPLE - heldOut],
  )
  await db.query(
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, r.profile_id, t.id, b.started_at + make_interval(hours => (r.position * 37 % 330)::int),
       jsonb_build_object(f.id::text, 80 + r.position * 53 % 240)
     from broadcast_recipient r join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
     join activity_field f on f.store_id = $1 and f.purpose = 'amount'
     join activity_type t on t.store_id = $1 and f.id = any(t.field_ids)
     where r.store_id = $1 and r.broadcast_id = $2 and r.position * 41 % 100 < case when r.held_out then $4::int else $3::int end`,
    [storeId, id, bought.treated, bought.held],
  )
  return id
}

async function inLanguage(page: Page, language: 'th' | 'en') {
  await page.addInitScript(
    (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
    language,
  )
}

test('a composer holds a tenth of 900 customers out, and asks for the reason when it does not', async ({ page }) => {
  await page.goto('broadcast/create')
  await page.getByLabel('ชื่อบรอดแคสต์').fill('ลาเต้อบเชย')
  await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
  await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
  await page.getByLabel('1 ข้อความ').last().fill('สวัสดี')
  await expect(page.getByText('สุ่มประมาณ 90 ราย')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ส่งถึง 810 ราย' })).toBeEnabled()
  await page.getByRole('switch', { name: 'กันกลุ่มเปรียบเทียบไว้' }).uncheck({ force: true })
  await expect(page.getByRole('button', { name: 'ส่งถึง 900 ราย' })).toBeDisabled()
  await page.getByLabel('เหตุผลที่ไม่วัดผล').selectOption({ label: 'สัญญากับลูกค้าไว้แล้ว' })
  await expect(page.getByRole('button', { name: 'ส่งถึง 900 ราย' })).toBeEnabled()
})

test('a broadcast says that it worked, and a draft to the rest says before that it ends the measurement', async ({
  page,
}) => {
  const id = await sentBroadcast('ลาเต้อบเชย ต้นหนาว', 300, { treated: 60, held: 30 })
  await page.goto(`broadcast/detail/${id}`)
  await page.getByRole('link', { name: 'ได้ผลไหม' }).click()
  await expect(page.getByRole('heading', { name: /^ลูกค้าที่ได้รับ ซื้อเพิ่มเฉลี่ยรายละ [\d.]+ บาท$/ })).toBeVisible()
  await expect(page.getByText(/^ค่าจริงน่าจะอยู่ระหว่าง [\d.]+ ถึง [\d.]+ บาท \(ช่วง 95%\)$/)).toBeVisible()
  await expect(page.getByText('เทียบกับ 300 รายที่สุ่มกันไว้ไม่ให้ได้รับ')).toBeVisible()
  await page.getByRole('button', { name: 'สร้างแบบร่าง' }).click()
  await expect(page.getByRole('dialog')).toContainText('การวัดผลของครั้งนี้จะจบลง')
  await page.getByRole('dialog').getByRole('button', { name: 'สร้างแบบร่าง' }).click()
  await page.waitForURL(/\/broadcast\/edit\/\d+/)
  await expect(page.getByText('การวัดผลของครั้งก่อนจะจบลง')).toBeVisible()
})

test('a broadcast with few buyers says that it cannot tell, with the number of customers needed and the month', async ({
  page,
}) => {
  const id = await sentBroadcast('บ่ายนี้ซื้อ 2 ลด 20', 90, { treated: 12, held: 11 })
  await page.goto(`broadcast/detail/${id}?tab=effect`)
  await expect(page.getByRole('heading', { name: 'ยังบอกไม่ได้ว่าได้ผลหรือไม่' })).toBeVisible()
  await expect(page.getByText(/ต้องมีประมาณ [\d,]+ ราย จึงจะบอกได้/)).toBeVisible()
  await page.getByRole('button', { name: 'ดูผลรวม' }).click()
  await expect(page.getByText(/^บรอดแคสต์ 2 รายการ 1,800 ราย: /)).toBeVisible()
})

for (const language of ['th', 'en'] as const) {
  test(`the effect and the composer's part are whole in ${language}, on a desk and on a phone`, {
    tag: '@verify',
  }, async ({ page }) => {
    await inLanguage(page, language)
    const { rows } = await db.query<{ id: number; status: string }>(
      "select id, status from broadcast where store_id = $1 and (status = 'draft' or holdout_share = 10) order by id",
      [storeId],
    )
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const { id, status } of rows) {
        const screen = status === 'draft' ? `broadcast/edit/${id}` : `broadcast/detail/${id}?tab=effect`
        await page.goto(screen)
        await page.getByRole('main').locator('h2, input').first().waitFor()
        await whole()
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/effect-${language}-${size.width}-${status}-${id}.png`,
            fullPage: true,
          })
        found.push(...(await look(page, language, true)).map((fault) => `${screen} ${size.width}: ${fault}`))
      }
    }
    expect([...found, ...errors]).toEqual([])
  })
}

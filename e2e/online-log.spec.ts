import pg from 'pg'
import { callsOf } from './calls.ts'
import type { Store } from './new-store.ts'
import type { Server } from './server.ts'
import { expect, test } from './watched.ts'

/** Writes entries with their payload past the wall, as webhooks would. */
async function log({ database }: Server, store: Store, rows: Record<string, unknown>[]) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    for (const row of rows) {
      const entry = {
        store_id: store.id,
        source: 'line',
        direction: 'in',
        event_type: 'message',
        status: 'done',
        ...row,
      }
      const keys = Object.keys(entry)
      await client.query(
        `with made as (insert into online_log (${keys}) values (${keys.map((_, index) => `$${index + 1}`)}) returning id)
         insert into online_log_payload (store_id, log_id, payload) select ${store.id}, id, '{"type": "message"}' from made`,
        Object.values(entry),
      )
    }
  } finally {
    await client.end()
  }
}

test('the log shows events as they come, stops while paused, and opens one with its payload', {
  tag: '@verify',
}, async ({ page, request, server, store }) => {
  const found = (await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'ญาดา' }] })) as { id: number }
  await log(server, store, [
    { summary: 'มีสีครามไหมคะ', profile_id: found.id, latency_ms: 4 },
    { event_type: 'signature', status: 'refused', error: 'webhook_signature' },
  ])
  await page.goto('online-log')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: '“มีสีครามไหมคะ” ข้อความเข้า' })).toContainText('ได้รับแล้ว')
  await expect(page.getByText('2 เหตุการณ์')).toBeVisible()
  await log(server, store, [{ event_type: 'follow' }])
  await expect(rows.filter({ hasText: 'เพิ่มเพื่อน' })).toContainText('ยังระบุตัวไม่ได้')
  await page.getByRole('button', { name: 'พัก' }).click()
  await log(server, store, [{ event_type: 'unfollow' }])
  await page.getByLabel('สถานะ').selectOption({ label: 'ปฏิเสธ' })
  await expect(rows).toHaveCount(2)
  await page.getByLabel('สถานะ').selectOption({ label: 'ทุกสถานะ' })
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'บล็อกบัญชี' })).toHaveCount(0)
  await page.getByRole('button', { name: 'แสดงต่อ' }).click()
  await expect(rows.filter({ hasText: 'บล็อกบัญชี' })).toHaveCount(1)
  await rows.filter({ hasText: 'ลายเซ็นไม่ถูกต้อง' }).getByText('ลายเซ็นไม่ถูกต้อง').click()
  await expect(page.getByRole('dialog')).toContainText('กรุณาตรวจ Channel secret')
  await expect(page.getByRole('dialog')).toContainText('"type": "message"')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('ญาดา')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'ส่งออก', exact: true }).click()
  await page.getByRole('dialog').getByRole('radio', { name: /CSV/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'ส่งออก' }).click()
  await expect(page.getByText(/เริ่มส่งออกแล้ว/).first()).toBeVisible()
  await page.getByRole('link', { name: 'ญาดา' }).click()
  await expect(page).toHaveURL(new RegExp(`profile-detail/${found.id}`))
})

test('on a phone each event is a card that opens its details', { tag: '@verify' }, async ({ page, server, store }) => {
  await log(server, store, [{ event_type: 'postback', summary: 'ดูโปรโมชัน' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('online-log')
  await page.getByText('กดปุ่ม · ดูโปรโมชัน').click()
  await expect(page.getByRole('dialog')).toContainText('รายละเอียดเหตุการณ์')
})

/** Writes events of a LINE account that failed in every try. */
async function setAside({ database }: Server, store: Store, users: number) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    await client.query(
      `with account as (
         insert into channel (store_id, type, external_id, name, secret, secret_end, webhook, webhook_hash)
         values ($1, 'lineOA', $2, 'คราม สาขาสยาม', '', '0000', '', $3) returning id
       ), entry as (
         insert into online_log (store_id, source, channel_id, direction, event_type, status, error, external_id)
         select $1, 'line', account.id, 'in', 'unfollow', 'failed', 'event_refused', n from account, generate_series(1, $4::int) n
         returning id, external_id
       )
       insert into inbox (store_id, log_id, event, tries, retry_at)
       select $1, id, jsonb_build_object('type', 'unfollow', 'timestamp', 1, 'webhookEventId', external_id,
         'source', jsonb_build_object('type', 'user', 'userId', 'U' || external_id)), 5, 'infinity' from entry`,
      [store.id, `9${store.id}`, Buffer.from(`webhook ${store.id}`), users],
    )
  } finally {
    await client.end()
  }
}

test('events that failed in every try are something to do, shown with their reason, and replayed one by one or together', async ({
  page,
  server,
  store,
}) => {
  await setAside(server, store, 3)
  await page.goto('dashboard')
  await page.getByRole('link', { name: /เหตุการณ์จากช่องทางที่พักไว้ 3 เหตุการณ์/ }).click()
  const rows = page.getByRole('row').filter({ hasText: 'พักไว้ รอประมวลผลอีกครั้ง' })
  await expect(rows).toHaveCount(3)
  await rows.first().getByText('บล็อกบัญชี').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('บันทึกเหตุการณ์นี้ไม่ได้')
  await dialog.getByRole('button', { name: 'ประมวลผลอีกครั้ง' }).click()
  await expect(page.getByText('กำลังประมวลผล 1 เหตุการณ์อีกครั้ง').first()).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'ประมวลผลอีกครั้งทั้งหมด' }).click()
  await expect(page.getByText('กำลังประมวลผล 2 เหตุการณ์อีกครั้ง').first()).toBeVisible()
  await page.getByLabel('สถานะ').selectOption({ label: 'ทุกสถานะ' })
  const events = page.getByRole('row').filter({ hasText: 'บล็อกบัญชี' })
  await expect(events.filter({ hasText: 'ได้รับแล้ว' }).nth(2)).toBeVisible()
  await expect(events.filter({ hasNotText: 'ได้รับแล้ว' })).toHaveCount(0)
})

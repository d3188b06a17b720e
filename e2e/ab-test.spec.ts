import type { Page } from '@playwright/test'
import pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const PEOPLE = 400

let db: pg.Client
let storeId: number

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  db = new pg.Client(server.database)
  await db.connect()
  storeId = Number(store.id)
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 35_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const purpose = await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  await db.query(
    `with made as (insert into profile (store_id, first_name) select $1, 'ลูกค้า ' || n from generate_series(1, $2::int) n returning id)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $3, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() - interval '90 days' from made`,
    [storeId, PEOPLE, account.id],
  )
  await db.query(
    `insert into broadcast_setting (store_id, purpose_id, unknown_consent, approval, per_object, tester_ids)
     values ($1, $2, 'send', false, false, '{}')
     on conflict (store_id) do update set purpose_id = excluded.purpose_id, quiet_from = null, quiet_to = null, approval = false`,
    [storeId, purpose.id],
  )
})
test.afterAll(() => db.end())

const page1 = 'https://doiluang.example/winter'

/** Lets the day after a trial pass. */
const dayPasses = () =>
  db.query(
    `update broadcast set trial_ended_at = trial_ended_at - interval '24 hours', wait_until = now()
     where store_id = $1 and reason = 'trial'`,
    [storeId],
  )

async function compose(page: Page, name: string) {
  await page.goto('broadcast/create')
  await page.getByLabel('ชื่อบรอดแคสต์').fill(name)
  await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
  await page.getByLabel('1 ข้อความ').last().fill(`ดริปแบ็กฤดูหนาวมาแล้ว ${page1}`)
}

const texts = (page: Page) => page.getByRole('group', { name: 'ข้อความ 2 แบบ' }).first()

test('two texts are written, tried on a tenth each, and the others get the one that a person chooses at a tie', async ({
  page,
  line,
}) => {
  await compose(page, 'ดริปแบ็กฤดูหนาว')
  await expect(page.getByText('ส่งแบบละ 40 ราย อีก 320 รายได้แบบที่คนกดมากกว่าในวันถัดไป')).toBeVisible()
  await page.getByRole('switch', { name: 'ลองข้อความ 2 แบบ (A/B)' }).check({ force: true })
  await page.getByLabel('สัดส่วนของแต่ละแบบ').selectOption('20')
  await expect(page.getByText('ส่งแบบละ 80 ราย อีก 240 ราย')).toBeVisible()
  await expect(page.getByText('แบบละไม่ถึง 100 ราย')).toBeVisible()
  await page.getByLabel('ถ้าผลใกล้กันจนบอกไม่ได้').selectOption('by_hand')
  await texts(page).getByRole('button', { name: 'แบบ B' }).click()
  const second = page.getByLabel('1 ข้อความ').last()
  await second.fill('กาแฟใหม่จากดอย')
  await expect(page.getByText('ต้องมีลิงก์ในทั้งสองแบบ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ส่งถึง 400 ราย' })).toBeDisabled()
  await second.fill(`กาแฟใหม่จากดอย ${page1}`)
  await page.getByRole('button', { name: 'ส่งถึง 400 ราย' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }).click()
  await page.waitForURL(/\/broadcast\/detail\/\d+/)
  await expect(page.getByText(/^ระบบจะเลือกแบบที่คนกดมากกว่า เมื่อ .+ แล้วส่งถึงอีก \d+ ราย$/)).toBeVisible()
  await expect(page.getByText('รอผล A/B')).toBeVisible()
  await dayPasses()
  await expect(page.getByText(/^เลือกแบบที่จะส่งถึงอีก \d+ ราย$/)).toBeVisible()
  await page.getByRole('button', { name: 'ส่งแบบ B' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ส่งแบบ B' }).click()
  await expect(page.getByText(/เลือกแบบ B เมื่อ/)).toBeVisible()
  await expect(page.getByText('ส่งแล้ว 400 จาก 400 ราย')).toBeVisible()
  const users = line.state.accepted.map(({ userId }) => userId)
  expect([users.length, new Set(users).size]).toEqual([PEOPLE, PEOPLE])
})

test('turning the test off asks before the second text is lost', async ({ page }) => {
  await compose(page, 'แบบเดียวก็พอ')
  const test = page.getByRole('switch', { name: 'ลองข้อความ 2 แบบ (A/B)' })
  await test.check({ force: true })
  await texts(page).getByRole('button', { name: 'แบบ B' }).click()
  await page.getByLabel('1 ข้อความ').last().fill(`อีกแบบ ${page1}`)
  await test.click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'กลับ' }).click()
  await expect(test).toBeChecked()
  await test.click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'ปิดการทดสอบ' }).click()
  await expect(texts(page)).toHaveCount(0)
  await expect(page.getByLabel('1 ข้อความ').last()).toHaveText(/ดริปแบ็กฤดูหนาว/)
  await test.check({ force: true })
  await texts(page).getByRole('button', { name: 'แบบ B' }).click()
  await page.getByLabel('1 ข้อความ').last().fill(`แบบที่สอง ${page1}`)
  await expect(page.getByText(/^บันทึกแล้ว/)).toBeVisible()
})

for (const language of ['th', 'en'] as const) {
  test(`the test of two texts is whole in ${language}, on a desk and on a phone`, {
    tag: '@verify',
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const { rows } = await db.query<{ id: number; status: string }>(
      'select id, status from broadcast where store_id = $1 and ab_test is not null order by id',
      [storeId],
    )
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const { id, status } of rows)
        for (const state of status === 'draft' ? ['draft'] : ['waiting', 'choosing', 'chosen']) {
          // The page of each state, without sending once more.
          if (state === 'waiting' || state === 'choosing')
            await db.query(
              `update broadcast set status = 'pending', sub_status = 'paused', reason = $3, text_choice = null, queued = 240
               where store_id = $1 and id = $2`,
              [storeId, id, state === 'waiting' ? 'user' : 'choice'],
            )
          if (state === 'chosen')
            await db.query(
              `update broadcast set status = 'published', sub_status = null, reason = null, text_choice = 'b', queued = 0
               where store_id = $1 and id = $2`,
              [storeId, id],
            )
          await page.goto(state === 'draft' ? `broadcast/edit/${id}` : `broadcast/detail/${id}`)
          await page
            .locator(state === 'draft' ? 'main input' : '#broadcast-trial')
            .first()
            .waitFor()
          await whole()
          if (process.env.PICTURES)
            await page.screenshot({
              path: `${process.env.PICTURES}/ab-${language}-${size.width}-${state}.png`,
              fullPage: true,
            })
          found.push(...(await look(page, language, true)).map((fault) => `${state} ${size.width}: ${fault}`))
        }
    }
    expect([...found, ...errors]).toEqual([])
  })
}

import pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let db: pg.Client
let channelId: number
let purposeId: number
let storeId: number

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  db = new pg.Client(server.database)
  await db.connect()
  storeId = Number(store.id)
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 35_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  channelId = account.id as number
  purposeId = (await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })).id as number
  await calls.post('/broadcast-template', {
    name: 'วันหยุดของร้าน',
    messages: [{ type: 'text', text: 'พรุ่งนี้ร้านหยุด 1 วัน' }],
  })
})
test.afterAll(() => db.end())

test('messages become a template, which begins another broadcast, is renamed and deleted', async ({ page }) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto('broadcast/create')
  await page.getByLabel('ชื่อบรอดแคสต์').fill('ดริปแบ็ก')
  await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
  await page.getByRole('textbox', { name: '1 ข้อความ' }).fill('ดริปแบ็กฤดูหนาวมาแล้ว')
  await page.getByRole('button', { name: 'บันทึกเป็นเทมเพลต' }).click()
  await page.getByRole('textbox', { name: 'ชื่อเทมเพลต' }).fill('วันหยุดของร้าน')
  await page.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('มีชื่อนี้ในระบบแล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  await page.getByRole('textbox', { name: 'ชื่อเทมเพลต' }).fill('สินค้าใหม่')
  await page.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('บันทึกเทมเพลต สินค้าใหม่ แล้ว')).toBeVisible()

  await page.goto('broadcast/create')
  await page.getByRole('button', { name: 'เริ่มจากเทมเพลต' }).click()
  const seen = page.getByRole('complementary').locator('[data-theme]')
  const dialog = page.getByRole('dialog', { name: 'เทมเพลต', exact: true })
  await dialog.getByRole('button', { name: /^สินค้าใหม่/ }).click()
  await expect(dialog.locator('[data-theme]')).toContainText('ดริปแบ็กฤดูหนาวมาแล้ว')
  await dialog.getByRole('button', { name: 'ใช้เทมเพลตนี้' }).click()
  await expect(seen).toContainText('ดริปแบ็กฤดูหนาวมาแล้ว')

  // A second one comes after the first, or in its place.
  await page.getByRole('button', { name: 'เริ่มจากเทมเพลต' }).click()
  await dialog.getByRole('button', { name: /^วันหยุดของร้าน/ }).click()
  await dialog.getByRole('button', { name: 'เพิ่มต่อจากข้อความเดิม' }).click()
  await expect(page.getByRole('region', { name: '2 ข้อความ' })).toBeVisible()
  await expect(seen).toContainText('พรุ่งนี้ร้านหยุด 1 วัน')
  await page.getByRole('button', { name: 'เริ่มจากเทมเพลต' }).click()
  await dialog.getByRole('button', { name: /^วันหยุดของร้าน/ }).click()
  await dialog.getByRole('button', { name: 'ใช้เทมเพลตนี้' }).click()
  await page.getByRole('button', { name: 'แทนที่' }).click()
  await expect(page.getByRole('region', { name: '2 ข้อความ' })).toHaveCount(0)
  await expect(seen).not.toContainText('ดริปแบ็กฤดูหนาวมาแล้ว')

  await page.getByRole('button', { name: 'เริ่มจากเทมเพลต' }).click()
  await dialog.getByRole('button', { name: 'ตัวเลือกของ สินค้าใหม่' }).click()
  await page.getByRole('button', { name: 'เปลี่ยนชื่อ' }).click()
  const renaming = page.getByRole('dialog', { name: 'เปลี่ยนชื่อเทมเพลต' })
  await renaming.getByRole('textbox').fill('เปิดตัวสินค้า')
  await renaming.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await dialog.getByRole('button', { name: 'ตัวเลือกของ เปิดตัวสินค้า' }).click()
  await page.getByRole('button', { name: 'ลบ', exact: true }).click()
  await page
    .getByRole('dialog', { name: /ต้องการลบเทมเพลต/ })
    .getByRole('button', { name: 'ลบ', exact: true })
    .click()
  await expect(dialog.getByRole('button', { name: /^เปิดตัวสินค้า/ })).toHaveCount(0)
  await whole()
  expect(await look(page, 'th')).toEqual([])
  // The browser logs the refused name.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([])
})

test('a sent broadcast becomes a template, and a draft to those who did not click is made from its effect', async ({
  page,
}) => {
  const calls = callsOf(page.request)
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  const click_purpose_ids = [purposeId]
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], click_purpose_ids, origin_time: updated_at })
  const { rows } = await db.query<{ id: number }>(
    `insert into broadcast (store_id, name, status, channel_id, purpose_id, target, messages, quick_replies, stop_reply,
       notification_disabled, author_ids, frozen_at, started_at, finished_at, accepted, link_tracking)
     values ($1, 'ลาเต้อบเชย', 'published', $2, $3, '{"type":"all_friends","include":{"condition":"or","label_ids":[]},
       "exclude":{"label_ids":[]},"profile_ids":[],"rule":null,"failed_of":null,"limit":{"max":null,"up_to_remaining_quota":false}}',
       '[{"type":"text","text":"ลาเต้อบเชย https://doiluang.example/latte"}]', '[]', true, false, '{}', now(), now(), now(), 3, 'people')
     returning id`,
    [storeId, channelId, purposeId],
  )
  const { id } = rows[0]!
  await db.query(
    `with made as (insert into profile (store_id, first_name) select $1, 'ลูกค้า ' || n from generate_series(1, 3) n returning id),
       got as (insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status)
         select $1, $2, row_number() over (order by id), id, 'U' || id, 'accepted' from made returning profile_id),
       link as (insert into broadcast_link (store_id, broadcast_id, place, message, code, target)
         values ($1, $2, 1, 0, 'AAAAAAAAAAAAAAA' || $2, 'https://doiluang.example/latte'))
     insert into broadcast_person_click (store_id, broadcast_id, place, profile_id) select $1, $2, 1, min(profile_id) from got`,
    [storeId, id],
  )
  await page.goto(`broadcast/detail/${id}`)
  await page.getByRole('button', { name: 'บันทึกเป็นเทมเพลต' }).click()
  await page.getByRole('textbox', { name: 'ชื่อเทมเพลต' }).fill('ลาเต้')
  await page.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('บันทึกเทมเพลต ลาเต้ แล้ว')).toBeVisible()
  await page.getByRole('link', { name: 'ได้ผลไหม' }).click()
  await expect(page.getByText('ได้รับแล้ว 3 · กดแล้ว 1')).toBeVisible()
  await page.getByRole('button', { name: 'สร้างแบบร่าง: ส่งซ้ำถึงคนที่ไม่ได้กด 2 ราย' }).click()
  await page.waitForURL(/\/broadcast\/edit\/\d+/)
  await expect(page.getByText('ลูกค้าที่ได้รับครั้งก่อนแล้วไม่ได้กดลิงก์')).toBeVisible()
})

for (const language of ['th', 'en'] as const)
  test(`templates are whole in ${language}, on a desk and on a phone, in both themes`, { tag: '@verify' }, async ({
    page,
  }) => {
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const words =
      language === 'th'
        ? { begin: 'เริ่มจากเทมเพลต', title: 'เทมเพลต', part: 'ข้อความ' }
        : { begin: 'Start from a template', title: 'Templates', part: 'Messages' }
    for (const [width, height, theme] of [
      [1366, 900, 'light'],
      [390, 844, 'dark'],
    ] as const) {
      await page.addInitScript((chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify(chosen)), {
        language,
        theme,
      })
      await page.setViewportSize({ width, height })
      await page.goto('broadcast/create')
      // On a phone one part is open at a time.
      if (width < 700) await page.getByRole('button', { name: new RegExp(`^${words.part}: `) }).click()
      await page.getByRole('button', { name: words.begin }).click()
      await page.getByRole('dialog', { name: words.title, exact: true }).locator('[data-theme] p').first().waitFor()
      await whole()
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/templates-${language}-${width}.png` })
      found.push(...(await look(page, language, true)).map((fault) => `${width} ${fault}`))
    }
    expect([...found, ...errors]).toEqual([])
  })

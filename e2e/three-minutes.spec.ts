import pg from 'pg'
import { paintedPicture } from '../server/testing/broadcasts/picture.testing.ts'
import { addChannel, addFriend, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart, openPreview } from './composer.ts'
import { handOf } from './hand.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const PEOPLE = 600
const SEGMENT = 'ซื้อซ้ำ 90 วัน'
const LIMIT_S = 180

let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 35_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  const changed = { ...settings, tester_ids: [], quiet_hours: null, price: 0.06, origin_time: updated_at }
  await calls.put('/broadcast/setting', changed)
  const { id: label } = await calls.post('/label', { name: SEGMENT, color: 'teal', type: 'general', description: '' })
  const friends = Array.from({ length: PEOPLE }, () => addFriend(channel).userId)
  const db = new pg.Client(server.database)
  await db.connect()
  await db.query(
    `with made as (
       insert into profile (store_id, first_name)
       select $1, case when n % 7 > 0 then 'ลูกค้าคนที่ ' || n end from generate_series(1, $2::int) n returning id),
     placed as (select id, row_number() over (order by id) as n from made),
     friends as (
       insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $3, ($4::text[])[n], id, 'friend', now() - interval '90 days' from placed)
     insert into profile_label (store_id, label_id, profile_id, source) select $1, $5, id, 'manual_add' from placed`,
    [store.id, PEOPLE, account.id, friends, label],
  )
  await db.end()
})

for (const { width, height } of [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a first-timer sends a picture and a text with a name to a segment with a comparison group within three minutes of clicks and letters, at ${width} px`, {
    tag: '@verify',
  }, async ({ page, line }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const hand = handOf(page)
    const part = async (name: Parameters<typeof openPart>[1]) => {
      if (width < 700) hand.done.clicks++
      await openPart(page, name)
    }
    await page.goto('broadcast/create')
    await hand.type(page.getByLabel('ชื่อบรอดแคสต์'), 'ดริปแบ็กฤดูหนาว')
    await hand.choose(page.getByLabel('ส่งถึงใคร'), 'เซกเมนต์และป้ายกำกับ')
    await hand.click(page.getByRole('combobox', { name: 'ส่งถึง', exact: true }))
    await hand.click(page.getByRole('option', { name: SEGMENT }))
    await expect(page.getByText(`ส่งถึงได้ ${PEOPLE} จาก ${PEOPLE} ราย`)).toBeVisible()
    await page.keyboard.press('Escape')
    await part('ข้อความ')
    await hand.click(page.getByRole('button', { name: 'รูปภาพ', exact: true }))
    hand.done.clicks += 3
    const buffer = await paintedPicture(1040, 780)
    await page.locator('input[type=file]').setInputFiles({ name: 'ดริปแบ็ก.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('img', { name: 'รูปที่ 1' })).toBeVisible()
    if (width < 700) await hand.click(page.getByRole('button', { name: 'เพิ่มข้อความ' }))
    await hand.click(page.getByRole('button', { name: 'ข้อความ', exact: true }))
    const text = page.getByRole('textbox', { name: '2 ข้อความ' })
    await hand.type(text, 'สวัสดีค่ะคุณ')
    await hand.choose(page.getByLabel('แทรกข้อมูลลูกค้า'), 'ชื่อ')
    await expect(text.getByText(/^ชื่อ · /)).toBeVisible()
    const rest = ' ดริปแบ็กฤดูหนาวมาแล้ว https://doiluang.example/drip'
    hand.done.letters += rest.length
    await page.keyboard.insertText(rest)
    await expect(text).toContainText('ดริปแบ็กฤดูหนาวมาแล้ว')
    await hand.type(page.getByLabel('ชื่อ ถ้าไม่มี ให้ใช้'), 'ลูกค้า')
    await part('วัดผล')
    await expect(page.getByText('สุ่มประมาณ 60 ราย')).toBeVisible()

    const found: string[] = []
    for (const dark of [true, false]) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
      await whole()
      const name = `composer-${width}-th-${dark ? 'dark' : 'light'}`
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
      found.push(...(await look(page, 'th')).map((fault) => `${name}: ${fault}`))
    }
    const close = await openPreview(page)
    await expect(page.getByRole('group', { name: 'ดูในสายตาของ' }).getByRole('button')).toHaveCount(5)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/composer-${width}-preview.png` })
    found.push(...(await look(page, 'th')).map((fault) => `preview ${width}: ${fault}`))
    await close()
    expect([...found, ...errors]).toEqual([])
    const english = await page.context().newPage()
    await english.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    await english.setViewportSize({ width, height })
    const other = await readyToLook(english)
    await page.waitForURL(/\/broadcast\/create\/\d+/)
    for (const dark of [true, false]) {
      await english.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
      await english.goto(page.url().replace('create', 'edit'))
      await expect(english.getByLabel('Name', { exact: true })).toBeVisible()
      await other.whole()
      const name = `composer-${width}-en-${dark ? 'dark' : 'light'}`
      if (process.env.PICTURES) await english.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
      found.push(...(await look(english, 'en', true)).map((fault) => `${name}: ${fault}`))
    }
    expect([...found, ...other.errors]).toEqual([])
    await english.close()

    await hand.click(page.getByRole('button', { name: 'ส่งถึง 540 ราย' }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }))
    // A draw holds out about a tenth.
    const progress = page.getByText(/^ส่งแล้ว (\d+) จาก \1 ราย$/)
    await expect(progress).toBeVisible({ timeout: 90_000 })
    const reached = Number(/\d+/.exec((await progress.textContent())!)![0])
    expect(Math.abs(reached - 540)).toBeLessThan(40)
    const id = /detail\/(\d+)/.exec(page.url())![1]
    const got = line.state.accepted.filter(({ unit, channelId }) => unit === `ruam_${id}` && channelId === channel.id)
    expect(new Set(got.map(({ userId }) => userId)).size).toBe(reached)
    const { clicks, letters } = hand.done
    const seconds = hand.seconds()
    if (process.env.PICTURES)
      console.info(`${width} px: ${clicks} clicks, ${letters} letters, ${seconds} s of a person`)
    expect(seconds).toBeLessThan(LIMIT_S)
  })
}

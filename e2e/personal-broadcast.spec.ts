import pg from 'pg'
import { addChannel, addFriend, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart, openPreview } from './composer.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 15_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], quiet_hours: null, origin_time: updated_at })
  const db = new pg.Client(server.database)
  await db.connect()
  for (const name of ['ญาดา', 'กิตติพงษ์', 'น้ำฝน', null, 'ก', 'สมหญิง']) {
    const { userId } = addFriend(channel)
    await db.query(
      `with made as (insert into profile (store_id, first_name, last_name) values ($1, $2, $3) returning id)
       insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $4, $5, id, 'friend', now() from made`,
      [store.id, name, name && 'ใจดี', account.id, userId],
    )
  }
  await db.end()
})

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: [] },
  { width: 390, height: 844, verify: ['@verify'] },
]) {
  test(`a text with a customer’s name and a link is seen through the eyes of five customers, and its clicks are counted, at ${width} px`, {
    tag: verify,
  }, async ({ page, line, server }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    await page.goto('broadcast/create')
    await page.getByLabel('ชื่อบรอดแคสต์').fill(`ดริปแบ็ก ${width}`)
    await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'กาแฟดอยหลวง @doiluang' })
    await openPart(page, 'เวลาและความปลอดภัย')
    await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
    const text = page.getByRole('textbox', { name: '1 ข้อความ' })
    await text.fill('สวัสดีค่ะคุณ')
    await page.getByLabel('แทรกข้อมูลลูกค้า').selectOption({ label: 'ชื่อ' })
    await expect(text.getByText(/^ชื่อ · /)).toBeVisible()
    await text.pressSequentially(' ดู https://doiluang.example/drip ได้เลย')
    // A missing fallback keeps it from being sent.
    await expect(page.getByRole('button', { name: 'ข้อความที่ 1 ยังไม่มีคำสำรอง' }).first()).toBeVisible()
    await page.getByLabel('ชื่อ ถ้าไม่มี ให้ใช้').fill('ลูกค้า')
    await openPart(page, 'วัดผล')
    await expect(page.getByRole('list', { name: 'ลิงก์ในข้อความ' })).toContainText('https://doiluang.example/drip')
    const closePreview = await openPreview(page)
    const people = page.getByRole('group', { name: 'ดูในสายตาของ' })
    await expect(people.getByRole('button')).toHaveCount(5)
    const shown = page.locator('[data-theme] p mark')
    await people.getByRole('button', { name: 'ไม่มีชื่อ' }).click()
    await expect(shown).toHaveText('ลูกค้า')
    await people.getByRole('button', { name: 'กิตติพงษ์ ใจดี' }).click()
    await expect(shown).toHaveText('กิตติพงษ์')
    await expect(page.getByText('ใช้คำสำรอง: ชื่อ 1 ราย')).toBeVisible()
    await expect(page.getByText(/จึงส่งทีละราย ใช้เวลาประมาณ 1 นาที/)).toBeVisible()
    await whole()
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/personal-${width}.png`, fullPage: true })
    expect(await look(page, 'th')).toEqual([])

    await closePreview()
    await page.getByRole('button', { name: 'ส่งถึง 6 ราย' }).click()
    await expect(page.getByRole('dialog')).toContainText('จึงส่งทีละราย')
    await page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }).click()
    await expect(page.getByText('ส่งแล้ว 6 จาก 6 ราย')).toBeVisible({ timeout: 30_000 })
    const id = /detail\/(\d+)/.exec(page.url())![1]
    const got = line.state.accepted.filter(({ unit, channelId }) => unit === `ruam_${id}` && channelId === channel.id)
    const texts = got.map(({ message }) => (message as { text: string }).text)
    expect(texts.map((said) => said.split(' ')[0]).toSorted()).toEqual(
      ['ก', 'กิตติพงษ์', 'ญาดา', 'น้ำฝน', 'ลูกค้า', 'สมหญิง'].map((name) => `สวัสดีค่ะคุณ${name}`).toSorted(),
    )
    const { pathname } = new URL(texts[0]!.split(' ')[2]!)
    const opened = await fetch(new URL(pathname, server.address), {
      redirect: 'manual',
      headers: { 'user-agent': 'Line/14' },
    })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://doiluang.example/drip'])
    await page.reload()
    await expect(page.getByRole('list', { name: 'ลิงก์ในข้อความ' })).toContainText('กด 1 ครั้ง จาก 1 เครื่อง')
    // The template is shown with its chip, and no customer's name.
    await expect(page.locator('[data-theme] p mark')).toHaveText('ชื่อ')
    await whole()
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/personal-${width}-sent.png`, fullPage: true })
    expect(await look(page, 'th')).toEqual([])
    expect(errors).toEqual([])
  })
}

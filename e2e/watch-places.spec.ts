import type { Locator } from '@playwright/test'
import pg from 'pg'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'
import type { Server } from './server.ts'

const widths = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const

/** Sends a text to an account, as a phone does. Returns the LINE id. */
async function send(line: LineSimulator, channel: Channel, text: string): Promise<void> {
  await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ act: 'message', displayName: 'พิมพ์ใจ', text }),
  })
}

/** Adds owners to a store. */
async function addOwners({ database }: Server, store: number, names: readonly string[]): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(
    `with person as (insert into users (email, first_name, last_name, password_hash)
       select format('owner%s.%s@example.com', no, $1::int), name, 'ใจดี', '' from unnest($2::text[]) with ordinality n (name, no) returning id)
     insert into store_member (store_id, user_id, role_id)
     select $1, person.id, (select id from role where store_id = $1 and name = 'owner') from person`,
    [store, names],
  )
  await client.end()
}

test('the form has the fields of each place, a trial says why it fails, and a member links their LINE to the chat', {
  tag: '@verify',
}, async ({ page, request, line, server, store }) => {
  test.setTimeout(180_000)
  const calls = callsOf(request)
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang' })
  await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.importFile('ยอดขายหน้าร้าน', 'ชื่อ,เบอร์โทร\nมะลิ,0891100010\n')
  const { errors, whole } = await readyToLook(page)
  const found: string[] = []
  const lookAt = async (name: string, shown?: Locator) => {
    for (const { width, height } of widths) {
      await page.setViewportSize({ width, height })
      await shown?.scrollIntoViewIfNeeded()
      await whole()
      found.push(...(await look(page, 'th', width < 600)))
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png` })
    }
    await page.setViewportSize(widths[0])
  }

  await page.goto('data-source/v2/watch/create')
  await page.getByLabel('ชื่อ', { exact: true }).fill('สมาชิกจากระบบเดิม')
  await page.getByLabel('เฝ้าดู').selectOption('s3')
  await page.getByLabel('Bucket').fill('doiluang-orders')
  await lookAt('place-s3')

  await page.getByLabel('เฝ้าดู').selectOption('sftp')
  await page.getByLabel('เซิร์ฟเวอร์', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('ชื่อผู้ใช้').fill('till')
  await page.getByLabel('โฟลเดอร์และชื่อไฟล์').fill('/members/*.csv')
  await page.getByRole('button', { name: 'ลองเข้า SFTP' }).click()
  await expect(page.getByText('กรุณาใส่รหัสผ่านหรือกุญแจของที่เก็บไฟล์')).toBeVisible()
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน')
  await page.getByRole('button', { name: 'ลองเข้า SFTP' }).click()
  await expect(page.getByText('ระบบไม่ต่อไปยังเครือข่ายภายใน')).toBeVisible()
  await lookAt('place-sftp')
  await page.getByLabel('เข้าด้วย', { exact: true }).selectOption('key')
  await lookAt('place-sftp-key')

  await page.getByLabel('เฝ้าดู').selectOption('line_chat')
  await page.getByLabel('ชื่อไฟล์', { exact: true }).fill('*.csv')
  await page.getByRole('combobox', { name: 'นำเข้าด้วยการจับคู่ของ' }).click()
  await page.getByRole('option', { name: 'ยอดขายหน้าร้าน' }).click()
  await lookAt('place-chat')
  await page.getByRole('button', { name: 'เพิ่มไฟล์อัตโนมัติ' }).click()

  await page.getByRole('button', { name: 'เชื่อม LINE ของคุณ' }).click()
  const code = page.getByRole('img', { name: /QR/ })
  await expect(code).toBeVisible()
  await lookAt('chat-link')
  const url = new URL((await code.getAttribute('data-text'))!)
  await send(line, channel, decodeURIComponent(url.search.slice(1)))
  await expect(page.getByText('เชื่อมแล้ว ส่งไฟล์ในแชทของ กาแฟดอยหลวง ได้เลย')).toBeVisible()
  await lookAt('chat-linked')

  await addOwners(server, Number(store.id), ['กานดา', 'ขวัญใจ'])
  await page.reload()
  await expect(page.getByText(/เมื่อไฟล์รอ แจ้งที่กระดิ่งถึง กานดา ใจดี ขวัญใจ ใจดี และอีก 1 คน/)).toBeVisible()
  const byLine = page.getByRole('switch', { name: 'แจ้งทาง LINE ด้วย' })
  await expect(byLine).toHaveAccessibleDescription(/ใช้โควตาข้อความ LINE .* ตอนนี้เชื่อม LINE แล้ว 1 คน/)
  await expect(byLine).not.toBeChecked()
  await byLine.click()
  await lookAt('line-notice', byLine)
  await page.getByRole('button', { name: 'บันทึกสัญญา' }).click()
  await page.getByRole('main').getByRole('link', { name: 'แก้สัญญา' }).click()
  await expect(byLine).toBeChecked()
  await page.getByRole('link', { name: 'แก้ผู้รับ' }).click()
  await expect(page.getByText('ขวัญใจ ใจดี')).toBeVisible()
  await page.goto('data-source/v2/watch')
  await expect(page.getByRole('link', { name: 'เชื่อม LINE ของคุณ' })).toBeVisible()
  await lookAt('chat-list')
  // The trials without a password and at a private address.
  const others = errors.filter((error) => !error.includes('409 (Conflict)'))
  expect([...found, ...others]).toEqual([])
})

import { expect, type Page, test } from '@playwright/test'
import { type LineSimulator, startLine } from '../tools/line/server.ts'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { ownerState } from './owner.ts'
import { readyStore, writeOwnerState } from './ready-store.ts'
import { freePort, type Server, startServer } from './server.ts'

// A server that talks to a simulator of LINE.

let line: LineSimulator
let channel: Channel
let server: Server
let address: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  line = await startLine()
  channel = addChannel(line.state, { displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai', quota: 15_000 })
  address = `http://127.0.0.1:${await freePort()}`
  server = await startServer(
    { PORT: new URL(address).port, PUBLIC_URL: address, LINE_API_URL: line.url },
    { copyOf: readyStore() },
  )
  await writeOwnerState(address)
})
test.afterAll(async () => {
  await server.stop()
  await line.stop()
})
test.use({
  baseURL: ({ browserName: _ }, use) => use(address),
  storageState: ({ browserName: _ }, use) => use(ownerState),
})

const sentTo = (userId: string) => line.state.accepted.filter((one) => one.userId === userId).length

/** Plays a customer, as the simulator's page does. */
async function act(customer: { userId?: string; act: 'follow' | 'message'; text?: string }): Promise<string> {
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'ญาดา', ...customer }),
  })
  return ((await reply.json()) as { userId: string }).userId
}

/** Writes a draft to all friends and sends it. */
async function write(page: Page, name: string) {
  await page.goto('/1/broadcast/create')
  await page.getByLabel('ชื่อบรอดแคสต์').fill(name)
  await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'ผ้าฝ้ายเชียงใหม่ @paafai' })
  await page.getByLabel('เรื่องที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
  await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
  await page.getByLabel('1 ข้อความ').last().fill('สวัสดีค่ะ ลดฤดูหนาว 15%')
}

test('a friend receives a broadcast once, says stop, and is skipped by the next one with the reason', async ({
  page,
}) => {
  const calls = callsOf(page.request)
  await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const userId = await act({ act: 'follow' })

  await page.goto('/1/setting/broadcast')
  await page.getByRole('switch', { name: 'ช่วงงดส่ง' }).click({ force: true })
  await page.getByLabel('ราคาต่อข้อความ').fill('0.2')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()

  await write(page, 'ลดฤดูหนาว')
  await expect(page.getByText('ส่งถึงได้ 1 จาก 1 ราย')).toBeVisible()
  await page.getByRole('button', { name: 'ส่งถึง 1 ราย' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 ราย · 1 ข้อความ · ประมาณ 0.20 บาท')
  await page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }).click()
  await expect(page.getByText('LINE รับแล้ว 1 จาก 1 ราย')).toBeVisible()
  expect(sentTo(userId)).toBe(1)

  await act({ userId, act: 'message', text: 'ยกเลิกรับข่าวสาร' })
  await expect(async () => {
    await write(page, 'รอบสอง')
    await expect(page.getByText('ไม่ยินยอมรับข่าวสาร')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'ส่งถึง 0 ราย' })).toBeDisabled()
  expect(sentTo(userId)).toBe(1)
})

for (const language of ['th', 'en'] as const) {
  test(`the screens of broadcasts are whole in ${language}, on a desk and on a phone`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const list = (await callsOf(page.request).get('/broadcast')) as { results: { id: number; status: string }[] }
    const idOf = (status: string) => list.results.find((one) => one.status === status)!.id
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const screen of [
        '/1/broadcast/list',
        `/1/broadcast/edit/${idOf('draft')}`,
        `/1/broadcast/detail/${idOf('published')}`,
        '/1/setting/broadcast',
      ]) {
        await page.goto(screen)
        await page.getByRole('main').waitFor()
        await whole()
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${language}-${size.width}-${screen.split('/')[3]}-${screen.split('/')[2]}.png`,
          })
        found.push(...(await look(page, language, true)).map((fault) => `${screen} ${size.width}: ${fault}`))
      }
    }
    expect([...found, ...errors]).toEqual([])
  })
}

import type { Page } from '@playwright/test'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel, addFriend, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart } from './composer.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let line: LineSimulator
let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, line: simulator }) => {
  line = simulator
  channel = addChannel(line.state, { displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai', quota: 15_000 })
  for (let n = 0; n < 40; n++) addFriend(channel)
  const calls = callsOf(request)
  const { id } = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], quiet_hours: null, origin_time: updated_at })
  await expect(async () => {
    const { friends } = (await calls.get(`/line-oa/${id}`)) as { friends: { list: { state: string }; at_line: number } }
    expect([friends.list.state, friends.at_line]).toEqual(['refused', 40])
  }).toPass()
  await act('ข้าวหอม', 'follow')
  const reply = await act('ข้าวหอม', 'message', 'ยกเลิกรับข่าวสาร')
  expect(reply.userId).toBeDefined()
})

const users = new Map<string, string>()

/** Plays a customer, as the simulator's page does. */
async function act(displayName: string, kind: 'follow' | 'message', text?: string) {
  const userId = users.get(displayName)
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(userId && { userId }), displayName, act: kind, text }),
  })
  const acted = (await reply.json()) as { userId: string }
  users.set(displayName, acted.userId)
  return acted
}

const picture = async (page: Page, name: string) => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/line-all-${name}.png` })
}

const callsForAll = () =>
  new Set(line.state.accepted.filter(({ call }) => call === 'broadcast').map(({ requestId }) => requestId)).size

for (const { width, height, sent } of [
  { width: 1366, height: 850, sent: 1 },
  { width: 390, height: 844, sent: 2 },
])
  test(`all friends on LINE are asked about twice, approved by the owner and reported by LINE, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    await page.goto('broadcast/create')
    await page.getByLabel('ชื่อบรอดแคสต์').fill(`ถึงทุกคน ${width}`)
    await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'ผ้าฝ้ายเชียงใหม่ @paafai' })
    await page.getByLabel('ส่งถึงใคร').selectOption({ label: 'เพื่อนทั้งหมดใน LINE' })
    await expect(page.getByText('LINE นับเพื่อนได้ 40 ราย และจองโควตาเผื่ออีก 2%')).toBeVisible()
    await expect(page.getByText('เพื่อนที่ยกเลิกรับข่าวสารแล้ว 1 รายจะได้รับข้อความนี้ด้วย')).toBeVisible()
    await whole()
    await picture(page, `${width}-target`)
    expect(await look(page, 'th')).toEqual([])
    await openPart(page, 'เวลาและความปลอดภัย')
    await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
    await expect(page.getByText('เจ้าของร้านต้องอนุมัติก่อนส่ง').last()).toBeVisible()
    await openPart(page, 'วัดผล')
    await expect(page.getByText('LINE ไม่บอกว่าส่งถึงใคร จึงวัดผลไม่ได้')).toBeVisible()
    await picture(page, `${width}-measure`)
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'ข้อความ', exact: true }).click()
    await page.getByLabel('1 ข้อความ').last().fill('ร้านปิดวันที่ 5 ธันวาคมค่ะ')
    await page.getByRole('button', { name: 'ขออนุมัติส่งถึงเพื่อนประมาณ 40 ราย' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('เพื่อนที่ยกเลิกรับข่าวสารแล้ว 1 รายจะได้รับข้อความนี้ด้วย')
    await picture(page, `${width}-second`)
    await page.getByRole('dialog').getByRole('button', { name: 'ยืนยัน ส่งถึงทุกคน' }).click()
    await page.waitForURL(/\/broadcast\/detail\//)
    await expect(page.getByText('รอเจ้าของร้านอนุมัติ')).toBeVisible()
    expect(callsForAll()).toBe(sent - 1)
    await page.getByRole('button', { name: 'อนุมัติและส่ง' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ยืนยัน ส่งถึงทุกคน' }).click()
    await expect(page.getByText('LINE ส่งถึง')).toBeVisible()
    await expect(page.getByText('LINE แจ้งในวันถัดไป')).toBeVisible()
    await whole()
    await picture(page, `${width}-report`)
    expect(await look(page, 'th')).toEqual([])
    expect(callsForAll()).toBe(sent)
    await page.goto('broadcast/list')
    await expect(page.getByText('เพื่อนทั้งหมดใน LINE').first()).toBeVisible()
    await picture(page, `${width}-list`)
    expect(errors).toEqual([])
  })

for (const { width, height } of [
  { width: 1366, height: 850 },
  { width: 390, height: 844 },
])
  test(`a draft to all friends on LINE and its report are whole in English at ${width} px`, { tag: '@verify' }, async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    await page.goto('broadcast/create')
    await page.getByLabel('From the account').selectOption({ label: 'ผ้าฝ้ายเชียงใหม่ @paafai' })
    await page.getByLabel('Who gets it').selectOption({ label: 'All friends on LINE' })
    await expect(page.getByText('1 friend who opted out will get this message too')).toBeVisible()
    await whole()
    await picture(page, `${width}-target-en`)
    expect(await look(page, 'en', true)).toEqual([])
    const { results } = (await callsOf(page.request).get('/broadcast?status=published')) as {
      results: { id: number }[]
    }
    await page.goto(`broadcast/detail/${results[0]!.id}`)
    await expect(page.getByText('LINE tells it the next day')).toBeVisible()
    await whole()
    await picture(page, `${width}-report-en`)
    expect(await look(page, 'en', true)).toEqual([])
    expect(errors).toEqual([])
  })

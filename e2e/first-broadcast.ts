import type { Browser, Locator, Page } from '@playwright/test'
import type { LineSimulator } from '../tools/line/server.ts'
import { addChannel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart, openPreview } from './composer.ts'
import { expect } from './line-store.ts'
import { look, readyToLook } from './look.ts'

interface Scene {
  /** The owner's page. */
  page: Page
  browser: Browser
  line: LineSimulator
  size: { width: number; height: number }
}

/** Accepts an invitation as a marketer, on a browser of their own. */
async function marketer({ page: owner, browser, size }: Scene): Promise<Page> {
  const calls = callsOf(owner.request)
  const { data } = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = data.find(({ name }) => name === 'marketer')!.id
  const email = `marketer${size.width}@example.com`
  const { link } = await calls.post('/stores/invitations', { email, role_id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, viewport: size })
  const page = await context.newPage()
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill('พิมลดา')
  await page.getByLabel('นามสกุล').fill('การตลาด')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน ทุ่งข้าว')
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
  return page
}

/** Follows the newest notice with a title from the bell. */
async function notice(page: Page, title: RegExp, click: (target: Locator) => Promise<void>) {
  await click(page.getByRole('banner').getByRole('button', { name: /^การแจ้งเตือน/ }))
  await click(page.getByRole('region', { name: 'การแจ้งเตือน' }).getByText(title).first())
}

/** Opens the newest request for a right from the owner's bell, and grants it. */
async function grant(page: Page, right: string, click: (target: Locator) => Promise<void>) {
  await page.goto('dashboard')
  await notice(page, /พิมลดา.*ขอสิทธิ์/, click)
  await page.waitForURL(/role-permission-edit/)
  await click(page.getByRole('checkbox', { name: right }))
  await click(page.getByRole('button', { name: 'บันทึก' }))
  await page.waitForURL(/setting\/role-permission$/)
}

/** A marketer of a store without anything sends a test message, asking the owner for what only an owner may do. */
export async function firstTestMessage(scene: Scene): Promise<void> {
  const { page: owner, line, size } = scene
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 300 })
  const page = await marketer(scene)
  const { errors, whole } = await readyToLook(page)
  const found: string[] = []
  const began = Date.now()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  const picture = async (name: string) => {
    await whole()
    found.push(...(await look(page, 'th', true)).map((fault) => `${name}: ${fault}`))
    const { PICTURES } = process.env
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/first-${size.width}-${name}.png` })
  }
  const drafts = async () => {
    const { results } = (await callsOf(owner.request).get('/broadcast')) as {
      results: { id: number; name: string }[]
    }
    return results
  }

  // Looks leave nothing.
  const address = new URL(page.url()).pathname.split('/')[1]
  for (let looks = 0; looks < 3; looks++) {
    await page.goto(`/${address}/broadcast/create`)
    await expect(page.getByLabel('ชื่อบรอดแคสต์')).toBeVisible()
  }
  await expect(page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม')).toHaveValue(/\d/)
  await picture('1-empty')
  expect(await drafts()).toEqual([])

  await page.getByLabel('ชื่อบรอดแคสต์').fill('เปิดตัวใน LINE')
  await page.waitForURL(/broadcast\/create\/\d+$/)
  await expect(page.getByLabel('ชื่อบรอดแคสต์')).toBeFocused()
  await openPart(page, 'ข้อความ')
  await click(page.getByRole('button', { name: 'ข้อความ', exact: true }))
  await expect(page.getByText('กรุณากรอก')).toHaveCount(0)
  await page.getByLabel('1 ข้อความ').last().fill('สวัสดีค่ะ ร้านเราอยู่ใน LINE แล้ว')
  const closePreview = await openPreview(page)
  const bubble = page.getByText('สวัสดีค่ะ ร้านเราอยู่ใน LINE แล้ว').last()
  expect(await bubble.evaluate((shown) => getComputedStyle(shown).paddingLeft)).toBe('12px')
  await closePreview()
  await openPart(page, 'ผู้รับ')

  // Asks the owner: the store has no account, and a marketer may not connect one. The draft waits.
  const account = page.getByRole('region', { name: 'ยังไม่ได้เชื่อมต่อ LINE' })
  await click(account.getByRole('button', { name: 'ขอให้เจ้าของร้านเชื่อม LINE' }))
  await expect(account.getByText(/^ส่งคำขอถึง .+ แล้ว/)).toBeVisible()
  await picture('2-asked')
  // The owner's notice opens the dialog, the marketer's leads back to the draft.
  await owner.goto('dashboard')
  await notice(owner, /พิมลดา.*ขอให้เชื่อม LINE/, click)
  const panel = owner.getByRole('dialog')
  await panel.getByLabel('Channel ID').fill(channel.id)
  await panel.getByLabel('Channel secret').fill(channel.secret)
  await click(panel.getByRole('button', { name: 'ตรวจสอบกับ LINE' }))
  await click(panel.getByRole('button', { name: 'เชื่อมต่อบัญชีนี้' }))
  await expect(panel).toHaveCount(0)
  await notice(page, /^เชื่อม LINE แล้ว/, click)
  await page.waitForURL(/broadcast\/edit\/\d+$/)
  await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'กาแฟดอยหลวง @doiluang' })
  await picture('3-back')

  // The marketer adds the account on a phone, and is to get the test message.
  await click(page.getByRole('button', { name: 'ส่งทดสอบ' }))
  const testers = page.getByRole('dialog', { name: 'ผู้รับข้อความทดสอบ' })
  await expect(testers.getByRole('img', { name: 'QR code สำหรับเพิ่มเพื่อน' })).toBeVisible()
  await picture('4-testers')
  await click(testers.getByRole('button', { name: 'ขอสิทธิ์จากเจ้าของร้าน' }))
  await grant(owner, 'แก้ไข: บัญชี LINE OA', click)
  const reply = await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'พิม', act: 'follow' }),
  })
  const { userId } = (await reply.json()) as { userId: string }
  // A job asks LINE for the name of the new customer.
  await expect(async () => {
    const { data } = (await callsOf(owner.request).get(`/profile?keyword=${encodeURIComponent('พิม')}`)) as {
      data: unknown[]
    }
    expect(data).toHaveLength(1)
  }).toPass()
  await page.reload()
  await click(page.getByRole('button', { name: 'ส่งทดสอบ' }))
  await testers.getByRole('combobox', { name: 'ผู้รับข้อความทดสอบ' }).fill('พิม')
  await click(page.getByRole('option', { name: /^พิม/ }))
  await page.keyboard.press('Tab')
  await picture('5-tester')
  await click(testers.getByRole('button', { name: 'บันทึกและส่งทดสอบ' }))
  await expect(page.getByText('ส่งทดสอบแล้ว 1 คน')).toBeVisible()
  await picture('6-sent')
  const seconds = Math.round((Date.now() - began) / 1000)
  const got = line.state.accepted.filter((one) => one.userId === userId).map(({ message }) => message)
  expect(got).toMatchObject([{ type: 'text', text: 'สวัสดีค่ะ ร้านเราอยู่ใน LINE แล้ว' }])
  expect((await drafts()).map(({ name }) => name)).toEqual(['เปิดตัวใน LINE'])
  // A test without receivers is refused, which opens the panel.
  const refused = errors.filter((error) => error.includes('409'))
  expect(refused.length).toBeLessThanOrEqual(2)
  expect([...found, ...errors.filter((error) => !refused.includes(error))]).toEqual([])
  if (process.env.PICTURES) console.info(`${size.width} px: ${clicks} clicks, ${seconds} s`)
}

import { type AutomationStore, automationStore } from './automation-store.ts'
import { callsOf } from './calls.ts'
import { handOf } from './hand.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

/** Time in which a newcomer answers five requests. */
const MOST_SECONDS = 600

/** Requests with what the customer said, and how each is answered. */
const planted = [
  { kind: 'see', said: 'ขอดูข้อมูลที่ร้านมี', step: 'ขอดู', choice: 'ให้ทั้งหมด', ends: 'เสร็จแล้ว' },
  { kind: 'correct', said: 'เบอร์โทรเปลี่ยนแล้ว', step: 'ขอแก้ไข', choice: 'ทำตามคำขอ', ends: 'เสร็จแล้ว' },
  { kind: 'restrict', said: 'หยุดใช้ข้อมูลก่อน', step: 'ขอระงับ', choice: 'ทำตามคำขอ', ends: 'ระงับแล้ว' },
  { kind: 'withdraw', said: 'ไม่รับข่าวสารแล้ว', step: 'ถอนความยินยอม', choice: 'ทำตามคำขอ', ends: 'ถอนแล้ว' },
  { kind: 'erase', said: 'ลบข้อมูลของฉันทั้งหมด', step: 'ขอลบ', choice: 'ทำตามคำขอ', ends: 'ลบแล้ว' },
] as const

let made: AutomationStore

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  made = await automationStore(request, server, line.state, Number(store.id))
})

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: false },
  { width: 390, height: 844, verify: true },
])
  test(`a newcomer answers five requests within ten minutes at ${width} px`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page, request }) => {
    test.slow()
    const calls = callsOf(request)
    const people = made.profiles.splice(0, planted.length)
    const ids: number[] = []
    for (const [place, { kind, said }] of planted.entries()) {
      const body = { kind, source: 'branch', place: 'สาขานิมมาน', words: said, profile_ids: [people[place]!] }
      ids.push((await calls.post('/privacy/request', body)).id as number)
    }
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const picture = async (name: string) => {
      if (!process.env.PICTURES) return
      await page.screenshot({ path: `${process.env.PICTURES}/privacy-${name}-${width}.png` })
    }
    const hand = handOf(page)
    await page.goto('setting/privacy')
    for (const id of ids) await expect(page.locator(`[data-key="${id}"]`)).toBeVisible()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('list')
    for (const [place, { step, said, choice, kind, ends }] of planted.entries()) {
      await hand.click(page.locator(`[data-key="${ids[place]}"]`).getByRole('link', { name: step }).first())
      await expect(page.getByText(said)).toBeVisible()
      await hand.click(page.getByRole('checkbox', { name: 'บอกวันเกิดได้' }))
      await hand.click(page.getByRole('button', { name: 'ยืนยันตัวตน' }))
      await expect(page.getByRole('heading', { name: 'ยืนยันตัวตนแล้ว' })).toBeVisible()
      if (place === 0) {
        await whole()
        found.push(...(await look(page, 'th', true)))
      }
      await hand.click(page.getByRole('radio', { name: choice, exact: true }))
      await hand.type(page.getByLabel('เหตุผล'), 'ยืนยันตัวตนแล้ว ทำตามคำขอได้')
      if (place === 0) await picture('request')
      if (kind === 'erase') {
        await expect(page.getByRole('radio', { name: /LINE/ })).toBeDisabled()
        await hand.click(page.getByRole('button', { name: 'ตัดสินใจและตอบ' }))
        await hand.click(page.getByRole('dialog').getByRole('button', { name: 'ยืนยันการลบ' }))
      } else await hand.click(page.getByRole('button', { name: 'ตัดสินใจและส่งทาง LINE' }))
      await expect(page.getByText('คำขอนี้ปิดแล้ว')).toBeVisible()
      await expect(page.getByText(ends, { exact: true })).toBeVisible()
      if (kind === 'withdraw') {
        await whole()
        found.push(...(await look(page, 'th', true)))
        await picture('answered')
      }
      await page.goBack()
    }
    expect(hand.seconds()).toBeLessThan(MOST_SECONDS)
    test.info().annotations.push({ type: 'hand', description: `${JSON.stringify(hand.done)} ${hand.seconds()} s` })

    // The restricted customer carries the sign, and it is lifted with a reason.
    await page.goto(`profile-detail/${people[2]}`)
    const sign = page.getByRole('region', { name: 'ระงับการใช้ข้อมูล' })
    await expect(sign).toContainText('ยืนยันตัวตนแล้ว ทำตามคำขอได้')
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('restricted')
    await sign.getByRole('button', { name: 'เลิกระงับ' }).click()
    await page.getByRole('dialog').getByLabel('เหตุผล').fill('ลูกค้ายืนยันเบอร์ใหม่')
    await page.getByRole('dialog').getByRole('button', { name: 'เลิกระงับ' }).click()
    await expect(sign).toBeHidden()

    // Nothing of the list names the erased customer.
    await page.goto('setting/privacy')
    await expect(page.locator(`[data-key="${ids[4]}"]`)).toContainText('ลูกค้าที่ลบแล้ว')
    await picture('closed')
    expect([...found, ...errors]).toEqual([])
  })

test('a request is recorded for a found customer, extended, and an erasure waits for a second person', {
  tag: '@verify',
}, async ({ page }) => {
  const { errors, whole } = await readyToLook(page)
  await page.goto('setting/privacy')
  await page.getByRole('button', { name: 'ตั้งค่าคำขอ' }).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'บันทึกคำขอใหม่' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input').first().fill('0810000050')
  await page.locator('[role=option]').first().click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('radio', { name: 'ขอลบ' }).check()
  await dialog.getByRole('radio', { name: 'โทรศัพท์' }).check()
  await whole()
  const found = await look(page, 'th', true)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/privacy-new.png` })
  await dialog.getByRole('button', { name: 'บันทึกคำขอ', exact: true }).click()
  await page.getByRole('button', { name: 'ขอเวลาเพิ่ม' }).click()
  await page.getByRole('dialog').getByLabel('เหตุผล').fill('ข้อมูลอยู่หลายสาขา')
  await page.getByRole('dialog').getByRole('button', { name: 'ขอเวลาเพิ่ม' }).click()
  await expect(page.getByText('ขยายเวลาแล้ว 30 วัน: ข้อมูลอยู่หลายสาขา')).toBeVisible()
  await page.getByRole('checkbox', { name: 'โทรกลับเบอร์ที่มีในร้าน' }).check()
  await page.getByRole('button', { name: 'ยืนยันตัวตน' }).click()
  await page.getByRole('radio', { name: 'ทำตามคำขอ' }).check()
  await page.getByLabel('เหตุผล').fill('ลูกค้ายืนยันแล้ว')
  await page.getByRole('button', { name: 'ส่งให้อีกคนยืนยันการลบ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ยืนยันการลบ' }).click()
  await expect(page.getByText('รออีกคนยืนยันการลบ')).toBeVisible()
  await whole()
  found.push(...(await look(page, 'th', true)))
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/privacy-second.png` })
  expect([...found, ...errors]).toEqual([])
})

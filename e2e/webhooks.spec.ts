import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

/** A receiver on this machine, with the ids of what it received. */
async function startReceiver() {
  const received: string[] = []
  const receiver = createServer((sent, response) => {
    received.push(String(sent.headers['webhook-id']))
    sent.resume()
    response.writeHead(received.length === 1 ? 200 : 204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    stop() {
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

async function choose(page: Page, url: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `ตัวเลือกของ ${url}` }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: action, exact: true }).click()
}

test('a webhook is made on the program’s page, shows its secret once and its deliveries, and is paused, changed and deleted', async ({
  page,
  request,
}) => {
  const { whole } = await readyToLook(page)
  const receiver = await startReceiver()
  try {
    const { received, url } = receiver
    const scopes = ['profile:read', 'webhook:manage']
    const { id } = await callsOf(request).post('/apikey', { name: freshName('เว็บ'), scopes, fields: [] })
    await page.goto(`data-source/openapi/key/detail/${id}?tab=webhooks`)
    await page.getByRole('button', { name: 'เพิ่มการแจ้งออก' }).click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByRole('textbox', { name: 'URL ของโปรแกรม' })
    await address.fill('https://192.168.1.20/hook')
    await expect(dialog).toContainText('ใช้ URL ในเครือข่ายภายในไม่ได้')
    await address.fill(url)
    await expect(dialog.getByRole('checkbox', { name: 'ติดป้ายกำกับ' })).toBeDisabled()
    await expect(dialog).toContainText('โปรแกรมยังไม่มีสิทธิ์')
    await dialog.getByRole('checkbox', { name: 'เพิ่มลูกค้า' }).check()
    await whole()
    expect(await look(page, 'th')).toEqual([])
    await dialog.getByRole('button', { name: 'เพิ่มการแจ้งออก' }).click()
    await expect(page.locator('[data-secret]')).toContainText(/^whsec_/)
    await whole()
    expect(await look(page, 'th')).toEqual([])
    await page.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()

    await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1)
    const card = page.getByRole('article', { name: url })
    await card.getByRole('button', { name: 'การส่ง 100 ครั้งล่าสุด' }).click()
    await expect(card.getByRole('row').filter({ hasText: 'เพิ่มลูกค้า' })).toContainText('200')
    await whole()
    expect(await look(page, 'th')).toEqual([])
    await card.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(2)
    expect(new Set(received).size).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await whole()
    expect(await look(page, 'th')).toEqual([])
    await page.setViewportSize({ width: 1366, height: 850 })

    await card.getByRole('button', { name: 'พัก' }).click()
    await expect(card).toContainText('พักอยู่')
    await card.getByRole('button', { name: 'แจ้งต่อ' }).click()
    await expect(card).toContainText('กำลังแจ้ง')
    await choose(page, url, 'แก้ไข')
    await dialog.getByRole('checkbox', { name: 'ลบลูกค้า' }).check()
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(card).toContainText('เพิ่มลูกค้า · ลบลูกค้า')
    await choose(page, url, 'ออกรหัสลับใหม่')
    await dialog.getByRole('button', { name: 'ออกรหัสลับใหม่' }).click()
    await expect(page.locator('[data-secret]')).toContainText(/^whsec_/)
    await page.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()
    await expect(card).toContainText('ลงลายเซ็นด้วยรหัสลับเดิมและใหม่ถึง')
    await choose(page, url, 'ลบ')
    await dialog.getByRole('button', { name: 'ลบ' }).click()
    await expect(page.getByText('โปรแกรมนี้ยังไม่รับการแจ้ง')).toBeVisible()
  } finally {
    receiver.stop()
  }
})

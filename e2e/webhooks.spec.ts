import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

test('a program’s page shows where its webhooks go, how a delivery went, sends it again and pauses', async ({
  page,
  server,
  request,
}) => {
  await readyToLook(page)
  const received: string[] = []
  const receiver = createServer((sent, response) => {
    received.push(String(sent.headers['webhook-id']))
    sent.resume()
    response.writeHead(received.length === 1 ? 200 : 204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const scopes = ['profile:read', 'webhook:manage']
    const { key, id } = await callsOf(request).post('/apikey', { name: freshName('เว็บ'), scopes, fields: [] })
    const made = await fetch(`${server.address}/open-api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, types: ['profile.created'] }),
    })
    expect(made.status).toBe(200)
    await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1)

    await page.goto(`data-source/openapi/key/detail/${id}?tab=webhooks`)
    const card = page.getByRole('article', { name: url })
    await expect(card).toContainText('เพิ่มลูกค้า')
    await card.getByRole('button', { name: 'การส่ง 100 ครั้งล่าสุด' }).click()
    await expect(card).toContainText('ปลายทางตอบ 200')
    expect(await look(page, 'th')).toEqual([])
    await card.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(2)
    expect(new Set(received).size).toBe(1)
    await card.getByRole('button', { name: 'พัก' }).click()
    await expect(card).toContainText('พักอยู่')
    await card.getByRole('button', { name: 'แจ้งต่อ' }).click()
    await expect(card).toContainText('กำลังแจ้ง')
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})

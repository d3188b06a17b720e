import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

test('two clicks lead from a wrong email to the request that sent it, which is shown, tried again and undone with its day', async ({
  page,
  server,
  request,
}) => {
  const calls = callsOf(request)
  const name = freshName('เว็บร้านค้า')
  const { key, id: program } = await calls.post('/apikey', { name, scopes: ['profile:read', 'profile:write'] })
  const send = async (values: object) => {
    const reply = await fetch(`${server.address}/open-api/v1/profiles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values }),
    })
    return (await reply.json()) as { results: { profile_id: number }[] | null }
  }
  await send({ firstName: 'มะปราง', phone: '0897730001' })
  await send({ phone: '0897730001', email: 'wrong.mail@example.com' })
  const found = async () => (await calls.get('/profile?keyword=0897730001')) as { data: { id: number }[] }
  await expect.poll(async () => (await found()).data.length).toBe(1)
  const requests = async () => (await calls.get(`/program/${program}/requests`)) as { total: number }
  await expect.poll(async () => (await requests()).total).toBe(2)
  const { whole } = await readyToLook(page)

  await page.goto(`profile-detail/${(await found()).data[0]!.id}`)
  await page.getByRole('button', { name: 'ที่มาของอีเมล' }).click()
  await expect(page.getByText(name)).toBeVisible()
  await page.getByRole('link', { name: 'ดูคำขอของโปรแกรม' }).click()
  await expect(page.getByText('แสดงเฉพาะคำขอที่ส่งรายการ 2')).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])

  await page.getByRole('table').getByRole('button', { name: 'เพิ่มหรือแก้ไขลูกค้าหนึ่งราย' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('"email": "•••"')).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'แสดง' }).click()
  await expect(dialog.getByText('wrong.mail@example.com')).toBeVisible()
  await dialog.getByRole('button', { name: 'ส่งซ้ำแบบทดลอง' }).click()
  await expect(dialog.getByRole('region', { name: 'ถ้าส่งตอนนี้' }).getByText('ซ้ำ')).toBeVisible()
  await dialog.getByRole('button', { name: 'ปิด' }).last().click()

  const tabs = page.getByRole('navigation', { name: 'ส่วนของโปรแกรม' })
  await tabs.getByRole('link', { name: 'วัน' }).click()
  await page.getByRole('button', { name: 'เลิกทำวันนี้' }).click()
  await dialog.getByRole('button', { name: /^เลิกทำวันที่ / }).click()
  await expect(page.getByText(/^เลิกทำเมื่อ /)).toBeVisible()
  expect((await found()).data).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('data-source/openapi/key')
  await expect(page.getByText(name)).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])
})

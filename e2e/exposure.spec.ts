import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

const widths = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const

test('a customer shows who saw masked values, a login shows whom it saw, and an incident of it is opened', async ({
  page,
  request,
}) => {
  test.slow()
  const calls = callsOf(request)
  // 19: the income, which is sensitive.
  const { id } = await calls.post('/profile', {
    fields: [
      { id: 1, value: 'กมลชนก' },
      { id: 19, value: 52_000 },
    ],
  })
  const me = ((await calls.get('/user-management?status=member')) as { data: { id: number }[] }).data[0]!
  await calls.get('/profile?limit=10')
  const { errors, whole } = await readyToLook(page)
  const found: string[] = []
  for (const { width, height } of widths)
    for (const [path, name] of [
      [`profile-detail/${id}/readers`, 'readers'],
      [`setting/privacy/exposure?of=person:${me.id}`, 'exposure'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      await whole()
      await expect(page.getByText('รายได้').first()).toBeVisible()
      found.push(...(await look(page, 'th', width < 600)))
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png` })
    }
  await page.getByRole('link', { name: 'เปิดเหตุรั่วไหลจากนี้' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('สิ่งที่รั่ว').first()).not.toHaveValue('')
  await dialog.getByLabel('ชื่อเหตุ').fill('รหัสของพนักงานรั่ว')
  await dialog.getByRole('button', { name: 'เปิดเหตุรั่วไหล' }).click()
  await expect(page.getByText(/เหลือ 71 ชั่วโมง/)).toBeVisible()
  // A key that leaked is ended on the page of its incident.
  const key = await calls.post('/apikey', { name: 'แอปสมาชิก', scopes: ['profile:read'] })
  const [from, to] = [1, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
  const leak = { title: 'รหัสของแอปรั่ว', kind: 'program', subject_id: key.id, from, to, known_at: to }
  const incident = await calls.post('/privacy/incident', leak)
  for (const { width, height } of widths) {
    await page.setViewportSize({ width, height })
    await page.goto(`setting/privacy/incident/${incident.id}`)
    await whole()
    found.push(...(await look(page, 'th', width < 600)))
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/end-${width}.png`, fullPage: true })
  }
  await page.getByRole('button', { name: 'เพิกถอน API key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'เพิกถอน API key' }).click()
  await expect(page.getByText(/เพิกถอนแล้ว · .* โดย/)).toBeVisible()
  await whole()
  found.push(...(await look(page, 'th', true)))
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/ended-390.png` })
  expect([...found, ...errors]).toEqual([])
})

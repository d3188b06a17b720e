import type { Locator } from '@playwright/test'
import { callsOf } from './calls.ts'
import { fontsLoaded } from './fonts.ts'
import { expect, freshName, test } from './watched.ts'

const topOf = async (place: Locator) => (await place.boundingBox())!.y

/** Checks that a place stays as far below a field as it is while something is done. */
async function stays(field: Locator, place: Locator, act: () => Promise<void>) {
  const distance = async () => (await topOf(place)) - (await topOf(field))
  const before = await distance()
  await act()
  expect(Math.abs((await distance()) - before)).toBeLessThan(1)
}

test('a hint or an error of a name moves nothing below it', { tag: '@verify' }, async ({ page, request }) => {
  const taken = freshName('ป้าย')
  await callsOf(request).post('/label', { name: taken, color: 'teal', type: 'general' })
  await page.goto('segmentation/create')
  await fontsLoaded(page)
  await page.getByRole('button', { name: /^ติดเอง/ }).click()
  const name = page.getByLabel('ชื่อป้ายกำกับ')
  const below = page.getByLabel('คำอธิบาย')
  await stays(name, below, async () => {
    await name.fill(freshName('ว่าง'))
    await expect(page.getByText('ใช้ชื่อนี้ได้')).toBeVisible()
    await name.fill(taken)
    await expect(page.getByText('มีชื่อนี้แล้ว กรุณาใช้ชื่ออื่น')).toBeVisible()
  })
})

test('an error of a field moves no other field of the edit page', async ({ page, request }) => {
  const { id } = await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('แก้ไข') }] })
  await page.goto(`profile-edit/${id}`)
  await fontsLoaded(page)
  const email = page.getByLabel('อีเมล')
  const foot = page.getByLabel('ที่อยู่', { exact: true })
  await email.fill('ไม่ใช่อีเมล')
  await stays(email, foot, async () => {
    await page.getByRole('button', { name: 'บันทึก' }).click()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
  })
})

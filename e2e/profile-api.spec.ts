import pg from 'pg'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

test.describe.configure({ mode: 'serial' })
test.use({ settings: { RUAM_SQL_ACCESS: '1' } })

test('a field is withheld, and a SQL account is made, used, given another password and removed', {
  tag: '@verify',
}, async ({ page, request }) => {
  const fields = [{ id: 1, value: 'มะลิ' }]
  await callsOf(request).post('/profile', { fields })
  const { errors, whole } = await readyToLook(page)
  await page.goto('data-source/openapi/key')
  await page.getByRole('link', { name: 'Profile API' }).click()
  await expect(page.getByText('curl').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'อ่าน อาชีพ' }).uncheck()
  await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('บันทึกฟิลด์แล้ว')).toBeVisible()

  await page.getByRole('button', { name: 'สร้างบัญชี SQL' }).click()
  const first = (await page.locator('[data-secret]').textContent())!
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await page.getByRole('button', { name: 'เก็บรหัสผ่านแล้ว ปิดหน้านี้' }).click()
  await expect(page.getByText('ใช้งานได้')).toBeVisible()
  const fact = (name: string) => page.locator('dl div').filter({ hasText: name }).locator('dd').textContent()
  const access = {
    host: (await fact('เซิร์ฟเวอร์'))!,
    port: Number(await fact('พอร์ต')),
    database: (await fact('ฐานข้อมูล'))!,
    user: (await fact('ชื่อบัญชี'))!,
  }
  const client = new pg.Client({ ...access, password: first })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select * from profile limit 1')
  expect(rows).toMatchObject([{ firstname: 'มะลิ', occupation: null }])
  await client.end()

  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click()
  await expect(page.locator('[data-secret]')).not.toHaveText(first)
  await page.getByRole('button', { name: 'เก็บรหัสผ่านแล้ว ปิดหน้านี้' }).click()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await page.getByRole('button', { name: 'ลบบัญชี SQL' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'ลบบัญชี SQL' }).click()
  await expect(page.getByRole('button', { name: 'สร้างบัญชี SQL' })).toBeVisible()
  expect(errors).toEqual([])
})

for (const language of ['th', 'en'] as const)
  test(`the screen of the profile API is whole in ${language}, on a desk and on a phone`, {
    tag: language === 'en' ? '@verify' : [],
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const made = page.locator('dl')
    for (const [width, height] of [
      [1366, 850],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('profile-api')
      const create = page.getByRole('button', { name: /^(สร้างบัญชี SQL|Create an SQL account)$/ })
      await expect(create.or(made)).toBeVisible()
      if (await create.isVisible()) {
        await create.click()
        await page.getByRole('button', { name: /^(เก็บรหัสผ่านแล้ว ปิดหน้านี้|I have saved it, close)$/ }).click()
      }
      await expect(page.getByText(/^(ใช้งานได้|Ready)$/)).toBeVisible()
      await whole()
      // The customer of the example is Thai.
      found.push(...(await look(page, language, true)))
      if (process.env.LOOK) {
        await page.screenshot({ path: `${process.env.LOOK}/profile-api-${language}-${width}.png` })
        await page.locator('dl').scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${process.env.LOOK}/profile-api-${language}-${width}-sql.png` })
      }
    }
    expect([...found, ...errors]).toEqual([])
  })

import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

for (const { width, height } of [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
])
  test(`an incident is opened, decided, notified and closed at ${width} px`, { tag: '@verify' }, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const picture = async (name: string) => {
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/incident-${name}-${width}.png` })
    }
    await page.goto('setting/privacy/incidents')
    await page.getByRole('button', { name: 'เปิดเหตุรั่วไหล' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ชื่อเหตุ').fill('ไฟล์สำรองหาย')
    await dialog.getByLabel('สิ่งที่รั่ว').first().click()
    await page.getByRole('option', { name: 'ไฟล์สำรอง' }).click()
    await dialog.getByRole('button', { name: 'เปิดเหตุรั่วไหล' }).click()
    await expect(page.getByText(/เหลือ 71 ชั่วโมง/)).toBeVisible()
    await whole()
    const found = await look(page, 'th', true)
    await picture('open')
    await page.getByLabel('หยุดการรั่วอย่างไร').fill('ลบไฟล์ในไดรฟ์แล้ว')
    await page.getByRole('button', { name: 'บันทึกว่าหยุดแล้ว' }).click()
    await expect(page.getByText('ลบไฟล์ในไดรฟ์แล้ว')).toBeVisible()
    await page.getByRole('radio', { name: 'แจ้ง สคส.', exact: true }).check()
    await page.getByLabel('เหตุผล').fill('เสี่ยงต่อลูกค้า')
    await page.getByRole('button', { name: 'ตัดสินใจ', exact: true }).click()
    // The decision changes the incident: a form opened before its answer would be refused as stale.
    await expect(page.getByRole('button', { name: 'ตัดสินใจ', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'กรอกแบบ' }).click()
    await dialog.getByLabel('เกิดอะไรขึ้น').fill('ไฟล์สำรองหายจากรถ')
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'แบบแจ้ง สคส.' }).click()
    await expect(page.getByText('ไฟล์สำรองหายจากรถ')).toBeVisible()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('form')
    await page.getByRole('button', { name: 'จดหมายถึงลูกค้า', exact: true }).click()
    const letter = page.getByRole('region', { name: 'จดหมายถึงลูกค้า' })
    await letter.getByLabel('ข้อความภาษาไทย').fill('เรียนคุณ{name} ไฟล์สำรองของร้านหาย')
    await letter.getByRole('button', { name: 'ขออนุมัติ' }).click()
    await expect(letter.getByText('ฉบับที่ 1 · รออนุมัติ')).toBeVisible()
    await expect(letter.getByRole('button', { name: /^อนุมัติและส่ง/ })).toBeDisabled()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('letter')
    await page.getByRole('button', { name: 'บันทึกว่าแจ้งแล้ว' }).click()
    await page.getByLabel('สาเหตุและสิ่งที่เปลี่ยน').fill('เข้ารหัสไฟล์สำรอง')
    await page.getByRole('button', { name: 'ปิดเหตุ', exact: true }).click()
    await expect(page.getByText('เข้ารหัสไฟล์สำรอง')).toBeVisible()
    await page.goto('setting/privacy/incidents')
    await expect(page.getByText('ปิดแล้ว').first()).toBeVisible()
    await whole()
    found.push(...(await look(page, 'th', true)))
    await picture('list')
    expect([...found, ...errors]).toEqual([])
  })

for (const width of [1366, 390])
  test(`incidents and their letters are whole in English and in the dark at ${width} px`, {
    tag: '@verify',
  }, async ({ page, request }) => {
    const calls = callsOf(request)
    const [from, to] = [1, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
    const { id } = await calls.post('/privacy/incident', {
      title: 'ไฟล์สำรองหาย',
      kind: 'backup',
      subject_id: 1,
      from,
      to,
      known_at: to,
    })
    await calls.put(`/privacy/incident/${id}/letter`, {
      origin_time: null,
      text_th: 'เรียนคุณ{name} ไฟล์สำรองของร้านหาย',
      text_en: '',
    })
    const { errors, whole } = await readyToLook(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    const found: string[] = []
    const looked = async (name: string) => {
      await whole()
      found.push(...(await look(page, 'en', true)).map((fault) => `${name}: ${fault}`))
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/incident-en-${name}-${width}.png`, fullPage: true })
    }
    await page.goto('setting/privacy/incidents')
    await looked('list')
    await page.getByRole('button', { name: 'Open an incident' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await looked('new')
    await page.keyboard.press('Escape')
    await page.goto(`setting/privacy/incident/${id}`)
    await looked('open')
    await page.getByRole('button', { name: 'Letter to customers', exact: true }).click()
    await looked('letter')
    expect([...found, ...errors]).toEqual([])
  })

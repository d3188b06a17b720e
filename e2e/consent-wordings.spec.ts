import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

const first = 'ยินดีรับข่าวสารและโปรโมชันจากร้านทาง LINE'
const second = 'กาแฟดอยหลวงจะส่งข่าวสารและโปรโมชันทาง LINE และอีเมล ไม่เกินเดือนละ 4 ครั้ง ถอนได้ทุกเมื่อ'
const third = 'กาแฟดอยหลวงและร้านในเครือจะส่งข่าวสารและโปรโมชันทาง LINE และอีเมล ไม่เกินเดือนละ 6 ครั้ง ถอนได้ทุกเมื่อ'
const people = ['กมลชนก', 'กี่', 'ณัฐวุฒิ']

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: false },
  { width: 390, height: 844, verify: true },
])
  test(`a purpose gets its next wording, which is no correction, at ${width} px`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page, request }) => {
    test.slow()
    const calls = callsOf(request)
    const { id } = await calls.post('/privacy/purpose', { name: `รับข่าวสารและโปรโมชัน ${width}`, description: first })
    const saveDraft = async (text_th: string) => {
      const words = { text_th, text_en: '', channels: ['line', 'email'], legal_basis: 'consent' }
      return (await calls.put(`/privacy/purpose/${id}/draft`, words)).draft as { updated_at: string }
    }
    const record = async (profile: number, note: string) => {
      const said = { profile_id: profile, purpose_id: id, operation: 'granted', way: 'counter', note }
      await calls.post('/privacy/consent', said)
    }
    const ids: number[] = []
    for (const name of people)
      ids.push((await calls.post('/profile', { fields: [{ id: 1, value: name }], label_ids: [] })).id as number)
    await record(ids[0]!, 'ลายเซ็น')
    await record(ids[1]!, 'รูปหน้าจอ')
    const { updated_at: origin_time } = await saveDraft(second)
    await calls.post(`/privacy/purpose/${id}/start`, { choice: 'keep', origin_time, granted: 2 })
    await record(ids[2]!, 'ฟอร์มเลขที่ 81')
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const looked = async (name: string, language: 'th' | 'en') => {
      await whole()
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/wording-${name}-${width}.png`, fullPage: true })
      found.push(...(await look(page, language, true)))
    }
    await page.goto(`setting/privacy/purpose/${id}`)
    await page.getByRole('button', { name: 'ร่างข้อความใหม่' }).click()
    const draft = page.getByRole('complementary', { name: 'ร่างข้อความที่ 3' })
    await draft.getByLabel('ข้อความภาษาไทย').fill(third)
    await expect(draft.locator('ins').first()).toBeVisible()
    await draft.getByRole('button', { name: 'บันทึกร่าง' }).click()
    await expect(draft.getByText('ความยินยอมเดิม 3 ราย จะเป็นอย่างไร')).toBeVisible()
    await expect(draft.getByRole('radio', { name: /^แค่แก้ถ้อยคำ/ })).toBeDisabled()
    await looked('draft', 'th')
    await page.evaluate(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Draft of wording 3/ })).toBeVisible()
    await looked('draft-en', 'en')
    await page.evaluate(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'th' })))
    await page.reload()
    await draft.getByRole('radio', { name: /^เริ่มถามใหม่/ }).check()
    await draft.getByRole('button', { name: 'เริ่มใช้ข้อความที่ 3' }).click()
    await expect(page.getByRole('heading', { name: /^ข้อความที่ 3/ })).toBeVisible()
    await expect(page.getByText('ยินยอม 1 ราย ไม่นับแล้ว')).toBeVisible()
    await looked('started', 'th')
    expect([...found, ...errors]).toEqual([])
  })

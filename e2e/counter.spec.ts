import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { memberPage } from './member.ts'
import { expect, test } from './own-store.ts'
import { freshWord } from './watched.ts'

const phone = { width: 390, height: 844 }
const SECRET = '1101700207030'

/** Everything in the page's IndexedDB and localStorage, as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const all: unknown[] = Object.entries(localStorage).filter(
      ([key]) => !key.includes('token') && !key.includes('store-data'),
    )
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name!)
        open.onsuccess = () => resolve(open.result)
        open.onerror = () => reject(open.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const read = database.transaction(store).objectStore(store).getAll()
          read.onsuccess = () => resolve(read.result)
        })
        all.push([store, rows])
      }
      database.close()
    }
    return JSON.stringify(all)
  })

test('service staff record visits and sales by a few taps, also without a connection, each once', async ({
  browser,
  request,
}) => {
  test.setTimeout(240_000)
  const calls = callsOf(request)
  const word = freshWord()
  const people = await Promise.all(
    ['0812345678', '0649905678', '0958887777'].map(async (number, place) => {
      const fields = [
        { id: 1, value: `น้ำทิพย์${place}` },
        { id: 2, value: word },
        { id: 9, value: number },
        { id: 10, value: place === 0 ? SECRET : '' },
      ]
      return ((await calls.post('/profile', { fields })) as { id: number }).id
    }),
  )
  const visitsOf = async (id: number) => ((await calls.get(`/counter/${id}`)) as { past: { text: string }[] }).past
  const page = await memberPage(browser, calls, 'service staff')
  await page.setViewportSize(phone)
  // The home of the role.
  await expect(page).toHaveURL(/\/counter$/)
  await expect(page.getByRole('heading', { level: 1, name: 'หน้าร้าน' })).toBeVisible()
  const box = page.getByRole('textbox', { name: 'ค้นหาลูกค้าที่หน้าร้าน' })
  const card = page.getByRole('article', { name: 'การ์ดลูกค้า' })
  const undo = page.getByRole('button', { name: 'เลิกทำ' })

  // Two customers have these digits: a tap chooses, a tap records.
  await box.fill('5678')
  await page.getByRole('button', { name: /น้ำทิพย์0/ }).click()
  await card.getByRole('button', { name: 'มาที่ร้าน' }).click()
  await expect(page.getByText(/บันทึก “มาที่ร้าน” แล้ว/)).toBeVisible()
  await expect.poll(async () => (await visitsOf(people[0]!)).length).toBe(1)
  // One customer has these: the card opens by itself. Sale, amount, save.
  await box.fill('7777')
  await expect(card).toContainText(`น้ำทิพย์2 ${word}`)
  await card.getByRole('button', { name: 'ขาย' }).click()
  for (const key of ['9', '1', '7', '2']) await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'บันทึก 9,172.00 บาท' }).click()
  await expect.poll(async () => (await visitsOf(people[2]!)).length).toBe(1)
  // Its undo is there on another screen.
  await undo.last().click()
  await expect.poll(async () => (await visitsOf(people[2]!)).length).toBe(0)

  // Five acts without a connection.
  await page
    .getByRole('button', { name: 'ล้างช่องค้นหา' })
    .click({ timeout: 1000 })
    .catch(() => undefined)
  await page.context().setOffline(true)
  await expect(page.getByText(/ไม่มีอินเทอร์เน็ตตั้งแต่/)).toBeVisible()
  const visit = async (digits: string, name: RegExp) => {
    await box.fill(digits)
    await expect(card).toContainText(name)
    await card.getByRole('button', { name: 'มาที่ร้าน' }).click()
  }
  await visit('5678', /น้ำทิพย์0/)
  await visit('7777', /น้ำทิพย์2/)
  await box.fill('0649905678')
  await page.getByRole('button', { name: /064-990-5678/ }).click()
  await card.getByRole('button', { name: 'มาที่ร้าน' }).click()
  await box.fill('0999999999')
  await page.getByRole('button', { name: /099-999-9999/ }).click()
  await card.getByRole('button', { name: 'มาที่ร้าน' }).click()
  await visit('7777', /น้ำทิพย์2/)
  const waits = page.getByRole('region', { name: 'รอส่ง' })
  await expect(waits.getByRole('listitem')).toHaveCount(5)
  await waits.getByRole('button', { name: 'เลิกทำ' }).last().click()
  await expect(waits.getByRole('listitem')).toHaveCount(4)
  const stored = await storedText(page)
  expect(stored).toContain(word)
  expect(stored).not.toMatch(new RegExp(`${SECRET}|9172`))

  // Signing out warns, and the person stays.
  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await visitsOf(people[0]!)).length).toBe(2)
  await expect.poll(async () => (await visitsOf(people[1]!)).length).toBe(1)
  await expect.poll(async () => (await visitsOf(people[2]!)).length).toBe(1)
  await expect(waits.getByText('ไม่มีลูกค้าที่ใช้เบอร์นี้')).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.reload()
  await box.fill('5678')
  await page
    .getByRole('button', { name: /น้ำทิพย์0/ })
    .first()
    .click()
  await box.fill('')
  await waits.getByRole('button', { name: 'เลือกลูกค้า' }).click()
  await box.fill('7777')
  await page
    .getByRole('button', { name: /น้ำทิพย์2/ })
    .first()
    .click()
  await expect.poll(async () => (await visitsOf(people[2]!)).length).toBe(2)

  // Signed out, nothing of a customer is left.
  await expect.poll(() => storedText(page)).toContain(word)
  await page.goto(page.url().replace(/counter.*/, 'counter'))
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await page.getByText('ออกจากระบบ', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible()
  await expect.poll(() => storedText(page)).not.toContain(word)
  await page.context().close()
})

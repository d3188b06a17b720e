import type { Page } from '@playwright/test'
import pg from 'pg'
import { callsOf } from './calls.ts'
import { expect, test } from './watched.ts'

const LABELS = 5000
const FIELDS = 300

test.beforeAll(async ({ server, store }) => {
  const database = new pg.Client(server.database)
  await database.connect()
  await database.query(
    `insert into label (store_id, name, color, type)
      select $1, rpad('ป้าย ' || number || ' ', 60, 'กขคง'), '#2f6fdb', 'general' from generate_series(1, $2) as number`,
    [store.id, LABELS],
  )
  await database.query(
    `insert into profile_field (store_id, field_name, display_name, data_type)
      select $1, 'many_' || number, 'ฟิลด์ร้าน ' || number, 'String' from generate_series(1, $2) as number`,
    [store.id, FIELDS],
  )
  await database.end()
})

/** Types into the focused box, and returns the milliseconds from each key to the next frame. */
async function typeTimed(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => times.push(Math.round(performance.now() - timeStamp))))
      },
      true,
    )
  })
  for (const letter of text) await page.keyboard.press(letter)
  await page.waitForTimeout(100)
  return page.evaluate(() => (window as unknown as { times: number[] }).times)
}

test('5,000 labels and 300 fields are drawn in parts, and found by typing', async ({ page, request }) => {
  await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'กานต์' }] })
  await page.goto('profile-list')
  await page.locator('main [aria-busy=false]').first().waitFor()
  const filter = page.getByRole('button', { name: 'ตัวกรอง', exact: true })
  // Letters that are typed before the panel has come are kept.
  await filter.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('29')
  const find = page.locator('[popover]:popover-open input[type=search]').first()
  await expect(find).toHaveValue('29')
  await expect(page.getByRole('button', { name: 'ฟิลด์ร้าน 299' })).toBeVisible()
  await find.fill('')
  console.log('fields, ms a key', await typeTimed(page, '299'))
  await find.fill('')
  await page.getByRole('button', { name: /^ป้าย/ }).first().click()
  const boxes = page.locator('[popover]:popover-open').getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  expect(await boxes.count()).toBeLessThan(100)
  const labels = page.locator('[popover]:popover-open section input[type=search]')
  await labels.focus()
  console.log('labels, ms a key', await typeTimed(page, '4999'))
  await expect(boxes).toHaveCount(1)
  await labels.fill('ป้าย')
  const before = await boxes.count()
  await boxes.last().scrollIntoViewIfNeeded()
  await expect.poll(() => boxes.count()).toBeGreaterThan(before)
})

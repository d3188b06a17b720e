import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { delayFile, pressFast } from './fast-keys.ts'
import { expect, freshWord, test } from './watched.ts'

/** Customers of this file alone, in the order of their names. */
const family = `ไวมือ${freshWord()}`
const digits = String(Date.now() % 10_000).padStart(4, '0')
const list = `profile-list?q=${family}&sort=first_name&dir=asc`
const names = ['กานต์', 'ขจร', 'คมสัน']
const ids: number[] = []

test.beforeAll(async ({ request }) => {
  for (const [place, first] of names.entries()) {
    const values = { 1: first, 2: family, ...(place === 1 && { 9: `088765${digits}` }) }
    const fields = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))
    ids.push(Number((await callsOf(request).post('/profile', { fields })).id))
  }
})

const link = (page: Page, place: number) => page.getByRole('link', { name: names[place]! })
const heading = (page: Page, place: number) => page.getByRole('heading', { name: `${names[place]} ${family}` })
const box = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const note = (page: Page) => page.getByLabel('โน้ตเกี่ยวกับลูกค้า')
const saved = (page: Page) => page.getByText('เพิ่มโน้ตแล้ว')
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'ระบบมีรุ่นใหม่' })
const keyList = (page: Page) => page.getByRole('dialog', { name: 'ปุ่มลัดบนแป้นพิมพ์' })

async function openList(page: Page) {
  await page.goto(list)
  await page.locator('tbody a[tabindex="0"]').waitFor()
}
async function openProfile(page: Page, place = 0) {
  await page.goto(`profile-detail/${ids[place]}`)
  await page.getByRole('button', { name: 'เพิ่มโน้ต', exact: true }).waitFor()
}

for (const [where, open] of [
  ['the list', openList],
  ['the page of a customer', openProfile],
] as const) {
  const details = { tag: '@verify' }

  test(
    `from ${where}, a search typed with Enter before the palette has come opens whom it finds`,
    details,
    async ({ page }) => {
      const palette = await delayFile(page, 'late')
      await open(page)
      await pressFast(page, 'Control+k', ...digits, 'Enter')
      await palette.asked
      palette.come()
      await expect(heading(page, 1)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )

  test(`from ${where}, a note typed and saved before its dialog has come is saved as typed, once`, {
    tag: open === openList ? [] : '@verify',
  }, async ({ page, request }) => {
    const dialog = await delayFile(page, 'ActivityNoteDialog')
    await open(page)
    const text = `jken ${where} p/?`
    await pressFast(page, ...(open === openList ? ['j'] : []), 'n', ...text, 'Enter', ...'two', 'Control+Enter')
    await dialog.asked
    dialog.come()
    await expect(saved(page)).toBeVisible()
    const { last_note } = await callsOf(request).get(`/profile/${ids[0]}/summary`)
    expect(last_note).toMatchObject({ text: `${text}\ntwo` })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(open === openList ? /profile-list/ : /profile-detail/)
  })

  test(
    `from ${where}, the list of keys that has not come yet is closed by Esc, and N goes on`,
    details,
    async ({ page }) => {
      const keys = await delayFile(page, 'KeyList')
      await open(page)
      await pressFast(page, ...(open === openList ? ['j'] : []), '?', 'Escape', 'n', ...'jot')
      await keys.asked
      keys.come()
      await expect(note(page)).toHaveValue('jot')
      await expect(keyList(page)).toHaveCount(0)
    },
  )

  test(`from ${where}, what cannot be fetched is said, and nothing is done later`, details, async ({ page }) => {
    const dialog = await delayFile(page, 'ActivityNoteDialog')
    await open(page)
    await pressFast(page, ...(open === openList ? ['j'] : []), 'n', ...'keep', 'Escape', 'e')
    await dialog.asked
    dialog.fail()
    await expect(failed(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(open === openList ? /profile-list/ : /profile-detail/)
    // The letters of the note are there when it is asked for again.
    await page.keyboard.press('n')
    await expect(note(page)).toHaveValue('keep')
    await expect(note(page)).toBeFocused()
  })
}

test('arrows pressed before the palette has come choose, and Esc closes it at once', { tag: '@verify' }, async ({
  page,
}) => {
  const palette = await delayFile(page, 'late')
  await openList(page)
  await pressFast(page, 'j', '/', ...'abc')
  await expect(page.getByRole('textbox', { name: 'ค้นหา ไปที่…' })).toHaveValue('abc')
  await pressFast(page, 'Escape', 'j')
  await expect(link(page, 1)).toBeFocused()
  await pressFast(page, 'Control+k', 'ArrowDown')
  palette.come()
  await expect(page.getByRole('dialog').getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(link(page, 1)).toBeFocused()
})

test('a palette that cannot be fetched is said, leaves the focus where it was, and comes with the next key', {
  tag: '@verify',
}, async ({ page }) => {
  const palette = await delayFile(page, 'late')
  await openList(page)
  await pressFast(page, 'j', '/', ...digits, 'Enter')
  await palette.asked
  palette.fail()
  await expect(failed(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link(page, 0)).toBeFocused()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
})

test('keys of the list pressed before their file has come are done in order', { tag: '@verify' }, async ({ page }) => {
  const keys = await delayFile(page, 'list-keys')
  await page.goto(list)
  await link(page, 0).waitFor()
  await keys.asked
  await pressFast(page, 'j', 'j', 'n', ...'for the second')
  keys.come()
  await expect(note(page)).toHaveValue('for the second')
  await page.keyboard.press('Control+Enter')
  await expect(saved(page)).toBeVisible()
  await expect(link(page, 1)).toBeFocused()
})

test('Ctrl and K right after Esc opens the palette again, and the focus ends where it began', {
  tag: '@verify',
}, async ({ page }) => {
  await openList(page)
  await page.keyboard.press('j')
  await expect(link(page, 0)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  for (let round = 0; round < 5; round++) {
    await pressFast(page, 'x', 'Escape', 'Control+k')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveValue('')
  }
  await pressFast(page, 'x', 'Escape', 'Control+k', 'y', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link(page, 0)).toBeFocused()
})

test('keys are all done when each is answered within ten seconds, and the last one later', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const palette = await delayFile(page, 'late')
  const detail = await delayFile(page, 'ProfileDetail')
  await page.clock.install()
  await openList(page)
  await pressFast(page, 'Control+k', ...digits, 'Enter', 'n', ...'later', 'Control+Enter')
  await palette.asked
  await page.clock.fastForward(6000)
  palette.come()
  await detail.asked
  await page.clock.fastForward(6000)
  detail.come()
  await expect
    .poll(async () => {
      const { last_note } = await callsOf(request).get(`/profile/${ids[1]}/summary`)
      return (last_note as { text: string } | null)?.text
    })
    .toBe('later')
})

test('a key pressed ten seconds before its target loads is ignored', { tag: '@verify' }, async ({ page }) => {
  const keys = await delayFile(page, 'KeyList')
  await page.clock.install()
  await openList(page)
  await pressFast(page, 'j', '?', 'n')
  await keys.asked
  await page.clock.fastForward(10_500)
  await pressFast(page, 'j')
  await expect(page.locator('tr:focus-within')).toContainText(names[1]!)
  keys.come()
  await expect(keyList(page)).toBeVisible()
  await expect(note(page)).toHaveCount(0)
})

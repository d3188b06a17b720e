import type { APIRequestContext, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { pressFast } from './fast-keys.ts'
import { expect, freshWord, stretchTimer, test } from './watched.ts'

/** Customers of this file alone, in the order of their names. */
const family = `รีบ${freshWord()}`
const list = `profile-list?q=${family}&sort=first_name&dir=asc`
const names = ['กมล', 'ขวัญ', 'คมน์', 'งามตา']
const digits = String(Date.now() % 10_000).padStart(4, '0')
const ids: number[] = []

test.beforeAll(async ({ request }) => {
  for (const [place, first] of names.entries()) {
    const values = { 1: first, 2: family, ...(place === 2 && { 9: `088432${digits}` }) }
    const fields = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))
    ids.push(Number((await callsOf(request).post('/profile', { fields })).id))
  }
})

/** A machine of six years ago, on a line where each file takes its time. */
test.beforeEach(async ({ page }) => {
  // Keys wait ten seconds for an answer (MOST_HELD_MS): here as long as the machine needs.
  await stretchTimer(page, 10_000)
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await route.continue()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
})

const link = (page: Page, place: number) => page.getByRole('link', { name: names[place]! })
const heading = (page: Page, place: number) => page.getByRole('heading', { name: `${names[place]} ${family}` })
const note = (page: Page) => page.getByLabel('โน้ตเกี่ยวกับลูกค้า')
const panel = (page: Page) => page.getByRole('complementary', { name: 'ดูย่อลูกค้า' })
const noteOf = async (request: APIRequestContext, place: number) => {
  const { last_note } = await callsOf(request).get(`/profile/${ids[place]}/summary`)
  return (last_note as { text: string } | null)?.text
}
const visitsOf = async (request: APIRequestContext, place: number) => {
  const { types } = await callsOf(request).get(`/profile/${ids[place]}/summary`)
  return (types as { visit: boolean; count: number }[]).find(({ visit }) => visit)?.count ?? 0
}

async function openList(page: Page) {
  await page.goto(list)
  await link(page, 0).waitFor()
}

test('J, Enter, N and a note: it is about whom Enter opened', { tag: '@verify' }, async ({ page, request }) => {
  await openList(page)
  await pressFast(page, 'j', 'Enter', 'n', ...'after enter', 'Control+Enter')
  await expect.poll(() => noteOf(request, 0)).toBe('after enter')
  await expect(heading(page, 0)).toBeVisible()
})

test('J J E leads to the edit of the second, and what follows does nothing there', { tag: '@verify' }, async ({
  page,
}) => {
  await openList(page)
  await pressFast(page, 'j', 'j', 'e', 'e', 'n', 'p')
  await expect(page).toHaveURL(new RegExp(`profile-edit/${ids[1]}`))
  await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue(names[1]!)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the quick view opens, goes on, closes, and a note is about who was in it last', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await openList(page)
  await pressFast(page, 'j', 'p', 'j', 'j', 'k', 'Escape', 'n', ...'in the panel', 'Control+Enter')
  await expect.poll(() => noteOf(request, 1)).toBe('in the panel')
  await expect(panel(page)).toHaveCount(0)
  await expect(link(page, 1)).toBeFocused()
})

test('on a page, J J K N: the note is about the one who came last, and E edits the next', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await openList(page)
  await pressFast(page, 'j', 'Enter', 'j', 'j', 'k', 'n', ...'walked', 'Control+Enter', 'j', 'e')
  await expect.poll(() => noteOf(request, 1)).toBe('walked')
  await expect(page).toHaveURL(new RegExp(`profile-edit/${ids[2]}`))
})

test('four digits, Enter, N and a note: it is about whom the palette found', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await openList(page)
  await pressFast(page, 'Control+k', ...digits, 'Enter', 'n', ...'found', 'Control+Enter')
  await expect.poll(() => noteOf(request, 2)).toBe('found')
  await expect(heading(page, 2)).toBeVisible()
})

test('four digits, Tab and Enter record one visit, faster than the answer', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const before = await visitsOf(request, 2)
  await openList(page)
  await pressFast(page, '/', ...digits, 'Tab', 'Enter', 'j', 'j', 'n', ...'go on', 'Control+Enter')
  await expect.poll(() => visitsOf(request, 2)).toBe(before + 1)
  await expect.poll(() => noteOf(request, 1)).toBe('go on')
})

test('four digits, Tab, down and Enter: a note from the palette is saved as typed', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  await openList(page)
  await pressFast(page, '/', ...digits, 'Tab', 'ArrowDown', 'Enter', ...'by palette', 'Control+Enter', 'j')
  await expect.poll(() => noteOf(request, 2)).toBe('by palette')
  await expect(link(page, 0)).toBeFocused()
})

test('a note after another, each of its own customer', { tag: '@verify' }, async ({ page, request }) => {
  await openList(page)
  await pressFast(page, 'j', 'n', ...'one j', 'Control+Enter', 'j', 'n', ...'two k', 'Control+Enter', 'j')
  await expect.poll(() => noteOf(request, 1)).toBe('two k')
  expect(await noteOf(request, 0)).toBe('one j')
  await expect(link(page, 2)).toBeFocused()
})

test('Space chooses rows, the list of keys opens and closes, and arrows go on from where they were', {
  tag: '@verify',
}, async ({ page }) => {
  await openList(page)
  await pressFast(page, 'j', ' ', 'ArrowDown', ' ', '?', 'Escape', '?', 'Escape', 'j', ' ', ' ', 'k')
  await expect(link(page, 1)).toBeFocused()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a note that Esc would lose is asked about, and Enter goes on with it', { tag: '@verify' }, async ({ page }) => {
  await openList(page)
  await pressFast(page, 'j', 'n', ...'ab', 'Escape', 'Enter', ...'cd')
  await expect(note(page)).toHaveValue('abcd')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the palette over a note is closed by Esc alone, and the note goes on', { tag: '@verify' }, async ({ page }) => {
  await openList(page)
  await pressFast(page, 'j', 'n', ...'ab', 'Control+k', 'x', 'Escape', ...'cd')
  await expect(note(page)).toHaveValue('abcd')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the palette over the search of the list gives it the caret back', { tag: '@verify' }, async ({ page }) => {
  await openList(page)
  const search = page.getByRole('searchbox')
  await search.fill('ab')
  await search.press('ArrowLeft')
  await pressFast(page, 'Control+k', 'x', 'Escape', 'c', 'Control+k', 'Escape', 'd')
  await expect(search).toHaveValue('acdb')
})

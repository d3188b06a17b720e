import type { Locator, Page } from '@playwright/test'
import { systemFields } from '../contract/platform/system-fields.ts'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const idOf = (name: string) => systemFields.find((field) => field.name === name)!.id
const phone = { width: 390, height: 844 }

/** Two hundred letters and more, with spaces and without, in both alphabets. */
const names = {
  solid: 'กี่ผู้ใหญ่น้ำฝนญี่ปุ่นซื้อซ้ำปั้น'.repeat(6),
  spaced: 'ณ อยุธยา กี่ ผู้ใหญ่ลี น้ำฝน ญี่ปุ่น '.repeat(6).trim(),
  latin: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6),
  words: 'Pablo Diego José Francisco de Paula Juan '.repeat(5).trim(),
} as const

/** A customer whose first and last name are this long; answers the number of the profile. */
async function someone(calls: ReturnType<typeof callsOf>, name: string): Promise<number> {
  const fields = [
    { id: idOf('firstName'), value: name },
    { id: idOf('lastName'), value: name },
  ]
  return (await calls.post('/profile', { fields })).id as number
}

/** Returns the number of lines of a text, and whether it overflows its right edge. */
async function room(text: Locator): Promise<{ lines: number; within: boolean }> {
  return text.evaluate((element) => {
    const { height } = element.getBoundingClientRect()
    return {
      lines: Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight)),
      within: element.scrollWidth <= element.clientWidth + 1,
    }
  })
}

const inTwoLines = { lines: 2, within: true }
const menuOf = async (page: Page, act: string) => {
  await page.getByRole('button', { name: 'ตัวเลือกอื่น' }).click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: act, exact: true }).click()
}

test('a name within a sentence has at most sixty letters, so that a question or an alert stays short', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  for (const name of [names.solid, names.latin]) {
    await page.goto(`profile-detail/${await someone(calls, name)}`)
    await menuOf(page, 'ลบ')
    const dialog = page.getByRole('dialog')
    const title = dialog.getByRole('heading')
    await expect(title).toContainText('…” ใช่ไหม')
    const { lines, within } = await room(title)
    expect(within).toBe(true)
    expect(lines).toBeLessThanOrEqual(4)
    await dialog.getByRole('button', { name: 'ลบลูกค้า' }).click()
    const alert = page.getByRole('region', { name: 'การแจ้งเตือน' }).getByRole('alert').last()
    await expect(alert).toContainText('…” แล้ว')
    expect((await alert.boundingBox())!.height).toBeLessThan(130)
  }
})

test('a name of any length takes two lines of the page, of the list on a phone and of a pair', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const ids: number[] = []
  for (const name of Object.values(names)) ids.push(await someone(calls, name))
  const pair = (await calls.post('/profile-duplicate', { profile_ids: [ids[0], ids[2]] })).id
  for (const [place, name] of Object.values(names).entries()) {
    if (place % 2 === 1) continue
    await page.goto(`profile-detail/${ids[place]}`)
    const heading = page.locator('main h2')
    await expect(heading).toContainText(name)
    expect(await room(heading)).toEqual(inTwoLines)
    await page.goto(`profile-list?sort=created_at&open=${ids[place]}`)
    const panel = page.getByRole('complementary').getByRole('heading', { level: 2 })
    await expect(panel).toContainText(name)
    expect(await room(panel)).toEqual(inTwoLines)
  }
  await page.goto(`profile-duplicate?pair=${pair}`)
  const shown = page.locator('main strong').filter({ hasText: names.latin })
  await expect(shown).toHaveCount(2)
  for (const one of await shown.all()) expect(await room(one)).toEqual(inTwoLines)
  await page.setViewportSize(phone)
  await page.goto('profile-list?sort=created_at')
  for (const name of Object.values(names)) {
    const card = page.locator('main li strong').filter({ hasText: name }).first()
    expect(await room(card)).toEqual(inTwoLines)
  }
})

test('a long name in a table leaves every column in sight, and is read whole by resting on it', {
  tag: '@verify',
}, async ({ page, request }) => {
  const calls = callsOf(request)
  const long = (name: string) => `${freshName('')}${name}`.slice(0, 90).trim()
  const label = await calls.post('/label', { name: long(names.latin), color: 'red', type: 'general' })
  const role = long(names.solid)
  await calls.post(`/stores/${calls.store}/roles`, { name: role, permissions: ['cdp-core.profile.read'] })
  await page.goto('segmentation/list')
  const cell = page.getByRole('cell', { name: String(label.name), exact: true })
  await expect(cell).toBeVisible()
  await expect(page.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
  await cell.hover()
  await expect(cell).toHaveAttribute('title', String(label.name))
  await page.goto('setting/role-permission')
  await expect(page.getByRole('cell', { name: role, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
})

test('the tab of a view with a long name is cut, and the next one begins in sight', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const definition = { keyword: '', rule: null, sort_by: 'updated_at', sort_dir: 'desc', columns: null }
  const name = `ก${names.solid}`.slice(0, 90)
  await calls.post('/profile-view', { name, definition })
  await calls.post('/profile-view', { name: 'ซื้อซ้ำ', definition })
  await someone(calls, 'กี่')
  await page.goto('profile-list')
  await expect(page.getByRole('link', { name })).toHaveAttribute('title', name)
  await expect(page.getByRole('link', { name: 'ซื้อซ้ำ', exact: true })).toBeInViewport({ ratio: 0.9 })
})

import type { Page } from '@playwright/test'
import { expect, test } from './watched.ts'

/** What a thumb hits without aiming, in px; a border may take one off each side. */
const THUMB = 42

/**
 * The controls that are shown and smaller than that: with all that is pressed along with them, such as their label. A word is as wide as it
 * is, and a link within a sentence as high as its line.
 */
function tooSmall(least: number): string[] {
  const boxesOf = (control: Element) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    return [control, ...labels].map((one) => one.getBoundingClientRect())
  }
  const shown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    const { visibility, position } = getComputedStyle(control)
    // The skip link waits above the screen for a keyboard.
    return width > 2 && height > 2 && visibility !== 'hidden' && !(position === 'fixed' && control.matches('a'))
  }
  const inSentence = (control: Element) =>
    control.matches('a') && getComputedStyle(control).display === 'inline' && control.closest('p, dd, td') !== null
  const controls = document.querySelectorAll(
    'a[href], button:not(:disabled), input:enabled, select:enabled, summary, [role="radio"], [role="switch"]',
  )
  return [...controls].flatMap((control) => {
    if (!shown(control) || inSentence(control) || control.closest('[aria-hidden="true"]')) return []
    const boxes = boxesOf(control)
    const height = Math.max(...boxes.map((box) => box.height))
    const width = Math.max(...boxes.map((box) => box.width))
    const said = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
    const narrow = width < least && control.querySelector('svg') !== null && control.textContent === ''
    return height < least || narrow ? [`${said.slice(0, 40)} (${Math.round(width)} × ${Math.round(height)})`] : []
  })
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const screens = [
  'dashboard',
  'segmentation/list',
  'segmentation/create',
  'data-source/v2/list',
  'data-source/v2/choose-import',
  'data-source/v2/import',
  'data-source/v2/profile-field',
  'data-source/v2/activity-field',
  'setting/store',
  'setting/store-edit',
  'setting/role-permission',
  'setting/role-permission-create',
  'setting/user-management',
  'setting/audit-log',
  'account',
]

for (const screen of screens) {
  test(`on a phone every control of ${screen} is large enough for a thumb`, async ({ page }) => {
    await page.goto(`/1/${screen}`)
    await settled(page)
    expect(await page.evaluate(tooSmall, THUMB)).toEqual([])
  })
}

test('on a phone every control of the dialog that makes a field is large enough for a thumb', async ({ page }) => {
  await page.goto('/1/data-source/v2/profile-field')
  await page.getByRole('button', { name: 'สร้างฟิลด์' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('ตั้งค่าเพิ่มเติม').click()
  expect(await page.evaluate(tooSmall, THUMB)).toEqual([])
})

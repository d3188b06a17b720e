import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Screens of the menu and beyond, each by its path in the store. */
const paths = [
  'dashboard',
  'counter',
  'profile-list',
  'profile-duplicate',
  'segmentation/list',
  'segmentation/create',
  'data-source/v2/list',
  'broadcast/list',
  'online-log',
  'setting/user-management',
  'setting/audit-log',
  'account',
]

/** Requests a second above which a page without a network counts as a storm: one faulty screen sent forty. */
const STORM = 8
const WATCHED_MS = 4000

/** Moves on without loading the page again, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate((path) => {
    const store = location.pathname.split('/')[1]
    history.pushState({}, '', `/${store}/${path}`)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** Expects a frame with its styles, and words or bones in it. */
async function expectDressed(page: Page, path: string) {
  await expect(page, path).toHaveURL(new RegExp(`/${path}`))
  const main = page.locator('main')
  await expect
    .poll(() => main.evaluate((one) => one.textContent !== '' || one.querySelector('[role=status]') !== null), path)
    .toBe(true)
  const naked = () =>
    page.evaluate(() => {
      const [header, main] = [document.querySelector('header'), document.querySelector('main')]
      if (header?.offsetHeight !== 56 || !main || getComputedStyle(main).display !== 'flex') return 'the frame'
      // A part that is drawn before its style sheet: a class of a module that no rule names.
      const rules = new Set<string>()
      for (const sheet of document.styleSheets) {
        try {
          for (const { cssText } of sheet.cssRules)
            for (const [, name] of cssText.matchAll(/\.(_[\w-]+)/g)) rules.add(name!)
        } catch {
          // A view that failed to load has no rules.
        }
      }
      const classes = [...main.querySelectorAll('[class]')].flatMap((one) => [...one.classList])
      const own = classes.filter((name) => /^_\w+_\w{5,}_\d+$/.test(name))
      return own.find((name) => !rules.has(name)) ?? ''
    })
  await expect.poll(naked, `styles of ${path}`).toBe('')
}

/** The most requests within any second of a while. */
async function busiestSecond(page: Page): Promise<number> {
  const times: number[] = []
  const note = () => times.push(Date.now())
  page.on('request', note)
  // The subject is a span of time: a storm is requests by the second.
  await page.waitForTimeout(WATCHED_MS)
  page.off('request', note)
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 1000).length))
}

/** Walks through screens, with the network cut in the middle, some files missing, and all of it back at the end. */
export async function walkWithoutNetwork(page: Page, context: BrowserContext) {
  await page.goto('dashboard')
  await page.getByRole('navigation', { name: 'เมนู' }).waitFor()
  const [before, after] = [paths.slice(0, 4), paths.slice(4)]
  for (const path of before) {
    await go(page, path)
    await expectDressed(page, path)
  }
  await context.setOffline(true)
  for (const path of after) {
    await go(page, path)
    await expectDressed(page, path)
  }
  expect(await busiestSecond(page)).toBeLessThanOrEqual(STORM)
  // The network is back, but not each file: every third is refused.
  let asked = 0
  await context.route(/\/assets\/.+\.(js|css)$/, (route) => (asked++ % 3 === 0 ? route.abort() : route.continue()))
  await context.setOffline(false)
  for (const path of paths) {
    await go(page, path)
    await expectDressed(page, path)
  }
  expect(await busiestSecond(page)).toBeLessThanOrEqual(STORM)
  await context.unroute(/\/assets\/.+\.(js|css)$/)
  for (const path of paths) {
    await go(page, path)
    await expectDressed(page, path)
    await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toHaveCount(0)
  }
}

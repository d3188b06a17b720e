import type { Page, Request, Route } from '@playwright/test'
import { presetRoles } from '../contract/access/preset-roles.ts'
import { features } from '../contract/endpoints.ts'
import { type Endpoint, isOpen } from '../contract/platform/endpoint.ts'
import { OWNER, type Rights } from '../contract/platform/permissions.ts'
import { type ScreenName, screenRights } from '../contract/screens.ts'
import { callsOf } from './calls.ts'
import { readyToLook } from './look.ts'
import { memberPage } from './member.ts'
import { expect, test } from './own-store.ts'
import { screensOf } from './places/places.ts'

// Members with each preset role open every screen and press what they see. Writes are stopped after the server has authorized them: a key that no
// call knows makes the request invalid, which only a caller with the right is told. So a 403 is a button or a read that should not be there.

test.describe.configure({ mode: 'parallel' })

/** Logging out ends the walk, also where the server answers that it could not. */
const STAYS = { hasNotText: 'ออกจากระบบ' }

/** Buttons that are pressed on each screen, and in what the first of them opens. */
const PRESSED = 6

const writes = Object.values(features)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ audit, permission }) => audit && !isOpen(permission) && permission !== 'program')
  .map(({ method, path }) => ({ method, path: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

const isWrite = (request: Request) => {
  const { pathname } = new URL(request.url())
  return writes.some(({ method, path }) => method === request.method() && path.test(pathname))
}

async function stopWrite(route: Route) {
  const url = new URL(route.request().url())
  if (!isWrite(route.request())) return route.fallback()
  url.searchParams.set('stopped', '1')
  return route.continue({ url: url.href })
}

const holds = (rights: Rights, anyOf: readonly string[]) =>
  rights.roles.includes(OWNER) || anyOf.length === 0 || anyOf.some((one) => rights.permissions.includes(one))

/** Presses what is seen on a page, and in the menu or dialog that opens. */
async function pressAll(page: Page, address: string, whole: () => Promise<void>) {
  const inMain = page.locator('main').locator('button:visible:enabled, [role=tab]:visible').filter(STAYS)
  const count = Math.min(await inMain.count(), PRESSED)
  for (let place = 0; place < count; place++) {
    await inMain
      .nth(place)
      .click({ timeout: 1500 })
      .catch(() => undefined)
    await whole()
    const inside = page
      .locator(':is(dialog[open], [role=dialog], [popover]:popover-open) :is(button, a)')
      .locator('visible=true')
      .filter(STAYS)
    for (let inner = 0; inner < Math.min(await inside.count(), PRESSED); inner++)
      await inside
        .nth(inner)
        .click({ timeout: 800, noWaitAfter: true })
        .catch(() => undefined)
    await page.keyboard.press('Escape')
    if (page.url() !== address || (await inMain.count()) <= place + 1 || (await page.getByRole('dialog').count()) > 0) {
      await page.goto(address)
      await whole()
    }
  }
}

for (const preset of presetRoles) {
  test(`${preset.name} sees no screen, link or button that the server refuses`, { tag: '@verify' }, async ({
    browser,
    request,
    baseURL,
  }) => {
    test.setTimeout(3_600_000)
    const calls = callsOf(request)
    const places = (await screensOf(calls, 'th')).filter(
      ({ signedOut, before, name }) => !signedOut && !before && !/dpa|agreement/.test(name),
    )
    const page = await memberPage(browser, calls, preset.name)
    page.setDefaultTimeout(15_000)
    const { whole } = await readyToLook(page)
    const rights: Rights = { roles: preset.name === OWNER ? [OWNER] : [], permissions: preset.permissions }
    const found: string[] = []
    let at = ''
    let answered = 0
    let stopped = 0
    page.on('dialog', (dialog) => void dialog.accept())
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      answered++
      if (response.url().includes('stopped=1') && response.status() === 400) stopped++
      if (response.status() !== 403) return
      const { permission } =
        ((await response.json().catch(() => ({}))) as { details?: { permission?: string } }).details ?? {}
      found.push(`${at}: ${response.request().method()} ${new URL(response.url()).pathname} lacks ${permission}`)
    })
    await page.route('**/api/**', stopWrite)
    const seen = new Set<string>()
    for (const place of places) {
      const address = new URL(place.path, baseURL).href
      if (seen.has(address)) continue
      seen.add(address)
      at = place.name
      await page.goto(address)
      await whole()
      expect(
        await page.getByRole('heading', { level: 1, name: 'เข้าสู่ระบบ', exact: true }).count(),
        `signed in at ${at}`,
      ).toBe(0)
      const denied = (await page.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).count()) > 0
      if (!denied) await pressAll(page, page.url(), whole)
    }
    // The menu leads nowhere that is refused, and home is its first entry.
    const links = page.getByRole('navigation', { name: 'เมนู' }).getByRole('link')
    await page.goto(baseURL!)
    await whole()
    for (const href of await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))) {
      at = `menu ${new URL(href).pathname}`
      await page.goto(href)
      await whole()
      if (await page.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).count()) found.push(`${at} is denied`)
    }
    const shows = (await links.allTextContents()).includes('สร้างบรอดแคสต์')
    const { opens, needs = [] } = screenRights['broadcast-create' satisfies ScreenName]
    expect(shows).toBe([opens, ...needs].every((anyOf) => holds(rights, anyOf)))
    console.log(
      `${preset.name}: ${seen.size} screens, ${answered} answers, ${stopped} writes stopped, ${found.length} refused`,
    )
    expect([...new Set(found)]).toEqual([])
    await page.context().close()
  })
}

import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright'
import type { Bar } from './bars.ts'
import { observeInteractions, slowestInteraction } from './interactions.ts'
import { formatNumber, percentile } from './table.ts'

/** A screen, measured as a phone opens it for the first time. */
export interface RouteFigures {
  /** Milliseconds from navigation. Ready: the page has no bones left. */
  lcp: number
  ready: number
  /** Milliseconds of the slowest of some presses and keys, and where they went. */
  inp: number
  slowest: string
  cls: number
  /** Milliseconds until the screen first has no bones: its rows are there, parts of its frame may still come. */
  shown: number
  /** Kilobytes as they travel, and requests, until shown. */
  bytes: number
  scripts: number
  requests: number
  /** Requests until ready. */
  all: number
  /** Moved elements in their order. */
  moved: string[]
  /** Requests until shown, in their order. */
  listed: string[]
}

/** Fast 3G as Chromium's tools define it; bytes a second. */
const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const CPU_SLOWDOWN = 4
/** Milliseconds without a change after which a screen is taken as ready. */
const QUIET_MS = 1500
const LIMIT_MS = 90_000

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'th-TH' } as const

/** Slows a page's network and CPU. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', fast3g)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return cdp
}

/** Opens a screen in a browser that has nothing of it yet. */
export async function measureRoute(
  browser: Browser,
  address: string,
  route: string,
  state: BrowserContextOptions['storageState'],
): Promise<RouteFigures> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', ...(state && { storageState: state }) })
  try {
    const page = await context.newPage()
    const traffic = watchTraffic(await slowDown(page))
    await page.addInitScript(observe)
    await page.addInitScript(observeInteractions)
    await page.goto(address + route, { waitUntil: 'commit', timeout: LIMIT_MS })
    const ready = await readyAt(page)
    const { bytes, scripts, requests, listed } = traffic.until(ready.began, ready.shown)
    const { requests: all } = traffic.until(ready.began, ready.ms)
    // Shifts after the first input are of another kind: those of the arrival are read first.
    const { lcp, cls, moved } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
    const { ms: inp, parts: slowest } = await press(page)
    return { lcp, shown: ready.shown, ready: ready.ms, inp, slowest, cls, bytes, scripts, requests, all, moved, listed }
  } finally {
    await context.close()
  }
}

/** Main screens of a store; `ID` is a customer. */
export const routes = [
  'dashboard',
  'dashboard?tab=data',
  'counter',
  'work/birthdays',
  'profile-list',
  'profile-detail/ID',
  'profile-edit/ID',
  'profile-duplicate',
  'segmentation/list',
  'segmentation/create',
  'data-source/v2/list',
  'data-source/v2/check',
  'data-source/v2/profile-field',
  'broadcast/list',
  'broadcast/create',
  'online-log',
  'setting/store',
  'setting/line-oa',
  'setting/role-permission',
  'setting/user-management',
  'setting/privacy',
  'setting/privacy/consents',
  'setting/privacy/purpose/1',
  'setting/audit-log',
  'setting/system',
  'data-source/openapi/key',
  'account',
]

/** Median of each figure, in one line. */
export function describeRoute(all: readonly RouteFigures[]): string {
  const median = (of: (one: RouteFigures) => number) => percentile(all.map(of), 0.5)
  const ms = (of: (one: RouteFigures) => number) => formatNumber(median(of))
  return [
    `LCP ${ms(({ lcp }) => lcp)} ms`,
    `shown ${ms(({ shown }) => shown)}, ready ${ms(({ ready }) => ready)} ms`,
    `INP ${ms(({ inp }) => inp)} ms`,
    `CLS ${median(({ cls }) => cls).toFixed(3)}`,
    `${ms(({ bytes }) => bytes)} kB, scripts ${ms(({ scripts }) => scripts)}`,
    `${ms(({ requests }) => requests)} requests, ${ms(({ all }) => all)} until ready`,
  ].join(', ')
}

/** Bars that hold on any machine, however busy: times are only printed. */
const bars = {
  cls: 0.02,
  /** Until shown: the page, its scripts and styles, and the calls of its first rows. */
  requests: 40,
  /** Kilobytes until shown. */
  bytes: 500,
}
/** Screens that a working day begins with have their scripts in few files. */
const firstScreens = ['dashboard', 'counter', 'profile-list']
const FIRST_REQUESTS = 25

/** The bars of a screen, by the median of its figures. */
export function barOf(route: string, all: readonly RouteFigures[]): Bar {
  const most = { ...bars, ...(firstScreens.includes(route) && { requests: FIRST_REQUESTS }) }
  const names = Object.keys(bars) as (keyof typeof bars)[]
  const missed = names.some(
    (name) =>
      percentile(
        all.map((one) => one[name]),
        0.5,
      ) > most[name],
  )
  return { text: `CLS ${most.cls}, ${most.bytes} kB, ${most.requests} requests`, missed }
}

interface Seen {
  lcp: number
  cls: number
  moved: string[]
  changed: number
}

/** Runs in the page before its own scripts. */
export function observe() {
  const seen: Seen = { lcp: 0, cls: 0, moved: [], changed: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, see: (entry: never) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as never)
    }).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    seen.lcp = startTime
  })
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : '?'
  }
  // The worst session of shifts, as web-vitals counts it: gaps under one second, five seconds at most.
  let [session, began, last] = [0, 0, 0]
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  watch('layout-shift', ({ value, hadRecentInput, startTime, sources }: Shift) => {
    if (hadRecentInput) return
    const same = startTime - last < 1000 && startTime - began < 5000
    if (!same) began = startTime
    session = same ? session + value : value
    last = startTime
    seen.cls = Math.max(seen.cls, session)
    for (const { node, previousRect: from, currentRect: to } of sources)
      seen.moved.push(
        `${value.toFixed(4)} at ${Math.round(startTime)}: ${nameOf(node)} ${Math.round(from.x)},${Math.round(from.y)} ${Math.round(from.width)}x${Math.round(from.height)} to ${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}x${Math.round(to.height)}`,
      )
  })
  const follow = () =>
    new MutationObserver(() => {
      seen.changed = performance.now()
    }).observe(document.documentElement, { childList: true, subtree: true })
  if (document.documentElement) follow()
  else document.addEventListener('readystatechange', follow, { once: true })
}

/** Waits until the page has no bones and no longer changes. */
export async function readyAt(page: Page): Promise<{ began: number; shown: number; ms: number }> {
  const began = await page.evaluate(() => performance.timeOrigin)
  const times = await page.evaluate(
    ([quiet, limit]) =>
      new Promise<{ shown: number; ms: number }>((resolve) => {
        let shown: number | undefined
        // Bones are recognised by their class, which the build keeps a part of.
        const waits = () => {
          const main = document.querySelector('main')
          const busy = main?.querySelector('[aria-busy=true], [class*=bone], [class*=Skeleton], .ruam-start')
          return !main?.textContent || busy != null
        }
        let since: number | undefined
        const look = () => {
          const { changed } = (window as unknown as { seen: { changed: number } }).seen
          const now = performance.now()
          if (waits()) since = undefined
          else {
            shown ??= now
            since = Math.max(since ?? now, changed)
          }
          if (now > limit! || (since !== undefined && now - since > quiet!))
            resolve({ shown: shown ?? now, ms: since ?? now })
          else setTimeout(look, 50)
        }
        look()
      }),
    [QUIET_MS, LIMIT_MS],
  )
  return { began, ...times }
}

/** Counts requests of a page, without sockets. */
function watchTraffic(cdp: CDPSession) {
  const sent = new Map<string, { type: string; bytes: number; wall: number; path: string }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, type = 'Other', wallTime, request }) => {
    const { pathname, search } = new URL(request.url)
    sent.set(requestId, { type, bytes: 0, wall: wallTime * 1000, path: `${request.method} ${pathname}${search}` })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return {
    until(began: number, ms: number) {
      const wall = began + ms
      const counted = [...sent.values()].filter((one) => one.wall <= wall)
      const sum = (some: typeof counted) => some.reduce((total, { bytes }) => total + bytes, 0) / 1000
      return {
        bytes: sum(counted),
        scripts: sum(counted.filter(({ type }) => type === 'Script')),
        requests: counted.length,
        listed: counted.map(({ wall, bytes, path }) => `${Math.round(wall - began)} ms, ${bytes} bytes: ${path}`),
      }
    },
  }
}

/** Moves through the page as a person begins to use it: the menu, and letters in a field that is there. */
async function press(page: Page): Promise<{ ms: number; parts: string }> {
  const menu = page.locator('header button').first()
  if (await menu.isVisible()) {
    await menu.tap()
    await page.waitForTimeout(500)
    await page.keyboard.press('Escape')
  }
  const field = page.locator('main input:is([type=search], [type=text]):visible').first()
  if ((await field.count()) > 0 && (await field.isEnabled())) {
    await field.tap({ timeout: 2000 }).catch(() => {})
    await page.keyboard.type('081', { delay: 150 })
  }
  await page.waitForTimeout(1000)
  return slowestInteraction(page)
}

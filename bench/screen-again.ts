import type { Browser, BrowserContextOptions } from 'playwright'
import { atMost } from './bars.ts'
import { observe, phone, readyAt, slowDown } from './screen-routes.ts'
import { type Figure, formatNumber, percentile, spreadOf } from './table.ts'

/** Screens that a working day begins with. `ID` is a customer. */
const routes = ['dashboard', 'counter', 'profile-list', 'profile-detail/ID']
const READY_MS = 1000
const WRITTEN_MS = 3000

/** Opens screens for the second time: files come from the service worker, copies of reads from the device. */
export async function measureAgain(
  browser: Browser,
  address: string,
  customer: number,
  state: BrowserContextOptions['storageState'],
  tries: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const route of routes) {
    const url = `${address}/1/${route.replace('ID', String(customer))}`
    const context = await browser.newContext({ ...phone, ...(state && { storageState: state }) })
    const first = await context.newPage()
    await first.goto(`${address}/1/profile-list`)
    await first.waitForFunction(() => navigator.serviceWorker.controller && localStorage.getItem('ruam.stored-reads'))
    await first.goto(url)
    await first.waitForLoadState('networkidle')
    // Copies are written behind the screen.
    await first.waitForTimeout(WRITTEN_MS)
    await first.close()
    const shown: number[] = []
    const ready: number[] = []
    for (let n = 0; n < tries; n++) {
      const page = await context.newPage()
      await slowDown(page)
      await page.addInitScript(observe)
      await page.goto(url, { waitUntil: 'commit' })
      const times = await readyAt(page)
      shown.push(times.shown)
      ready.push(times.ms)
      await page.close()
    }
    await context.close()
    const median = percentile(shown, 0.5)
    figures.push({
      work: `${route}, opened again`,
      figure: `shown ${formatNumber(median)}, ready ${formatNumber(percentile(ready, 0.5))} ms`,
      floor: '',
      ratio: '',
      ...spreadOf(shown, 0),
      bar: atMost(median, READY_MS, 'ms'),
    })
  }
  return figures
}

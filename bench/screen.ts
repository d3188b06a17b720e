import pg from 'pg'
import { type Browser, type BrowserContext, chromium as browsers, type Page } from 'playwright'
import { chromium } from '../e2e/chromium.ts'
import { fillStore } from './list-data.ts'
import { owner, startProduct } from './product.ts'
import { type Figure, percentile, printFigures, shown } from './table.ts'

// The profile list in a browser: how much JavaScript comes before its first rows, when they stand there, and how long the next page
// keeps the main thread, beside the same rows put into a page as plain HTML; and the same of a value that is saved where it stands.

const ROWS = Number(process.env.ROWS ?? 100_000)
const TRIES = 9
const LIST = '/1/profile-list?limit=100'
const ROW = 'tbody tr td a'

const product = await startProduct({ web: true })
const browser = await browsers.launch(chromium)
try {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  await admin.end()
  const state = await signedIn(browser)
  const arrivals = []
  for (let n = 0; n < TRIES; n++) arrivals.push(await arrive(await browser.newContext({ storageState: state })))
  const turns = await turnPages(await browser.newContext({ storageState: state }))
  const saves = await saveInPlace(await browser.newContext({ storageState: state }))
  const [save, change] = [percentile(saves.saves, 0.5), percentile(saves.plain, 0.5)]
  const first = percentile(
    arrivals.map(({ ms }) => ms),
    0.5,
  )
  const [page, plain] = [percentile(turns.pages, 0.5), percentile(turns.plain, 0.5)]
  const figures: Figure[] = [
    {
      work: 'JavaScript before the first rows',
      figure: `${(arrivals[0]!.bytes / 1000).toFixed(1)} kB as it travels`,
      floor: '',
      ratio: '',
    },
    { work: 'first rows, nothing cached', figure: `p50 ${shown(first)} ms after navigation`, floor: '', ratio: '' },
    {
      work: 'the next page of 100',
      figure: `p50 ${shown(page)} ms of main thread`,
      floor: `${shown(plain)} ms as plain HTML`,
      ratio: (page / plain).toFixed(1),
    },
    {
      work: 'a value saved where it stands',
      figure: `p50 ${shown(save)} ms of main thread`,
      floor: `${shown(change)} ms as a change of the text alone`,
      ratio: (save / change).toFixed(1),
    },
  ]
  printFigures(figures, `${shown(ROWS)} profiles with 20 fields of their own`)
} finally {
  await browser.close()
  await product.stop()
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext({ locale: 'th-TH' })
  const page = await context.newPage()
  await page.goto(`${product.address}${LIST}`)
  await page.getByRole('textbox', { name: 'อีเมล' }).fill(owner.email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.locator(ROW).first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens the list in a browser that has nothing of it yet: milliseconds until its rows stand there, bytes of scripts until then. */
async function arrive(context: BrowserContext): Promise<{ ms: number; bytes: number }> {
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto(`${product.address}${LIST}`, { waitUntil: 'commit' })
  const ms = await page.evaluate(
    (row) =>
      new Promise<number>((resolve) => {
        const look = () => (document.querySelector(row) ? resolve(performance.now()) : requestAnimationFrame(look))
        look()
      }),
    ROW,
  )
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return { ms, bytes }
}

/** Milliseconds of main thread for each next page, and for its rows alone as plain HTML. */
async function turnPages(context: BrowserContext): Promise<{ pages: number[]; plain: number[] }> {
  const page = await context.newPage()
  const busy = await mainThreadOf(page)
  await page.goto(`${product.address}${LIST}`)
  await page.locator(ROW).first().waitFor()
  await settled(page)
  const times: { pages: number[]; plain: number[] } = { pages: [], plain: [] }
  for (let n = 0; n < TRIES; n++) {
    const before = await page.locator(ROW).first().textContent()
    const began = await busy()
    await page.getByRole('button', { name: 'ถัดไป' }).click()
    await page.waitForFunction(([row, text]) => document.querySelector(row!)?.textContent !== text, [ROW, before])
    await settled(page)
    times.pages.push((await busy()) - began)
  }
  const rows = await page.locator('tbody').innerHTML()
  const bare = await context.newPage()
  const bareBusy = await mainThreadOf(bare)
  await bare.setContent('<table><tbody></tbody></table>')
  for (let n = 0; n < TRIES; n++) {
    await settled(bare)
    const began = await bareBusy()
    await bare.evaluate((html) => {
      document.querySelector('tbody')!.innerHTML = html
    }, rows)
    await settled(bare)
    times.plain.push((await bareBusy()) - began)
  }
  await context.close()
  return times
}

/** Milliseconds of main thread from Enter until a value is saved and said so, and for changing its text alone. */
async function saveInPlace(context: BrowserContext): Promise<{ saves: number[]; plain: number[] }> {
  const page = await context.newPage()
  const busy = await mainThreadOf(page)
  await page.goto(`${product.address}${LIST}`)
  await page.locator(ROW).first().click()
  const value = page.locator('dd [role=button]').first()
  await value.waitFor()
  await settled(page)
  const times: { saves: number[]; plain: number[] } = { saves: [], plain: [] }
  for (let n = 0; n < TRIES; n++) {
    await value.click()
    await page.locator('dd form input').fill(`08123456${10 + n}`)
    await settled(page)
    const began = await busy()
    await page.keyboard.press('Enter')
    await page.locator('dd form').waitFor({ state: 'detached' })
    await settled(page)
    times.saves.push((await busy()) - began)
  }
  const text = page.locator('h2').first()
  for (let n = 0; n < TRIES; n++) {
    await settled(page)
    const began = await busy()
    await text.evaluate((element, n) => element.replaceChildren(`08123456${n}`), n)
    await settled(page)
    times.plain.push((await busy()) - began)
  }
  await context.close()
  return times
}

/** How to ask for the milliseconds for which a page has kept its main thread. */
async function mainThreadOf(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}

/** Two frames and a moment: what the last change began is painted. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForTimeout(300)
}

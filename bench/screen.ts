import pg from 'pg'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium as browsers } from 'playwright'
import { chromium } from '../e2e/chromium.ts'
import { atMost } from './bars.ts'
import { fillStore } from './list-data.ts'
import { owner, type Product, startProduct } from './product.ts'
import { actOnScreen, LIST, mainThreadOf, putAsHtml, ROW, settled } from './screen-acts.ts'
import { measureAgain } from './screen-again.ts'
import { INP_MS, pressOnScreens } from './screen-presses.ts'
import { barOf, describeRoute, measureRoute, type RouteFigures, routes } from './screen-routes.ts'
import { type Figure, formatNumber, percentile, printFigures, spreadOf } from './table.ts'

// Screens in a browser, by PARTS. acts: the JavaScript loaded before the first rows of the list, the time until they are shown, and how long
// each act blocks the main thread, compared with the same content as plain HTML. presses: the time until the next frame on a CPU slowed four
// times. again: screens opened for the second time. routes: each main screen, or those of ROUTES, on a phone with Fast 3G; ends with an error
// if one misses its bars for bytes, requests or shifts. BENCH_DATA: a data folder that already has the customers; a value of the last changed
// one is overwritten. BENCH_BEFORE: the folder of another checkout, whose presses and screens are measured too.

const ROWS = Number(process.env.ROWS ?? 100_000)
const TRIES = Number(process.env.TRIES ?? 9)
const ROUTE_TRIES = Number(process.env.ROUTE_TRIES ?? 3)
const kept = process.env.BENCH_DATA
const checkout = process.env.BENCH_BEFORE
const parts = new Set((process.env.PARTS ?? 'acts,presses,again,routes').split(','))
const PHONE = 'a phone of 390 px, Fast 3G, CPU slowed four times'

interface Side {
  about: string
  product: Product
  id: number
  state: BrowserContextOptions['storageState']
}

const product = await startProduct({ web: true, ...(kept && { kept }) })
const other = checkout ? await startProduct({ web: true, checkout }) : undefined
const browser = await browsers.launch(chromium)
try {
  if (!kept) await fill(product)
  if (other) await fill(other)
  const sides: Side[] = []
  for (const one of [product, other]) if (one) sides.push(await sideOf(one))
  if (parts.has('acts')) await measureActs(sides[0]!)
  for (const { about, product, state, id } of sides) {
    if (parts.has('presses'))
      printFigures(await pressOnScreens(browser, product.address, state, TRIES), `${about}CPU slowed four times`)
    if (parts.has('again'))
      printFigures(await measureAgain(browser, product.address, id, state, TRIES), `${about}${PHONE}`)
  }
  if (parts.has('routes')) printFigures(await measureRoutes(sides), `${PHONE}, n = ${ROUTE_TRIES}`)
} finally {
  await browser.close()
  await other?.stop()
  await product.stop()
}

/** A product with a customer of it, and the state of a browser that is signed in. */
async function sideOf(one: Product): Promise<Side> {
  const { data } = (await one.call('GET', '/profile?limit=10')) as { data: { id: number }[] }
  const about = one === product ? '' : 'before: '
  return { about, product: one, id: data[0]!.id, state: await signedIn(browser, one) }
}

/** Milliseconds until the first rows, and of main thread for acts on them. */
async function measureActs({ product, state }: Side): Promise<void> {
  const { total_all } = (await product.call('GET', '/profile?limit=10')) as { total_all: number }
  const arrivals = []
  for (let n = 0; n < TRIES; n++) arrivals.push(await arrive(await browser.newContext({ storageState: state })))
  const times = arrivals.map(({ ms }) => ms)
  const first = percentile(times, 0.5)
  const turns = await turnPages(await browser.newContext({ storageState: state }))
  const acts = await actOnScreen(await browser.newContext({ storageState: state }), product.address, TRIES)
  const figures: Figure[] = [
    {
      work: 'JavaScript before the first rows',
      figure: `${(arrivals[0]!.bytes / 1000).toFixed(1)} kB as it travels`,
      floor: '',
      ratio: '',
      bar: atMost(arrivals[0]!.bytes / 1000, 140, 'kB'),
    },
    {
      work: 'first rows, nothing cached',
      figure: `p50 ${formatNumber(first)} ms after navigation`,
      floor: '',
      ratio: '',
      ...spreadOf(times, 0),
      bar: atMost(first, 1000, 'ms'),
    },
    ...[{ work: 'the next page of 100', ...turns }, ...acts].map(({ work, times, plain }, place) => {
      const [act, floor] = [percentile(times, 0.5), percentile(plain, 0.5)]
      return {
        work,
        figure: `p50 ${formatNumber(act)}, worst ${formatNumber(Math.max(...times))} ms of main thread`,
        floor: `${formatNumber(floor)} ms as plain HTML`,
        ratio: (act / floor).toFixed(1),
        ...spreadOf(times, 0),
        bar: atMost(act, place === 0 ? 120 : 100, 'ms'),
      }
    }),
  ]
  printFigures(figures, `${formatNumber(total_all)} profiles with 20 fields of their own`)
}

async function fill({ superUrl }: Product) {
  const admin = new pg.Client({ connectionString: superUrl })
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  await admin.end()
}

/** Opens each main screen several times, the other checkout's in between. */
async function measureRoutes(sides: readonly Side[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const route of process.env.ROUTES?.split(',') ?? routes) {
    const measured: RouteFigures[][] = sides.map(() => [])
    for (let n = 0; n < ROUTE_TRIES; n++)
      for (const [index, { product, id, state }] of sides.entries())
        measured[index]!.push(
          await measureRoute(browser, `${product.address}/1/`, route.replace('ID', String(id)), state),
        )
    const [now, before] = measured
    const slowest = now!.toSorted((a, b) => b.inp - a.inp)[0]!
    if (slowest.inp > INP_MS) console.log(`${route}: ${slowest.slowest}`)
    figures.push({
      work: route,
      figure: describeRoute(now!),
      floor: before ? `before: ${describeRoute(before)}` : '',
      ratio: '',
      bar: barOf(route, now!),
    })
    if (barOf(route, now!).missed) {
      process.exitCode = 1
      // Moves and requests of the first try, until the screen is shown.
      const { moved, listed } = now![0]!
      console.log([`${route} misses a bar:`, ...moved, ...listed].join('\n  '))
    }
  }
  return figures
}

async function signedIn(browser: Browser, product: Product) {
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
    if (request.resourceType() !== 'script') return
    // Ignores responses after the rows are shown.
    const size = request.sizes().then(
      ({ responseBodySize }) => responseBodySize,
      () => 0,
    )
    sizes.push(size)
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
async function turnPages(context: BrowserContext): Promise<{ times: number[]; plain: number[] }> {
  const page = await context.newPage()
  const busy = await mainThreadOf(page)
  await page.goto(`${product.address}${LIST}`)
  await page.locator(ROW).first().waitFor()
  await settled(page)
  const times: number[] = []
  for (let n = 0; n < TRIES; n++) {
    const before = await page.locator('tbody tr').first().getAttribute('data-key')
    // Outside the timing: finding a button by name among those of a hundred rows occupies the main thread, but only in the test.
    await page.getByRole('button', { name: 'ถัดไป' }).focus()
    await settled(page)
    const began = await busy()
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (before) => document.querySelector('tbody tr')?.getAttribute('data-key') !== before,
      before,
      { polling: 50 },
    )
    await settled(page)
    times.push((await busy()) - began)
  }
  const rows = await page.locator('tbody').innerHTML()
  const plain = await putAsHtml(context, `<table><tbody>${rows}</tbody></table>`, TRIES)
  await context.close()
  return { times, plain }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type BrowserContext, chromium as browsers, type Page } from 'playwright'
import { chromium } from '../e2e/chromium.ts'
import { freePort } from '../e2e/server.ts'
import { startLine } from '../tools/line/server.ts'
import { addChannel } from '../tools/line/state.ts'
import { startProduct } from './product.ts'
import { searchBytes } from './profile-bytes.ts'
import { type Figure, formatNumber, percentile, printFigures } from './table.ts'

// Service staff with a phone: Fast 3G and a processor four times as slow, in a browser that keeps its folder. Taps, seconds, rows by SQL,
// and what the folder has of amounts and citizen ids, as bytes.

/** Milliseconds after which an act on a busy machine counts as failed. */
const PATIENCE_MS = 180_000
const TRIES = Number(process.env.TRIES ?? 5)
/** Fast 3G of Chromium's tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const CPU = 4
const phone = { width: 390, height: 844 }
const person = { email: 'counter@example.com', password: 'ลมหนาว พัดผ่าน ทุ่งข้าว' }
/** Values closed to the role: spend of customers, and sensitive fields. */
const AMOUNTS = ['917263', '845127.25']
const CITIZEN_ID = '1101700207030'

const INPUT = 'main input'
const ROWS = 'main section li'

const port = String(await freePort())
const line = await startLine()
const address = `http://localhost:${port}`
const product = await startProduct({ web: true, settings: { PORT: port, PUBLIC_URL: address, LINE_API_URL: line.url } })
const folder = await mkdtemp(join(tmpdir(), 'ruam-phone-'))
const admin = new pg.Client({ connectionString: product.superUrl })
const figures: Figure[] = []
const noted = (work: string, figure: string, floor = '') => figures.push({ work, figure, floor, ratio: '' })
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const answers: string[] = []
try {
  await admin.connect()
  const people = await fill()
  // Prints the measured acts also if one fails.
  try {
    await measure(people)
  } finally {
    printFigures(figures, `${people.length} customers, ${TRIES} visits of each kind`)
  }
} finally {
  await admin.end()
  await product.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Customers with birthdays, follow-ups, purchases and sensitive values, a LINE account, and a person of the role. */
async function fill(): Promise<number[]> {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  const ids: number[] = []
  for (let n = 0; n < 12; n++) {
    const fields = [
      { id: 1, value: `น้ำทิพย์${n}` },
      { id: 2, value: 'กิ่งแก้ว' },
      { id: 8, value: n < 2 ? `1990${today.slice(4)}` : '1985-01-31' },
      { id: 9, value: `08123400${n + 10}` },
      { id: 10, value: n === 0 ? CITIZEN_ID : '' },
    ]
    ids.push(((await product.call('POST', '/profile', { fields })) as { id: number }).id)
  }
  for (const [place, amount] of AMOUNTS.entries())
    await product.call('POST', `/profile/${ids[place]}/sale`, { amount: Number(amount) })
  for (const id of ids.slice(2, 4))
    await product.call('POST', `/profile/${id}/note`, { text: 'โทรบอกว่ามาแล้ว', follow_on: today })
  const channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang' })
  await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  return ids
}

interface Phone {
  context: BrowserContext
  page: Page
  throttle: (to: typeof FAST_3G) => Promise<unknown>
  /** Milliseconds of processor time of the page's main thread: a busy machine changes them little. */
  busy: () => Promise<number>
}

async function opened(cpu = CPU): Promise<Phone> {
  const context = await browsers.launchPersistentContext(folder, {
    ...chromium,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(await response.text().catch(() => ''))
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const throttle = (to: typeof FAST_3G) => cdp.send('Network.emulateNetworkConditions', to)
  await throttle(FAST_3G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  return { context, page, throttle, busy }
}

/** Milliseconds from the navigation until an element is painted. */
function painted(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector(wanted)
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look)
        look()
      }),
    selector,
  )
}

interface Visit {
  input: number
  rows: number
  busy: number
  marks: string
}

/** Opens the counter again, in a browser that was started again. `expired`: an hour later, so that its tokens have ended. */
async function comeBack(expired: boolean, cpu = CPU): Promise<Visit> {
  const { context, page, busy } = await opened(cpu)
  if (expired)
    await page.addInitScript(() => {
      for (const key of Object.keys(localStorage).filter((key) => /token|store-data/.test(key))) {
        const value = JSON.parse(localStorage.getItem(key)!)
        const token = value.token?.token ? value.token : value
        token.expiresAt = Date.now() - 3_600_000
        localStorage.setItem(key, JSON.stringify(value))
      }
    })
  const before = await busy()
  await page.goto(`${address}/1/counter`, { waitUntil: 'commit' })
  const input = await painted(page, INPUT)
  const rows = await painted(page, ROWS)
  const used = (await busy()) - before
  const marks = await page.evaluate(() => {
    const [nav] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
      name.endsWith('.js'),
    )
    const last = Math.max(0, ...scripts.map(({ responseEnd }) => responseEnd))
    return `page ${Math.round(nav!.responseEnd)}, first paint ${Math.round(fcp)}, last of ${scripts.length} scripts ${Math.round(last)}`
  })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await context.close()
  return { input, rows, busy: used, marks }
}

async function measure(people: number[]) {
  const { data: roles } = (await product.call('GET', '/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = roles.find(({ name }) => name === 'service staff')!.id
  const { link } = await product.call('POST', '/stores/invitations', { email: person.email, role_id })
  await firstVisit(String(link))
  for (const expired of [false, true]) {
    const what = expired ? 'second visit an hour later' : 'second visit'
    const visits: Visit[] = []
    for (let n = 0; n < TRIES; n++) visits.push(await comeBack(expired))
    const of = (key: 'input' | 'rows') => visits.map((visit) => visit[key])
    const said = (values: number[]) => `p50 ${seconds(percentile(values, 0.5))}, best ${seconds(Math.min(...values))}`
    noted(`${what}: input`, said(of('input')), '1 s')
    noted(`${what}: lists`, said(of('rows')), '1 s')
    const { busy } = await comeBack(expired, 1)
    noted(
      `${what}: main thread until the lists`,
      `${formatNumber(busy)} ms, ${formatNumber(CPU * busy)} ms at a quarter`,
    )
    console.log(visits.map(({ marks }) => marks).join('\n'))
  }
  await workDay(people)
  readBytes()
}

async function firstVisit(link: string) {
  const { context, page } = await opened()
  await page.goto(link, { waitUntil: 'commit' })
  const form = await painted(page, 'main input, form input')
  await page.getByLabel('ชื่อ', { exact: true }).fill('สุดา')
  await page.getByLabel('นามสกุล').fill('ใจงาม')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(person.password)
  const began = performance.now()
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).tap()
  await page.locator(ROWS).first().waitFor()
  noted('first visit: the door', seconds(form))
  noted('first visit: from the door to the lists', seconds(performance.now() - began))
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await context.close()
}

async function rowsOf(id: number): Promise<string> {
  const { rows } = await admin.query<{ count: string }>('select count(*) from activity where profile_id = $1', [id])
  return rows[0]!.count
}

async function until(happened: () => Promise<boolean>) {
  const patience = Date.now() + PATIENCE_MS
  while (!(await happened())) {
    if (Date.now() > patience) throw new Error('It did not happen')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function workDay(people: number[]) {
  const { context, page, throttle } = await opened()
  let taps = 0
  const tap = async (of: ReturnType<Page['locator']>) => {
    taps++
    await of.tap()
  }
  await page.goto(`${address}/1/counter`, { waitUntil: 'commit' })
  const box = page.locator(INPUT)
  const card = page.locator('[data-counter-card]')
  const act = async (work: string, id: number, run: () => Promise<void>) => {
    const before = Number(await rowsOf(id))
    taps = 0
    const began = performance.now()
    await run()
    const shown = performance.now() - began
    await until(async () => Number(await rowsOf(id)) > before)
    noted(
      work,
      `${taps} taps, ${seconds(shown)} to its alert, ${seconds(performance.now() - began)} to its row`,
      `rows ${before} → ${await rowsOf(id)}`,
    )
  }
  const row = (n: number) => page.getByRole('button', { name: new RegExp(`น้ำทิพย์${n} `) }).first()
  const said = (name: RegExp) => page.getByText(name).last().waitFor()
  await box.fill('1')
  await box.fill('')
  await act('visit', people[5]!, async () => {
    await box.fill('0015')
    await card.waitFor()
    await tap(card.getByRole('button', { name: 'มาที่ร้าน' }))
    await said(/บันทึก “มาที่ร้าน” แล้ว/)
  })
  await act('sale of 145 baht', people[6]!, async () => {
    await box.fill('0016')
    await card.waitFor()
    await tap(card.getByRole('button', { name: 'ขาย' }))
    for (const digit of '145') await page.getByRole('button', { name: digit, exact: true }).tap()
    await tap(page.getByRole('button', { name: /บันทึก 145/ }))
    await said(/145.00/)
  })
  await box.fill('0017')
  await card.waitFor()
  taps = 0
  const began = performance.now()
  await tap(card.getByRole('button', { name: 'แสดง QR' }))
  await page.getByRole('img', { name: /QR/ }).waitFor()
  const { rows } = await admin.query('select count(*) from line_link where profile_id = $1', [people[7]])
  noted('link: the QR is shown', `${taps} tap, ${seconds(performance.now() - began)}`, `rows ${rows[0].count}`)
  await page.keyboard.press('Escape')
  await page.goBack()

  // Customers that the device has, so that they can be found without a connection.
  await row(0).tap()
  await card.getByText(/ครั้งที่ผ่านมา/).waitFor()
  await page.goBack()
  await throttle({ ...FAST_3G, offline: true })
  await page.getByText(/ไม่มีอินเทอร์เน็ตตั้งแต่/).waitFor()
  const rowsOfAll = async (places: number[]) => {
    const rows = []
    for (const n of places) rows.push(await rowsOf(people[n]!))
    return rows
  }
  const before = await rowsOfAll([0, 5, 6, 8])
  taps = 0
  const offlineBegan = performance.now()
  for (const digits of ['0010', '0015', '0016', '0010']) {
    await box.fill(digits)
    await card.waitFor()
    await tap(card.getByRole('button', { name: 'มาที่ร้าน' }))
    await card.waitFor({ state: 'hidden' })
  }
  await box.fill('0812340018')
  await tap(page.getByRole('button', { name: /081-234-0018/ }))
  await tap(card.getByRole('button', { name: 'มาที่ร้าน' }))
  await page.getByRole('region', { name: 'รอส่ง' }).getByRole('listitem').nth(4).waitFor()
  noted('five acts without a connection', `${taps} taps, ${seconds(performance.now() - offlineBegan)}`)
  const back = performance.now()
  await throttle(FAST_3G)
  await until(async () => Number(await rowsOf(people[8]!)) === 1)
  await until(async () => Number(await rowsOf(people[0]!)) === Number(before[0]) + 2)
  const after = await rowsOfAll([0, 5, 6, 8])
  noted('back: all five are recorded', seconds(performance.now() - back), `rows ${before} → ${after}`)
  await page.waitForTimeout(11_000)
  await context.close()
}

/** The folder of the browser, and all answers that it got. */
function readBytes() {
  const control = 'น้ำทิพย์0'
  const { files, bytes, unpacked, found } = searchBytes(folder, [...AMOUNTS, CITIZEN_ID, control, '/api/counter'])
  const count = (text: string) => `${found[text]!.length} files ${found[text]!.slice(0, 4).join(' ')}`
  noted('folder of the browser', `${files} files, ${formatNumber(bytes)} bytes, ${formatNumber(unpacked)} unpacked`)
  for (const text of [...AMOUNTS, CITIZEN_ID]) noted(`“${text}” in the folder`, count(text), '0')
  noted('a customer of a card, as a control', count(control))
  noted('answers of calls in a cache', count('/api/counter'), '0')
  const secrets = [...AMOUNTS, CITIZEN_ID].filter((text) => answers.some((answer) => answer.includes(text)))
  noted(`what the role may not see, in ${answers.length} answers`, secrets.join(' ') || 'nothing')
}

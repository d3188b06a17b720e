import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { atMost } from './bars.ts'
import { forgetInteractions, observeInteractions, slowestInteraction } from './interactions.ts'
import { mainThreadOf, ROW, settled } from './screen-acts.ts'
import { type Figure, formatNumber, percentile, spreadOf } from './table.ts'

/** Milliseconds from a press until its frame, on a machine slowed so many times. */
export const INP_MS = 100
const SLOWDOWN = 4
const LETTER_MS = 150

const PANEL = 'aside[aria-label="ดูย่อลูกค้า"]'
const desk = { viewport: { width: 1366, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Press {
  work: string
  /** A screen of the store, and what shows that it is ready. */
  opens: string
  ready: string
  isPhone?: true
  /** Brings the page to where the press begins. */
  before?: (page: Page, n: number) => Promise<unknown>
  act: (page: Page, n: number) => Promise<unknown>
}

const list = { opens: 'profile-list', ready: ROW }
const cards = { opens: 'profile-list', ready: 'main li[data-key]', isPhone: true } as const
const typed = ['081', 'สม', '089', 'ใจ', '086']
const typeIn = (page: Page, n: number) => page.keyboard.type(typed[n % typed.length]!, { delay: LETTER_MS })
const emptyBox = async (page: Page) => {
  const box = page.locator('main input[type=search]')
  await box.fill('')
  await settled(page)
  await box.focus()
}
const closed = async (page: Page) => {
  const opened = page.locator('dialog[open], :popover-open, [role=listbox]')
  while ((await opened.count()) > 0) {
    await page.keyboard.press('Escape')
    await settled(page)
  }
}
const filter = (page: Page) => page.locator('main button[popovertarget]', { hasText: 'ตัวกรอง' }).first()

const presses: readonly Press[] = [
  { ...list, work: 'letters of a search', before: emptyBox, act: typeIn },
  {
    ...list,
    work: 'a customer opened beside the list',
    before: async (page) => {
      const close = page.locator(`${PANEL} button[aria-label="ปิด"]`)
      if ((await close.count()) > 0) await close.click()
      await page.locator(PANEL).waitFor({ state: 'detached' })
    },
    act: async (page, n) => {
      await page.mouse.click(900, 320 + 40 * (n % 4))
      await page.locator(`${PANEL} h2`).waitFor()
    },
  },
  { ...list, work: 'the palette opened', before: closed, act: (page) => page.keyboard.press('Control+k') },
  {
    ...list,
    work: 'letters in the palette',
    before: async (page) => {
      await closed(page)
      await page.keyboard.press('Control+k')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    },
    act: typeIn,
  },
  { ...list, work: 'the filter opened', before: closed, act: (page) => filter(page).click() },
  { ...list, work: 'a row ticked', act: (page, n) => page.locator('tbody input').nth(n).click() },
  {
    ...list,
    opens: 'profile-list?limit=100',
    work: 'the next page of 100',
    before: (page) => page.getByRole('button', { name: 'ถัดไป' }).focus(),
    act: (page) => page.keyboard.press('Enter'),
  },
  { ...cards, work: 'letters of a search on a phone', before: emptyBox, act: typeIn },
  { ...cards, work: 'the menu on a phone', before: closed, act: (page) => page.locator('header button').first().tap() },
  { ...cards, work: 'the filter on a phone', before: closed, act: (page) => filter(page).tap() },
  {
    opens: 'counter',
    ready: 'main input[type=text]',
    isPhone: true,
    work: 'letters at the counter',
    before: (page) => page.locator('main input').first().fill(''),
    act: (page, n) => typeIn(page, n),
  },
]

/**
 * Presses of a working day on a slow machine, by what a person waits for, the next frame, and by all main thread that they cost, which other
 * work of the machine does not change. PRESSES chooses some of them.
 */
export async function pressOnScreens(
  browser: Browser,
  address: string,
  state: BrowserContextOptions['storageState'],
  tries: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const chosen = process.env.PRESSES?.split(',')
  for (const { work, opens, ready, isPhone, before, act } of presses) {
    if (chosen && !chosen.includes(work)) continue
    const context = await browser.newContext({
      ...(isPhone ? phone : desk),
      locale: 'th-TH',
      ...(state && { storageState: state }),
    })
    const page = await context.newPage()
    await page.addInitScript(observeInteractions)
    await page.goto(`${address}/1/${opens}`)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const busy = await mainThreadOf(page)
    const all: { ms: number; parts: string; main: number }[] = []
    // The first time fetches code, and is not counted.
    for (let n = -1; n < tries; n++) {
      await before?.(page, n + 1)
      await settled(page)
      await forgetInteractions(page)
      const began = await busy()
      await act(page, n + 1)
      await settled(page)
      await settled(page)
      const main = (await busy()) - began
      if (n >= 0) all.push({ ...(await slowestInteraction(page)), main })
    }
    await context.close()
    const times = all.map(({ ms }) => ms)
    const mains = all.map(({ main }) => main)
    const [median, worst] = [percentile(times, 0.5), Math.max(...times)]
    if (median > INP_MS) console.log(`${work}: ${all.find(({ ms }) => ms === worst)!.parts}`)
    figures.push({
      work,
      figure: `p50 ${formatNumber(median)}, worst ${formatNumber(worst)} ms until the next frame`,
      cpu: `${formatNumber(percentile(mains, 0.5))} ms of main thread, least ${formatNumber(Math.min(...mains))}`,
      floor: '',
      ratio: '',
      ...spreadOf(times, 0),
      bar: atMost(median, INP_MS, 'ms'),
    })
  }
  return figures
}

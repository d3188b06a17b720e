import type { BrowserContext, Page } from 'playwright'

/** Address of a list with 100 rows, and the link of one. */
export const LIST = '/1/profile-list?limit=100'
export const ROW = 'tbody tr td a'
const PANEL = 'aside[aria-label="ดูย่อลูกค้า"]'

/** Looked for at each frame, what is waited for would keep the main thread itself. */
const seldom = { polling: 50 }

/** Action on a screen, measured in milliseconds of main thread, next to the same content as plain HTML. */
interface Act {
  work: string
  times: number[]
  plain: number[]
}

/** Finds, opens and corrects a customer, as staff do all day. */
export async function actOnScreen(context: BrowserContext, address: string, tries: number): Promise<Act[]> {
  const page = await context.newPage()
  const busy = await mainThreadOf(page)
  /** From what is pressed until what it brings is painted. `before` is no part of it. */
  const timed = async (act: (n: number) => Promise<unknown>, before: (n: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let n = -1; n < tries; n++) {
      await before(n)
      await settled(page)
      const began = await busy()
      await act(n)
      await settled(page)
      // The first time its code is fetched.
      if (n >= 0) times.push((await busy()) - began)
    }
    return times
  }
  const shownIn = (selector: string) => page.locator(selector).first().innerHTML()
  const there = (selector: string) =>
    page.waitForFunction((selector) => document.querySelector(selector) !== null, selector, seldom)
  const gone = (selector: string) =>
    page.waitForFunction((selector) => document.querySelector(selector) === null, selector, seldom)

  await page.goto(`${address}/1/profile-list`)
  await page.locator(ROW).first().waitFor()
  const surnames = await page.locator('tbody tr td:nth-child(4)').allTextContents()
  const word = (n: number) => surnames[((n + 1) * 3) % surnames.length]!.slice(0, 4)

  const palette = await timed(
    async (n) => {
      await page.keyboard.insertText(word(n))
      await there('[role=listbox][aria-busy=false] mark')
    },
    async () => {
      await page.keyboard.press('Escape')
      // Waits until a closing one is gone before reopening.
      await gone('[role=listbox]')
      await page.keyboard.press('Control+k')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    },
  )
  const paletteHtml = await shownIn('[role=listbox]')
  await page.keyboard.press('Escape')

  const box = page.locator('main input[type=search]')
  const search = await timed(
    async (n) => {
      await page.keyboard.insertText(word(n))
      await there('tbody mark')
    },
    async () => {
      await box.fill('')
      await gone('tbody mark')
      await box.focus()
    },
  )
  const searchHtml = `<table><tbody>${await shownIn('tbody')}</tbody></table>`
  await box.fill('')

  const panel = await timed(
    async (n) => {
      await page.mouse.click(900, 320 + 40 * (n % 4))
      await there(`${PANEL} h2`)
    },
    async () => {
      const close = page.locator(`${PANEL} button[aria-label="ปิด"]`)
      if ((await close.count()) > 0) await close.click()
      await gone(PANEL)
    },
  )
  const panelHtml = await shownIn(PANEL)

  await page.locator(ROW).first().click()
  const value = page.locator('dd [role=button]').first()
  await value.waitFor()
  const save = await timed(
    async () => {
      await page.keyboard.press('Enter')
      await gone('dd form')
    },
    async (n) => {
      await value.click()
      await page.locator('dd form input').fill(`08123456${20 + n}`)
    },
  )
  const savePlain: number[] = []
  for (let n = 0; n < tries; n++) {
    await settled(page)
    const began = await busy()
    await value.evaluate((element, n) => element.replaceChildren(`08123456${n}`), n)
    await settled(page)
    savePlain.push((await busy()) - began)
  }
  const acts: Act[] = []
  for (const [work, times, html] of [
    ['results in the palette', palette, paletteHtml],
    ['a search of the list, marked', search, searchHtml],
    ['a customer opened beside the list', panel, panelHtml],
  ] as const)
    acts.push({ work, times, plain: await putAsHtml(context, html, tries) })
  await context.close()
  return [...acts, { work: 'a value saved where it stands', times: save, plain: savePlain }]
}

/** Milliseconds of main thread for some HTML that is put into a page of its own. */
export async function putAsHtml(context: BrowserContext, html: string, tries: number): Promise<number[]> {
  const bare = await context.newPage()
  const busy = await mainThreadOf(bare)
  await bare.setContent('<div></div>')
  const times: number[] = []
  for (let n = 0; n < tries; n++) {
    await settled(bare)
    const began = await busy()
    await bare.evaluate((html) => {
      document.querySelector('div')!.innerHTML = html
    }, html)
    await settled(bare)
    times.push((await busy()) - began)
  }
  await bare.close()
  return times
}

/** Returns a function that reads the page's main thread time by its thread clock, which excludes other work of the machine. */
export async function mainThreadOf(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}

/** Two frames and a moment: what the last change began is painted. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForTimeout(300)
}

import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'
import { ownerState } from './owner.ts'
import { screensOf } from './places/places.ts'

const languages = ['th', 'en'] as const
/** A desk, a phone, a tablet held upright, in px. */
const sizes = [
  { width: 1366, height: 850 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
] as const
const schemes = ['light', 'dark'] as const
/** Screens per screen that `npm test` looks at. */
const EVERY = 18
/** In both languages, all sizes and colours, as `npm run verify screens` walks; otherwise every eighteenth screen of a language, in one of each. */
const wholly = process.env.SCREENS_WHOLLY === '1'
/** The part of a whole walk, such as `2/6`. */
const [part = 1, parts = 1] = (process.env.SCREENS_PART ?? '1/1').split('/').map(Number)

// Each in a worker of its own.
test.describe.configure({ mode: 'parallel' })

for (const [turn, language] of languages.entries()) {
  test(`${wholly ? 'every' : 'every eighteenth'} screen is whole in ${language}, on a desk, a tablet and a phone, in the light and in the dark`, {
    tag: language === 'en' ? '@verify' : [],
  }, async ({ browser, request }) => {
    test.setTimeout(wholly ? 3_600_000 : 180_000)
    const found: string[] = []
    const walked = { screens: 0, looks: 0 }
    const places = await screensOf(callsOf(request), language)
    for (const signedOut of [true, false]) {
      const page = await openPage(browser, language, signedOut)
      page.setDefaultTimeout(60_000)
      const { errors, whole } = await readyToLook(page)
      for (const [number, place] of places.entries()) {
        const looks = isWalked(turn, number, places.length) ? looksOf(turn, number) : []
        const opened = looks.length > 0 || (!wholly && place.alone && language === 'th')
        if ((place.signedOut ?? false) !== signedOut || !opened) continue
        try {
          await page.setViewportSize(sizes[0])
          await page.goto(place.path)
          await page.locator('h1').first().waitFor()
          await whole()
          if (place.before) {
            await place.before(page)
            await whole()
          }
          for (const { size, scheme } of looks) {
            await page.setViewportSize(size)
            await page.emulateMedia({ colorScheme: scheme })
            const view = `${place.name}-${language}-${scheme}-${size.width}`
            found.push(...(await look(page, language, place.mixed)).map((what) => `${view}: ${what}`))
          }
          await place.after?.(page)
        } catch (error) {
          found.push(`${place.name}-${language}: ${(error as Error).message.split('\n')[0]}`)
        }
        walked.screens++
        walked.looks += looks.length
        const faults = errors.splice(0).filter((what) => !place.expects?.test(what))
        found.push(...faults.map((what) => `${place.name}-${language}: ${what}`))
      }
      await page.context().close()
    }
    const { screens, looks } = walked
    if (wholly) console.log(`${language}: ${screens} screens, ${looks} looks, ${found.length} faults`)
    expect(found).toEqual([])
  })
}

/** True if a place is visited in a language: those of the part of a whole walk, otherwise every eighteenth. */
const isWalked = (turn: number, number: number, all: number) =>
  wholly ? Math.floor((number * parts) / all) === part - 1 : number % EVERY === turn * (EVERY / 2)

function looksOf(turn: number, number: number) {
  if (wholly) return sizes.flatMap((size) => schemes.map((scheme) => ({ size, scheme })))
  const place = Math.floor(number / EVERY)
  return [{ size: sizes[(place + turn) % sizes.length]!, scheme: schemes[((place >> 1) + turn) % 2]! }]
}

/** A page in a language; its colours follow the system's, so that they change without a reload. */
async function openPage(browser: Browser, language: string, signedOut: boolean): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    storageState: signedOut ? { cookies: [], origins: [] } : ownerState,
  })
  await context.addInitScript(
    (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
    language,
  )
  return context.newPage()
}

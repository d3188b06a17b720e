import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'
import { ownerState } from './owner.ts'
import { placesOf } from './places.ts'

const languages = ['th', 'en'] as const
const widths = [1366, 390] as const
const schemes = ['light', 'dark'] as const

// Each in a worker of its own.
test.describe.configure({ mode: 'parallel' })

for (const [turn, language] of languages.entries()) {
  test(`every screen is whole in ${language}, light and dark, 1366 and 390 px wide`, async ({ browser, request }) => {
    test.setTimeout(300_000)
    const found: string[] = []
    const places = await placesOf(callsOf(request), language)
    for (const signedOut of [true, false]) {
      const page = await openPage(browser, language, signedOut)
      // What can't be reached is told at once, and by its place.
      page.setDefaultTimeout(15_000)
      const { errors, whole } = await readyToLook(page)
      for (const [number, place] of places.entries()) {
        if ((place.signedOut ?? false) !== signedOut) continue
        await page.setViewportSize({ width: widths[0], height: 850 })
        await page.goto(place.path)
        await page.locator('h1').first().waitFor()
        await whole()
        await place.before?.(page)
        for (const [step, width] of widths.entries()) {
          // One in the light and one in the dark, the other way round in the other language and at the next place.
          const scheme = schemes[(turn + number + step) % 2]!
          await page.setViewportSize({ width, height: width < 500 ? 844 : 850 })
          await page.emulateMedia({ colorScheme: scheme })
          const view = `${place.name}-${language}-${scheme}-${width}`
          found.push(...(await look(page, language, place.mixed)).map((what) => `${view}: ${what}`))
        }
        const faults = errors.splice(0).filter((what) => !(place.gone && what.includes('404 (Not Found)')))
        found.push(...faults.map((what) => `${place.name}-${language}: ${what}`))
      }
      await page.context().close()
    }
    expect(found).toEqual([])
  })
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

import type { Page } from '@playwright/test'

/** Waits for the fonts, which a first visit loads after its rows. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.fonts.size > 0 && document.fonts.check('16px "IBM Plex Sans Thai"', 'ก'))
  await page.evaluate(() => document.fonts.ready)
}

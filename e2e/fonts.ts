import type { Page } from '@playwright/test'

/** Waits for the fonts, which a first visit loads after its rows and shows when the tab is left. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    dispatchEvent(new Event('visibilitychange'))
    return document.documentElement.hasAttribute('data-fonts')
  })
  await page.evaluate(() => document.fonts.ready)
}

import { test as base, expect } from './own-store.ts'

/** What the browser says of a refused call, and of one without a connection: that is what such a test looks for. */
const refusal = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

/** Alerts with a way back close by themselves after this time (UNDO_MS of the web). */
const UNDO_MS = 8000

/**
 * A test that fails when the page throws, or the browser finds an error in it. Alerts with a way back stay open: a slow machine may
 * need longer than they do.
 */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page }, use) => {
      await page.addInitScript((closing) => {
        const later = window.setTimeout.bind(window)
        const stretched = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
          later(run, ms === closing ? 3_600_000 : ms, ...rest)
        window.setTimeout = stretched as typeof window.setTimeout
      }, UNDO_MS)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !refusal.test(message.text())) errors.push(message.text())
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

let made = 0

/** A name no data source has, also when a test is run again on the same server. */
export const freshName = (name: string) => `${name} ${Date.now().toString(36)}${made++}`

import { test as base, expect } from './own-store.ts'

/** What the browser says of a refused call, and of one without a connection: that is what such a test looks for. */
const refusal = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

/** A test that fails when the page throws, or the browser finds an error in it. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page }, use) => {
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

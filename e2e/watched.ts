import type { Page } from '@playwright/test'
import { test as base, expect } from './own-store.ts'

/** Browser messages about rejected calls and lost connections, which such tests expect. */
const refusal = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

/** Milliseconds of the web's UNDO_MS and UNDO_ACT_MS: an alert with a way back closes by itself after them. */
const UNDO_TIMES = [8000, 10_000]

/** Has timers of this length never end: for what a slow machine would miss. Before the page is opened. */
export const stretchTimer = (page: Page, ms: number) =>
  page.addInitScript((length) => {
    const later = window.setTimeout.bind(window)
    const stretched = (run: TimerHandler, wait?: number, ...rest: unknown[]) =>
      later(run, wait === length ? 3_600_000 : wait, ...rest)
    window.setTimeout = stretched as typeof window.setTimeout
  }, ms)

/**
 * A test that fails when the page throws, or the browser finds an error in it. Alerts with a way back stay open: a slow machine may
 * need longer than they do.
 */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page }, use) => {
      for (const ms of UNDO_TIMES) await stretchTimer(page, ms)
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

/** A word of Thai letters that no customer is called by: digits are no part of a name. */
export const freshWord = () =>
  [...`${Date.now().toString(36)}${(made++).toString(36)}`]
    .map((digit) => String.fromCharCode(0x0e01 + Number.parseInt(digit, 36)))
    .join('')

/** A name no data source has, also when a test is run again on the same server. */
export const freshName = (name: string) => `${name} ${Date.now().toString(36)}${made++}`

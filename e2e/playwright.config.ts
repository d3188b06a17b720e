import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './ready-store.ts',
  // Each with a server of its own, and a new store for each file. One more than the two cores that are there at least: pages wait for
  // typing to pause and for jobs to end.
  workers: 3,
  fullyParallel: false,
  // Long enough for a machine ten times as slow: only a page that hangs fails by time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // On a machine of others a browser may stall for once. What passes only the second time is named as flaky, and is a bug to fix.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    launchOptions: chromium,
    // Requests that it answers would pass by what a test lets fail. Its own test allows it.
    serviceWorkers: 'block',
    viewport: { width: 1366, height: 850 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // No test waits for animations.
    contextOptions: { reducedMotion: 'reduce' },
  },
})

import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './built-web.ts',
  // Each with a server and a store of its own, in which the files that it works see what the ones before them did.
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    viewport: { width: 1366, height: 850 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Nobody waits for what glides in.
    contextOptions: { reducedMotion: 'reduce' },
  },
})

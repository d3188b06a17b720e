import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'
import { ownerState } from './owner.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './server.ts',
  // One server, one store: the tests see what the ones before them did.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_ADDRESS,
    launchOptions: chromium,
    viewport: { width: 1366, height: 850 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  },
  projects: [
    { name: 'set-up', testMatch: 'set-up.spec.ts' },
    {
      name: 'work',
      testIgnore: ['set-up.spec.ts', 'screens.spec.ts'],
      dependencies: ['set-up'],
      use: { storageState: ownerState },
    },
    {
      name: 'screens',
      testMatch: 'screens.spec.ts',
      dependencies: ['work'],
      use: { storageState: ownerState },
    },
  ],
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    setupFiles: ['tools/properties.ts'],
    globalSetup: ['server/core/database.testing.ts'],
    // Two cores: more workers would only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import LongFirst from './tools/long-first.ts'

export default defineConfig({
  test: {
    tags: [
      { name: 'verify', description: 'Left out of a whole `npm test`, which is to be quick: `npm run verify tests`.' },
    ],
    include: ['{contract,server,web,tools,clients}/**/*.test.ts'],
    alias: { '@node-rs/argon2': fileURLToPath(new URL('tools/cheap-argon2.ts', import.meta.url)) },
    exclude: ['**/node_modules/**', 'web/dist/**'],
    setupFiles: ['tools/properties.ts', 'server/testing/each-file.testing.ts'],
    globalSetup: ['server/testing/database.testing.ts'],
    // One process works file after file: loading the server again for each would cost more than most files do.
    isolate: false,
    // One more than the two cores that are there at least: some wait for a killed server or for a clock.
    maxWorkers: 3,
    // With the usual 16 MB, collecting garbage takes an eighth more of the processor.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFirst },
    // What is polled for comes when it comes: a busy machine takes longer than the usual second.
    expect: { poll: { timeout: 20_000 } },
    // Only a test that hangs fails by time: a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})

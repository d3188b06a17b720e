import { test as base, expect } from '@playwright/test'
import { ownerState } from './owner.ts'
import { readyStore, writeOwnerState } from './ready-store.ts'
import { type Server, startServer } from './server.ts'

interface Servers {
  /** The server of a test file, in a store that nothing but this file has touched. */
  of(file: string): Promise<Server>
}

/** A test in a store of its file's own: each file is worth the same alone, first or last. */
export const test = base.extend<{ server: Server; address: string }, { servers: Servers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      let open: { file: string; server: Server } | undefined
      await use({
        async of(file) {
          if (open?.file === file) return open.server
          await open?.server.stop()
          open = undefined
          const server = await startServer({}, { copyOf: readyStore() })
          open = { file, server }
          await writeOwnerState(server.address)
          return server
        },
      })
      await open?.server.stop()
    },
    { scope: 'worker' },
  ],
  server: [async ({ servers }, use, { file }) => use(await servers.of(file)), { timeout: 300_000 }],
  address: ({ server }, use) => use(server.address),
  baseURL: ({ address }, use) => use(address),
  // Written together with the start of the server.
  storageState: ({ server: _ }, use) => use(ownerState),
})

export { expect }

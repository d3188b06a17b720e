import { test as base, expect } from '@playwright/test'
import { type Store, storeOpener } from './new-store.ts'
import { ownerState } from './owner.ts'
import { readyStore } from './ready-store.ts'
import { type Server, startServer } from './server.ts'

interface Worker {
  /** Settings of the server: a file that sets them has a server of its own. */
  settings: Record<string, string>
  server: Server
  stores: { of(file: string): Promise<Store> }
}

/**
 * A test in a new store of its file, whose owner belongs to no other. Files share the server of their worker. Paths without a slash at
 * their start are in the store.
 */
export const test = base.extend<{ store: Store }, Worker>({
  settings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings, { copyOf: readyStore() })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stores: [
    async ({ server, playwright }, use) => {
      const openStore = await storeOpener(server, playwright)
      let open: { file: string; store: Promise<Store> } | undefined
      await use({
        of(file) {
          if (open?.file !== file) open = { file, store: openStore() }
          return open.store
        },
      })
    },
    { scope: 'worker' },
  ],
  store: [async ({ stores }, use, { file }) => use(await stores.of(file)), { timeout: 300_000 }],
  baseURL: ({ server, store }, use) => use(`${server.address}/${store.id}/`),
  // Written when the store was opened.
  storageState: ({ store: _ }, use) => use(ownerState),
})

export { expect }

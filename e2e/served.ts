// A server next to a simulator: its settings name the simulator, and its address is known before it starts.
import { test } from '@playwright/test'
import { ownerState } from './owner.ts'
import { readyStore, writeOwnerState } from './ready-store.ts'
import { freePort, type Server, startServer } from './server.ts'

/** Starts a server with these settings on a copy of the ready store. The owner's browser is signed in there. */
export async function serveReady(settings: Record<string, string>): Promise<Server> {
  const address = `http://127.0.0.1:${await freePort()}`
  const server = await startServer(
    { PORT: new URL(address).port, PUBLIC_URL: address, ...settings },
    { copyOf: readyStore() },
  )
  await writeOwnerState(address)
  return server
}

/** Has each test of a file begin as the owner at the server that its `beforeAll` starts. */
export const beginServed = (server: () => Server | undefined) =>
  test.use({
    baseURL: ({ browserName: _ }, use) => use(server()?.address),
    storageState: ({ browserName: _ }, use) => use(ownerState),
  })

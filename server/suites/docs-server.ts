import type { AddressInfo } from 'node:net'
import { createApp } from '../app/app.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { testServer } from '../testing/store.testing.ts'

/** Starts a server that programs reach, until the test file ends. Returns its address. */
export async function listening(): Promise<string> {
  const { core } = await testServer()
  const app = await createApp(core, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEndOfFile(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

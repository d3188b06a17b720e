import { type LineSimulator, startLine } from '../tools/line/server.ts'
import { test as base, expect } from './own-store.ts'
import { freePort } from './server.ts'

/** A test at a server that talks to a simulator of LINE, which knows the server's address before it starts. */
export const test = base.extend<object, { line: LineSimulator }>({
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const line = await startLine()
      await use(line)
      await line.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ line }, use) => {
      const port = String(await freePort())
      const address = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
      const urls = { LINE_API_URL: line.url, LINE_DATA_URL: line.url, LINE_LOGIN_URL: line.url }
      const simulated = { ...urls, LINE_STICKER_URL: line.url }
      await use({ ...address, ...simulated, MEDIA_URL: 'https://media.example' })
    },
    { scope: 'worker' },
  ],
})

export { expect }

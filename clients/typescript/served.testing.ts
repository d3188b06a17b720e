import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createApp } from '../../server/app/app.ts'
import { atEndOfFile } from '../../server/testing/end-of-file.testing.ts'
import { testServer } from '../../server/testing/store.testing.ts'

export const run = promisify(execFile)
const program = fileURLToPath(new URL('src/command-line.ts', import.meta.url))

/** Serves the Open API on a port, a free one unless it is named. */
export async function serve(port = 0) {
  const { core } = await testServer()
  const app = await createApp(core, { web: false })
  await app.listen({ port, host: '127.0.0.1' })
  const { port: taken } = app.server.address() as AddressInfo
  return { port: taken, address: `http://127.0.0.1:${taken}`, stop: () => app.close() }
}

/** Makes a folder that is deleted at the end of the file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-client-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The command line, whose files lie in a folder. */
export function commandLine(home: string) {
  const ruam = (...args: string[]) =>
    run(process.execPath, [program, ...args], { env: { ...process.env, XDG_CONFIG_HOME: home } })
  const login = (address: string, credential: string) => {
    const signing = ruam('login')
    signing.child.stdin!.end(`${address}/docs\n${credential}\n`)
    return signing
  }
  return { ruam, login }
}

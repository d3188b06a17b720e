import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts the product as a person does, on an empty folder; answers how to stop it. The tests find its address and link in the environment. */
export default async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, RUAM_DATA: folder, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      const address = /Ruam is ready: (\S+)/.exec(line)?.[1]
      if (address) {
        process.env.E2E_ADDRESS = address
        // With an owner from the environment there is no link.
        if (process.env.RUAM_SETUP_EMAIL) resolve()
      }
      const link = /once with this link: (\S+)/.exec(line)?.[1]
      if (!link) return
      process.env.E2E_SET_UP_LINK = link
      resolve()
    })
  })
  return async () => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

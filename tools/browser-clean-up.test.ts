import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const begins = new URL('../e2e/run-folder.ts', import.meta.url).href

/** A run with one server that needs a moment to end. Prints its folder once the server is there. */
const run = `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  import { beginRun } from ${JSON.stringify(begins)}
  const folder = beginRun()
  const server = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => setTimeout(process.exit, 300)); setInterval(() => {}, 1000); console.log('up')"])
  writeFileSync(folder + '/store.pid', String(server.pid))
  server.stdout.once('data', () => console.log(folder))
`

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a browser run that %s ends leaves no server and no folder behind',
  async (signal) => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const runner = spawn(process.execPath, ['--input-type=module', '-e', run], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [folder] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string]
    const server = Number(readFileSync(`${folder}/store.pid`, 'utf8'))
    runner.kill(signal)
    await expect.poll(() => existsSync(folder)).toBe(false)
    expect(() => process.kill(server, 0)).toThrow('ESRCH')
  },
)

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs node in a folder for temporary files of its own, and returns it with the first line that it wrote. */
async function started(args: string[], isReady: RegExp) {
  const temporary = await mkdtemp(join(tmpdir(), 'ruam-signals-'))
  onTestFinished(() => rm(temporary, { recursive: true, force: true }))
  const env = { ...process.env, TMPDIR: temporary }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      said += text
      if (isReady.test(said)) resolve()
    })
    child.on('exit', () => reject(new Error(`It ended: ${said}`)))
  })
  return { child, temporary, said }
}

/** False for a zombie: who started it is gone. */
const isThere = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const script = `
  const { openRunFolder } = await import('./server/testing/run-folder.ts')
  const { folder } = await openRunFolder()
  const { spawn } = await import('node:child_process')
  const { writeFileSync } = await import('node:fs')
  writeFileSync(folder + '/left', '')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  console.log(child.pid)
  setInterval(() => {}, 1000)`

const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const

test.each(signals)('a run that is ended by %s leaves no process and no folder behind', async (signal) => {
  const { child, temporary, said } = await started(['--input-type=module', '-e', script], /\n/)
  expect(await readdir(temporary)).toHaveLength(1)
  child.kill(signal)
  await expect.poll(() => readdir(temporary)).toEqual([])
  expect(isThere(Number(said))).toBe(false)
})

test.each(signals)(
  'a run of vitest that is ended by %s leaves no PostgreSQL and no data folder behind',
  {
    tags: ['verify'],
  },
  async (signal) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', 'server/suites/catalog.test.ts', '--reporter=verbose']
    const { child, temporary } = await started(args, /✓/)
    const [run] = await readdir(temporary)
    const cluster = (await readdir(join(temporary, run!), { recursive: true })).find((name) =>
      name.endsWith('/postmaster.pid'),
    )
    expect(existsSync(join(temporary, run!, cluster!))).toBe(true)
    child.kill(signal)
    await expect.poll(() => readdir(temporary)).toEqual([])
  },
)

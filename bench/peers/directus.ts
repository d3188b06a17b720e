import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuBelow } from '../cpu.ts'

// Directus from npm, in a folder of the cache: its licence allows to run it for a comparison, and nothing of it becomes a part of Ruam.

export const VERSION = '12.4.0'
const CACHE = fileURLToPath(new URL(`../../node_modules/.cache/peers/directus-${VERSION}`, import.meta.url))
/** Compiled during an install, needed only by scripts of flows: none runs here. */
const SCRIPTS = 'isolated-vm'
const START_SECONDS = 180

export interface Directus {
  address: string
  token: string
  /** Milliseconds of CPU of its processes. */
  cpu(): number
  stop(): Promise<void>
}

/** Installs Directus once; returns its folder. */
async function installed(): Promise<string> {
  if (existsSync(CACHE)) return CACHE
  const folder = `${CACHE}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { directus: VERSION } }))
  const flags = ['--ignore-scripts', '--omit=dev', '--legacy-peer-deps', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'inherit', env: ownEnv() })
  const stub = join(folder, 'node_modules', SCRIPTS)
  await rm(stub, { recursive: true, force: true })
  await mkdir(stub, { recursive: true })
  await writeFile(join(stub, 'package.json'), JSON.stringify({ name: SCRIPTS, version: '0.0.0', main: 'index.js' }))
  await writeFile(join(stub, 'index.js'), 'module.exports = {}\n')
  await rename(folder, CACHE)
  return CACHE
}

/** Environment without the settings of the npm that runs the bench. */
const ownEnv = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
})

/** Makes Directus' own tables in a database and starts it; files go to the folder. */
export async function startDirectus(databaseUrl: string, folder: string): Promise<Directus> {
  const home = await installed()
  const token = randomBytes(24).toString('hex')
  const port = await freePort()
  const env = {
    ...ownEnv(),
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, HOST: '127.0.0.1', PORT: String(port) },
    ...{ SECRET: token, KEY: token, ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: token, ADMIN_TOKEN: token },
    ...{ TELEMETRY: 'false', LOG_LEVEL: 'error', RATE_LIMITER_ENABLED: 'false', PRESSURE_LIMITER_ENABLED: 'false' },
    ...{ CACHE_ENABLED: 'false', QUERY_LIMIT_MAX: '-1', STORAGE_LOCATIONS: 'local', STORAGE_LOCAL_ROOT: folder },
    NODE_ENV: 'production',
  }
  const cli = join(home, 'node_modules/directus/cli.js')
  execFileSync(process.execPath, [cli, 'bootstrap'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = spawn(process.execPath, [cli, 'start'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const address = `http://127.0.0.1:${port}`
  for (let waited = 0; !(await isReady(address)); waited++) {
    if (server.exitCode !== null || waited > START_SECONDS * 5) throw new Error('Directus did not start')
    await sleep(200)
  }
  return {
    address,
    token,
    cpu: () => cpuBelow(server.pid!),
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

const isReady = (address: string) =>
  fetch(`${address}/server/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

// `npm run verify image`: builds the image without a container engine and starts it: read-only code, another user, one data folder. Needs root.
// Not shown: layers, the engine's own limits and networks.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf } from './dockerfile.ts'
import { buildImage, chrootLine, enterScript, type Image } from './image-root.ts'

if (process.getuid?.() !== 0) throw new Error('Run this as root: it changes the root directory.')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const failures: string[] = []
const check = (title: string, passed: boolean, found: unknown = '') => {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title} ${found}`)
  if (!passed) failures.push(title)
}

interface Container {
  child: ChildProcess
  /** Runs a command inside, as the container's user. */
  exec(command: string): { status: number | null; output: string }
  port: number
  log(): string
}

async function startContainer(image: Image, data: string, settings: Record<string, string>): Promise<Container> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = { ...image.env, HOME: '/data', PORT: String(port), METRICS_PORT: String(metricsPort), ...settings }
  const inside = { ...image, env }
  const enter = enterScript(image.folder, { readOnly: true, data })
  const unshare = (line: string) => [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '/bin/sh',
    '-c',
    `${enter}\nexec ${line}`,
  ]
  const start = commandOf(image.command).join(' ')
  const child = spawn('unshare', unshare(chrootLine(inside, `exec ${start}`)), { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk) => (text += chunk))
  return {
    ...{ child, port },
    exec(command) {
      const { status, stdout, stderr } = spawnSync('unshare', unshare(chrootLine(inside, command)), {
        encoding: 'utf8',
      })
      return { status, output: `${stdout}${stderr}`.trim() }
    },
    log: () => text,
  }
}

/** Sends SIGTERM to the program: the first process in the container. Returns the seconds until it ended. */
async function stop({ child }: Container): Promise<number> {
  const start = performance.now()
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  const gone = once(child, 'exit')
  process.kill(Number(children.split(' ')[0]), 'SIGTERM')
  await gone
  return (performance.now() - start) / 1000
}

async function healthy(container: Container, health: string) {
  for (let attempt = 0; attempt < 120 && container.child.exitCode === null; attempt++) {
    if (container.exec(health).status === 0) return true
    await sleep(1000)
  }
  return false
}

const work = mkdtempSync('/var/tmp/ruam-image-')
const running: Container[] = []
try {
  const image = buildImage(work)
  const files = (pattern: string) => globSync(pattern, { cwd: join(image.folder, 'ruam') })
  const size = spawnSync('du', ['-sm', join(image.folder, 'ruam')], { encoding: 'utf8' }).stdout.split('\t')[0]
  console.log(`/ruam has ${size} MB.`)
  const nodes = spawnSync('find', [image.folder, '-name', 'node', '-type', 'f', '-perm', '/111'], { encoding: 'utf8' })
  const found = nodes.stdout.trim().split('\n')
  check(
    'has one Node',
    found.length === 1,
    found.map((path) => path.slice(image.folder.length)),
  )
  const development = files('node_modules/{vite,vitest,typescript,playwright,@biomejs,react,@mantine}')
  check('has no packages of the web, of tests or tools', development.length === 0, development)
  check('has no tests', files('{server,contract}/**/*.test{ing,}.ts').length === 0)
  check('does not run as root', image.user !== 'root', image.user)

  const data = join(work, 'volume')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 10_001, 10_001)
  const health = commandOf(image.healthcheck).join(' ')
  const setup = {
    RUAM_SETUP_EMAIL: 'owner@example.com',
    RUAM_SETUP_PASSWORD: 'a-long-password-of-the-image',
    RUAM_SETUP_STORE: 'Image',
    RUAM_SETUP_DPA: 'accepted',
  }
  const api = await startContainer(image, data, { RUAM_ROLE: 'api', ...setup })
  running.push(api)
  check('is unhealthy while it starts', api.exec(health).status === 1)
  check('an API process becomes healthy', await healthy(api, health), api.log())
  const worker = await startContainer(image, data, { RUAM_ROLE: 'worker' })
  running.push(worker)
  check('a worker becomes healthy', await healthy(worker, health), worker.log())
  const page = await fetch(`http://127.0.0.1:${api.port}/`).then((response) => response.text())
  check('serves the web app', page.includes('<div id="root">') || /<script type="module"/.test(page))
  const login = await fetch(`http://127.0.0.1:${api.port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: setup.RUAM_SETUP_EMAIL, password: setup.RUAM_SETUP_PASSWORD }),
  })
  check('signs the first owner in', login.ok, login.status)
  const written = api.exec('touch /ruam/server/new')
  check('cannot change its code', written.status !== 0 && /Read-only/.test(written.output), written.output)
  const backup = api.exec('node server/app/backup.ts /data/backups')
  check('makes a backup', backup.status === 0, backup.output.split('\n').at(-1))
  const stopped = [await stop(worker), await stop(api)]
  check(
    'ends within 30 s of SIGTERM',
    Math.max(...stopped) < 30,
    stopped.map((seconds) => seconds.toFixed(1)),
  )
} finally {
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL')
  await sleep(1000)
  rmSync(work, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(`Failed: ${failures.join('; ')}`)
  process.exitCode = 1
}

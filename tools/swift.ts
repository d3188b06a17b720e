// `npm run verify swift`: the contract of the storage on OpenStack Swift with its S3 API, a server of another code base than that of `npm test`.
// Its Debian packages are installed where they are not there.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { aptInstall } from './apt.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const kinds = ['account', 'container', 'object'] as const
const folder = mkdtempSync(join(tmpdir(), 'ruam-swift-'))
const children: ChildProcess[] = []

if (spawnSync('swift-proxy-server', ['--help']).status !== 0)
  aptInstall('--no-install-recommends', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object')

try {
  const endpoint = await startSwift()
  const env = {
    ...process.env,
    ...{ TEST_S3_ENDPOINT: endpoint, TEST_S3_KEY: 'test:tester', TEST_S3_SECRET: 'testing' },
  }
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'server/storage/storages']
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** One server of each kind over one folder, with a ring of one part. Returns the address of the proxy. */
async function startSwift(): Promise<string> {
  const user = spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true })
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = ruam\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  for (const kind of kinds) {
    const port = await freePort()
    for (const args of [['create', '1', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
      spawnSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...args])
    const settings = {
      ...{ swift_dir: folder, devices: join(folder, 'devices'), mount_check: 'false', user, workers: '0' },
      ...{ bind_ip: '127.0.0.1', bind_port: String(port), log_address: '/dev/null' },
    }
    start(kind, settings, `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`)
  }
  const port = await freePort()
  const settings = {
    ...{ swift_dir: folder, user, workers: '0', bind_ip: '127.0.0.1', bind_port: String(port) },
    log_address: '/dev/null',
  }
  start(
    'proxy',
    settings,
    `[pipeline:main]
pipeline = cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
min_segment_size = 1
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`,
  )
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const reply = await fetch(address).catch(() => undefined)
    if (reply) return address
    if (tries > 200) throw new Error('Swift does not start.')
    await sleep(100)
  }
}

function start(kind: string, settings: Record<string, string>, rest: string): void {
  const file = join(folder, `${kind}-server.conf`)
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, `[DEFAULT]\n${lines.join('\n')}\n${rest}`)
  // Its libraries look for their settings in one folder.
  const env = { ...process.env, SWIFT_DIR: folder }
  children.push(spawn(`swift-${kind}-server`, [file], { stdio: ['ignore', 'inherit', 'inherit'], env }))
}

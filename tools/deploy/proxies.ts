// Starts nginx and Caddy with the files of deploy/ in front of two small servers, one of which is away, and looks at what they pass on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import { debianProgram } from './debian.ts'

const deploy = join(import.meta.dirname, '../../deploy')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Replies with the headers of each request; a websocket is accepted without a frame. */
async function startUpstream() {
  const server = createServer((asked, reply) => {
    asked.resume().on('end', () => reply.end(JSON.stringify(asked.headers)))
  })
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as { port: number }).port }
}

/** Writes nginx.conf for a folder: the site without TLS, which `nginx -t` has checked. */
function nginxConfig(work: string, port: number, upstreams: readonly [number, number]): string {
  const site = readFileSync(join(deploy, 'nginx/ruam.conf'), 'utf8')
    .replace(/server \{\n\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/\s+listen \[::\]:443[^\n]*/, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace(/\s+ssl_\w+ [^\n]*/g, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${upstreams[1]}`)
    .replaceAll('/var/log/nginx', work)
  const path = join(work, 'proxy.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    path,
    `daemon off;\nmaster_process off;\npid ${work}/proxy.pid;\nerror_log ${work}/proxy.log;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  return path
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
}

async function ask(port: number, options: { method?: string; bytes?: number } = {}): Promise<Answer> {
  const headers = {
    host: 'crm.example.com',
    'x-forwarded-for': '198.51.100.7',
    'x-request-id': 'forged',
    ...(options.bytes && { 'content-length': options.bytes }),
  }
  const asked = request({
    port,
    host: '127.0.0.1',
    method: options.method ?? 'GET',
    path: '/api/x?keyword=0812345678',
    headers,
  })
  // The head alone says how long the body would be.
  if (options.bytes) asked.flushHeaders()
  else asked.end()
  const [reply] = await once(asked, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  asked.destroy()
  return { status: reply.statusCode, headers: text.startsWith('{') ? JSON.parse(text) : {} }
}

async function upgrades(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
  socket.write(
    `GET /socket HTTP/1.1\r\nHost: crm.example.com\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${key}\r\n\r\n`,
  )
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  return String(chunk).startsWith('HTTP/1.1 101')
}

async function listening(port: number, child: ChildProcess) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended.`)
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([once(socket, 'connect').then(() => true), sleep(500, false)]).catch(() => false)
    socket.destroy()
    if (open) return
    await sleep(100)
  }
}

/** Calls `check` with what both proxies do. */
export async function tryProxies(
  work: string,
  check: (title: string, fault: string | undefined) => void,
): Promise<void> {
  mkdirSync(work, { recursive: true })
  const { server, port: upstream } = await startUpstream()
  const away = await freePort()
  const [nginxPort, caddyPort] = [await freePort(), await freePort()]
  const nginx = ['-p', work, '-c', nginxConfig(work, nginxPort, [away, upstream]), '-e', join(work, 'proxy.log')]
  const caddyfile = join(work, 'Caddyfile.tried')
  writeFileSync(caddyfile, `{\n\tadmin off\n}\n${readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8')}`)
  const home = { XDG_DATA_HOME: work, XDG_CONFIG_HOME: work, SITE: `http://crm.example.com:${caddyPort}` }
  const proxies: [string, number, ChildProcess][] = [
    ['nginx', nginxPort, spawn(debianProgram('nginx', 'nginx'), nginx, { stdio: 'ignore' })],
    [
      'Caddy',
      caddyPort,
      spawn(debianProgram('caddy', 'caddy'), ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
        stdio: 'ignore',
        env: { ...process.env, ...home, UPSTREAMS: `127.0.0.1:${away} 127.0.0.1:${upstream}` },
      }),
    ],
  ]
  try {
    for (const [name, port, child] of proxies) {
      await listening(port, child)
      const answers: Answer[] = []
      for (let index = 0; index < 10; index++) answers.push(await ask(port, { method: index % 2 ? 'POST' : 'GET' }))
      const statuses = answers.map(({ status }) => status)
      check(
        `${name}: no request fails while one process is away`,
        statuses.every((one) => one === 200) ? undefined : `${statuses}`,
      )
      const { headers } = answers[0]!
      const addresses = String(headers['x-forwarded-for'])
      check(`${name}: the last address is that of the browser`, addresses.endsWith('127.0.0.1') ? undefined : addresses)
      const id = String(headers['x-request-id'])
      check(`${name}: gives an id of its own`, /^[\w-]{32,64}$/.test(id) ? undefined : id)
      check(
        `${name}: keeps the name of the host`,
        headers.host === 'crm.example.com' ? undefined : String(headers.host),
      )
      check(`${name}: passes the websocket`, (await upgrades(port)) ? undefined : 'It did not.')
      const small = await Promise.race([ask(port, { method: 'POST', bytes: MAX_FILE_BYTES + 1000 }), sleep(500)])
      check(`${name}: takes the largest file`, small?.status === 413 ? 'It refused it.' : undefined)
      if (name === 'nginx') {
        const large = await ask(port, { method: 'POST', bytes: MAX_FILE_BYTES + 2 * 2 ** 20 })
        check(`${name}: refuses a larger one`, large.status === 413 ? undefined : `${large.status}`)
        const log = readFileSync(join(work, 'ruam.log'), 'utf8')
        check(`${name}: logs no search term`, log.includes('/api/x') && !log.includes('0812345678') ? undefined : log)
      }
    }
  } finally {
    for (const [, , child] of proxies) child.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
  }
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Load {
  connections: number
  seconds: number
  /** Bearer tokens, used in rotation; none for a server without authentication. */
  tokens?: readonly string[]
  /** JSON to post; without it the address is read. */
  body?: string | undefined
  /** Cookie of a public page, whose visitors come from many networks: their number is limited by network. */
  cookie?: string | undefined
}

export interface Loaded {
  requests: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
}

/** Asks for one address as fast as it answers, by wrk with one thread. Throws where an answer is no success, or wrk is not installed. */
export async function load(url: string, { connections, seconds, tokens = [], body, cookie }: Load): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-wrk-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, cookie ? visitsOf(cookie) + DONE : scriptOf(tokens, body))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const { stdout } = await promisify(execFile)('wrk', args).finally(() => rm(folder, { recursive: true }))
  const told = /^told (.*)$/m.exec(stdout)?.[1]
  if (!told) throw new Error(`wrk said ${stdout}`)
  const [requests, micros, p50, p95, p99, refused] = told.split(' ').map(Number)
  if (refused! > 0) throw new Error(`${url}: ${refused} of ${requests} requests were refused`)
  return {
    requests: requests!,
    perSecond: (requests! / micros!) * 1e6,
    p50: p50! / 1000,
    p95: p95! / 1000,
    p99: p99! / 1000,
  }
}

function scriptOf(tokens: readonly string[], body: string | undefined): string {
  const content = body === undefined ? '' : `, ["Content-Type"] = "application/json"`
  const sent = body === undefined ? 'nil, nil' : '"POST", nil'
  const turns = `local tokens = {${tokens.map((token) => `"Bearer ${token}"`).join(', ')}}
local n = 0
request = function() n = n + 1; return wrk.format(${sent}, {Authorization = tokens[n % ${tokens.length} + 1]${content}}${body === undefined ? '' : `, [==[${body}]==]`}) end
`
  return `${tokens.length > 0 ? turns : ''}
${DONE}`
}

const visitsOf = (cookie: string) => `local n = 0
request = function()
  n = n + 1
  local from = string.format("10.%d.%d.%d", math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)
  return wrk.format(nil, nil, {Cookie = "${cookie}", ["X-Forwarded-For"] = from})
end
`

const DONE = `done = function(summary, latency)
  local failed = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format("told %d %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(95), latency:percentile(99), failed))
end
`

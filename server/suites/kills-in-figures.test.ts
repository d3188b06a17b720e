import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillScene, openKillScene } from './kills-scene.ts'
import { startWriters } from './kills-writers.ts'
import type { RuamProcess } from './ruam-process.ts'

// `npm run verify figures`: 25 kills, singly and in pairs, each found by the figures alone, while staff, programs, LINE, broadcasts and
// imports write. KILLS=3,17 plays those alone.

/** Seconds after which a figure must show a kill: a lease expires after 12 s, and the figures of a database are read every 10 s. */
const SEEN_WITHIN = 25
/** Milliseconds for which calls may be answered with 503 when PostgreSQL restarts. */
const MOST_AWAY_MS = 5000

let scene: KillScene
let writers: Awaited<ReturnType<typeof startWriters>>
let answers: ReturnType<typeof watchAnswers>

beforeAll(async () => {
  scene = await openKillScene()
  writers = await startWriters(scene)
  answers = watchAnswers()
}, 240_000)
afterAll(() => scene?.stop(), 60_000)

/** Asks both API processes ten times a second. Returns how long each answered 503 without a break. */
function watchAnswers() {
  let longest = 0
  let ended = false
  const loops = [0, 1].map(async (place) => {
    let since: number | undefined
    while (!ended) {
      const asked = performance.now()
      const reply = await fetch(`${scene.apis[place]!.address}/api/profile?limit=1`, {
        headers: writers.headers(),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      await reply?.arrayBuffer().catch(() => {})
      if (reply?.status === 503) since ??= asked
      else if (reply) since = undefined
      if (since !== undefined) longest = Math.max(longest, performance.now() - since)
      await sleep(100)
    }
  })
  return {
    restart: () => {
      longest = 0
    },
    longest: () => longest,
    end: () => {
      ended = true
      return Promise.all(loops)
    },
  }
}

/** Returns the figures of a process; undefined if its scrape fails, as Prometheus shows by `up`. */
async function figuresOf({ lines }: RuamProcess): Promise<string | undefined> {
  const address = /^Metrics are at (\S+)\.$/m.exec(lines.join('\n'))![1]!
  const reply = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return reply?.ok ? reply.text() : undefined
}

const everyone = () => [...scene.apis, ...scene.workers]
const says = async (of: RuamProcess, pattern: RegExp) => pattern.test((await figuresOf(of)) ?? '')
const someSays = async (pattern: RegExp) =>
  (await Promise.all(everyone().map((one) => says(one, pattern)))).some(Boolean)

/** Returns a check that is true if a counter of any process rose since the last look. */
function rises(pattern: RegExp): () => Promise<boolean> {
  const before = new Map<number, number>()
  return async () => {
    let risen = false
    for (const one of everyone()) {
      const text = await figuresOf(one)
      if (text === undefined) continue
      const now = [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)
      risen ||= now > (before.get(one.pid) ?? now)
      before.set(one.pid, now)
    }
    return risen
  }
}

/** Something that is killed. */
interface Part {
  name: string
  figure: string
  kill(): Promise<unknown>
  /** True if the figure shows the kill. */
  seen(): Promise<boolean>
  mend(): Promise<unknown>
  /** True if the figures are as before; by default, if they do not show the kill. */
  isWell?(): Promise<boolean>
}

type Kind = 'apis' | 'workers'

const processOf = (kind: Kind, place: number) => (): Part => ({
  ...{ name: `${kind === 'apis' ? 'API' : 'worker'} ${place + 1}`, figure: 'up' },
  kill: () => scene[kind][place]!.signal('SIGKILL'),
  seen: async () => (await figuresOf(scene[kind][place]!)) === undefined,
  mend: () => scene.restart(kind, place),
})
const [api1, api2, worker1, worker2] = [
  processOf('apis', 0),
  processOf('apis', 1),
  processOf('workers', 0),
  processOf('workers', 1),
]

const LEASE = /^ruam_lease_held\{task="purge",server="1"\} 1$/m

/** The worker with the leases. */
async function leaseHolder(): Promise<Part> {
  let holder = -1
  while (holder < 0) {
    holder = (await Promise.all(scene.workers.map((one) => says(one, LEASE)))).indexOf(true)
    if (holder < 0) await sleep(250)
  }
  return {
    ...processOf('workers', holder)(),
    ...{ name: `worker ${holder + 1}, with the leases`, figure: 'ruam_lease_held of the other worker' },
    seen: () => says(scene.workers[1 - holder]!, LEASE),
    isWell: async () => (await figuresOf(scene.workers[holder]!)) !== undefined,
  }
}

/** Both workers, by a signal. */
const bothWorkers = (signal: 'SIGKILL' | 'SIGTERM') => (): Part => ({
  name: signal === 'SIGKILL' ? 'both workers' : 'both workers, stopped in order',
  figure: 'ruam_lease_overdue_seconds',
  kill: () => Promise.all(scene.workers.map((one) => one.signal(signal))),
  seen: async () =>
    (
      await Promise.all(scene.apis.map((one) => says(one, /^ruam_lease_overdue_seconds\{task="purge",.*\} (?!0$)/m)))
    ).some(Boolean),
  mend: () => Promise.all([scene.restart('workers', 0), scene.restart('workers', 1)]),
})

/** Milliseconds for which PostgreSQL took no connections at its last restart. */
let restarting = 0

const restart = (): Part => {
  const seen = rises(/^ruam_requests_total\{.*status="503"\} (\d+)$/gm)
  return {
    ...{ name: 'PostgreSQL, which restarts', figure: 'ruam_requests_total{status="503"}', seen },
    async kill() {
      restarting = await scene.restartPostgres()
    },
    mend: async () => {},
  }
}
const database = (): Part => ({
  ...{ name: 'PostgreSQL unreachable', figure: 'ruam_database_away' },
  kill: () => scene.doors.database.close(),
  seen: () => someSays(/^ruam_database_away\{server="1"\} 1$/m),
  mend: () => scene.doors.database.open(),
})
const pooler = (): Part => ({
  ...{ name: 'pgbouncer', figure: 'ruam_ready{part="database"}' },
  kill: () => scene.pooler!.kill(),
  seen: () => someSays(/^ruam_ready\{part="database"\} 0$/m),
  mend: () => scene.pooler!.restart(),
})
const bucket = (): Part => ({
  ...{ name: 'S3', figure: 'ruam_ready{part="storage"}' },
  kill: () => scene.doors.bucket.close(),
  seen: () => someSays(/^ruam_ready\{part="storage"\} 0$/m),
  mend: () => scene.doors.bucket.open(),
})
const nats = (): Part => ({
  ...{ name: 'NATS', figure: 'ruam_ready{part="nats"}' },
  kill: () => scene.nats!.kill(),
  seen: () => someSays(/^ruam_ready\{part="nats"\} 0$/m),
  mend: () => scene.nats!.start(),
})
const line = (): Part => ({
  ...{ name: 'LINE', figure: 'ruam_line_requests_total{outcome="unreachable"}' },
  kill: () => scene.doors.line.close(),
  seen: rises(/^ruam_line_requests_total\{outcome="unreachable"\} (\d+)$/gm),
  mend: () => scene.doors.line.open(),
})

type Makes = () => Part | Promise<Part>

const moments: readonly (readonly Makes[])[] = [
  [api1],
  [worker1],
  [restart],
  [leaseHolder],
  [api2, worker2],
  [bucket],
  [nats],
  [line],
  [pooler],
  [bothWorkers('SIGKILL')],
  [api1, api2],
  [restart, api1],
  [database],
  [line, worker1],
  [bucket, api2],
  [nats, worker2],
  [pooler, worker1],
  [restart, worker2],
  [leaseHolder, api1],
  [bothWorkers('SIGTERM')],
  [restart],
  [database, worker1],
  [line, api1],
  [bucket, bothWorkers('SIGKILL')],
  [restart, pooler],
]

const report: object[] = []

async function play(makes: readonly Makes[], number: number): Promise<void> {
  const parts = await Promise.all(makes.map((make) => make()))
  // Counters have a first look to compare with.
  for (const one of parts) await one.seen()
  for (const one of parts) expect([number, one.name, await one.seen()]).toEqual([number, one.name, false])
  answers.restart()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  const seenAfter = new Map<Part, number>()
  let killed = false
  const killing = Promise.all(parts.map((one) => one.kill())).then(() => {
    killed = true
  })
  while ((!killed || seenAfter.size < parts.length) && seconds() < 2 * SEEN_WITHIN) {
    for (const one of parts) if (!seenAfter.has(one) && (await one.seen())) seenAfter.set(one, seconds())
    await sleep(100)
  }
  await killing
  await Promise.all(parts.map((one) => one.mend()))
  const mended = performance.now()
  const isWell = (one: Part) => (one.isWell ? one.isWell() : one.seen().then((seen) => !seen))
  for (const one of parts) while (!(await isWell(one)) && performance.now() - mended < 60_000) await sleep(250)
  // Writers work for a while before the next kill.
  await sleep(2000)
  const away = Math.round(answers.longest())
  for (const one of parts) {
    const row = { number, what: one.name, figure: one.figure, 'seen after s': seenAfter.get(one), '503s ms': away }
    if (makes.includes(restart)) Object.assign(row, { 'PostgreSQL away ms': Math.round(restarting) })
    report.push(row)
    console.log(Object.values(row).join(' | '))
  }
  for (const one of parts) expect([one.name, (seenAfter.get(one) ?? 999) < SEEN_WITHIN]).toEqual([one.name, true])
  if (makes.length === 1 && makes[0] === restart) expect(away).toBeLessThan(MOST_AWAY_MS)
}

test('every kill is found from the metrics alone, and writers through them lose and double nothing', {
  tags: ['verify'],
  timeout: 1_500_000,
}, async () => {
  const without = [...(scene.nats ? [] : [nats]), ...(scene.pooler ? [] : [pooler])]
  if (without.length > 0) console.warn(`Install ${without.map(({ name }) => name).join(' and ')} to kill it too.`)
  const only = process.env.KILLS?.split(',').map(Number)
  for (const [place, parts] of moments.entries())
    if (!without.some((one) => parts.includes(one)) && (only?.includes(place + 1) ?? true)) await play(parts, place + 1)
  await answers.end()
  const counted = await writers.end()
  console.table(report)
  console.table(counted)
  console.log(Object.fromEntries(writers.refusals))
  for (const one of counted) {
    expect(one).toMatchObject({ lost: 0, doubled: 0 })
    expect(one.accepted).toBeGreaterThan(0)
  }
})

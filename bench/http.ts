import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { newSession } from '../server/privacy/my-data/session.ts'
import { startBare } from './bare.ts'
import { atLeast, atMost, type Bar } from './bars.ts'
import { importWithoutEnd } from './endless-import.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { hire } from './staff.ts'
import { type Figure, Figures, formatNumber, percentile, printFigures } from './table.ts'
import { inTurns } from './turns.ts'
import { type Loaded, load } from './wrk.ts'

// Cost of requests: list page, profile, search, filter and save as the application role, next to the same bytes from bare node:http.
// Throughput and latency by wrk, and CPU of Node and PostgreSQL separately, which is comparable on a shared machine. ROWS profiles in the
// store, OTHERS stores of a twentieth; SECONDS per figure, at each of CONNECTIONS. Then the reads again while files of IMPORTED rows are
// imported, with imports per second, since the CPU is of both.

const ROWS = Number(process.env.ROWS ?? 100_000)
const OTHERS = Number(process.env.OTHERS ?? 0)
const SECONDS = Number(process.env.SECONDS ?? 5)
const CONNECTIONS = (process.env.CONNECTIONS ?? '1,10').split(',').map(Number)
const IMPORTED = Number(process.env.IMPORTED ?? ROWS / 5)
const STAFF = 60
/** CPU is counted in steps of 10 ms. */
const TURN_REQUESTS = 200
const FIRST_PAGE = '/profile?limit=10'

interface Measured extends Loaded {
  /** Milliseconds of CPU a request. */
  node: number
  postgres?: number
}

/** Customer who is logged in at My data. */
const LINE_USER = `U${'1'.repeat(32)}`
const MY_DATA = 'a'.repeat(25)

const product = await startProduct({ settings: { TRUST_PROXY: '1', RUAM_DRAIN_SECONDS: '0' } })
try {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  const label = await fillStore(admin, 1, ROWS)
  for (let store = 0; store < OTHERS; store++) {
    const made = await admin.query<{ store_id: number }>("insert into store (name) values ('อีกร้าน') returning store_id")
    await fillStore(admin, made.rows[0]!.store_id, Math.ceil(ROWS / 20))
  }
  const keys = await makeKeys(admin, 1, STAFF)
  const last = await admin.query<{ id: number }>('select max(id) as id from profile where store_id = 1')
  const person = Number(last.rows[0]!.id)
  await admin.query('update profile set line_user_id = $1 where store_id = 1 and id = $2', [LINE_USER, person])
  await admin.query(
    "insert into my_data_page (store_id, code, is_on, login_id, login_secret, login_secret_end, check_result) values (1, $1, true, '1', '', '', 'same')",
    [MY_DATA],
  )
  await admin.end()
  const tokens = await hire(product, STAFF)

  const asScreen = { limit: 20, sort_by: 'updated_at', sort_dir: 'desc', filter: {}, names: 'once' }
  const reads: Record<string, string | { path: string; body: object }> = {
    'list, first page of 10': FIRST_PAGE,
    'list, first page as its screen asks': { path: '/profile/query', body: asScreen },
    'list, page of 50': '/profile?limit=50',
    'a profile': `/profile/${person}`,
    'its activities': `/profile/${person}/activity/0?limit=10`,
    preferences: '/preference/user-store',
    jobs: '/job?active=true',
    'search, a rare surname': `/profile?limit=10&keyword=${encodeURIComponent('ศรีศรีศรี')}`,
    'filter, a label': `/profile?limit=10&labels=${label}`,
    'a profile, by a program': `/open-api/v1/profiles/${person}`,
    'list, page of 50, by a program': '/open-api/v1/profiles?limit=50',
  }
  const addressOf = (path: string) => `${product.address}${isOfPrograms(path) ? '' : '/api'}${path}`
  const tokensOf = (path: string) => (isOfPrograms(path) ? keys : tokens)
  const chosen = Object.entries(reads).filter(([work]) => !process.env.WORK || work.includes(process.env.WORK))
  const figures = new Figures()
  for (const [work, read] of chosen) {
    const { path, body: asked } = typeof read === 'string' ? { path: read, body: undefined } : read
    const url = addressOf(path)
    const bearers = tokensOf(path)
    const body = asked && JSON.stringify(asked)
    const headers = { authorization: `Bearer ${bearers[0]}` }
    const first = await sendRequest(url, body ? { method: 'POST', body, headers } : { headers })
    if (first.status !== 200) throw new Error(`${url} answered ${first.status}`)
    const bare = await startBare(first.text)
    // Warm-up: compilation and planning are not measured.
    await load(url, { connections: 10, seconds: 2, tokens: bearers, body })
    for (const connections of CONNECTIONS) {
      const figure = await measured(product.cpu, () =>
        load(url, { connections, seconds: SECONDS, tokens: bearers, body }),
      )
      const floor = await measured(bare.cpu, () => load(bare.address, { connections, seconds: Math.min(2, SECONDS) }))
      figures.add({ ...row(`${work}, ${connections} at once`, figure, floor), ...barOf(path, connections, figure) })
    }
    bare.stop()
  }
  if (!process.env.WORK || 'My data'.includes(process.env.WORK)) await myDataInto(figures)
  for (const [work, read] of chosen) {
    const person = reads[work.replace(', by a program', '')]
    if (!work.includes('by a program') || typeof read !== 'string' || typeof person !== 'string') continue
    const turn = (path: string) => ({ work: () => askInTurn(addressOf(path), tokensOf(path)) })
    await figures.measure(async () => {
      const { first, second, ratio, n, spread } = await inTurns(product.cpu, turn(person), turn(read))
      return {
        work: `${work}, next to a person`,
        figure: `${(second / TURN_REQUESTS).toFixed(2)} ms of CPU`,
        floor: `${(first / TURN_REQUESTS).toFixed(2)} ms by a person`,
        ratio: ratio.toFixed(2),
        n,
        spread,
        bar: atMost(ratio, 1.1, 'times the CPU'),
      }
    })
  }
  if (!process.env.WORK || 'save'.includes(process.env.WORK)) {
    for (const connections of CONNECTIONS) {
      const figure = await measured(product.cpu, () => saves(person, connections, tokens))
      figures.add(row(`save, ${connections} at once`, figure))
    }
  }
  printFigures(figures, `${formatNumber(ROWS)} profiles with 20 fields of their own, ${OTHERS} other stores`)

  const imports = await importWithoutEnd(product, IMPORTED)
  const beside = new Figures()
  for (const [work, read] of chosen) {
    const { path, body: asked } = typeof read === 'string' ? { path: read, body: undefined } : read
    for (const connections of CONNECTIONS.slice(0, 2)) {
      const options = { connections, seconds: SECONDS, tokens: tokensOf(path), body: asked && JSON.stringify(asked) }
      const figure = await load(addressOf(path), options)
      beside.add({
        work: `beside imports: ${work}, ${connections} at once`,
        figure: timesOf(figure),
        floor: '',
        ratio: '',
      })
    }
  }
  printFigures(
    beside,
    `The same beside files of ${formatNumber(IMPORTED)} rows, of which ${formatNumber(await imports.stop())} a second came in`,
  )
} finally {
  await product.stop()
}

/** The public page with the data of a customer, from many networks. */
async function myDataInto(figures: Figures): Promise<void> {
  const secretKey = readFileSync(join(product.folder, 'secret-key'), 'utf8').trim()
  const session = newSession({ config: { secretKey } }, 1, MY_DATA, LINE_USER)
  const cookie = `ruam_my_data=${session}`
  const url = `${product.address}/d/${MY_DATA}`
  const { text } = await sendRequest(url, { headers: { cookie } })
  if (!text.includes('value="correct"')) throw new Error(`${url} does not show the data`)
  const bare = await startBare(text)
  await load(url, { connections: 10, seconds: 2, cookie })
  for (const connections of CONNECTIONS) {
    const figure = await measured(product.cpu, () => load(url, { connections, seconds: SECONDS, cookie }))
    const floor = await measured(bare.cpu, () => load(bare.address, { connections, seconds: Math.min(2, SECONDS) }))
    figures.add(row(`My data, ${connections} at once`, figure, floor))
  }
  bare.stop()
}

/** Returns the bar of the first page, by the number of connections. */
function barOf(path: string, connections: number, { p95, perSecond }: Loaded): { bar?: Bar } {
  if (path !== FIRST_PAGE) return {}
  if (connections === 1) return { bar: atMost(p95, 5, 'ms p95') }
  return connections === 10 ? { bar: atLeast(perSecond, 2200, 'requests/s') } : {}
}

/** True for the address of a call of programs. */
function isOfPrograms(path: string): boolean {
  return path.startsWith('/open-api')
}

function row(work: string, figure: Measured, floor?: Measured): Figure {
  return {
    work,
    figure: timesOf(figure),
    cpu: `${figure.node.toFixed(2)} + ${figure.postgres!.toFixed(2)} ms`,
    floor: floor ? `${formatNumber(floor.perSecond)}/s, ${floor.node.toFixed(2)} ms` : '',
    ratio: floor ? ((figure.node + figure.postgres!) / floor.node).toFixed(1) : '',
  }
}

function timesOf({ perSecond, p50, p95, p99 }: Loaded): string {
  return `${formatNumber(perSecond)}/s, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
}

async function measured(
  cpu: () => { node: number; postgres?: number },
  work: () => Promise<Loaded>,
): Promise<Measured> {
  const before = cpu()
  const loaded = await work()
  const after = cpu()
  const spent = (of: 'node' | 'postgres') => ((after[of] ?? 0) - (before[of] ?? 0)) / loaded.requests
  return { ...loaded, node: spent('node'), postgres: spent('postgres') }
}

/** Sends the requests of a turn, one after the other. */
async function askInTurn(url: string, tokens: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < TURN_REQUESTS; n++) {
    const { status } = await sendRequest(url, {
      agent,
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
    })
    if (status !== 200) throw new Error(`${url} answered ${status}`)
  }
  agent.destroy()
}

/** Each connection saves a profile of its own over the version that it has read, again and again. */
async function saves(last: number, connections: number, tokens: readonly string[]): Promise<Loaded> {
  const times: number[] = []
  const until = performance.now() + SECONDS * 1000
  const agent = new Agent({ keepAlive: true })
  const save = async (place: number) => {
    const url = `${product.address}/api/profile/${last - place}`
    let turn = place
    const send = async (asked: Parameters<typeof sendRequest>[1]) => {
      turn += connections
      const authorization = `Bearer ${tokens[turn % tokens.length]}`
      const { status, text } = await sendRequest(url, { ...asked, agent, headers: { authorization } })
      if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`)
      return JSON.parse(text) as { updated_at: string; fields: { id: number; name: string }[] }
    }
    let profile = await send({})
    const { id } = profile.fields.find(({ name }) => name === 'company')!
    for (let n = 0; performance.now() < until; n++) {
      const fields = [{ id, value: `ร้านที่ ${n}` }]
      const began = performance.now()
      profile = await send({ method: 'PUT', body: JSON.stringify({ fields, origin_time: profile.updated_at }) })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => save(place)))
  agent.destroy()
  const [p50, p95, p99] = [percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99)]
  return { requests: times.length, perSecond: times.length / SECONDS, p50, p95, p99 }
}

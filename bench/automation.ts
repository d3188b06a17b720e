import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from '@ruam/contract/automations/definition.ts'
import pg from 'pg'
import { workStore } from '../server/automations/work/work-store.ts'
import { createPool } from '../server/database/db.ts'
import type { Core } from '../server/servers/core.ts'
import { startLine } from '../tools/line/server.ts'
import { fillShop, insertAutomation, insertWaiting, message, type Shop, waitDays, waiting } from './automation-data.ts'
import { atMost } from './bars.ts'
import { cpuOf } from './cpu.ts'
import type { Product } from './product.ts'
import { startCounted, watchRest } from './statements.ts'
import { Figures, formatNumber, printFigures } from './table.ts'

// Own work of ROWS due steps of each kind compared with one UPDATE and one INSERT of as many rows, and what an installation does in an idle hour
// with ACTIVE automations and no customer due. The engine runs in this process on one connection, so that its CPU is counted apart from the sender's.

const ROWS = Number(process.env.ROWS ?? 100_000)
const ACTIVE = Number(process.env.ACTIVE ?? 20)
/** Seconds of rest that are measured, and before that. */
const SECONDS = Number(process.env.SECONDS ?? 60)
const SETTLE_SECONDS = Number(process.env.SETTLE_SECONDS ?? 20)
/** Times the floor that a step may cost. */
const MOST_RATIO = 3

const folder = await mkdtemp(join(tmpdir(), 'ruam-automation-'))
const line = await startLine()
const product = await startCounted({ kept: folder, settings: { LINE_API_URL: line.url, RUAM_REWRITE_HOUR: 'off' } })
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl, { max: 1 })
const figures = new Figures()

/** Takes the automations from every worker for a while. */
const LEASED = `insert into automation_engine (store_id, until) select store_id, clock_timestamp() + interval '9 seconds' from store
  on conflict (store_id) do update set until = excluded.until`

interface Spent {
  ms: number
  node: number
  postgres: number
  wal: number
}

try {
  await admin.connect()
  const shop = await fillShop(product, admin, line.state, { people: ROWS, purchases: 2 })
  // Friends of the account are needed by messages alone; here all customers are.
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $2, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', created_at from profile where store_id = $1
     on conflict do nothing`,
    [shop.storeId, shop.channelId],
  )
  await admin.query("update channel_friend set status = 'friend' where store_id = $1", [shop.storeId])
  await admin.query(
    'update broadcast_setting set quiet_from = null, quiet_to = null, weekly_cap = null where store_id = $1',
    [shop.storeId],
  )
  await product.idle()
  product.stopWatching()
  // First: the messages of the steps are sent for a while.
  await measureRest(product, shop)
  await admin.query("update automation set status = 'stopped'")
  await measureSteps(shop)
  printFigures(figures, `${formatNumber(ROWS)} customers`)
} finally {
  await pool.end()
  await admin.end()
  await product.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureSteps(shop: Shop) {
  const visit = { kind: 'activity', activity_type_id: shop.purchase, done: true } as const
  const steps: [string, Step][] = [
    ['wait', waitDays(1, 1)],
    [
      'condition',
      {
        ...{ id: 1, kind: 'condition', yes: [], no: [] },
        condition: {
          kind: 'rule',
          rule: { condition: 'and', rules: [{ ...visit, window: { last: { n: 90, unit: 'day' } } }] },
        },
      },
    ],
    ['label', { id: 1, kind: 'label', label_id: shop.label, value: true }],
    ['value', { id: 1, kind: 'value', field_id: shop.branch, value: 'สาขาใหม่' }],
    ['message, with its recipients', message(shop, 1, 'ขอบคุณ')],
  ]
  for (const [name, step] of steps) {
    const id = await insertAutomation(admin, shop.storeId, { name, definition: waiting(shop, step) }, 'paused')
    await insertRuns(shop, id)
    await admin.query(LEASED)
    await admin.query("update automation set status = 'active' where id = $1", [id])
    const spent = await measured(() => work(shop.storeId))
    const { rows } = await admin.query<{ taken: number }>(
      'select count(*)::int as taken from automation_act where store_id = $1 and automation_id = $2 and step = 1',
      [shop.storeId, id],
    )
    if (rows[0]!.taken !== ROWS) throw new Error(`${name}: ${rows[0]!.taken} of ${ROWS} steps were taken`)
    const floor = await measured(() => writeFloor(shop, id))
    await admin.query("update automation set status = 'stopped' where id = $1", [id])
    await admin.query('delete from automation_run where automation_id = $1', [id])
    await admin.query('vacuum analyze automation_run, automation_act, profile, profile_label, profile_change')
    const each = (one: Spent) => (1000 * (one.node + one.postgres)) / ROWS
    const ratio = each(spent) / each(floor)
    figures.add({
      work: `step ${name}`,
      figure: `${each(spent).toFixed(0)} µs, ${Math.round(spent.wal / ROWS)} bytes of WAL a customer; ${(spent.ms / 1000).toFixed(1)} s`,
      cpu: `${((1000 * spent.node) / ROWS).toFixed(0)} + ${((1000 * spent.postgres) / ROWS).toFixed(0)} µs`,
      floor: `${each(floor).toFixed(0)} µs, ${Math.round(floor.wal / ROWS)} bytes`,
      ratio: ratio.toFixed(1),
      bar: atMost(ratio, MOST_RATIO),
    })
  }
}

async function insertRuns({ storeId }: Shop, automationId: number) {
  await admin.query(
    `with run as (
       insert into automation_run (store_id, automation_id, version, profile_id, entered_at, cause, step, due_at, acts)
       select $1, $2, 1, id, now(), 'inside:1', 1, now() - interval '1 second', 1 from profile where store_id = $1 order by id
       returning id, profile_id, entered_at)
     insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, outcome)
     select $1, id, 1, $2, profile_id, entered_at, 'entered', 'inside:1' from run`,
    [storeId, automationId],
  )
}

/** Takes everything that is due. The lease was given until now, so that the product's own worker is not first. */
async function work(storeId: number) {
  await admin.query('update automation_engine set until = null')
  const core = { pool, config: { secretKey: 'of the bench' }, jobs: { enqueue: async () => {} } } as unknown as Core
  await workStore(core, storeId, new AbortController().signal)
}

/** As many rows by one UPDATE and one INSERT, as the application. */
async function writeFloor({ storeId }: Shop, automationId: number) {
  const client = await pool.connect()
  try {
    await client.query(`begin; select set_config('ruam.store_id', '${storeId}', true)`)
    await client.query(
      `update automation_run set step = 9, due_at = due_at + interval '30 days', waits_for = null, acts = acts + 1
       where store_id = $1 and automation_id = $2`,
      [storeId, automationId],
    )
    await client.query(
      `insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, step, outcome)
       select store_id, id, acts, automation_id, profile_id, now(), 'wait', 9, 'done' from automation_run
       where store_id = $1 and automation_id = $2`,
      [storeId, automationId],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Milliseconds of CPU of this process and of its only connection, and bytes of WAL. */
async function measured(act: () => Promise<void>): Promise<Spent> {
  await admin.query('checkpoint')
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]!.pid
  const wal = async () =>
    Number((await admin.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0]!.bytes)
  const [own, postgres, from, began] = [process.cpuUsage(), cpuOf(pid), await wal(), performance.now()]
  await act()
  const { user, system } = process.cpuUsage(own)
  return {
    ...{ ms: performance.now() - began, node: (user + system) / 1000, postgres: cpuOf(pid) - postgres },
    wal: (await wal()) - from,
  }
}

/** Compares an hour of rest without automations to one with some that wait for something. */
async function measureRest(counted: Product, shop: Shop) {
  await sleep(SETTLE_SECONDS * 1000)
  const without = await watchRest(counted, SECONDS)
  await insertWaiting(admin, shop, ACTIVE)
  await sleep(SETTLE_SECONDS * 1000)
  const having = await watchRest(counted, SECONDS)
  const hourly = (count: number) => (count * 3600) / SECONDS
  const calls = ({ statements }: typeof having) => hourly(statements.reduce((sum, one) => sum + one.calls, 0))
  const cpu = ({ node, postgres }: typeof having) => hourly(node + postgres) / 1000
  figures.add(
    {
      work: `statements of an idle hour, ${ACTIVE} automations`,
      ...{ figure: formatNumber(calls(having)), floor: `${formatNumber(calls(without))} without` },
      ratio: (calls(having) / calls(without)).toFixed(2),
    },
    {
      work: `CPU of an idle hour, ${ACTIVE} automations`,
      ...{ figure: `${cpu(having).toFixed(0)} s`, floor: `${cpu(without).toFixed(0)} s without` },
      ratio: (cpu(having) / cpu(without)).toFixed(2),
    },
  )
  const before = new Map(without.statements.map((one) => [one.text, one.calls]))
  for (const { text, calls: count, ms } of having.statements)
    if (count > (before.get(text) ?? 0) + SECONDS / 10)
      console.log(
        `${formatNumber(hourly(count - (before.get(text) ?? 0)))} more an hour, ${(ms / count).toFixed(2)} ms each: ${text}`,
      )
}

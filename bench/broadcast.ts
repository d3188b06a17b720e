import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { audienceOf } from '../server/broadcasts/audience/audience.ts'
import type { ArmDraw, Draw } from '../server/broadcasts/audience/draw.ts'
import { freezeAudience } from '../server/broadcasts/sending/begin.ts'
import { settingsOf } from '../server/broadcasts/settings/queries.ts'
import { createPool, inStore } from '../server/database/db.ts'
import { startLine } from '../tools/line/server.ts'
import { addChannel } from '../tools/line/state.ts'
import { cpuOf } from './cpu.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, percentile, printFigures, timed } from './table.ts'

// Measures a broadcast to half of the customers: the freeze compared with INSERT..SELECT of the same rows, the own work of a chunk without LINE's time, the
// memory of all processes of Node in each phase, and the calls of the composer.

const ROWS = Number(process.env.ROWS ?? 200_000)
const RECIPIENTS = Math.floor(ROWS / 2)
const CALLS = 60
/** Freezes of each kind. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** People who get a message of their own. */
const PERSONAL = Math.min(Number(process.env.PERSONAL ?? 10_000), RECIPIENTS)

const line = await startLine()
const product = await startProduct({ settings: { LINE_API_URL: line.url } })
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl)
const figures = new Figures()
/** Undoes what is measured. */
class Undone extends Error {}
/** Statements, milliseconds, milliseconds of CPU of PostgreSQL, and bytes of WAL. */
interface Taken {
  statements: number
  ms: number
  cpu: number
  wal: number
}

/** Lets 6 % of the recipients buy within two weeks of a broadcast of 20 days ago. */
async function addPurchases(storeId: number, id: number): Promise<void> {
  await admin.query(`update broadcast set started_at = now() - interval '20 days' where store_id = $1 and id = $2`, [
    storeId,
    id,
  ])
  await admin.query(
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, r.profile_id, t.id, now() - interval '19 days' + make_interval(mins => r.position % 17000),
       jsonb_build_object(f.id::text, 80 + r.position % 900)
     from broadcast_recipient r join activity_field f on f.store_id = $1 and f.purpose = 'amount'
     join activity_type t on t.store_id = $1 and f.id = any(t.field_ids)
     where r.store_id = $1 and r.broadcast_id = $2 and r.position % 100 < 6`,
    [storeId, id],
  )
}

try {
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = rows[0]!.store_id
  await fillStore(admin, storeId, ROWS)
  const channel = addChannel(line.state, { quota: null })
  const account = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const channelId = account.id as number
  const purpose = await product.call('POST', '/privacy/purpose', { name: 'ข่าวสาร', description: '' })
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $2, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() from profile where store_id = $1 order by id limit $3`,
    [storeId, channelId, RECIPIENTS],
  )
  await admin.query(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values ($1, 'send', false, false, '{}')`,
    [storeId],
  )
  await analyzeIfRequested(admin)
  const chosen = { type: 'lineOA' as const, channel_id: channelId }
  const target = {
    type: 'all_friends' as const,
    include: { condition: 'or' as const, label_ids: [] },
    exclude: { label_ids: [] },
    profile_ids: [],
    rule: null,
    failed_of: null,
    with_held_out: false,
    not_clicked: false,
    messaged: false,
    limit: { max: null, up_to_remaining_quota: false },
  }

  /** Freezes the audience and undoes it. Returns what that took. */
  const freezeOnce = (draw: Draw | null, arms: ArmDraw | null): Promise<Taken> =>
    inStore(pool, storeId, async (db) => {
      const settings = await settingsOf(db, storeId)
      const audience = await audienceOf(db, storeId, {
        ...{ account: chosen, target, purposeId: purpose.id as number, settings },
      })
      const spent = async () => {
        const { rows: now } = await sql<{ pid: number; wal: string }>`
          select pg_backend_pid() as pid, pg_current_wal_insert_lsn() - '0/0' as wal`.execute(db)
        return { cpu: cpuOf(now[0]!.pid), wal: Number(now[0]!.wal) }
      }
      let statements = 0
      const counted = db.withPlugin({
        transformQuery({ node }) {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const before = await spent()
      const [ms] = await timed(() => freezeAudience(counted, storeId, 1_000_000, { rows: audience!.rows, draw, arms }))
      const after = await spent()
      throw Object.assign(new Undone(), { statements, ms, cpu: after.cpu - before.cpu, wal: after.wal - before.wal })
    }).catch((error: Undone & Taken) => {
      if (!(error instanceof Undone)) throw error
      return error
    })
  const copyOnce = async () => {
    await admin.query('begin')
    const [ms] = await timed(() =>
      admin.query(
        `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason)
         select store_id, 1000000, row_number() over (), profile_id, external_id, 'queued', null from channel_friend where store_id = $1`,
        [storeId],
      ),
    )
    await admin.query('rollback')
    return ms
  }
  const copied: number[] = []
  const freezes = [
    { work: 'nobody held out', draw: null, arms: null, taken: [] as Taken[] },
    { work: '10 % held out', draw: { share: 10, seed: '-8147296450116927381' }, arms: null, taken: [] as Taken[] },
    {
      work: 'two texts',
      draw: null,
      arms: { share: 10, seed: '5120984760431297', most: null },
      taken: [] as Taken[],
    },
  ]
  for (let n = 0; n < ROUNDS; n++) {
    copied.push(await copyOnce())
    for (const { draw, arms, taken } of n % 2 ? freezes : freezes.toReversed()) taken.push(await freezeOnce(draw, arms))
  }
  const floor = Math.min(...copied)
  for (const { work, taken } of freezes) {
    const all = (of: keyof Taken) => taken.map((one) => one[of]).sort((a, b) => a - b)
    const least = (of: keyof Taken) => all(of)[0]!
    const cpu = all('cpu')
    figures.add({
      work: `freeze of ${formatNumber(RECIPIENTS)}, ${work}`,
      figure: `${least('statements')} statements, ${formatNumber(least('ms'))} ms, CPU ${formatNumber(cpu[0]!)} to ${formatNumber(cpu.at(-1)!)} ms, median ${formatNumber(percentile(cpu, 0.5))}, WAL ${(least('wal') / RECIPIENTS).toFixed(0)} bytes a person`,
      floor: `${formatNumber(floor)} ms INSERT..SELECT`,
      ratio: (floor / least('ms')).toFixed(2),
    })
  }

  const draft = await product.call('POST', '/broadcast', {
    ...{ name: 'ลดฤดูหนาว', channel: chosen, purpose_id: purpose.id, target },
    messages: [{ type: 'text', text: 'สวัสดี' }],
  })
  const id = draft.id as number
  const p95 = async (work: string, floorMs: number, method: string, path: string, body?: unknown) => {
    const taken: number[] = []
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now()
      await product.call(method, path, body)
      taken.push(performance.now() - began)
      // Within the limit of calls.
      await sleep(60)
    }
    const ms = percentile(taken, 0.95)
    figures.add({ work, figure: `p95 ${ms.toFixed(1)} ms`, floor: `${floorMs} ms`, ratio: (floorMs / ms).toFixed(2) })
  }
  await p95('list', 30, 'GET', '/broadcast')
  await p95('usage', 30, 'POST', '/broadcast/usage', { channel: chosen })
  await p95('target of all friends', 300, 'POST', '/broadcast/target', {
    channel: chosen,
    target,
    purpose_id: purpose.id,
  })

  const sendWhole = async ({ id, updated_at }: { id?: unknown; updated_at?: unknown }) => {
    const idle = product.cpu()
    const wal = await admin.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    const [whole] = await timed(async () => {
      await product.call('PUT', '/broadcast', { id, origin_time: updated_at, status: 'pending' })
      for (;;) {
        const now = await product.call('GET', `/broadcast/${id}`)
        if (now.status === 'published') return
        if (now.status !== 'pending') throw new Error(`The broadcast is ${now.status}`)
        await sleep(500)
      }
    })
    const cpu = product.cpu()
    const sent = await admin.query<{ chunks: number; line: number; ms: number; wal: number }>(
      `select (select count(*)::int from broadcast_chunk where store_id = $1 and broadcast_id = b.id) as chunks,
         (select sum(latency_ms)::float from online_log where store_id = $1 and direction = 'out' and event_type = 'broadcast'
           and at >= b.started_at) as line,
         extract(epoch from finished_at - started_at)::float * 1000 as ms, (pg_current_wal_lsn() - $3::pg_lsn)::float as wal
       from broadcast b where store_id = $1 and id = $2`,
      [storeId, id, wal.rows[0]!.at],
    )
    return { ...sent.rows[0]!, whole, node: cpu.node - idle.node, postgres: cpu.postgres - idle.postgres }
  }
  const memory = (phase: string, bar?: number) => {
    const peak = product.peakMemory()
    product.restartPeak()
    figures.add({
      work: `memory of all processes of Node, at most, ${phase}`,
      figure: `${formatNumber(peak)} MB`,
      floor: bar ? `${bar} MB` : '',
      ratio: bar ? (bar / peak).toFixed(2) : '',
    })
  }
  memory('before anything was sent')
  const { chunks, line: atLine, ms, whole, ...cost } = await sendWhole(draft)
  memory('messages to 500 at once', 250)
  const own = (ms - atLine) / chunks
  const spent = (cost.node + cost.postgres) / chunks
  figures.add({
    work: `own work of a chunk of 500, of ${formatNumber(chunks)}`,
    figure: `${own.toFixed(1)} ms, ${spent.toFixed(1)} ms of CPU`,
    floor: '50 ms',
    ratio: (50 / own).toFixed(2),
  })
  figures.add({
    work: `${formatNumber(RECIPIENTS)} people, from the schedule to the end`,
    figure: `${(whole / 1000).toFixed(1)} s, LINE ${(atLine / 1000).toFixed(1)} s`,
    floor: '',
    ratio: '',
  })
  const personal = await product.call('POST', '/broadcast', {
    ...{ name: 'ลดฤดูหนาว', channel: chosen, purpose_id: purpose.id },
    target: { ...target, limit: { max: PERSONAL, up_to_remaining_quota: false } },
    holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
    messages: [
      { type: 'text', text: `สวัสดี ${WORD_MARK} https://shop.example/a`, words: [{ field_id: 1, fallback: 'ลูกค้า' }] },
    ],
  })
  const pushed = await sendWhole(personal)
  memory('messages of their own', 250)
  figures.add({
    work: `a message of its own, of ${formatNumber(pushed.chunks)}, with a link`,
    figure: `Node ${(pushed.node / PERSONAL).toFixed(2)} ms, PostgreSQL ${(pushed.postgres / PERSONAL).toFixed(2)} ms of CPU, ${formatNumber(Math.round(pushed.wal / PERSONAL))} B of WAL`,
    floor: '',
    ratio: '',
  })
  figures.add({
    work: `${formatNumber(PERSONAL)} messages of their own, from the freeze to the end`,
    figure: `${(pushed.ms / 1000).toFixed(1)} s, ${formatNumber(Math.round((PERSONAL * 1000) / pushed.ms))} a second`,
    floor: '',
    ratio: '',
  })
  await p95('detail', 30, 'GET', `/broadcast/${id}`)
  await p95('recipients', 30, 'GET', `/broadcast/${id}/recipient?limit=20`)
  await addPurchases(storeId, id)
  await p95('effect, with a purchase of 6 %', 300, 'GET', `/broadcast/${id}/effect`)
  memory('detail, recipients and effect')
  const accepted = new Set(line.state.accepted.map(({ userId }) => userId))
  const drawn = RECIPIENTS - ((await product.call('GET', `/broadcast/${id}`)).held_out as number)
  if (line.state.accepted.length !== drawn + PERSONAL || accepted.size < drawn)
    throw new Error(`LINE accepted ${line.state.accepted.length} messages for ${accepted.size} of ${drawn} people`)
  printFigures(figures, `${formatNumber(RECIPIENTS)} recipients among ${formatNumber(ROWS)} customers`)
} finally {
  await pool.end()
  await admin.end()
  await product.stop()
  await line.stop()
}

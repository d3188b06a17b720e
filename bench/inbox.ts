import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startLine } from '../tools/line/server.ts'
import { addChannel, addFriend } from '../tools/line/state.ts'
import { bodyOf, signatureOf, textMessage } from '../tools/line/webhooks.ts'
import { atMost } from './bars.ts'
import { importWithoutEnd } from './endless-import.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, percentile, printFigures, spreadOf, timed } from './table.ts'

// Measures LINE webhooks at a steady rate during an endless import, searches of a full online log, and an erasure before and after the log is
// filled. RATE: events per second. SECONDS: duration of the load. ROWS: profiles, and entries of the log.

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const RATE = Number(process.env.RATE ?? 200)
const SECONDS = Number(process.env.SECONDS ?? 60)
const PROFILES = Math.min(ROWS, 200_000)
const USERS = 2000
const SEARCHES = 60
const TICK_MS = 50

const line = await startLine()
const product = await startProduct({ settings: { LINE_API_URL: line.url } })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures = new Figures()

try {
  await admin.connect()
  const storeId = (await admin.query<{ store_id: number }>('select store_id from store')).rows[0]!.store_id
  await fillStore(admin, storeId, PROFILES)
  const channel = addChannel(line.state)
  const made = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const account = { id: made.id as number, url: (made.webhook as { url: string }).url }
  const address = product.address + new URL(account.url).pathname
  const users = Array.from({ length: USERS }, () => addFriend(channel).userId)
  await product.idle()

  const imported = await importWithoutEnd(product, 100_000)
  await sleep(3000)
  const taken: number[] = []
  const refused: number[] = []
  const sent: Promise<void>[] = []
  const send = async () => {
    const body = bodyOf(channel, [textMessage(line.state, users[sent.length % USERS]!, 'สวัสดีค่ะ')])
    const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
    const began = performance.now()
    const reply = await fetch(address, { method: 'POST', headers, body })
    await reply.text()
    taken.push(performance.now() - began)
    if (reply.status !== 200) refused.push(reply.status)
  }
  const began = performance.now()
  for (let ms = 0; ms < SECONDS * 1000; ms = performance.now() - began) {
    while (sent.length < (ms / 1000) * RATE) sent.push(send())
    await sleep(TICK_MS)
  }
  await Promise.all(sent)
  const perSecond = await imported.stop()
  const [drained] = await timed(() => emptied(storeId))
  const kept = await admin.query<{ n: number }>('select count(*)::int as n from online_log where store_id = $1', [
    storeId,
  ])
  figures.add(
    {
      work: `${RATE} webhooks a second for ${SECONDS} s beside an import of ${formatNumber(perSecond)} rows/s`,
      figure: `p50 ${formatNumber(percentile(taken, 0.5))} ms, p99 ${formatNumber(percentile(taken, 0.99))} ms`,
      floor: '',
      ratio: '',
      ...spreadOf(taken, 0),
      bar: atMost(percentile(taken, 0.99), 500, 'ms p99'),
    },
    {
      work: `${formatNumber(sent.length)} events: ${formatNumber(sent.length - kept.rows[0]!.n)} lost, ${refused.length} refused`,
      figure: `inbox empty ${formatNumber(drained)} ms after the import`,
      floor: '',
      ratio: '',
      bar: atMost(drained, 60_000, 'ms'),
    },
  )

  await product.idle()
  const [before] = await timed(() => eraseOne(storeId))
  await admin.query(
    `insert into online_log (store_id, at, source, channel_id, direction, event_type, external_id, user_id, status, profile_id)
     select $1, now() - random() * interval '89 days', 'line', $2, 'in', 'message', 'bench' || n, 'U' || lpad(to_hex(n % 50000), 32, '0'), 'done',
       (select min(id) from profile where store_id = $1) + n % $4 from generate_series(1, $3::int) n`,
    [storeId, account.id, ROWS, PROFILES],
  )
  await admin.query(
    `insert into online_log_payload (store_id, log_id, payload)
     select store_id, id, '{"type": "message"}' from online_log l where store_id = $1
       and not exists (select from online_log_payload p where p.store_id = $1 and p.log_id = l.id)`,
    [storeId],
  )
  await analyzeIfRequested(admin)
  const [after] = await timed(() => eraseOne(storeId))
  figures.add({
    work: `erasure of a customer beside ${formatNumber(ROWS)} entries of the log`,
    figure: `${formatNumber(after)} ms`,
    floor: `${formatNumber(before)} ms with the entries of the rush alone`,
    ratio: (before / after).toFixed(2),
  })
  for (const [work, query] of Object.entries({
    'the newest entries': '',
    'those of one account': `channel_id=${account.id}`,
    'those that failed': 'status=failed',
    'a customer by phone': `keyword=${await phoneOf(storeId)}`,
    'an event by its id': 'keyword=bench4242',
    'the 200th page': 'offset=9950&limit=50',
  })) {
    const found: number[] = []
    for (let n = 0; n < SEARCHES; n++) {
      const [ms] = await timed(() => product.call('GET', `/online-log/search?${query}`))
      found.push(ms)
      // Within the limit of calls.
      await sleep(60)
    }
    const p95 = percentile(found, 0.95)
    figures.add({
      work: `search of ${formatNumber(ROWS)} entries: ${work}`,
      figure: `p50 ${percentile(found, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      floor: '',
      ratio: '',
      ...spreadOf(found),
      bar: atMost(p95, 100, 'ms p95'),
    })
  }
  printFigures(figures, `${formatNumber(PROFILES)} customers`)
} finally {
  await admin.end()
  await product.stop()
  await line.stop()
}

async function emptied(storeId: number): Promise<void> {
  for (;;) {
    const { rows } = await admin.query('select from inbox where store_id = $1 limit 1', [storeId])
    if (rows.length === 0) return
    await sleep(20)
  }
}

/** Erases a customer and waits until the erasure has ended. */
async function eraseOne(storeId: number): Promise<void> {
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 and deleted_at is null order by id limit 1',
    [storeId],
  )
  const { job_id } = await product.call('POST', `/profile/${rows[0]!.id}/erase`, { confirm: true })
  for (;;) {
    const { status } = await product.call('GET', `/job/${job_id}`)
    if (status === 'completed') return
    if (status === 'failed') throw new Error('The erasure failed')
    await sleep(50)
  }
}

async function phoneOf(storeId: number): Promise<string> {
  const { rows } = await admin.query<{ phone: string }>(
    'select phone from profile where store_id = $1 and deleted_at is null and phone is not null order by id limit 1',
    [storeId],
  )
  return encodeURIComponent(rows[0]!.phone)
}

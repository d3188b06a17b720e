import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { audienceOf } from '../server/broadcasts/audience/audience.ts'
import { newTarget } from '../server/broadcasts/calls/written.ts'
import { freezeAudience } from '../server/broadcasts/sending/begin.ts'
import { CHUNK_SIZE, nextRecipients } from '../server/broadcasts/sending/check-again.ts'
import { beginTries, insertChunk } from '../server/broadcasts/sending/chunks.ts'
import { settingsOf } from '../server/broadcasts/settings/queries.ts'
import { createPool, inStore } from '../server/database/db.ts'
import { byIndexes } from '../server/database/plans.ts'
import { cpuOf } from './cpu.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Measures friends who are not customers as people of a broadcast: freeze, checks before the calls and the list of calls, against as many customers.

const HALF = Number(process.env.ROWS ?? 10_000)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const BODY = Buffer.from(JSON.stringify({ to: Array.from({ length: CHUNK_SIZE }, () => 'U'.padEnd(33, '0')) }))

interface Taken {
  statements: number
  cpu: number
  wal: number
  ms: number
}

const product = await startProduct({})
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl)
const figures = new Figures()
class Undone extends Error {
  readonly taken: Taken[]
  constructor(taken: Taken[]) {
    super()
    this.taken = taken
  }
}

try {
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = rows[0]!.store_id
  await fillStore(admin, storeId, 2 * HALF)
  // Account 1: customers. Account 2: as many friends who are none as well. Account 3: twice as many customers.
  const addCustomers = (channel: number, count: number) =>
    admin.query(
      `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $2, 'U' || md5(id::text), id, 'friend', now() from profile where store_id = $1 order by id limit $3`,
      [storeId, channel, count],
    )
  await addCustomers(900_001, HALF)
  await addCustomers(900_002, HALF)
  await addCustomers(900_003, 2 * HALF)
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, status, since)
     select $1, 'lineOA', 900002, 'U' || md5('friend ' || n), 'friend', now() from generate_series(1, $2::int) n`,
    [storeId, HALF],
  )
  await admin.query('analyze')

  const playOnce = (channel: number): Promise<Taken[]> =>
    inStore(pool, storeId, async (db) => {
      const settings = await settingsOf(db, storeId)
      const account = { type: 'lineOA' as const, channel_id: channel }
      const audience = await audienceOf(db, storeId, { account, target: newTarget, purposeId: null, settings })
      let statements = 0
      const counted = db.withPlugin({
        transformQuery({ node }) {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const spent = async () => {
        const { rows: now } = await sql<{ pid: number; wal: string }>`
          select pg_backend_pid() as pid, pg_current_wal_insert_lsn() - '0/0' as wal`.execute(db)
        return { cpu: cpuOf(now[0]!.pid), wal: Number(now[0]!.wal), ms: performance.now() }
      }
      const taken: Taken[] = []
      const measure = async (work: () => Promise<unknown>) => {
        statements = 0
        const before = await spent()
        await work()
        const after = await spent()
        taken.push({
          statements,
          cpu: after.cpu - before.cpu,
          wal: after.wal - before.wal,
          ms: after.ms - before.ms,
        })
      }
      const broadcastId = 1_000_000
      await measure(() =>
        freezeAudience(counted, storeId, broadcastId, { rows: audience!.rows, draw: null, arms: null }),
      )
      await byIndexes(db)
      await measure(async () => {
        for (;;) {
          const found = await nextRecipients(counted, {
            ...{ storeId, broadcastId, channelId: channel, purposeId: null, skipsUnknown: false },
            ...{ weeklyCap: settings.weekly_cap, compulsory: false, most: CHUNK_SIZE, last: 2 ** 31 - 1 },
          })
          if (found.length === 0) return
          if (found.some(({ reason }) => reason !== null)) throw new Error('A recipient was left out')
          const positions = found.map(({ position }) => position)
          const id = await insertChunk(counted, { storeId, broadcastId }, positions, BODY)
          await beginTries(counted, { storeId, broadcastId }, [id])
        }
      })
      throw new Undone(taken)
    }).catch((error: Error) => {
      if (error instanceof Undone) return error.taken
      throw error
    })

  const accounts = [
    { who: `${formatNumber(HALF)} customers`, channel: 900_001, people: HALF, taken: [] as Taken[][] },
    {
      who: `${formatNumber(HALF)} customers and as many friends`,
      channel: 900_002,
      people: 2 * HALF,
      taken: [] as Taken[][],
    },
    { who: `${formatNumber(2 * HALF)} customers`, channel: 900_003, people: 2 * HALF, taken: [] as Taken[][] },
  ]
  for (let n = 0; n < ROUNDS; n++)
    for (const { channel, taken } of n % 2 ? accounts : accounts.toReversed()) taken.push(await playOnce(channel))
  for (const { who, people, taken } of accounts)
    for (const [place, work] of ['freeze', 'checks and calls'].entries()) {
      const all = (of: keyof Taken) => taken.map((one) => one[place]![of]).sort((a, b) => a - b)
      const cpu = all('cpu')
      figures.add({
        work: `${work}, ${who}`,
        figure: `${all('statements')[0]} statements, CPU ${cpu[0]} to ${cpu.at(-1)} ms, median ${formatNumber(percentile(cpu, 0.5))}, WAL ${(all('wal')[0]! / people).toFixed(0)} bytes a person`,
        floor: '',
        ratio: '',
      })
    }
  printFigures(figures, `${ROUNDS} rounds, undone`)
} finally {
  await pool.end()
  await admin.end()
  await product.stop()
}

import { sql } from 'kysely'
import pg from 'pg'
import { groupsOf } from '../server/broadcasts/effect/groups.ts'
import { manyGroups } from '../server/broadcasts/effect/many-groups.ts'
import { createPool, type Db, inStore } from '../server/database/db.ts'
import { cpuOf } from './cpu.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, printFigures, timed } from './table.ts'

// Measures what the effects of ten broadcasts cost the database: read one after the other, as their pages do, and by the list's one statement.
// Broadcasts are three days apart, so that most purchases count for several.

const ROWS = Number(process.env.ROWS ?? 200_000)
const BROADCASTS = 10
const ROUNDS = 5

const product = await startProduct({})
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl)
const figures = new Figures()

interface Taken {
  ms: number
  cpu: number
}

try {
  await admin.connect()
  const { rows: stores } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = stores[0]!.store_id
  await fillStore(admin, storeId, ROWS)
  const { rows } = await admin.query<{ id: number; channel_id: number; started_at: string }>(
    `insert into broadcast (store_id, name, status, channel_id, target, messages, quick_replies, stop_reply, notification_disabled, author_ids,
       frozen_at, started_at, finished_at, accepted, holdout_share)
     select $1, 'ลดฤดูหนาว ' || n, 'published', 1, '{}', '[]', '[]', true, false, '{}', t, t, t, 1, 10
     from generate_series(1, $2::int) n, lateral (select now() - make_interval(days => 15 + 3 * n) as t) at returning id, channel_id, started_at::text`,
    [storeId, BROADCASTS],
  )
  const ids = rows.map(({ id }) => id)
  await admin.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason, held_out)
     select $1, b, row_number() over (partition by b order by p.id), p.id, 'U' || p.id, case when h.held then 'skipped' else 'accepted' end,
       case when h.held then 'held_out' end, h.held
     from unnest($2::int[]) b join profile p on p.store_id = $1 and p.id % 2 = 0
     cross join lateral (select hashint8extended(p.id, b) % 10 = 0 as held) h`,
    [storeId, ids],
  )
  const { rows: fields } = await admin.query<{ field: number; type: number }>(
    `select f.id as field, t.id as type from activity_field f join activity_type t on t.store_id = f.store_id and f.id = any(t.field_ids)
     where f.store_id = $1 and f.purpose = 'amount' limit 1`,
    [storeId],
  )
  const { field, type } = fields[0]!
  // A tenth of the customers buys each ten days.
  await admin.query(
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, p.id, $2, now() - make_interval(mins => (p.id * 7919 % 86400)::int + 1440 * 5), jsonb_build_object($3::text, 80 + p.id % 900)
     from profile p where p.store_id = $1 and p.id % 10 < 6`,
    [storeId, type, String(field)],
  )
  await analyzeIfRequested(admin)
  const measured = rows.map((row) => ({ ...row, measure_ended_at: null }))
  const purchases = { field, types: [type] }

  async function take(work: (db: Db) => Promise<unknown>): Promise<Taken> {
    return inStore(pool, storeId, async (db) => {
      const spent = async () => {
        const { rows: now } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        return cpuOf(now[0]!.pid, true)
      }
      // Processes of a parallel plan are not counted as the backend’s.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(db)
      const before = await spent()
      const [ms] = await timed(() => work(db))
      const after = await spent()
      return { ms, cpu: after - before }
    })
  }
  const ways = [
    {
      work: `${BROADCASTS} effects, one after the other`,
      taken: [] as Taken[],
      read: async (db: Db) => {
        for (const one of measured) await groupsOf(db, storeId, one, purchases)
      },
    },
    {
      work: `${BROADCASTS} effects by one statement`,
      taken: [] as Taken[],
      read: (db: Db) => manyGroups(db, storeId, measured, purchases),
    },
  ]
  for (let round = 0; round < ROUNDS; round++) for (const { taken, read } of ways) taken.push(await take(read))
  const median = (taken: readonly Taken[], of: keyof Taken) =>
    taken.map((one) => one[of]).toSorted((one, other) => one - other)[Math.floor(taken.length / 2)]!
  const floor = median(ways[0]!.taken, 'cpu')
  for (const { work, taken } of ways) {
    const cpu = taken.map((one) => one.cpu)
    figures.add({
      work,
      figure: `CPU ${formatNumber(median(taken, 'cpu'))} ms (${Math.min(...cpu)}–${Math.max(...cpu)})`,
      floor: `${formatNumber(floor)} ms one after the other`,
      ratio: (floor / median(taken, 'cpu')).toFixed(2),
    })
  }
  printFigures(figures, `${formatNumber(ROWS)} customers, broadcasts to half of them, three days apart`)
} finally {
  await admin.end()
  await pool.end()
  await product.stop()
}

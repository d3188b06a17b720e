import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { audienceOf } from '../server/broadcasts/audience/audience.ts'
import { countAudience } from '../server/broadcasts/audience/count.ts'
import { newTarget } from '../server/broadcasts/calls/written.ts'
import { settingsOf } from '../server/broadcasts/settings/queries.ts'
import { countRestricted, countWithdrawn } from '../server/broadcasts/to-all/friends.ts'
import { createPool, type Db, inStore } from '../server/database/db.ts'
import { cpuOf } from './cpu.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Measures what is counted before LINE sends to everyone, against the count of an audience of the same friends.

const FRIENDS = Number(process.env.ROWS ?? 200_000)
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CHANNEL = 900_001

const product = await startProduct({})
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl)
const figures = new Figures()

try {
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = rows[0]!.store_id
  await fillStore(admin, storeId, FRIENDS)
  const purpose = await admin.query<{ id: number }>(
    `insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id`,
    [storeId],
  )
  const purposeId = purpose.rows[0]!.id
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $2, 'U' || md5(id::text), id, 'friend', now() from profile where store_id = $1`,
    [storeId, CHANNEL],
  )
  // A tenth answered, a third of these withdrew, and 1 in 50 stopped.
  await admin.query(
    `insert into consent_entry (store_id, profile_id, purpose_id, status, source)
     select $1, id, $2, case when id % 3 = 0 then 'withdrawn' else 'granted' end, 'user' from profile where store_id = $1 and id % 10 = 0`,
    [storeId, purposeId],
  )
  await admin.query(
    `insert into line_stop (store_id, user_id) select $1, 'U' || md5(id::text) from profile where store_id = $1 and id % 50 = 1`,
    [storeId],
  )
  await admin.query(`update profile set restricted_at = now() where store_id = $1 and id % 20000 = 0`, [storeId])
  await admin.query('analyze')

  const works: { work: string; run: (db: Db) => Promise<unknown>; cpu: number[]; ms: number[]; found: unknown }[] = [
    {
      work: 'friends who are restricted',
      run: (db) => countRestricted(db, storeId, CHANNEL),
      ...{ cpu: [], ms: [], found: undefined },
    },
    {
      work: 'friends who withdrew or stopped',
      run: (db) => countWithdrawn(db, storeId, { channelId: CHANNEL, purposeId }),
      ...{ cpu: [], ms: [], found: undefined },
    },
    {
      work: 'audience of all friends',
      async run(db) {
        const account = { type: 'lineOA' as const, channel_id: CHANNEL }
        const settings = await settingsOf(db, storeId)
        const audience = await audienceOf(db, storeId, { account, target: newTarget, purposeId, settings })
        return (await countAudience(db, audience!.rows)).target
      },
      ...{ cpu: [], ms: [], found: undefined },
    },
  ]
  for (let n = 0; n < ROUNDS; n++)
    for (const one of n % 2 ? works : works.toReversed())
      await inStore(pool, storeId, async (db) => {
        const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        const [before, began] = [cpuOf(own[0]!.pid), performance.now()]
        one.found = await one.run(db)
        one.cpu.push(cpuOf(own[0]!.pid) - before)
        one.ms.push(performance.now() - began)
      })
  for (const { work, cpu, ms, found } of works) {
    const [sorted, took] = [cpu, ms].map((all) => all.toSorted((a, b) => a - b))
    figures.add({
      work: `${work}, ${formatNumber(FRIENDS)} friends`,
      figure: `CPU ${sorted![0]} to ${sorted!.at(-1)} ms, median ${percentile(sorted!, 0.5)}; ${formatNumber(took![0]!)} ms at least; ${formatNumber(Number(found))} found`,
      floor: '',
      ratio: '',
    })
  }
  printFigures(figures, `${ROUNDS} rounds`)
} finally {
  await pool.end()
  await admin.end()
  await product.stop()
}

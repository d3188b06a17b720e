import { sql } from 'kysely'
import pg from 'pg'
import { saveFollowers } from '../server/channels/followers/save-followers.ts'
import { claimNameless } from '../server/channels/friends/names.ts'
import { friendCounts } from '../server/channels/friends/queries.ts'
import { createPool, type Db, inStore } from '../server/database/db.ts'
import type { Core } from '../server/servers/core.ts'
import { cpuOf } from './cpu.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Measures LINE's list of friends: its first reading, the daily one, and the claims of names, as the server's functions do them.

const FRIENDS = Number(process.env.ROWS ?? 20_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const PAGE = 1000
interface Taken {
  cpu: number
  node: number
  wal: number
}

class Undone extends Error {}

const product = await startProduct({})
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl)
const figures = new Figures()
const taken = new Map<string, { of: number; unit: string; all: Taken[] }>()

try {
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = rows[0]!.store_id
  const { rows: made } = await admin.query<{ id: number }>(
    `insert into channel (store_id, type, external_id, name, secret, secret_end, webhook, webhook_hash)
     values ($1, 'lineOA', '2000000001', 'bench', '', '', '', 'bench') returning id`,
    [storeId],
  )
  const account = { id: made[0]!.id, type: 'lineOA' as const }
  const ids = (
    await admin.query<{ id: string }>(`select 'U' || md5(n::text) as id from generate_series(1, $1::int) n`, [FRIENDS])
  ).rows.map(({ id }) => id)
  const pages = Array.from({ length: Math.ceil(FRIENDS / PAGE) }, (_, n) => ids.slice(n * PAGE, (n + 1) * PAGE))
  const core = { config: { secretKey: 'k'.repeat(64) }, jobs: { enqueue: async () => {} } } as unknown as Core

  for (let n = 0; n < ROUNDS; n++)
    await inStore(pool, storeId, async (db) => {
      const measure = async (work: string, of: number, unit: string, act: () => Promise<unknown>) => {
        const before = await spent(db)
        await act()
        const after = await spent(db)
        const known = taken.get(work) ?? { of, unit, all: [] }
        known.all.push({
          cpu: after.cpu - before.cpu,
          node: after.node - before.node,
          wal: after.wal - before.wal,
        })
        taken.set(work, known)
      }
      const read = async () => {
        for (const page of pages) await saveFollowers(core, db, storeId, account, page)
      }
      await measure('first reading', FRIENDS, 'friend', read)
      await measure('daily reading', FRIENDS, 'friend', read)
      await measure('counts of the account', 1, 'call', () => friendCounts(db, storeId, [account.id]))
      await measure('a claim of 50 names', 1, 'claim', () => claimNameless(db, storeId, 50))
      throw new Undone()
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })

  for (const [work, { of, unit, all }] of taken) {
    const spread = (key: keyof Taken) => {
      const sorted = all.map((one) => one[key]).sort((a, b) => a - b)
      return { least: sorted[0]!, median: percentile(sorted, 0.5), most: sorted.at(-1)! }
    }
    const [cpu, node, wal] = [spread('cpu'), spread('node'), spread('wal')]
    figures.add({
      work: `${work}, ${formatNumber(FRIENDS)} friends`,
      figure: `PostgreSQL ${cpu.least} to ${cpu.most} ms, median ${cpu.median}; Node ${node.least} to ${node.most} ms; WAL ${(wal.least / of).toFixed(0)} bytes a ${unit}`,
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

async function spent(db: Db): Promise<Taken> {
  const { rows } = await sql<{ pid: number; wal: string }>`
    select pg_backend_pid() as pid, pg_current_wal_insert_lsn() - '0/0' as wal`.execute(db)
  return { cpu: cpuOf(rows[0]!.pid), node: cpuOf(process.pid), wal: Number(rows[0]!.wal) }
}

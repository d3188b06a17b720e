// `node bench/menu-moves.ts`: PEOPLE customers (200,000) join a segment at once. Prints CPU and WAL of PostgreSQL for writing the label
// without the triggers of menus, with them in a store without menus, and with menus; then of the flush: deciding, storing what LINE
// accepted in sets of 500, and a look at all stores with nothing to do.
import pg from 'pg'
import { decideMenus } from '../server/channels/rich-menus/assign/flush.ts'
import { dueMenus, nextSet, noteAccepted } from '../server/channels/rich-menus/assign/moves.ts'
import { createPool, inStore } from '../server/database/db.ts'
import { startProduct } from './product.ts'

const PEOPLE = Number(process.env.PEOPLE ?? 200_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
/** Rows of one batch of an import. */
const BLOCK = 2500
const TRIGGERS = ['added', 'changed', 'removed'].map((what) => `touch_menus_${what}`)

// Without workers, nothing else is done.
const product = await startProduct({ settings: { RUAM_ROLE: 'api' } })
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
const pool = createPool(product.appUrl, { max: 3 })

interface Spent {
  cpu: number
  wal: number
}

async function spentBy(work: () => Promise<unknown>): Promise<Spent> {
  const now = async () => {
    const { rows } = await admin.query<{ wal: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal",
    )
    return { cpu: product.cpu().postgres, wal: rows[0]!.wal }
  }
  await admin.query('checkpoint')
  const before = await now()
  await work()
  const after = await now()
  return { cpu: after.cpu - before.cpu, wal: after.wal - before.wal }
}

async function fill(): Promise<{ labels: number[]; ids: number[] }> {
  await admin.query(
    `insert into channel (store_id, type, external_id, name, secret, secret_end, webhook_hash, webhook)
     values (1, 'lineOA', '2001', 'ร้าน', '', '', '\\x00', '')`,
  )
  const made = await admin.query<{ id: string }>(
    `insert into profile (store_id, first_name) select 1, 'คน ' || n from generate_series(1, $1::int) n returning id`,
    [PEOPLE],
  )
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select 1, 'lineOA', 1, 'U' || lpad(id::text, 32, '0'), id, 'friend', now() from profile where store_id = 1`,
  )
  const labels = await admin.query<{ id: number }>(
    `insert into label (store_id, name, color, type) select 1, 'กลุ่ม ' || n, 'red', 'general' from generate_series(1, 4) n returning id`,
  )
  for (const [index, { id }] of labels.rows.entries()) {
    await admin.query(
      `with made as (insert into rich_menu (store_id, channel_id, name, label_ids, place, is_default, status, version, line_version)
         values (1, 1, $1, $2, $3, false, 'in_use', 1, 1) returning id)
       insert into rich_menu_at_line (store_id, channel_id, line_id, rich_menu_id, version, state) select 1, 1, $4, id, 1, 'ready' from made`,
      [`เมนู ${index}`, [id], index + 1, `richmenu-${index}`],
    )
  }
  await admin.query('analyze')
  return { labels: labels.rows.map(({ id }) => id), ids: made.rows.map(({ id }) => Number(id)) }
}

const { labels, ids } = await fill()
const core = { pool } as Parameters<typeof decideMenus>[0]

async function write(text: string): Promise<void> {
  for (let from = 0; from < ids.length; from += BLOCK)
    await inStore(pool, 1, (_, client) => client.query(text, [labels[0], ids.slice(from, from + BLOCK)]))
}
const join = () =>
  write(`insert into profile_label (store_id, label_id, profile_id, source) select 1, $1, unnest($2::bigint[]), 'rule'`)
const leave = () =>
  write('delete from profile_label where store_id = 1 and label_id = $1 and profile_id = any($2::bigint[])')

const ways: Record<string, () => Promise<unknown>> = {
  'without triggers': async () => {
    for (const name of TRIGGERS) await admin.query(`alter table profile_label disable trigger ${name}`)
  },
  'no menus': async () => {
    for (const name of TRIGGERS) await admin.query(`alter table profile_label enable trigger ${name}`)
    await admin.query('delete from rich_menu_assignment')
  },
  menus: () => decideMenus(core, 1),
}
const figures: Record<string, Spent[]> = {}
const note = async (name: string, work: () => Promise<unknown>) => {
  figures[name] = [...(figures[name] ?? []), await spentBy(work)]
}
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, prepare] of Object.entries(ways)) {
    await prepare()
    await admin.query('truncate rich_menu_touched')
    await note(`join: ${name}`, join)
    if (name === 'menus') {
      await note('decide for all', () => decideMenus(core, 1))
      await note('store acceptance', async () => {
        const account = { storeId: 1, channelId: 1 }
        for (const lineId of await inStore(pool, 1, (db) => dueMenus(db, account)))
          for (let after = ''; ; ) {
            const set = await inStore(pool, 1, (db) => nextSet(db, account, lineId, after))
            if (!set) break
            after = set.userIds.at(-1)!
            await inStore(pool, 1, (db) => noteAccepted(db, account, set))
          }
      })
      await note('20 looks with nothing to do', async () => {
        for (let look = 0; look < 20; look++) await pool.query('select auth.stores_with_menu_moves()')
      })
    }
    await note(`leave: ${name}`, leave)
    await admin.query('truncate rich_menu_friend, rich_menu_move')
  }
}
for (const [name, all] of Object.entries(figures)) {
  const of = (key: keyof Spent) => all.map((one) => one[key]).sort((a, b) => a - b)
  const [cpu, wal] = [of('cpu'), of('wal')]
  console.log(
    `${name}: ${cpu[0]} ms of CPU (to ${cpu.at(-1)}), ${(wal[0]! / 1e6).toFixed(1)} MB of WAL (to ${(wal.at(-1)! / 1e6).toFixed(1)})`,
  )
}
await admin.end()
await pool.end()
await product.stop()

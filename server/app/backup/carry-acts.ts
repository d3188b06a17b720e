import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inDatabaseOf } from '../../database/database.ts'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'

/** Rows that are carried at one time. */
const BLOCK_ROWS = 5000

/** Tables of the audit log, each with what its rows are ordered by. */
const tables = [
  { name: 'audit_log', order: 'store_id, id' },
  { name: 'audit_name', order: 'store_id, subject_type, subject_id, since' },
  { name: 'audit_seal', order: 'store_id, hour' },
] as const

/**
 * Carries acts, names and seals of the audit log that the backup lacks from the replaced folder's database into the restored one. Returns
 * the number of acts; null if the folder has no database that starts.
 */
export async function carryActs(dataFolder: string, restoredUrl: string, madeAt: string): Promise<number | null> {
  if (!existsSync(join(dataFolder, 'postgres', 'cluster'))) return null
  const former = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres') }).catch(() => undefined)
  if (!former) return null
  const [from, into] = [inDatabaseOf(former.ownerUrl, former.superUrl), restoredUrl].map(
    (url) => new pg.Client({ connectionString: url }),
  ) as [pg.Client, pg.Client]
  from.on('error', () => {})
  into.on('error', () => {})
  try {
    await from.connect()
    await into.connect()
    const { rows } = await from.query<{ there: boolean }>("select to_regclass('public.audit_log') is not null as there")
    if (!rows[0]!.there) return null
    await into.query('begin')
    await carryAuthors(from, into)
    let acts = 0
    for (const table of tables) {
      const carried = await carry(from, into, table, madeAt)
      if (table.name === 'audit_log') acts = carried
    }
    // New acts get later numbers.
    await into.query(
      "select setval(pg_get_serial_sequence('audit_log', 'id'), greatest((select max(id) from audit_log), nextval(pg_get_serial_sequence('audit_log', 'id'))))",
    )
    await into.query('commit')
    return acts
  } finally {
    await Promise.all([from, into].map((client) => client.end().catch(() => {})))
    await former.stop()
  }
}

/** Adds people who came after the backup, for acts name them: without a store, and without a password. */
async function carryAuthors(from: pg.Client, into: pg.Client): Promise<void> {
  const { rows: last } = await into.query<{ id: number }>('select coalesce(max(id), 0) as id from users')
  const { rows } = await from.query(
    'select id, email, first_name, last_name from users where id > $1 and id in (select user_id from audit_log)',
    [last[0]!.id],
  )
  if (rows.length === 0) return
  await into.query(
    `insert into users (id, email, first_name, last_name, password_hash) overriding system value
     select id, email, first_name, last_name, '' from jsonb_to_recordset($1::jsonb) as t (id int, email text, first_name text, last_name text)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  await into.query("select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))")
}

/** Adds the rows that are not there, block by block. Rows from before the backup are found there. */
async function carry(
  from: pg.Client,
  into: pg.Client,
  { name, order }: (typeof tables)[number],
  madeAt: string,
): Promise<number> {
  const since = name === 'audit_log' ? 'at' : name === 'audit_name' ? 'since' : 'sealed_at'
  await from.query('begin isolation level repeatable read read only')
  // A backup takes its snapshot a moment after its time, and an act has the time at which it began.
  await from.query(
    `declare carried cursor for select to_jsonb(t) as row from ${name} t where ${since} > $1::timestamptz - interval '1 day' order by ${order}`,
    [madeAt],
  )
  let carried = 0
  for (;;) {
    const { rows } = await from.query<{ row: unknown }>(`fetch ${BLOCK_ROWS} from carried`)
    if (rows.length === 0) break
    const users =
      name === 'audit_log' ? 'and (t.user_id is null or exists (select from users u where u.id = t.user_id))' : ''
    const { rowCount } = await into.query(
      `insert into ${name} overriding system value
       select t.* from jsonb_populate_recordset(null::${name}, $1::jsonb) t
       where exists (select from store s where s.store_id = t.store_id) ${users} on conflict do nothing`,
      [JSON.stringify(rows.map(({ row }) => row))],
    )
    carried += rowCount ?? 0
  }
  await from.query('commit')
  return carried
}

import pg from 'pg'
import { onConnection } from '../../database/db.ts'
import { appUrlOf } from '../../database/migrate.ts'
import { queues } from '../../database/queues.ts'
import { type Jobs, startJobs } from '../../work/queue.ts'

/** A job as the backup holds it. */
export interface WaitingJob {
  name: string
  data: { store_id?: number }
  patient: boolean
  once: boolean
}

type Payloads = Parameters<Jobs['enqueue']>

/**
 * Links, sessions and tokens from before the restore: one that was used or revoked after the backup would work again. Each with its
 * table, which an older backup may lack.
 */
const revocations: readonly [table: string, statement: string][] = [
  ['access_token', 'delete from access_token'],
  ['user_session', 'update user_session set revoked_at = now() where revoked_at is null'],
  ['password_reset', 'delete from password_reset'],
  ['email_change', 'delete from email_change'],
  ['setup_link', 'delete from setup_link'],
  ['provider_try', 'delete from provider_try'],
  ['export_link', 'delete from export_link'],
  ['invitation', "update invitation set status = 'revoked' where status = 'pending'"],
]

/** True for tables in which a restore deletes or adds rows. */
export const changedBySettling = (table: string) =>
  table === 'restoration' || revocations.some(([name, statement]) => name === table && statement.startsWith('delete'))

/** How far a restored database is, as a comment on its list of migrations. */
export const restoreMark = (state: 'restored' | 'settled', token: string) => `ruam ${state} ${token}`

/** Reads the mark; null if there is none. */
export async function readMark(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select case when to_regclass('public.migration') is not null then obj_description('public.migration'::regclass, 'pg_class') end as mark",
  )
  return rows[0]!.mark
}

export const writeRestoreMark = (client: pg.ClientBase, mark: string) =>
  client.query(`comment on table public.migration is ${pg.escapeLiteral(mark)}`)

interface Settling {
  ownerUrl: string
  secretKey: string
  token: string
  /** Time of the backup. */
  madeAt: string
  /** Acts of the audit log since then that were carried over; null if they are lost. */
  acts: number | null
}

/** Ends what must not come back and enqueues what was under way, in one transaction that also marks the database as settled. */
export async function settleRestore(
  { ownerUrl, secretKey, token, madeAt, acts }: Settling,
  jobs: readonly WaitingJob[],
): Promise<void> {
  const queue = await startJobs(appUrlOf(ownerUrl, secretKey), () => {})
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    const { rows: walls } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
    )
    for (const { name } of walls) await client.query(`alter table ${name} no force row level security`)
    for (const [table, statement] of revocations) {
      const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
        `public.${table}`,
      ])
      if (rows[0]!.there) await client.query(statement)
    }
    for (const { name } of walls) await client.query(`alter table ${name} force row level security`)
    const db = onConnection(client)
    for (const { name, data, patient, once } of jobs) {
      if (name in queues) await queue.enqueue(db, name as Payloads[1], data as Payloads[2], { patient, once })
    }
    // The next start tells the stores, and holds what was due.
    await client.query('insert into restoration (backup_at, acts) values ($1, $2)', [madeAt, acts])
    await writeRestoreMark(client, restoreMark('settled', token))
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
    await queue.stop()
  }
}

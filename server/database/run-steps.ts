import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { failedWith } from '../core/sqlstate.ts'
import { type MigrationFile, type Step, stepsOf } from './migration-files.ts'
import { sessionLocks } from './postgres/locks.ts'
import { type Roles, withRoles } from './role-names.ts'

/** Milliseconds that a step waits for a lock. Calls of the running version queue behind it for as long. */
const LOCK_MS = 500
/** Pause after a refused lock: doubles from the first to the last, in milliseconds. */
const PAUSES = { first: 100, last: 5000 } as const
/** Milliseconds after which a step gives up. */
const PATIENCE_MS = 600_000

/** Creates the tables in which the progress of migrations is kept. */
export const ensureProgress = (client: pg.Client) =>
  client.query(`
    create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now());
    create table if not exists migration_step (name text, step int, background boolean not null, ended_at timestamptz,
      primary key (name, step))`)

export const noteRun = (client: pg.Client, files: readonly MigrationFile[]) =>
  client.query('insert into migration (name, hash) select * from unnest($1::text[], $2::text[])', [
    files.map(({ name }) => name),
    files.map(({ hash }) => hash),
  ])

/**
 * Runs one migration: each step in a transaction of its own that waits for locks only briefly and is tried again. A step that ended is not
 * repeated by a later start. Steps for the background are noted for `runBackground`.
 */
export async function runMigration(client: pg.Client, file: MigrationFile, roles: Roles): Promise<void> {
  const steps = stepsOf(withRoles(file.text, roles))
  const { rows } = await client.query<{ step: number }>('select step from migration_step where name = $1', [file.name])
  const noted = new Set(rows.map(({ step }) => step))
  for (const [index, { text, background }] of steps.entries()) {
    if (noted.has(index)) continue
    const run = async (before: string) => {
      if (!background) await client.query(before + text)
      await client.query(
        'insert into migration_step (name, step, background, ended_at) values ($1, $2, $3, case when $3 then null else now() end)',
        [file.name, index, background],
      )
      if (index === steps.length - 1) await noteRun(client, [file])
    }
    const what = `${file.name}, step ${index + 1} of ${steps.length}`
    await patiently(client, what, () => run('')).catch(async (error: unknown) => {
      // A view of an SQL login reads the column. Views are made again within a second.
      if (!failedWith(error, 'dependentObjects', 'featureNotSupported')) throw error
      await patiently(client, what, async () => run(await droppedLoginViews(client)))
    })
  }
}

/** Returns a statement that drops the views of SQL logins; empty if there are none. */
async function droppedLoginViews(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ view: string }>(`
    select format('%I.%I', n.nspname, c.relname) as view from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname ~ '^ruam_sql_' order by 1`)
  return rows.length > 0 ? `drop view ${rows.map(({ view }) => view).join(', ')};\n` : ''
}

/** Runs work in a transaction that waits briefly for locks, again after growing pauses while others hold them. */
export async function patiently(client: pg.Client, what: string, work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let pause: number = PAUSES.first; ; pause = Math.min(pause * 2, PAUSES.last)) {
    await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
    try {
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // A lost connection fails this too; its own error counts.
      await client.query('rollback').catch(() => {})
      if (!failedWith(error, 'lockNotAvailable', 'deadlock', 'serializationFailure')) throw error
      if (performance.now() > until)
        throw new Error(
          `The update stopped at ${what}: other sessions held its table for ten minutes. What ran stays. End the sessions that pg_stat_activity shows ` +
            'with the oldest xact_start, and start again.',
        )
    }
    // Random: writers that met it once shall not meet it again.
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** Milliseconds between two attempts to get a session lock. */
const LOCK_PAUSE_MS = 100

/** Takes an advisory lock of the session. Waits without a snapshot, for which a concurrent index build would wait in turn. */
export async function lockAlone(client: pg.Client, number: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [number])
    if (rows[0]!.free) return
    await sleep(LOCK_PAUSE_MS)
  }
}

/** Returns the steps that are left for the background, in their order. */
async function backgroundSteps(
  client: pg.Client,
  files: readonly MigrationFile[],
): Promise<{ name: string; step: number; text: string }[]> {
  const { rows } = await client.query<{ name: string; step: number }>(
    'select name, step from migration_step where ended_at is null order by name, step',
  )
  return rows.flatMap(({ name, step }) => {
    const found: Step | undefined = stepsOf(files.find((file) => file.name === name)?.text ?? '')[step]
    return found ? [{ name, step, text: found.text }] : []
  })
}

/** Milliseconds between two rounds of a step in the background, in which writers get their turn. */
const ROUND_PAUSE_MS = 50

/**
 * Runs the steps that are left for the background: each one statement outside of a transaction, repeated until it changes no row. An index
 * that a killed attempt left invalid is dropped first.
 */
export async function runBackground(
  client: pg.Client,
  files: readonly MigrationFile[],
  roles: Roles,
  signal?: AbortSignal,
): Promise<void> {
  if ((await backgroundSteps(client, files)).length === 0) return
  await lockAlone(client, sessionLocks.background)
  try {
    for (const { name, step, text } of await backgroundSteps(client, files)) {
      await dropInvalidIndexes(client)
      for (;;) {
        if (signal?.aborted) return
        const { rowCount } = await client.query(withRoles(text, roles))
        if (!rowCount) break
        await sleep(ROUND_PAUSE_MS)
      }
      await client.query('update migration_step set ended_at = now() where name = $1 and step = $2', [name, step])
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [sessionLocks.background]).catch(() => {})
  }
}

async function dropInvalidIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

import type pg from 'pg'
import { setDatabaseTime } from '../../core/now.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'

/** Settings of a test server whose clock is set by the test. Pass them to `testServer`. */
export const clockSettings = { search_path: 'set_clock, pg_catalog, public' }

/** Present time of a database by a function of PostgreSQL, as SQL. */
type Clock = (name: string) => string

const names = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']

/**
 * Lets tests set the clock of a database, which then does not advance. Returns the setter, whose time holds for statements that begin later and
 * for this process.
 */
export async function takeClock(admin: pg.Pool): Promise<(at: Date) => Promise<void>> {
  const table = 'create table set_clock.present as select pg_catalog.now() as at'
  await replaceClock(admin, table, () => 'select at from set_clock.present')
  // The process goes on with other files.
  atEndOfFile(async () => setDatabaseTime(undefined))
  return async (at) => {
    await admin.query('update set_clock.present set at = $1', [at.toISOString()])
    setDatabaseTime(at.getTime())
  }
}

/** Lets tests move the clock of a database, which goes on from there. Returns the function that sets the hours by which it is ahead. */
export async function takeRunningClock(admin: pg.Pool): Promise<(hours: number) => Promise<void>> {
  const table = "create table set_clock.present as select interval '0' as ahead"
  await replaceClock(admin, table, (name) => `select pg_catalog.${name}() + ahead from set_clock.present`, 'pgboss')
  // A server that starts grants rights on every schema with tables.
  const { rows } = await admin.query(
    'select quote_ident(pg_get_userbyid(datdba)) as owner from pg_database where datname = current_database()',
  )
  await admin.query(
    `alter schema set_clock owner to ${rows[0].owner}; alter table set_clock.present owner to ${rows[0].owner}`,
  )
  return async (hours) => {
    await admin.query('update set_clock.present set ahead = make_interval(hours => $1)', [hours])
  }
}

/**
 * Functions of a schema before `pg_catalog` take the place of `now()` and its kin. Defaults, views and functions were bound to those of
 * PostgreSQL when they were made, so they are made again. `queue`: the schema of the queue, whose jobs would wait forever under
 * a clock that does not advance.
 */
async function replaceClock(admin: pg.Pool, table: string, clock: Clock, queue = ''): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query(`
      set search_path = public;
      create schema if not exists set_clock;
      grant usage on schema set_clock to public;
      ${table};
      grant select on set_clock.present to public;
    `)
    for (const name of names)
      await client.query(`create function set_clock.${name}() returns timestamptz
        language sql ${name === 'clock_timestamp' ? 'volatile' : 'stable'} security definer as '${clock(name)}'`)
    // Read under the usual path, so that the times are not qualified, and made again under the path of the clock.
    const { rows } = await client.query<{ statement: string }>(
      `
      select format('alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname, pg_get_expr(d.adbin, d.adrelid)) as statement
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum and a.attgenerated = ''
      join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth', $1)
      where pg_get_expr(d.adbin, d.adrelid) ~ '(now|_timestamp)\\(\\)'
      union all
      select format('create or replace view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth')
      where c.relkind = 'v' and pg_get_viewdef(c.oid) ~ '(now|_timestamp)\\(\\)'
      union all
      select pg_get_functiondef(p.oid)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'auth')
      where p.prosqlbody is not null and pg_get_functiondef(p.oid) ~* '(now|_timestamp)\\(\\)|current_timestamp'
      union all
      select format('alter function %s set search_path = set_clock, pg_catalog, public, pg_temp', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'auth')
      where p.proconfig::text ~ 'search_path' and p.prosrc ~* '(now|_timestamp)\\(\\)'`,
      [queue],
    )
    await client.query('set search_path = set_clock, pg_catalog, public')
    for (const { statement } of rows) await client.query(statement)
    await client.query('reset search_path')
  } finally {
    client.release()
  }
}

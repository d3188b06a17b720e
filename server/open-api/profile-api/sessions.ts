import { readFile } from 'node:fs/promises'
import { SQL_SECONDS } from '@ruam/contract/open-api/profile-api.ts'
import type pg from 'pg'

/** Schemas of SQL logins in this database, each named like its role. */
export const OWN_LOGINS = `nspname ~ '^ruam_sql_[0-9]+_[a-z0-9]{10}$'`

/** Ends the sessions of a login, in whichever database of the server they are. */
export const endSqlSessions = (owner: pg.Pool, role: string) =>
  owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])

/**
 * Ends the sessions of logins whose statement or transaction is too old, and those that hold an advisory lock, which Ruam's own work could
 * wait for. Returns the roles. A login can raise its own time limits, and could catch the cancellation of a statement.
 */
export async function endLongSessions(owner: pg.Pool, seconds = SQL_SECONDS): Promise<string[]> {
  // Materialized, or PostgreSQL could end a session before it has looked whose it is.
  const { rows } = await owner.query<{ role: string }>(
    `with long as materialized (
       select a.pid, a.usename as role from pg_stat_activity a join pg_namespace on nspname = a.usename and ${OWN_LOGINS}
       where a.xact_start < clock_timestamp() - make_interval(secs => $1)
         or a.state = 'active' and a.query_start < clock_timestamp() - make_interval(secs => $1)
         or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))
     select role, pg_terminate_backend(pid) from long`,
    [seconds],
  )
  return rows.map(({ role }) => role)
}

/** Private memory at which a session is ended: what a report takes with the default `work_mem`, several times over. */
const SESSION_BYTES = 256 * 1024 * 1024

/**
 * Ends the sessions of logins that take too much memory, and returns their roles: every role may raise its own `work_mem`. Reads it from the
 * operating system, so the database must be on this machine, on Linux. PostgreSQL tells a session's memory to that session alone.
 */
export async function endLargeSessions(owner: pg.Pool, bytes = SESSION_BYTES): Promise<string[]> {
  const { rows } = await owner.query<{ pid: number; role: string }>(
    // Parallel workers take their own share, and end with their leader.
    `select a.pid, a.usename as role from pg_stat_activity a join pg_namespace on nspname = a.usename and ${OWN_LOGINS}`,
  )
  const ended: string[] = []
  for (const { pid, role } of rows) {
    if ((await privateBytes(pid)) < bytes) continue
    // The number may belong to another session by now.
    const { rowCount } = await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and usename = $2',
      [pid, role],
    )
    if (rowCount) ended.push(role)
  }
  return ended
}

/** Memory that a process shares with no other; 0 if it has ended, or if the system does not say. */
async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

/** Records the sessions of logins that are on, with the sensitive fields that their views show, and the end of those that are over. */
export async function recordSessions(owner: pg.Pool): Promise<void> {
  await owner.query(`
    insert into sql_session (store_id, role_name, pid, began_at, seen_at, address, field_ids)
    select l.store_id, a.usename, a.pid, a.backend_start, clock_timestamp(), host(a.client_addr), l.sensitive_field_ids
    from pg_stat_activity a join sql_login l on l.role_name = a.usename
    where a.datname = current_database() and a.backend_start is not null
    on conflict (store_id, role_name, pid, began_at) do update set seen_at = excluded.seen_at,
      field_ids = (select coalesce(array_agg(distinct f order by f), '{}') from unnest(sql_session.field_ids || excluded.field_ids) f)`)
  await owner.query(`
    update sql_session s set ended_at = s.seen_at
    where s.ended_at is null and not exists (
      select from pg_stat_activity a where a.usename = s.role_name and a.pid = s.pid and a.backend_start = s.began_at)`)
}

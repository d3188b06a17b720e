import type { Statements } from '../database-servers.ts'

const OF_STORE = "(data ->> 'store_id')::int = $1 and state < 'completed'"

/**
 * Copies a store's jobs from the source's queue to the target's, where they wait for `freeJobs`. An active job is queued again,
 * because its worker can no longer write. Returns their ids.
 */
export async function copyJobs(source: Statements, target: Statements, storeId: number): Promise<string[]> {
  const { rows } = await source.query<{ id: string; job: object }>(
    `select id, to_jsonb(j) as job from pgboss.job j where ${OF_STORE} order by created_on, id`,
    [storeId],
  )
  const columns = (
    await target.query<{ name: string }>(
      "select quote_ident(attname) as name from pg_attribute where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
    )
  ).rows.map(({ name }) => name)
  const waiting: Record<string, string> = {
    state: "case when j.state = 'active' then 'retry'::pgboss.job_state else j.state end",
    start_after: "'infinity'::timestamptz",
    started_on: 'null',
    heartbeat_on: 'null',
  }
  await target.query(
    `insert into pgboss.job (${columns.join(', ')})
     select ${columns.map((column) => waiting[column] ?? `j.${column}`).join(', ')}
     from jsonb_array_elements($1::jsonb) e, jsonb_populate_record(null::pgboss.job, e) j
     on conflict do nothing`,
    [JSON.stringify(rows.map(({ job }) => job))],
  )
  return rows.map(({ id }) => id)
}

/** Lets copied jobs begin. */
export async function freeJobs(target: Statements, ids: readonly string[]): Promise<void> {
  await target.query(
    "update pgboss.job set start_after = now() where id = any($1::uuid[]) and start_after = 'infinity'",
    [ids],
  )
}

/** Removes jobs of a store that is not here. */
export async function removeJobs(client: Statements, storeId: number): Promise<void> {
  await client.query("delete from pgboss.job where (data ->> 'store_id')::int = $1", [storeId])
}

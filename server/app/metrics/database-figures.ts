import type pg from 'pg'
import type { Labels, MetricOf } from '../../metrics/definitions.ts'
import { gauge, replaceGauges } from '../../metrics/metrics.ts'

/** Milliseconds for which the figures of a database are used again. */
const FRESH_MS = 10_000
/** Stores in one gauge: those with the highest values. */
const MAX_STORES = 50

const JOBS = `select name as queue,
    case when state = 'active' then 'active' when state = 'retry' then 'retrying'
      when start_after > clock_timestamp() then 'later' else 'waiting' end as state,
    count(*) as jobs,
    max(extract(epoch from clock_timestamp() - start_after)) filter (where state < 'active')::float8 as oldest
  from pgboss.job where state <= 'active' group by 1, 2`

const FIGURES = 'select figure, label, store, value from auth.figures() where value is not null'

const SLOTS = `select slot_name as slot, active, pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
    else pg_current_wal_lsn() end, restart_lsn)::float8 as bytes from pg_replication_slots where restart_lsn is not null`

/** One message and one snapshot. The limit of the database ends what the client no longer waits for. */
const TEXT = `begin isolation level repeatable read read only; set local statement_timeout = 2000;
  ${[JOBS, FIGURES, SLOTS].join(';\n')}; commit`

interface Figures {
  jobs: { queue: string; state: string; jobs: number; oldest: number | null }[]
  figures: { figure: string; label: string | null; store: number | null; value: number }[]
  slots: { slot: string; active: boolean; bytes: number }[]
}

/** Last figures of each database server. */
const latest = new Map<number, Figures>()

/**
 * Returns the collector of a database's figures, which reads them at most every 10 s on one connection. Without an answer they are removed:
 * stale ones would hide the outage.
 */
export function databaseFigures(server: number, pool: pg.Pool): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    const figures = await readFigures(pool).catch(() => undefined)
    gauge('ruam_database_away', { server }, figures ? 0 : 1)
    if (figures) latest.set(server, figures)
    else latest.delete(server)
    if (figures) readAt = performance.now()
    replaceGauges(seriesOf(latest))
    reading = undefined
  }
  return async () => {
    if (performance.now() - readAt < FRESH_MS && latest.has(server)) return
    reading ??= read()
    await reading
  }
}

/** Milliseconds for which the size of a database is used again: reading it takes longer. */
const SIZE_FRESH_MS = 30_000

/** Returns the collector of a database's size against its limit. */
export function databaseSize(pool: pg.Pool, maxBytes: number): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - readAt < SIZE_FRESH_MS) return
    readAt = performance.now()
    const { rows } = await pool.query<{ size: number }>('select pg_database_size(current_database()) as size')
    gauge('ruam_disk_used', { place: 'database' }, rows[0]!.size / maxBytes)
  }
}

/** Removes the figures of a server that this process no longer watches. */
export function forgetFigures(server: number): void {
  latest.delete(server)
}

async function readFigures(pool: pg.Pool): Promise<Figures> {
  const results = (await pool.query(TEXT)) as unknown as pg.QueryResult[]
  const [jobs, figures, slots] = results.slice(2).map(({ rows }) => rows)
  return { jobs, figures, slots } as Figures
}

type Gauges = { [M in MetricOf<'gauge'>]?: [labels: Labels<M>, value: number][] }

function seriesOf(servers: ReadonlyMap<number, Figures>): Gauges {
  const all = [...servers].flatMap(([server, { figures }]) => figures.map((one) => ({ ...one, server })))
  const named = (...names: string[]) => all.filter(({ figure }) => names.includes(figure))
  const ofStores = (name: string, order: 'most' | 'least') =>
    named(name)
      .sort((a, b) => (order === 'most' ? b.value - a.value : a.value - b.value))
      .slice(0, MAX_STORES)
      .map(({ store, label, value }) => ({ store: store!, label: label ?? '', value }))
  const ofServers = (combined: (values: number[]) => number, ...names: string[]) =>
    [...Map.groupBy(named(...names), ({ server }) => server)].map(([server, found]): [{ server: number }, number] => [
      { server },
      combined(found.map(({ value }) => value)),
    ])
  const perServer = [...servers].map(([server, figures]) => ({ server, ...figures }))
  const jobs = perServer.flatMap(({ server, jobs }) => jobs.map((one) => ({ server, ...one })))
  const slots = perServer.flatMap(({ server, slots }) => slots.map((one) => ({ server, ...one })))
  return {
    ruam_jobs: jobs.map(({ server, queue, state, jobs: count }) => [{ queue, state, server }, count]),
    ruam_oldest_job_seconds: [...Map.groupBy(jobs, ({ server, queue }) => `${server} ${queue}`).values()].map(
      (found) => [
        { queue: found[0]!.queue, server: found[0]!.server },
        Math.max(0, ...found.map(({ oldest }) => oldest ?? 0)),
      ],
    ),
    ruam_lease_overdue_seconds: named('lease_overdue').map(({ label, server, value }) => [
      { task: label!, server },
      value,
    ]),
    ruam_ingest_waiting: ofServers(sum, 'receipts', 'events'),
    ruam_ingest_lag_seconds: [...servers.keys()].map((server) => [
      { server },
      Math.max(0, ...named('receipts_lag', 'events_lag').flatMap((one) => (one.server === server ? one.value : []))),
    ]),
    ruam_automation_waiting: ofServers(sum, 'steps'),
    ruam_automation_lag_seconds: [...servers.keys()].map((server) => [
      { server },
      Math.max(0, ...named('steps_lag').flatMap((one) => (one.server === server ? one.value : []))),
    ]),
    ruam_dead_letters: ofServers(sum, 'dead_letters'),
    ruam_slot_bytes: slots.map(({ server, slot, bytes }) => [{ server, slot }, bytes]),
    ruam_slot_active: slots.map(({ server, slot, active }) => [{ server, slot }, active ? 1 : 0]),
    ruam_run_progress: ofStores('run_progress', 'least').map(({ store, label, value }) => [
      { store, kind: label },
      value,
    ]),
    ruam_broadcast_waiting: ofStores('broadcast_waiting', 'most').map(({ store, value }) => [{ store }, value]),
    ruam_line_quota_left: ofStores('line_quota_left', 'least').map(({ store, value }) => [{ store }, value]),
  }
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)

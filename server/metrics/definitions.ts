/** A figure of `/metrics`. The help is its row in docs/operations.md. */
interface Definition {
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
}

/**
 * All own figures of `/metrics`. Names are permanent: dashboards and alerts use them. Labels are names of the product and numbers of stores,
 * never names or ids of people.
 */
export const definitions = {
  ruam_requests_total: {
    kind: 'counter',
    help: 'Answers by name of the call in the contract and by status. `web` is the web app, `none` an unknown address.',
    labels: ['call', 'status'],
  },
  ruam_request_seconds: { kind: 'histogram', help: 'Duration of a call until its last byte.', labels: ['call'] },
  ruam_pool_connections: {
    kind: 'gauge',
    help: 'Connections to PostgreSQL of this process: pool `calls`, `reads` or `sessions`, state `busy` or `idle`.',
    labels: ['pool', 'server', 'state'],
  },
  ruam_pool_waiting: {
    kind: 'gauge',
    help: 'Transactions of this process that wait for a connection.',
    labels: ['pool', 'server'],
  },
  ruam_jobs: {
    kind: 'gauge',
    help: 'Jobs of a queue: `waiting`, `later` (start time in the future), `retrying` or `active`.',
    labels: ['queue', 'state', 'server'],
  },
  ruam_oldest_job_seconds: {
    kind: 'gauge',
    help: 'Seconds for which the oldest due job of a queue has waited.',
    labels: ['queue', 'server'],
  },
  ruam_lease_held: {
    kind: 'gauge',
    help: '1 if this process holds the lease of a scheduled task.',
    labels: ['task', 'server'],
  },
  ruam_lease_overdue_seconds: {
    kind: 'gauge',
    help: 'Seconds since the lease of a scheduled task expired or was returned; 0 while a process holds it.',
    labels: ['task', 'server'],
  },
  ruam_run_progress: {
    kind: 'gauge',
    help: 'Share of rows that a working import, dry run or undo has done, 0 to 1.',
    labels: ['store', 'kind'],
  },
  ruam_broadcast_waiting: {
    kind: 'gauge',
    help: 'Recipients of due broadcasts that have no message yet.',
    labels: ['store'],
  },
  ruam_ingest_waiting: {
    kind: 'gauge',
    help: 'Accepted requests and events that are not applied yet.',
    labels: ['server'],
  },
  ruam_ingest_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest accepted request or event that is not applied yet.',
    labels: ['server'],
  },
  ruam_automation_waiting: {
    kind: 'gauge',
    help: 'Steps of active automations that are due.',
    labels: ['server'],
  },
  ruam_automation_lag_seconds: {
    kind: 'gauge',
    help: 'Seconds for which the oldest due step of an active automation has waited.',
    labels: ['server'],
  },
  ruam_line_requests_total: {
    kind: 'counter',
    help: 'Requests to LINE: `ok`, `refused` (4xx), `busy` (429), `failed` (5xx) or `unreachable`.',
    labels: ['outcome'],
  },
  ruam_line_quota_left: {
    kind: 'gauge',
    help: 'Messages that LINE still allows a store this month, as of its last answer.',
    labels: ['store'],
  },
  ruam_slot_bytes: {
    kind: 'gauge',
    help: 'Bytes of write-ahead log that a replication slot retains.',
    labels: ['server', 'slot'],
  },
  ruam_slot_active: { kind: 'gauge', help: '1 while a replication slot is being read.', labels: ['server', 'slot'] },
  ruam_disk_used: {
    kind: 'gauge',
    help: 'Used share, 0 to 1: of the disk of `data`, `backup` and `archive`, of RUAM_DATABASE_MAX_BYTES by `database`.',
    labels: ['place'],
  },
  ruam_backup_age_seconds: { kind: 'gauge', help: 'Age of the newest backup. Missing without any.', labels: [] },
  ruam_archive_age_seconds: {
    kind: 'gauge',
    help: 'Age of what the archive lacks, from the process that writes it. Missing without RUAM_ARCHIVE.',
    labels: [],
  },
  ruam_rehearsal_age_seconds: {
    kind: 'gauge',
    help: 'Age of the last rehearsal of a restore. Missing without any.',
    labels: [],
  },
  ruam_rehearsal_ok: { kind: 'gauge', help: '1 if the last rehearsal of a restore succeeded.', labels: [] },
  ruam_dead_letters: {
    kind: 'gauge',
    help: 'Failed items that wait for somebody to replay or discard them.',
    labels: ['server'],
  },
  ruam_database_away: {
    kind: 'gauge',
    help: '1 if a database server did not answer this process within 2 s.',
    labels: ['server'],
  },
  ruam_certificate_seconds_left: {
    kind: 'gauge',
    help: 'Seconds until the certificate of PUBLIC_URL expires. Missing if it could not be read.',
    labels: [],
  },
  ruam_build_info: { kind: 'gauge', help: 'Always 1, with version and RUAM_ROLE.', labels: ['version', 'role'] },
  ruam_ready: {
    kind: 'gauge',
    help: '1 if a part of `/readyz` is well.',
    labels: ['part'],
  },
  ruam_log_lines_dropped_total: {
    kind: 'counter',
    help: 'Error lines left out of the log because the same error was logged within the second.',
    labels: [],
  },
  ruam_spans_dropped_total: {
    kind: 'counter',
    help: 'Spans that OpenTelemetry could not deliver.',
    labels: [],
  },
} as const satisfies Record<`ruam_${string}`, Definition>

type Definitions = typeof definitions
export type Metric = keyof Definitions
export type MetricOf<K extends Definition['kind']> = {
  [M in Metric]: Definitions[M]['kind'] extends K ? M : never
}[Metric]
export type Labels<M extends Metric> = Record<Definitions[M]['labels'][number], string | number>

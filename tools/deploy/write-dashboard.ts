// `node tools/deploy/write-dashboard.ts`: writes deploy/grafana/ruam.json from the rows below, in the order in which an operator looks.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const dashboardFile = fileURLToPath(new URL('../../deploy/grafana/ruam.json', import.meta.url))

/** Version of Grafana's dashboard format; Grafana 12 and later read it. */
const SCHEMA_VERSION = 41
/** Width of Grafana's grid. */
const COLUMNS = 24
const PANEL_HEIGHT = 8

interface Panel {
  title: string
  /** Explains what to conclude. */
  about: string
  unit: 'short' | 'reqps' | 's' | 'percentunit' | 'bytes'
  queries: readonly [expression: string, legend: string][]
  type?: 'timeseries' | 'stat'
  /** Value from which the panel is red. */
  bad?: number
  width?: number
}

const quantile = (share: number, labels: string) =>
  `histogram_quantile(${share}, sum by (${labels}) (rate(ruam_request_seconds_bucket[$__rate_interval])))`

const rows: [title: string, panels: Panel[]][] = [
  [
    'Is it up?',
    [
      {
        ...{ title: 'Processes', unit: 'short', type: 'stat', width: 6 },
        about:
          'At least one of role worker or all, and one of role api or all. Two versions appear only during an update.',
        queries: [['count by (role, version) (ruam_build_info)', '{{role}} {{version}}']],
      },
      {
        ...{ title: 'Processes that do not answer', unit: 'short', type: 'stat', width: 6, bad: 1 },
        about: 'Alert RuamProcessDown after a minute.',
        queries: [['sum(up{job="ruam"} == bool 0)', 'down']],
      },
      {
        ...{ title: 'Database servers away', unit: 'short', type: 'stat', width: 6, bad: 1 },
        about: 'Server 1 holds people and sessions: without it nobody signs in.',
        queries: [['max by (server) (ruam_database_away)', 'server {{server}}']],
      },
      {
        ...{ title: 'Failed requests', unit: 'percentunit', type: 'stat', width: 6, bad: 0.02 },
        about: 'Share of answers from 500 on.',
        queries: [
          [
            '(sum(rate(ruam_requests_total{status=~"5.*"}[$__rate_interval])) or vector(0)) / sum(rate(ruam_requests_total[$__rate_interval]))',
            'failed',
          ],
        ],
      },
      {
        ...{ title: 'Requests', unit: 'reqps', width: 8 },
        about: 'By status.',
        queries: [['sum by (status) (rate(ruam_requests_total[$__rate_interval]))', '{{status}}']],
      },
      {
        ...{ title: 'Failed requests by call', unit: 'reqps', width: 8 },
        about: '503: a database or a store on the move. 507: a full disk. 500: search the log for its request id.',
        queries: [
          [
            'topk(10, sum by (call, status) (rate(ruam_requests_total{status=~"5.*"}[$__rate_interval])) > 0)',
            '{{call}} {{status}}',
          ],
        ],
      },
      {
        ...{ title: 'Parts that are not ready', unit: 'short', width: 8 },
        about: 'As /readyz has them. The text is in its answer.',
        queries: [['min by (instance, part) (ruam_ready) == 0', '{{instance}} {{part}}']],
      },
    ],
  ],
  [
    'Is it slow?',
    [
      {
        ...{ title: 'Duration of requests', unit: 's', bad: 2 },
        about: 'Half, 19 of 20 and 99 of 100 requests are faster.',
        queries: [
          [quantile(0.5, 'le'), 'half'],
          [quantile(0.95, 'le'), '95 %'],
          [quantile(0.99, 'le'), '99 %'],
        ],
      },
      {
        ...{ title: 'Slowest calls', unit: 's' },
        about: '95 % of the requests of a call are faster.',
        queries: [[`topk(10, ${quantile(0.95, 'le, call')})`, '{{call}}']],
      },
      {
        ...{ title: 'Requests waiting for a connection', unit: 'short', bad: 1 },
        about: 'More than zero for minutes: add a process, or connections in PostgreSQL and the pooler.',
        queries: [['sum by (pool, server) (ruam_pool_waiting)', '{{pool}} {{server}}']],
      },
      {
        ...{ title: 'Connections', unit: 'short' },
        about: 'Compare with max_connections of PostgreSQL, or default_pool_size of the pooler.',
        queries: [['sum by (pool, server, state) (ruam_pool_connections)', '{{pool}} {{server}} {{state}}']],
      },
      {
        ...{ title: 'Event loop', unit: 's', bad: 0.5 },
        about: 'Delay of 99 of 100 turns. Over 0.1 s: the process lacks a core.',
        queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']],
      },
      {
        ...{ title: 'Processor', unit: 'percentunit' },
        about: 'Share of one core.',
        queries: [['rate(process_cpu_seconds_total{job="ruam"}[$__rate_interval])', '{{instance}}']],
      },
    ],
  ],
  [
    'Is work stuck?',
    [
      {
        ...{ title: 'Jobs by queue', unit: 'short' },
        about: 'Many waiting and all workers busy: start another worker.',
        queries: [['sum by (queue, state) (max by (queue, state, server) (ruam_jobs))', '{{queue}} {{state}}']],
      },
      {
        ...{ title: 'Oldest job', unit: 's', bad: 900 },
        about: 'Alert RuamWorkWaits from 15 minutes on.',
        queries: [['max by (queue, server) (ruam_oldest_job_seconds)', '{{queue}} {{server}}']],
      },
      {
        ...{ title: 'Accepted items and webhooks: delay', unit: 's', bad: 120 },
        about: 'Age of the oldest one that is not yet written.',
        queries: [['max by (server) (ruam_ingest_lag_seconds)', 'server {{server}}']],
      },
      {
        ...{ title: 'Accepted items and webhooks: waiting, failed', unit: 'short' },
        about: 'Failed ones are kept for 30 days for their senders.',
        queries: [
          ['max by (server) (ruam_ingest_waiting)', 'waiting {{server}}'],
          ['max by (server) (ruam_dead_letters)', 'failed {{server}}'],
        ],
      },
      {
        ...{ title: 'Scheduled tasks that no worker does', unit: 's', bad: 60 },
        about: 'Seconds since the lease expired. A task is taken over within 15 s.',
        queries: [['max by (task, server) (ruam_lease_overdue_seconds) > 0', '{{task}} {{server}}']],
      },
      {
        ...{ title: 'Scheduled tasks by process', unit: 'short' },
        about: 'Leases that each worker holds.',
        queries: [['sum by (instance) (ruam_lease_held)', '{{instance}}']],
      },
      {
        ...{ title: 'Progress of runs', unit: 'percentunit' },
        about: 'A flat line is a run that waits: its screen says for what.',
        queries: [['max by (store, kind) (ruam_run_progress)', 'store {{store}} {{kind}}']],
      },
      {
        ...{ title: 'Broadcasts: messages waiting', unit: 'short' },
        about: 'Falls while LINE takes them.',
        queries: [['max by (store) (ruam_broadcast_waiting)', 'store {{store}}']],
      },
      {
        ...{ title: 'Requests to LINE', unit: 'reqps', width: 24 },
        about: 'By outcome. Refused ones of one store: its account page names the reason.',
        queries: [['sum by (outcome) (rate(ruam_line_requests_total[$__rate_interval]))', '{{outcome}}']],
      },
    ],
  ],
  [
    'Is anything about to run out?',
    [
      {
        ...{ title: 'Disks', unit: 'percentunit', bad: 0.9 },
        about: 'At 95 % imports, uploads and exports pause.',
        queries: [['max by (place) (ruam_disk_used)', '{{place}}']],
      },
      {
        ...{ title: 'Log kept by replication slots', unit: 'bytes', bad: 10e9 },
        about: 'A slot that nobody reads fills the disk of PostgreSQL.',
        queries: [
          ['max by (server, slot) (ruam_slot_bytes)', '{{server}} {{slot}}'],
          [
            '(max by (server, slot) (ruam_slot_bytes)) and (max by (server, slot) (ruam_slot_active) == 0)',
            '{{server}} {{slot}} unread',
          ],
        ],
      },
      {
        ...{ title: 'Newest backup', unit: 's', type: 'stat', width: 6, bad: 2 * 86_400 },
        about: 'Its age.',
        queries: [['min(ruam_backup_age_seconds)', 'age']],
      },
      {
        ...{ title: 'Last rehearsal of a restore', unit: 's', type: 'stat', width: 6, bad: 9 * 86_400 },
        about: 'Weekly.',
        queries: [['min(ruam_rehearsal_age_seconds)', 'age']],
      },
      {
        ...{ title: 'Rehearsal that failed', unit: 'short', type: 'stat', width: 6, bad: 1 },
        about: 'Its report names the step.',
        queries: [['1 - min(ruam_rehearsal_ok)', 'failed']],
      },
      {
        ...{ title: 'Certificate of the public address ends in', unit: 's', type: 'stat', width: 6 },
        about: 'Alert RuamCertificateEnds at 14 days.',
        queries: [['min(ruam_certificate_seconds_left)', 'left']],
      },
      {
        ...{ title: 'Messages left in the quota of LINE', unit: 'short' },
        about: 'The ten stores with the fewest.',
        queries: [['bottomk(10, min by (store) (ruam_line_quota_left))', 'store {{store}}']],
      },
      {
        ...{ title: 'Memory', unit: 'bytes' },
        about: 'Of each process.',
        queries: [['process_resident_memory_bytes{job="ruam"}', '{{instance}}']],
      },
    ],
  ],
]

/** Places panels from left to right under the title of their row. */
function placed() {
  let [id, x, y] = [0, 0, 0]
  return rows.flatMap(([title, panels]) => {
    const header = {
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y: y++, w: COLUMNS, h: 1 },
      panels: [],
    }
    const below = panels.map((panel) => {
      const w = panel.width ?? COLUMNS / 2
      const h = panel.type === 'stat' ? PANEL_HEIGHT / 2 : PANEL_HEIGHT
      const made = panelOf(panel, ++id, { x, y, w, h })
      x += w
      if (x === COLUMNS) [x, y] = [0, y + h]
      return made
    })
    if (x !== 0) throw new Error(`The panels of "${title}" leave a gap.`)
    return [header, ...below]
  })
}

const datasource = { type: 'prometheus', uid: '$source' }

function panelOf(
  { title, about, unit, queries, type = 'timeseries', bad }: Panel,
  id: number,
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>,
) {
  const steps = [{ color: 'green', value: null }, ...(bad === undefined ? [] : [{ color: 'red', value: bad }])]
  const custom = bad === undefined || type === 'stat' ? {} : { custom: { thresholdsStyle: { mode: 'line' } } }
  return {
    ...{ id, type, title, description: about, datasource, gridPos },
    fieldConfig: { defaults: { unit, min: 0, thresholds: { mode: 'absolute', steps }, ...custom }, overrides: [] },
    options:
      type === 'stat'
        ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } }
        : { tooltip: { mode: 'multi' } },
    targets: queries.map(([expr, legendFormat], index) => ({
      ...{ refId: String.fromCharCode(65 + index), datasource, expr, legendFormat },
    })),
  }
}

/** Returns the dashboard as Grafana imports it. */
export const dashboard = () => ({
  uid: 'ruam',
  title: 'Ruam',
  tags: ['ruam'],
  schemaVersion: SCHEMA_VERSION,
  version: 1,
  editable: true,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus', current: {} }] },
  annotations: { list: [] },
  panels: placed(),
})

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(dashboardFile, `${JSON.stringify(dashboard(), null, 2)}\n`)

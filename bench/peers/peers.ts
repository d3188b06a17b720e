import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { atLeast } from '../bars.ts'
import { fillStore } from '../list-data.ts'
import { startProduct } from '../product.ts'
import { hire } from '../staff.ts'
import { type Figure, Figures, formatNumber, percentile, perSecond, printFigures, spreadOf } from '../table.ts'
import { startDirectus, VERSION } from './directus.ts'
import { exportOurs, exportTheirs, importOurs, importTheirs, writeBoth } from './files.ts'
import { columnOf, copyPeople } from './people.ts'
import { type ReadRequest, type Side, sendReads, type Times } from './reads.ts'

// The same work in Directus: the same people on the same PostgreSQL in the same run, in turns. ROWS sets the people; the ratio says how
// many times the CPU of a request, or the time of a file, Directus needs.

const ROWS = Number(process.env.ROWS ?? 100_000)
const IMPORTED = Math.min(ROWS, Number(process.env.IMPORTED ?? 10_000))
const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** Milliseconds of requests of a turn: CPU is counted in steps of 10 ms. */
const TURN_MS = Number(process.env.TURN_MS ?? 400)
const MAX_REQUESTS = 200
const CONNECTIONS = 10
const STAFF = 60
const EXPORTED = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'birthDate',
  'gender',
  'occupation',
  'businessType',
  'address',
  'amount',
]

interface Answer {
  count?: number
  data?: { count?: number | string }[]
}

interface Job {
  ours: ReadRequest
  theirs: string
  /** The number in both answers, which must agree. */
  count?: readonly [ours: (answer: Answer) => unknown, theirs: (answer: Answer) => unknown]
  /** Least ratio. */
  bar?: number
}

const product = await startProduct()
const folder = await mkdtemp(join(tmpdir(), 'ruam-peers-'))
const admin = new pg.Client({ connectionString: product.superUrl })
try {
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  const made = await admin.query<{ name: string; id: number }>(
    'select field_name as name, id from profile_field where store_id = 1',
  )
  const field = Object.fromEntries(made.rows.map(({ name, id }) => [name, id]))
  await product.idle()
  const directus = await startDirectus(await copyPeople(product.superUrl, field), folder)
  try {
    const ours: Side = {
      address: product.address,
      tokens: await hire(product, STAFF),
      cpu: () => product.cpu().node + product.cpu().postgres,
    }
    const theirs: Side = {
      address: directus.address,
      tokens: [directus.token],
      cpu: () => directus.cpu() + product.cpu().postgres,
    }
    const figures = new Figures()
    for (const [work, job] of Object.entries(jobsOf(field)))
      for (const connections of [1, CONNECTIONS])
        await figures.measure(() => compare(work, job, connections, ours, theirs))
    const [file, other] = [join(folder, 'ours.csv'), join(folder, 'theirs.csv')]
    await writeBoth(file, other, IMPORTED)
    await figures.measure(async () => {
      const own = await exportOurs(product, [...EXPORTED, `field_${field.memberCode}`])
      const their = await exportTheirs(directus, ['id', ...EXPORTED, 'memberCode'].map(columnOf), ROWS)
      return rates(`export of ${formatNumber(ROWS)} people as CSV`, ROWS, own, their)
    })
    const [own, their] = [await importOurs(product, file), await importTheirs(directus, other)]
    figures.add(rates(`import of ${formatNumber(IMPORTED)} rows, ours with the dry run`, IMPORTED, own, their))
    printFigures(
      figures,
      `${formatNumber(ROWS)} people of 34 columns, Directus ${VERSION}; the ratio is Directus to Ruam`,
    )
  } finally {
    await directus.stop()
  }
} finally {
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The same questions in both languages. */
function jobsOf(field: Record<string, number>): Record<string, Job> {
  const gold = { kind: 'profile', field_id: field.memberLevel, operator: 'eq', value: 'ทอง' }
  const rich = { kind: 'profile', field_id: field.points, operator: 'gt', value: 2500 }
  const rules = { condition: 'and', rules: [gold, rich] }
  const segment_rule = {
    auto_apply_enabled: false,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [rules] },
  }
  const filter = encodeURIComponent(
    JSON.stringify({ _and: [{ member_level: { _eq: 'ทอง' } }, { points: { _gt: 2500 } }] }),
  )
  const page = '/items/person?limit=10&sort=-updated_at,-id'
  /** With the number of matches in both answers; `alone`: in neither. */
  const search = (keyword: string, alone = false): Job => ({
    ours: { path: '/api/profile/query', body: { limit: 10, filter: { keyword }, count: !alone } },
    theirs: `${page}&search=${encodeURIComponent(keyword)}${alone ? '' : '&meta=filter_count'}`,
  })
  return {
    'first page of 10': { ours: { path: '/api/profile?limit=10' }, theirs: page },
    'page of 10 by a rule, with its count': {
      ours: { path: '/api/profile/query', body: { limit: 10, filter: { rule: rules } } },
      theirs: `${page}&filter=${filter}&meta=filter_count`,
      bar: 2,
    },
    'exact count of two fields': {
      ours: { path: '/api/label/estimate', body: { segment_rule, exact: true } },
      theirs: `/items/person?aggregate[count]=*&filter=${filter}`,
      count: [({ count }) => count, ({ data }) => data?.[0]?.count],
      bar: 1,
    },
    'search a common name': search('Malee'),
    'search a common name, without the number': search('Malee', true),
    'search a rare surname': search('ศรีศรีศรี'),
    'search nobody': search('ไม่มีใครชื่อนี้'),
  }
}

/** Asks both in turn, the other one first in every second round. */
async function compare(work: string, job: Job, connections: number, ours: Side, theirs: Side): Promise<Figure> {
  const sides: { side: Side; ask: ReadRequest; rounds: Times[]; tries: number }[] = [
    { side: ours, ask: job.ours, rounds: [], tries: 0 },
    { side: theirs, ask: { path: job.theirs }, rounds: [], tries: 0 },
  ]
  for (const one of sides) {
    const { ms } = await sendReads(one.side, one.ask, 5, 1)
    one.tries = Math.max(connections, Math.min(MAX_REQUESTS, Math.ceil(TURN_MS / percentile(ms, 0.5))))
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const one of round % 2 ? sides.toReversed() : sides)
      one.rounds.push(await sendReads(one.side, one.ask, one.tries, connections))
  if (job.count) {
    const [own, their] = sides.map(({ rounds }, place) => Number(job.count![place]!(JSON.parse(rounds[0]!.text))))
    if (own !== their) throw new Error(`${work}: ${own} and ${their}`)
  }
  const [own, their] = sides.map(({ rounds }) => ({
    ms: rounds.flatMap(({ ms }) => ms),
    cpu: percentile(
      rounds.map(({ cpu }) => cpu),
      0.5,
    ),
    perSecond: percentile(
      rounds.map(({ perSecond }) => perSecond),
      0.5,
    ),
  }))
  const text = ({ ms, cpu, perSecond }: typeof own & object) =>
    `p50 ${percentile(ms, 0.5).toFixed(1)}, p95 ${percentile(ms, 0.95).toFixed(1)} ms, ${formatNumber(perSecond)}/s, CPU ${cpu.toFixed(1)} ms`
  const ratio = their!.cpu / own!.cpu
  return {
    work: `${work}, ${connections} at once`,
    figure: text(own!),
    floor: text(their!),
    ratio: `${ratio.toFixed(1)}x CPU, ${(percentile(their!.ms, 0.5) / percentile(own!.ms, 0.5)).toFixed(1)}x time`,
    ...spreadOf(own!.ms),
    ...(job.bar && { bar: atLeast(ratio, job.bar, 'times the CPU') }),
  }
}

function rates(work: string, rows: number, ours: number, theirs: number): Figure {
  const rate = (ms: number) => `${formatNumber(perSecond(rows, ms))} rows/s`
  return { work, figure: rate(ours), floor: rate(theirs), ratio: `${(theirs / ours).toFixed(1)}x time` }
}

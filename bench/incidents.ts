import pg from 'pg'
import { atMost } from './bars.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { hire } from './staff.ts'
import { Figures, formatNumber, printFigures, timed } from './table.ts'

// Measures whom a login of a store could have seen: the answer of the desk, the freeze of an incident and a page of its people. A fifth of
// the ROWS profiles were shown within an hour each, the others are possible. The floor of a freeze is a bare insert of equal rows.

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const SHOWN = ROWS / 5
const BAR_MS = 120_000
const DAY_MS = 86_400_000

const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
try {
  await fillStore(admin, 1, ROWS)
  await hire(product, 1)
  const { rows } = await admin.query<{ user_id: number }>('select max(user_id)::int as user_id from store_member')
  const user = rows[0]!.user_id
  await admin.query("update store_member set created_at = now() - interval '60 days' where user_id = $1", [user])
  await admin.query(
    `insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, role, field_ids, reads)
     select store_id, id, date_trunc('hour', now(), 'UTC') - interval '1 hour' * (1 + n % 200), 'person:' || $1, 'GET /api/profile', 'พนักงาน', '{10}', 1
     from (select store_id, id, row_number() over (order by id) as n from profile where store_id = 1 order by id limit $2) shown`,
    [user, SHOWN],
  )
  await admin.query('analyze sensitive_read_hour')
  const [from, to] = [10 * DAY_MS, 0].map((ago) => new Date(Date.now() - ago).toISOString())
  const floor = await bareInsert()
  const figures = new Figures()
  const add = (work: string, ms: number) =>
    figures.add({
      work,
      figure: `${formatNumber(ms)} ms`,
      floor: `${formatNumber(floor)} ms`,
      ratio: (ms / floor).toFixed(2),
      bar: atMost(ms, BAR_MS, 'ms'),
    })
  const day = from!.slice(0, 10)
  const [seen] = await timed(() => product.call('GET', `/privacy/exposure?kind=person&id=${user}&from=${day}&limit=50`))
  add('whom a login saw and could have seen', seen)
  const leak = { title: 'รหัสรั่ว', kind: 'person', subject_id: user, from, to, known_at: to }
  const [frozen, incident] = await timed(() => product.call('POST', '/privacy/incident', leak))
  add('opening an incident, with its freeze', frozen)
  const [page] = await timed(() => product.call('GET', `/privacy/incident/${incident.id}/person?limit=50`))
  add('page of its people, with their ways', page)
  console.log(JSON.stringify({ certain: incident.certain, possible: incident.possible }).slice(0, 200))
  printFigures(figures, `${formatNumber(ROWS)} profiles, ${formatNumber(SHOWN)} shown`)
} finally {
  await admin.end()
  await product.stop()
}

/** Milliseconds for an insert of as many rows into a table with the key of `incident_person`. */
async function bareInsert(): Promise<number> {
  await admin.query(
    `create table bare_person (store_id int, incident_id int, profile_id bigint, certain boolean, field_ids int[], hour timestamptz,
       primary key (store_id, incident_id, profile_id))`,
  )
  const [ms] = await timed(() =>
    admin.query(
      "insert into bare_person select store_id, 1, id, id % 5 = 0, '{10}', now() from profile where store_id = 1 order by id",
    ),
  )
  await admin.query('drop table bare_person')
  return ms
}

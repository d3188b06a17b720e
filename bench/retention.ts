import pg from 'pg'
import { createPool } from '../server/database/db.ts'
import { retain } from '../server/privacy/retention/clock.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { makeStore } from './programs.ts'
import { Figures, formatNumber, percentile, perSecond, printFigures, timed } from './table.ts'

// Measures a period that ends for ROWS activities: a round that hides them, puts them back, hides them again and purges them. Meanwhile an
// edit of one customer after another waits for their rows. Floors: one statement for as many rows of another store.

const ROWS = Number(process.env.ROWS ?? 1_000_000)
/** Customers of a store. */
const PEOPLE = Math.max(100, ROWS / 10)
/** Months of the period; all activities are older. */
const MONTHS = 13
/** Blocks without an end. */
const ALL = Number.MAX_SAFE_INTEGER

// No worker: the rounds are those of this process.
const product = await startProduct({ settings: { RUAM_ROLE: 'api' } })
const admin = new pg.Client({ connectionString: product.superUrl })
const pool = createPool(product.appUrl, { max: 2 })
const editor = new pg.Client({ connectionString: product.superUrl })
try {
  await Promise.all([admin.connect(), editor.connect()])
  const other = await makeStore(admin)
  for (const store of [1, other]) await fill(store)
  const figures = new Figures()
  await product.call('PUT', '/privacy/retention', { kind: 'activity', months: MONTHS })
  const hidden = await floorOf(`with gone as (delete from activity where store_id = ${other} returning *)
    insert into retention_row (store_id, round_id, activity_id, profile_id, activity, lines)
    select store_id, 1, id, profile_id, to_jsonb(gone), null from gone`)
  const back = await floorOf(`with gone as (delete from retention_row where store_id = ${other} returning *)
    insert into activity overriding system value
    select a.* from gone cross join lateral jsonb_populate_record(null::activity, activity) a`)
  await measure(figures, 'hide', hidden)
  const { rounds } = (await product.call('GET', '/privacy/retention')) as { rounds: { id: number; rows: number }[] }
  if (rounds[0]!.rows !== ROWS) throw new Error(`${rounds[0]!.rows} rows were hidden`)
  await product.call('POST', `/privacy/retention/round/${rounds[0]!.id}/put-back`)
  await measure(figures, 'put back', back)
  await product.call('PUT', '/privacy/retention', { kind: 'activity', months: MONTHS })
  await retain({ pool }, 1, ALL)
  await admin.query("update retention_round set started_at = started_at - interval '8 days' where ended_at is null")
  await admin.query(
    `insert into retention_row select ${other}, 1, activity_id, profile_id, activity, lines from retention_row where store_id = 1`,
  )
  const purged = await floorOf(`delete from retention_row where store_id = ${other}`)
  await measure(figures, 'purge', purged)
  printFigures(figures, `${formatNumber(ROWS)} activities of ${formatNumber(PEOPLE)} customers`)
} finally {
  await Promise.all([admin.end(), editor.end(), pool.end()])
  await product.stop()
}

/** Customers with ten old purchases each. */
async function fill(store: number): Promise<void> {
  await fillStore(admin, store, PEOPLE)
  await admin.query(
    `with type as (insert into activity_type (store_id, name) values ($1, 'ซื้อของ') returning id)
     insert into activity (store_id, profile_id, type_id, activity_at, created_at, fields)
     select $1, p.id, type.id, now() - interval '3 years' + interval '1 second' * n, now() - interval '1 year', jsonb_build_object('1', n)
     from type, generate_series(1, $2::int) n
       join (select id, row_number() over (order by id) - 1 as place from profile where store_id = $1) p on p.place = n * 7919::bigint % $3`,
    [store, ROWS, PEOPLE],
  )
}

async function floorOf(text: string): Promise<number> {
  const [ms, { rowCount }] = await timed(() => admin.query(text))
  if (rowCount !== ROWS) throw new Error(`The floor wrote ${rowCount} rows`)
  return ms
}

/** Runs the rounds of the store next to edits. */
async function measure(figures: Figures, work: string, floor: number): Promise<void> {
  const { rows } = await admin.query<{ id: number }>('select id from profile where store_id = 1')
  const waits: number[] = []
  let over = false
  const edits = (async () => {
    for (let n = 0; !over; n++) {
      const { id } = rows[(n * 104_729) % rows.length]!
      const [ms] = await timed(() =>
        editor.query('update profile set updated_at = updated_at where store_id = 1 and id = $1', [id]),
      )
      waits.push(ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const before = product.cpu()
  const [ms] = await timed(() => retain({ pool }, 1, ALL))
  over = true
  await edits
  const after = product.cpu()
  const shares = [0.5, 0.95].map((share) => percentile(waits, share).toFixed(1))
  figures.add({
    work: `${work}, ${formatNumber(perSecond(ROWS, ms))} rows a second; an edit waits p50 ${shares[0]}, p95 ${shares[1]}, most ${Math.max(...waits).toFixed(0)} ms`,
    figure: `${(ms / 1000).toFixed(1)} s`,
    n: waits.length,
    cpu: `${((after.postgres - before.postgres) / 1000).toFixed(1)} s of PostgreSQL`,
    floor: `${(floor / 1000).toFixed(1)} s in one statement`,
    ratio: (ms / floor).toFixed(2),
  })
}

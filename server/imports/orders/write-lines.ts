import type pg from 'pg'
import { onConnection } from '../../database/db.ts'
import { recountOrders } from './recount.ts'

const INCOMING = 'pg_temp.incoming_line'
const OVERLAY = 'pg_temp.overlay_line'
const SEEN = 'pg_temp.overlay_order'

/** A line of an order whose customer is decided. */
export interface OrderLine {
  no: number
  profile: number
  at: string
  fields: Record<string, string | number | boolean>
  /** The order's number, with its branch. */
  key: string
  number: string
  content: string
  item: string | null
  /** Millionths, like all amounts. */
  pieces: bigint | null
  /** Of the line; null if the file has totals alone. */
  amount: bigint | null
  refund: boolean
  /** The order's total by the whole file, if the file has totals. */
  total: bigint | null
  /** What the order costs by the whole file. */
  sum: bigint
}

/** Where lines go. */
interface LineTarget {
  storeId: number
  run: { id: number; dry: boolean }
  /** Runs whose left-over rows the file holds: their other rows keep their lines. */
  earlier: readonly number[]
  typeId: number
  /** The series as activities name it. */
  source: string
  amountField: number
  itemField: number | null
  orderField: number | null
  /** True if purchases that another source has are added all the same. */
  addsElsewhere: boolean
  /** True if the whole file was surveyed: its total then replaces the one before. */
  surveyed: boolean
  timeZone: string
}

interface WrittenLines {
  /** Rows that added a purchase. */
  made: number[]
  /** Rows that added a line to a purchase, or corrected its total. */
  lined: number[]
  /** By row: the stored line it stands for. */
  met: [number, number][]
  /** By row: the purchase of another source that it stands for. */
  elsewhere: [number, number][]
}

/** Temporary tables of a batch's lines; the overlay holds those of a dry run's rows so far. */
export async function prepareLines(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists ${INCOMING}, ${OVERLAY}, ${SEEN};
    create temp table incoming_line (record_no int, profile_id bigint, at timestamptz, fields jsonb, reference text, number text,
      content uuid, item text, pieces bigint, amount bigint, refund boolean, total bigint, sum bigint,
      activity_id bigint, elsewhere bigint);
    create temp table overlay_line (reference text, content uuid, added boolean);
    create index on ${OVERLAY} (reference, content);
    create temp table overlay_order (reference text primary key)`)
}

/**
 * Writes the lines of a batch, in a dry run to its overlay. Of several equal lines of an order the k-th row stands for the k-th that is
 * stored, so a file imported twice adds none.
 */
export async function writeLines(
  client: pg.ClientBase,
  target: LineTarget,
  lines: readonly OrderLine[],
): Promise<WrittenLines> {
  await takeIn(client, lines)
  await findOrders(client, target)
  const elsewhere = await findElsewhere(client, target)
  const made = await makeOrders(client, target)
  const totals = await writeTotals(client, target, made)
  const { added, met } = await placeLines(client, target)
  if (!target.run.dry) await recount(client, target.storeId, [...added, ...totals])
  const makes = new Set(made)
  return { made, lined: [...new Set([...added, ...totals])].filter((no) => !makes.has(no)), met, elsewhere }
}

async function takeIn(client: pg.ClientBase, lines: readonly OrderLine[]): Promise<void> {
  await client.query(`truncate ${INCOMING}`)
  await client.query({
    name: 'incoming-lines',
    text: `insert into ${INCOMING}
      select * from unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::jsonb[], $5::text[], $6::text[], $7::uuid[], $8::text[],
        $9::bigint[], $10::bigint[], $11::boolean[], $12::bigint[], $13::bigint[])`,
    values: [
      lines.map(({ no }) => no),
      lines.map(({ profile }) => profile),
      lines.map(({ at }) => at),
      lines.map(({ fields }) => JSON.stringify(fields)),
      lines.map(({ key }) => key),
      lines.map(({ number }) => number),
      lines.map(({ content }) => content),
      lines.map(({ item }) => item),
      lines.map(({ pieces }) => pieces),
      lines.map(({ amount }) => amount),
      lines.map(({ refund }) => refund),
      lines.map(({ total }) => total),
      lines.map(({ sum }) => sum),
    ],
  })
}

/** Notes the stored purchases of the rows' orders. */
async function findOrders(client: pg.ClientBase, { storeId, typeId, source }: LineTarget): Promise<void> {
  await client.query({
    name: 'find-orders',
    text: `update ${INCOMING} i set activity_id = found.id from (
      select r.reference, a.id from (select distinct reference from ${INCOMING}) r
      cross join lateral (select id, type_id from activity where store_id = $1 and source = $3 and reference = r.reference offset 0) a
      where a.type_id = $2) found where found.reference = i.reference`,
    values: [storeId, typeId, source],
  })
}

/** Notes orders that are new in their series and that another source has: the same number, person, day and sum. */
async function findElsewhere(client: pg.ClientBase, target: LineTarget): Promise<[number, number][]> {
  const { storeId, typeId, source, amountField, orderField, addsElsewhere, timeZone, run } = target
  const amount = `a.fields -> '${amountField}'`
  const number = orderField === null ? '' : ` or a.fields ->> '${orderField}' = f.number`
  const day = `date_trunc('day', at at time zone $4)`
  const { rows } = await client.query<{ record_no: number; elsewhere: number }>({
    name: `orders-elsewhere-${run.dry ? 'dry' : 'real'}`,
    text: `with first as materialized (
        select distinct on (reference) reference, number, profile_id, sum, ${day} at time zone $4 as day,
          (${day} + interval '1 day') at time zone $4 as next_day from ${INCOMING}
        where activity_id is null ${run.dry && addsElsewhere ? `and not exists (select from ${SEEN} s where s.reference = ${INCOMING}.reference)` : ''}
        order by reference, record_no),
      found as (
        select f.reference, e.id from first f cross join lateral (
          select a.id from (select id, type_id, fields, source, reference from activity
            where store_id = $1 and profile_id = f.profile_id and activity_at >= f.day
              and activity_at < f.next_day offset 0) a
          where a.type_id = $2 and a.source is distinct from $3
            and case when jsonb_typeof(${amount}) = 'number' then abs((${amount})::numeric - f.sum * 0.000001) < 0.005 end
            and (a.reference = f.number${number})
          order by a.id limit 1) e)
      update ${INCOMING} i set elsewhere = found.id from found where found.reference = i.reference
      returning i.record_no, i.elsewhere`,
    values: [storeId, typeId, source, timeZone],
  })
  return rows.map(({ record_no, elsewhere }) => [record_no, elsewhere])
}

/** Rows that are written: not those of purchases that another source has, unless these are added. */
const written = ({ addsElsewhere }: LineTarget) => (addsElsewhere ? 'true' : 'i.elsewhere is null')

/** Adds the purchases of orders that are new. Returns the first row of each. */
async function makeOrders(client: pg.ClientBase, target: LineTarget): Promise<number[]> {
  const { storeId, typeId, source, run } = target
  const fresh = `fresh as materialized (
    select distinct on (i.reference) i.reference, i.record_no, i.profile_id, i.at from ${INCOMING} i
    where i.activity_id is null and ${written(target)}
    ${run.dry ? `and not exists (select from ${SEEN} s where s.reference = i.reference)` : ''}
    order by i.reference, i.record_no)`
  const { rows } = await client.query<{ record_no: number }>(
    run.dry
      ? { name: 'dry-orders', text: `with ${fresh} select record_no from fresh` }
      : {
          name: 'make-orders',
          text: `with ${fresh},
            made as (insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no, source, reference)
              select $1, profile_id, $2, at, '{}', $4, record_no, $3, reference from fresh order by record_no
              returning id, row_no as record_no, reference),
            named as (update ${INCOMING} i set activity_id = m.id from made m where m.reference = i.reference)
            select record_no from made`,
          values: [storeId, typeId, source, run.id],
        },
  )
  return rows.map(({ record_no }) => record_no)
}

/** Notes the totals that a file gives for its orders, where they differ from the latest. Returns the first row of each such order. */
async function writeTotals(client: pg.ClientBase, target: LineTarget, made: readonly number[]): Promise<number[]> {
  const { storeId, run, amountField, surveyed } = target
  const values = [storeId, surveyed]
  const first = `select distinct on (i.reference) i.* from ${INCOMING} i where i.total is not null and ${written(target)}
    order by i.reference, i.record_no`
  const changed = `changed as materialized (select f.* from (${first}) f
    left join lateral (select amount from purchase_line where store_id = $1 and activity_id = f.activity_id and total
      order by run_id desc, id desc limit 1) t on true
    where case when t.amount is null then true else $2 and t.amount <> f.total end)`
  if (run.dry) {
    const { rows } = await client.query<{ record_no: number }>({
      name: 'dry-totals',
      text: `with ${changed},
        seen as (insert into ${SEEN} (reference) select distinct i.reference from ${INCOMING} i where ${written(target)}
          on conflict do nothing returning reference)
        select c.record_no from changed c join seen s on s.reference = c.reference`,
      values,
    })
    return rows.map(({ record_no }) => record_no).filter((no) => !made.includes(no))
  }
  const { rows } = await client.query<{ record_no: number }>({
    name: 'write-totals',
    text: `with ${changed}
      insert into purchase_line (store_id, activity_id, run_id, row_no, at, content, amount, refund, total, fields, amount_field)
      select $1, activity_id, $3, record_no, at, content, total, refund, true, '{}', $4 from changed returning row_no as record_no`,
    values: [...values, run.id, amountField],
  })
  return rows.map(({ record_no }) => record_no)
}

interface Placed {
  record_no: number
  met: number | null
}

/** The k-th of several equal lines of an order is the k-th of those that are stored, and a new one where there are fewer. */
async function placeLines(
  client: pg.ClientBase,
  target: LineTarget,
): Promise<{ added: number[]; met: WrittenLines['met'] }> {
  const { storeId, run, earlier, amountField, itemField } = target
  // Lines that other rows stand for: rows of this run, or of one whose left-over rows the file holds. A row with unread cells is in the
  // correction file as well, and claims nothing.
  const claims = [...(run.dry ? [] : [run.id]), ...earlier]
  const text = `with groups as (
      select i.reference, i.activity_id, i.content, array_agg(i.record_no order by i.record_no) as nos
      from ${INCOMING} i where ${written(target)} group by 1, 2, 3),
    placed as (
      select row.record_no, g.reference, g.content, s.ids[row.k] as met, row.k > s.stored ${run.dry ? '+ o.added' : ''} as adds
      from groups g
      cross join lateral (select count(*)::int as stored, array_agg(l.id order by l.id) as ids,
        (count(*) filter (where l.run_id = any($2) and not exists (select from run_record r
            where r.store_id = $1 and r.run = l.run_id and r.record_no = l.row_no and r.run = any($3) and r.unread is not null))
          + coalesce(sum(m.claims), 0))::int as claimed
        from (select id, run_id, row_no from purchase_line
          where store_id = $1 and activity_id = g.activity_id and content = g.content and not total offset 0) l
        cross join lateral (select count(*) as claims from run_record r
          where r.store_id = $1 and r.met_line = l.id and r.run = any($2) and not (r.unread is not null and r.run = any($3))) m) s
      ${
        run.dry
          ? `cross join lateral (select count(*)::int as seen, (count(*) filter (where o.added))::int as added
              from ${OVERLAY} o where o.reference = g.reference and o.content = g.content) o`
          : ''
      }
      cross join lateral (select no as record_no, (s.claimed ${run.dry ? '+ o.seen' : ''} + place)::int as k
        from unnest(g.nos) with ordinality u (no, place)) row)`
  const values: unknown[] = [storeId, claims, earlier]
  const { rows } = await client.query<Placed>(
    run.dry
      ? {
          name: 'dry-lines',
          text: `${text}, kept as (insert into ${OVERLAY} select reference, content, adds from placed)
            select record_no, null::bigint as met from placed where adds`,
          values,
        }
      : {
          name: 'add-lines',
          text: `${text}, added as (
              insert into purchase_line (store_id, activity_id, run_id, row_no, at, content, amount, refund, item, pieces, fields,
                amount_field, item_field)
              select $1, i.activity_id, $4, i.record_no, i.at, i.content, i.amount, i.refund, i.item, i.pieces, i.fields, $5, $6
              from placed p join ${INCOMING} i on i.record_no = p.record_no where p.adds order by i.record_no
              returning row_no as record_no)
            select record_no, null::bigint as met from added
            union all select record_no, met from placed where not adds`,
          values: [...values, run.id, amountField, itemField],
        },
  )
  return {
    added: rows.flatMap(({ record_no, met }) => (met === null ? [record_no] : [])),
    met: rows.flatMap(({ record_no, met }): [number, number][] => (met === null ? [] : [[record_no, met]])),
  }
}

async function recount(client: pg.ClientBase, storeId: number, numbers: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ id: number }>({
    name: 'orders-of-lines',
    text: `select distinct activity_id as id from ${INCOMING} where record_no = any($1::int[]) and activity_id is not null`,
    values: [numbers],
  })
  await recountOrders(
    onConnection(client),
    storeId,
    rows.map(({ id }) => id),
  )
}

// A dry run keeps what it would have written in temporary tables, which end with its worker. Each batch copies its own rows of them to
// `dry_run_block` in its transaction; the next worker fills its tables from there, and goes on after the last batch.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { noteHolders } from './order-holders.ts'
import { takesLines } from './order-rows.ts'
import type { Plan } from './plan.ts'
import type { Overlay } from './write-overlay.ts'

interface OverlayTable {
  name: string
  /** All columns, in the table's order. */
  columns: readonly string[]
  /** Columns by which later entries replace earlier ones. */
  key?: readonly string[]
}

/** Entries of one row of `dry_run_block`: a row of people with long values must stay far below the limit of a value. */
const ENTRIES = 100

/** Rows read at once. */
const PAGE = 20_000

function tablesOf(plan: Plan): OverlayTable[] {
  const keys = plan.keys.map((_, order) => `key_${order}`)
  return [
    { name: 'overlay', columns: ['id', 'values', ...keys], key: ['id'] },
    { name: 'overlay_replaced', columns: ['key', 'value', 'id'] },
    ...(plan.consents
      ? [
          {
            name: 'overlay_consent',
            columns: ['profile_id', 'purpose_id', 'status', 'version'],
            key: ['profile_id', 'purpose_id'],
          },
        ]
      : []),
    ...(plan.activity
      ? [{ name: 'overlay_activity', columns: ['profile_id', 'activity_at', 'fields', 'key', 'added'] }]
      : []),
    ...(takesLines(plan)
      ? [
          { name: 'overlay_line', columns: ['reference', 'content', 'added'] },
          { name: 'overlay_order', columns: ['reference'] },
        ]
      : []),
    ...(plan.labels.length > 0 || plan.rowLabels
      ? [{ name: 'overlay_label', columns: ['label_id', 'profile_id'] }]
      : []),
  ]
}

const quoted = (columns: readonly string[], of = '') => columns.map((column) => `${of}"${column}"`).join(', ')

const temporary = (table: string) => `pg_temp.${table}`

/** Place of the newest row of the temporary tables. */
const PLACE = 'select case when is_called then last_value else 0 end as place from pg_temp.overlay_place'

/** Numbers the rows of a dry run's temporary tables, which are empty, in the order in which they are written. */
export async function numberOverlay(client: pg.ClientBase, plan: Plan): Promise<void> {
  const tables = tablesOf(plan).map(
    ({ name }) => `
      alter table pg_temp.${name} add column place bigint not null default nextval('pg_temp.overlay_place');
      create index on pg_temp.${name} (place);`,
  )
  await client.query(
    `drop sequence if exists pg_temp.overlay_place cascade; create temp sequence overlay_place; ${tables.join('')}`,
  )
}

/** Stores what a batch has written to the overlay, in the batch's transaction. */
export async function storeBlock(
  { client, stored, holders }: Overlay,
  storeId: number,
  run: Pick<RunRow, 'id'>,
  plan: Plan,
  batch: { done: number; rows: number },
): Promise<number> {
  const kinds = tablesOf(plan).map(
    ({ name, columns }) => `
      union all
      select '${name}', chunk, json_agg(entry order by place) from (
        select t.place, (row_number() over (order by t.place) - 1) / ${ENTRIES} as chunk, to_json(r) as entry
        from pg_temp.${name} t cross join lateral (select ${quoted(columns, 't.')}) r where t.place > $5) n
      group by chunk`,
  )
  await client.query(
    `insert into dry_run_block (store_id, run, done, part, rows, kind, entries)
     select $1, $2, $3, row_number() over (order by kind <> 'batch', kind, chunk) - 1, case kind when 'batch' then $4::int else 0 end,
       kind, entries
     from (
       select 'batch' as kind, 0::bigint as chunk, '[]'::json as entries
       union all select 'holders', 0, $6::json where json_array_length($6::json) > 0
       ${kinds.join('')}) b`,
    [storeId, run.id, batch.done, batch.rows, stored, JSON.stringify(holders)],
  )
  return newestPlace(client)
}

async function newestPlace(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ place: number }>(PLACE)
  return rows[0]!.place
}

/** True if the blocks of a dry run hold all of its rows so far. */
export async function hasBlocks(db: Db, storeId: number, run: Pick<RunRow, 'id' | 'done'>): Promise<boolean> {
  const { rows } = await sql<{ stored: number }>`select coalesce(sum(rows), 0)::int as stored from dry_run_block
    where store_id = ${storeId} and run = ${run.id}`.execute(db)
  return rows[0]!.stored === run.done
}

/** Deletes the blocks of a dry run that starts over. */
export const deleteBlocks = (db: Db, storeId: number, run: Pick<RunRow, 'id'>) =>
  sql`delete from dry_run_block where store_id = ${storeId} and run = ${run.id}`.execute(db)

/** Fills the temporary tables of a dry run with what the worker before had in them. */
export async function restoreOverlay(overlay: Overlay, storeId: number, run: RunRow, plan: Plan): Promise<void> {
  const { client, seen, replaced } = overlay
  for (const { name, columns, key } of tablesOf(plan)) {
    const newest = key ? 'b.done desc, b.part desc, r.n desc' : 'b.done, b.part, r.n'
    await client.query(
      `insert into ${temporary(name)} (${quoted(columns)})
       select ${quoted(columns)} from (
         select ${key ? `distinct on (${quoted(key, 'r.')})` : ''} r.* from dry_run_block b
         cross join lateral json_populate_recordset(null::pg_temp.${name}, b.entries) with ordinality r (${quoted(columns)}, place, n)
         where b.store_id = $1 and b.run = $2 and b.kind = '${name}'
         order by ${key ? `${quoted(key, 'r.')}, ` : ''}${newest}) x`,
      [storeId, run.id],
    )
  }
  const keys = plan.keys.map((_, order) => `key_${order}`)
  for await (const [id, ...texts] of pages<[number, ...(string | null)[]]>(client, 'overlay', ['id', ...keys])) {
    if (id > 0) replaced.add(String(id))
    for (const [order, text] of texts.entries()) if (text !== null) seen[order]!.add(text)
  }
  for await (const [order, text] of pages<[number, string]>(client, 'overlay_replaced', ['key', 'value']))
    seen[order]!.add(text)
  // They only save look-ups, and what set them lies in rows that are not read again.
  overlay.hasContacts = true
  plan.contacts = true
  plan.furtherNames = true
  if (takesLines(plan)) {
    const { rows } = await client.query<{ entries: [string, number][] }>(
      "select entries from dry_run_block where store_id = $1 and run = $2 and kind = 'holders' order by done, part",
      [storeId, run.id],
    )
    for (const { entries } of rows)
      noteHolders(
        plan,
        entries.map(([key, id]) => [key, { id }]),
      )
  }
  overlay.stored = await newestPlace(client)
}

async function* pages<Row extends unknown[]>(client: pg.ClientBase, table: string, columns: readonly string[]) {
  for (let last = 0; ; ) {
    const { rows } = await client.query<[...unknown[]]>({
      text: `select ${quoted(columns)}, place from pg_temp.${table} where place > $1 order by place limit ${PAGE}`,
      values: [last],
      rowMode: 'array',
    })
    for (const row of rows) {
      last = row.pop() as number
      yield row as Row
    }
    if (rows.length < PAGE) return
  }
}

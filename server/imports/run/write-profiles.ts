import type { SystemColumn } from '@ruam/contract/platform/system-fields.ts'
import type pg from 'pg'
import { sqlTypes } from '../../customers/fields/sql-types.ts'
import { copyLines, copyValue } from './copy.ts'
import type { Decided } from './decided-rows.ts'
import type { RowEntry } from './entry.ts'
import { type Cell, linesFrom, rowLinesOf } from './lines.ts'
import { keyText, type Plan } from './plan.ts'
import { storedHash } from './row-hash.ts'
import { placeOf, type RunOrigin, runsOfPeople } from './row-places.ts'

interface Shape {
  /** The plan's fields that are columns, and their places. */
  columns: { column: SystemColumn; type: string; place: number }[]
  custom: { id: number; place: number; matchKey: boolean }[]
}

function shapeOf(plan: Plan): Shape {
  const shape: Shape = { columns: [], custom: [] }
  for (const [place, { field }] of plan.fields.entries()) {
    if (field.column) shape.columns.push({ column: field.column, type: sqlTypes[field.data_type], place })
    else shape.custom.push({ id: field.id, place, matchKey: field.matchKey === true || plan.keys.includes(place) })
  }
  return shape
}

/** Columns of the temporary table of a connection. */
const prepared = new WeakMap<pg.ClientBase, string>()

/** Names and types of what a changed profile is sent as. */
const incomingColumns = ({ columns, custom }: Shape): [name: string, type: string][] => [
  ['id', 'bigint'],
  ['sources', 'jsonb'],
  ['custom', 'jsonb'],
  ...columns.map(({ column, type }): [string, string] => [column, type]),
  ...custom.flatMap(({ id, matchKey }): [string, string][] => (matchKey ? [[`key_${id}`, 'text']] : [])),
]

/** Changed profiles of a batch of a stream, in the text of a parameter: its connection belongs to the pool and has no tables of its own. */
const incomingText = (shape: Shape) =>
  `(select ${incomingColumns(shape)
    .map(([name, type], place) => `c[${place + 1}]::${type} as ${name}`)
    .join(', ')} from ${linesFrom('$2')} offset 0)`

/** Copies a batch's changed profiles into a temporary table, which is made when the first batch needs it. */
async function incomingTable(client: pg.ClientBase, shape: Shape, rows: readonly Cell[][]): Promise<string> {
  const columns = incomingColumns(shape)
    .map((column) => column.join(' '))
    .join(', ')
  if (prepared.get(client) === columns) await client.query('truncate pg_temp.incoming')
  else {
    await client.query(`
      drop table if exists pg_temp.incoming;
      create temp table incoming (${columns});
      create index on pg_temp.incoming (id)`)
    prepared.set(client, columns)
  }
  await copyLines(
    client,
    'pg_temp.incoming',
    rows.map((cells) => cells.map(copyValue).join('\t')),
  )
  return 'pg_temp.incoming'
}

/**
 * Detects fields that became match keys after the plan was compiled, so that their values are indexed too. No other field can become
 * one until the caller's transaction ends.
 */
export async function noticeKeys(client: pg.ClientBase, storeId: number, plan: Plan): Promise<void> {
  const own = plan.fields.flatMap(({ field }) => (field.column ? [] : [field]))
  if (own.every((field) => field.matchKey)) return
  const { rows } = await client.query<{ id: number; match_key: boolean }>({
    name: 'notice-keys',
    text: 'select id, match_key from profile_field where store_id = $1 and id = any($2::int[]) for share',
    values: [storeId, own.map((field) => field.id)],
  })
  for (const field of own) if (rows.some((row) => row.id === field.id && row.match_key)) field.matchKey = true
}

/** Gives a batch's new profiles their ids, in file order. */
export async function assignIds(client: pg.ClientBase, { added }: Decided): Promise<void> {
  if (added.length === 0) return
  const { rows } = await client.query<{ ids: string }>({
    name: 'next-ids',
    // One text: a row for each id would cost the driver more than the database.
    text: "select string_agg(nextval('profile_id_seq')::text, ',') as ids from generate_series(1, $1)",
    values: [added.length],
  })
  const ids = rows[0]!.ids.split(',')
  for (const [place, entry] of added.entries()) entry.id = Number(ids[place])
}

/** Inserts a batch's new profiles in the caller's transaction. Nothing else: no row is locked that others wait for. */
export async function insertProfiles(
  client: pg.ClientBase,
  storeId: number,
  run: RunOrigin,
  plan: Plan,
  { added }: Decided,
): Promise<void> {
  if (added.length === 0) return
  const shape = shapeOf(plan)
  const names = shape.columns.map(({ column }) => `, ${column}`).join('')
  const cells = shape.columns
    .map(({ type }, place) => `, c[${place + 6}]${type === 'text' ? '' : `::${type}`}`)
    .join('')
  // A cell that no line has is null.
  const ofRow = `coalesce(c[${shape.columns.length + 6}]::bigint, $2)`
  const lines = rowLinesOf(added.map((entry) => newLine(entry, run, plan, shape)))
  await client.query({
    name: 'insert-profiles',
    text: `insert into profile (store_id, id, custom, origin_run, origin_row, sources, created_by, row_hash${names}) overriding system value
      select $1, c[1]::bigint, coalesce(c[3]::jsonb, '{}'), ${ofRow}, c[2]::int, coalesce(c[4]::jsonb, '{}'), $3, c[5]::bigint${cells}
      from ${linesFrom('$4')}`,
    values: [storeId, run.id, run.createdBy, lines],
  })
}

/**
 * Writes the rest of a batch's profiles in the transaction that inserted its new ones: the changed ones with their new values
 * and where each came from, and the custom keys of all.
 */
export async function writeProfiles(
  client: pg.ClientBase,
  storeId: number,
  run: RunOrigin,
  plan: Plan,
  { added, updated, decisions }: Decided,
): Promise<void> {
  if (added.length + updated.length === 0) return
  const shape = shapeOf(plan)
  const runs = runsOfPeople(run, decisions)
  if (updated.length > 0) await updateProfiles(client, storeId, run, plan, shape, updated, runs)
  await writeContacts(client, storeId, run, plan, [...added, ...updated], runs)
  for (const { id, place, matchKey } of shape.custom) {
    if (!matchKey) continue
    const holders = [...added, ...updated].flatMap((entry) => {
      const text = keyText(entry.values[place]!)
      return text === null ? [] : [{ id: entry.id!, text }]
    })
    await client.query({
      name: `add-keys-${id}`,
      text: `insert into profile_key (store_id, field_id, value, profile_id)
        select $1, ${id}, value, id from unnest($2::text[], $3::bigint[]) as k (value, id) on conflict do nothing`,
      values: [storeId, holders.map(({ text }) => text), holders.map((holder) => holder.id)],
    })
  }
}

/** Writes further phones and e-mails. */
async function writeContacts(
  client: pg.ClientBase,
  storeId: number,
  run: RunOrigin,
  plan: Plan,
  entries: readonly RowEntry[],
  runs: ReadonlyMap<RowEntry, number>,
): Promise<void> {
  const lines = entries.flatMap((entry) =>
    (entry.kept ?? []).map(([place, value]) => [
      ...[entry.id, plan.fields[place]!.field.id, value],
      ...(run.places ? [runs.get(entry)!] : []),
    ]),
  )
  if (lines.length === 0) return
  await client.query({
    name: 'insert-contacts',
    text: `insert into profile_contact (store_id, profile_id, field_id, value, source, source_id)
      select $1, c[1]::bigint, c[2]::int, c[3], 'run', coalesce(c[4]::bigint, $2) from ${linesFrom('$3')} on conflict do nothing`,
    values: [storeId, run.id, rowLinesOf(lines)],
  })
}

async function updateProfiles(
  client: pg.ClientBase,
  storeId: number,
  run: RunOrigin,
  plan: Plan,
  shape: Shape,
  updated: RowEntry[],
  runs: ReadonlyMap<RowEntry, number>,
): Promise<void> {
  const ids = updated.map((entry) => entry.id)
  const rows = updated.map((entry) => changedCells(entry, run, plan, shape))
  const incoming = plan.isStream ? incomingText(shape) : await incomingTable(client, shape, rows)
  // Named by their ids as well: a plan made on an empty store would otherwise read all its profiles for each changed one.
  const these = plan.isStream ? '' : 'p.id = any($2::bigint[]) and'
  const values = [storeId, plan.isStream ? rowLinesOf(rows) : ids]
  for (const { id, matchKey } of shape.custom) {
    if (!matchKey) continue
    await client.query({
      name: `drop-keys-${id}`,
      // By place: joined with all keys of the field, each may be compared with all profiles.
      text: `delete from profile_key where store_id = $1 and ctid = any(array(
          select k.place from ${incoming} i
          cross join lateral (select ctid as place, field_id, value from profile_key where store_id = $1 and profile_id = i.id offset 0) k
          where k.field_id = ${id} and k.value is distinct from i.key_${id}))`,
      values: plan.isStream ? values : [storeId],
    })
  }
  for (const [id, met] of peopleByRun(run, updated, runs))
    await client.query({
      name: 'remember-met',
      // Once for a profile, as the run met it; of those it made itself an undo needs nothing.
      text: `insert into run_profile (store_id, run, profile_id, updated_at, sources)
      select $1, $2, id, updated_at, sources from profile
      where store_id = $1 and id = any($3::bigint[]) and origin_run is distinct from $2
      order by id on conflict do nothing`,
      values: [storeId, id, met],
    })
  const list = shape.columns.map(({ column }) => `, ${column} = i.${column}`).join('')
  await client.query({
    name: 'update-profiles',
    // A value of the store's own that was taken away leaves no null behind.
    text: `update profile p set custom = jsonb_strip_nulls(p.custom || i.custom), sources = p.sources || i.sources,
        updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')${list}
      from ${incoming} i
      where p.store_id = $1 and ${these} i.id = p.id`,
    values,
  })
}

/** Ids of changed people by the run that changed them. */
function peopleByRun(
  run: RunOrigin,
  updated: readonly RowEntry[],
  runs: ReadonlyMap<RowEntry, number>,
): Map<number, (number | null)[]> {
  if (!run.places) return new Map([[run.id, updated.map(({ id }) => id)]])
  const byRun = Map.groupBy(updated, (entry) => runs.get(entry)!)
  return new Map([...byRun].map(([id, entries]) => [id, entries.map((entry) => entry.id)]))
}

function newLine(entry: RowEntry, run: RunOrigin, plan: Plan, { columns, custom }: Shape): Cell[] {
  const hash = entry.hash === undefined ? null : storedHash(entry.hash)
  const origin = placeOf(run, entry.row)
  const cells: Cell[] = [entry.id, origin.row, customJson(entry, custom, false), sourcesJson(entry, run, plan), hash]
  for (const { place } of columns) cells.push(entry.values[place]!)
  if (run.places) cells.push(origin.run)
  return cells
}

function changedCells(entry: RowEntry, run: RunOrigin, plan: Plan, { columns, custom }: Shape): Cell[] {
  const cells: Cell[] = [entry.id, sourcesJson(entry, run, plan) ?? '{}', customJson(entry, custom, true) ?? '{}']
  for (const { place } of columns) cells.push(entry.values[place]!)
  for (const { place, matchKey } of custom) if (matchKey) cells.push(keyText(entry.values[place]!))
  return cells
}

/** The store's own fields that have a value; with `emptied`, null for those whose value was taken away. */
function customJson({ values, changed }: RowEntry, custom: Shape['custom'], emptied: boolean): string | null {
  if (custom.length === 0) return null
  const own: Record<string, unknown> = {}
  for (const { id, place } of custom) {
    if (values[place] !== null || (emptied && changed?.has(place))) own[id] = values[place]
  }
  return JSON.stringify(own)
}

/** Sources of changed values; unchanged ones of a new profile come from its origin. */
function sourcesJson({ changed }: RowEntry, origin: RunOrigin, plan: Plan): string | null {
  if (!changed) return null
  const sources: Record<string, [string, number, number]> = {}
  for (const [place, no] of changed) {
    const { run, row } = placeOf(origin, no)
    sources[plan.fields[place]!.field.id] = ['run', run, row]
  }
  return JSON.stringify(sources)
}

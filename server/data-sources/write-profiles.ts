import type { DataType, SystemColumn } from '@ruam/contract/system-fields.ts'
import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import type { Decided, Entry } from './decide.ts'
import { keyText, type Plan } from './plan.ts'

const sqlTypes: Record<DataType, string> = {
  String: 'text',
  Number: 'double precision',
  Date: 'date',
  Boolean: 'boolean',
}

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

/** The temporary table a batch's new and changed profiles are copied into; once per connection and run. */
export async function prepareProfiles(client: pg.ClientBase, plan: Plan): Promise<void> {
  const { columns, custom } = shapeOf(plan)
  const keys = custom.filter((field) => field.matchKey)
  await client.query(`
    drop table if exists pg_temp.incoming;
    create temp table incoming (
      ${['id bigint', 'is_new boolean', 'origin_row int', 'sources jsonb', 'custom jsonb', ...columns.map(({ column, type }) => `${column} ${type}`), ...keys.map(({ id }) => `key_${id} text`)].join(', ')}
    );
    create index incoming_changed on pg_temp.incoming (id) where not is_new`)
}

/**
 * Notices fields of the store that somebody has made match keys since the plan was compiled, so that their values are kept for
 * looking up as well; true when there are any. None can become one until the caller's transaction ends.
 */
export async function noticeKeys(client: pg.ClientBase, storeId: number, plan: Plan): Promise<boolean> {
  const own = plan.fields.flatMap(({ field }) => (field.column ? [] : [field]))
  if (own.every((field) => field.matchKey)) return false
  const { rows } = await client.query<{ id: number; match_key: boolean }>({
    name: 'notice-keys',
    text: 'select id, match_key from profile_field where store_id = $1 and id = any($2::int[]) for share',
    values: [storeId, own.map((field) => field.id)],
  })
  const made = own.filter((field) => !field.matchKey && rows.some((row) => row.id === field.id && row.match_key))
  for (const field of made) field.matchKey = true
  return made.length > 0
}

/**
 * Writes a batch's profiles in the caller's transaction: new ones with their origin, changed ones with their new values and
 * where each came from, custom keys, and the store's total. Gives the new entries their ids.
 */
export async function writeProfiles(
  client: pg.ClientBase,
  storeId: number,
  run: { id: number; createdBy: number | null },
  plan: Plan,
  decided: Decided,
) {
  const { added, updated } = decided
  if (added.length + updated.length === 0) return
  const shape = shapeOf(plan)
  const keys = shape.custom.filter((field) => field.matchKey)
  const names = shape.columns.map(({ column }) => column)
  await giveIds(client, added)
  await client.query('truncate pg_temp.incoming')
  const lines = [
    ...added.map((entry) => line(entry, true, run.id, plan, shape)),
    ...updated.map((entry) => line(entry, false, run.id, plan, shape)),
  ]
  await copyLines(client, 'pg_temp.incoming', lines)
  if (added.length > 0) {
    const list = names.map((name) => `, ${name}`).join('')
    await client.query({
      name: 'insert-profiles',
      text: `insert into profile (store_id, id, custom, origin_run, origin_row, sources, created_by${list}) overriding system value
        select $1, id, custom, $2, origin_row, sources, $3${list} from pg_temp.incoming where is_new`,
      values: [storeId, run.id, run.createdBy],
    })
    await client.query({
      name: 'add-total',
      text: 'insert into profile_total as t (store_id, live) values ($1, $2) on conflict (store_id) do update set live = t.live + excluded.live',
      values: [storeId, added.length],
    })
  }
  if (updated.length > 0) {
    // Named by their ids as well: a plan made on an empty store would otherwise read all its profiles for each changed one.
    const ids = updated.map((entry) => entry.id)
    for (const { id } of keys) {
      await client.query({
        name: `drop-keys-${id}`,
        text: `delete from profile_key k using pg_temp.incoming i
          where k.store_id = $1 and k.profile_id = any($2::bigint[]) and k.field_id = ${id}
            and not i.is_new and i.id = k.profile_id and k.value is distinct from i.key_${id}`,
        values: [storeId, ids],
      })
    }
    const list = names.map((name) => `, ${name} = i.${name}`).join('')
    await client.query({
      name: 'update-profiles',
      text: `update profile p set custom = p.custom || i.custom, sources = p.sources || i.sources,
          updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')${list}
        from pg_temp.incoming i
        where p.store_id = $1 and p.id = any($2::bigint[]) and not i.is_new and i.id = p.id`,
      values: [storeId, ids],
    })
  }
  for (const { id } of keys) {
    await client.query({
      name: `add-keys-${id}`,
      text: `insert into profile_key (store_id, field_id, value, profile_id)
        select $1, ${id}, key_${id}, id from pg_temp.incoming where key_${id} is not null on conflict do nothing`,
      values: [storeId],
    })
  }
}

async function giveIds(client: pg.ClientBase, added: Entry[]) {
  const { rows } = await client.query<{ id: number }>({
    name: 'next-ids',
    text: "select nextval('profile_id_seq') as id from generate_series(1, $1)",
    values: [added.length],
  })
  for (const [place, entry] of added.entries()) entry.id = rows[place]!.id
}

function line(entry: Entry, isNew: boolean, run: number, plan: Plan, { columns, custom }: Shape): string {
  const cells = [String(entry.id), isNew ? 't' : 'f', String(entry.row)]
  cells.push(copyValue(sourcesJson(entry, run, plan)))
  if (custom.length === 0) cells.push('{}')
  else {
    const own: Record<string, unknown> = {}
    for (const { id, place } of custom) if (entry.values[place] !== null) own[id] = entry.values[place]
    cells.push(copyValue(JSON.stringify(own)))
  }
  for (const { place } of columns) cells.push(copyValue(entry.values[place]))
  for (const { place, matchKey } of custom) if (matchKey) cells.push(copyValue(keyText(entry.values[place]!)))
  return cells.join('\t')
}

/** Where changed values came from; a new profile's others are told by its origin. */
function sourcesJson(entry: Entry, run: number, plan: Plan): string {
  if (entry.changed.size === 0) return '{}'
  const sources: Record<string, [string, number, number]> = {}
  for (const [place, row] of entry.changed) sources[plan.fields[place]!.field.id] = ['run', run, row]
  return JSON.stringify(sources)
}

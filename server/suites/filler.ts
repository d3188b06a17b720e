import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { newPassword } from '../open-api/profile-api/login.ts'
import { secretOf } from './rows.ts'

interface Column {
  name: string
  type: string
  /** Must be given: not null, and nothing else fills it. */
  needed: boolean
  /** Filled only by the database. */
  generated: boolean
}

export interface Table {
  name: string
  columns: Column[]
  /** To other tables: this table's columns and the columns they name. */
  references: { table: string; from: string[]; to: string[] }[]
  /** The words that a check allows, by column. */
  choices: Record<string, string>
}

/** Returns catalog data of store tables, each after the tables it references. */
export async function readTables(pool: pg.Pool, names: readonly string[]): Promise<Table[]> {
  const { rows } = await pool.query<Table & { checks: string[] }>(
    `select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'needed', a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '', 'generated', a.attgenerated <> '' or a.attidentity = 'a')
        order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('table', f.confrelid::regclass::text,
          'from', (select json_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality k (num, place)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num),
          'to', (select json_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality k (num, place)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num))), '[]')
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as references,
      (select coalesce(json_agg(pg_get_constraintdef(f.oid)), '[]') from pg_constraint f where f.conrelid = c.oid and f.contype = 'c') as checks
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [names],
  )
  const tables = rows.map(({ checks, ...table }) => ({ ...table, choices: choicesOf(checks) }))
  return inOrder(tables)
}

/** `check (kind in ('dry', 'real'))`, as PostgreSQL writes it back. */
function choicesOf(checks: string[]): Record<string, string> {
  const found = checks.map((check) =>
    /\(\(?(\w+) = ANY \(ARRAY\['([^']*)'::text|\(\(?(\w+) = '([^']*)'::text\)/.exec(check),
  )
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1] ?? match[3], match[2] ?? match[4]]] : [])))
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const names = new Set(tables.map((table) => table.name))
  while (ordered.length < tables.length) {
    const placed = new Set(ordered.map((table) => table.name))
    const next = tables.filter(
      (table) =>
        !placed.has(table.name) &&
        table.references.every(({ table: to }) => !names.has(to) || placed.has(to) || to === table.name),
    )
    if (next.length === 0) throw new Error('The tables refer to each other in a circle')
    ordered.push(...next)
  }
  return ordered
}

export type Row = Record<string, unknown>

/** The values of a row that the table takes: what must be given, and nothing more. `rows` holds one row of each earlier table. */
export function valuesFor(table: Table, storeId: number, userId: number, rows: ReadonlyMap<string, Row>): Row {
  const values: Row = {}
  for (const column of table.columns.filter(({ needed }) => needed))
    values[column.name] = fillingOf(column, table, storeId)
  for (const { table: to, from, to: columns } of table.references) {
    const referred = to === 'users' ? { id: userId } : rows.get(to)
    for (const [place, name] of from.entries()) {
      if (name in values && referred) values[name] = (referred as Row)[columns[place]!]
    }
  }
  if (table.columns.some(({ name }) => name === 'store_id')) values.store_id = storeId
  return values
}

function fillingOf({ name, type }: Column, table: Table, storeId: number): unknown {
  if (table.choices[name] !== undefined) return table.choices[name]
  if (type.endsWith('[]')) return []
  if (type === 'jsonb') return '{}'
  if (type === 'bytea') return randomBytes(32)
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return true
  if (type === 'date') return '2026-01-31'
  if (type.startsWith('timestamp')) return '2026-01-31T10:00:00Z'
  if (type === 'text') return `${secretOf(storeId)} ${table.name}.${name}`
  return 1
}

/** Returns an `insert` of these values; pass `returning *` if the role may read the row. */
export function insertOf(table: string, values: Row, returning = ''): { text: string; values: unknown[] } {
  const names = Object.keys(values)
  const places = names.map((_, place) => `$${place + 1}`)
  return {
    text: `insert into ${table} (${names.join(', ')}) overriding system value values (${places.join(', ')}) ${returning}`,
    values: Object.values(values),
  }
}

/** One row of each table for a store that has its own row already; every table, so that a new one is behind the wall or red. */
export async function fillStore(
  superuser: pg.Pool,
  tables: Table[],
  storeId: number,
  userId: number,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const table of tables) {
    const own = { text: `select * from ${table.name} where store_id = $1 limit 1`, values: [storeId] }
    const there = (await superuser.query<Row>(own)).rows[0]
    const values = valuesFor(table, storeId, userId, rows)
    // A pair is of two.
    if (table.name === 'profile_duplicate') values.high_id = Number(values.low_id) + 1
    if (table.name === 'profile_contact') values.field_id = 9
    // A run of a file has one.
    if (table.name === 'run') values.file_id = rows.get('file')!.id
    // A receipt waits with its items.
    if (table.name === 'receipt') values.body = '[]'
    // A link leads to a page.
    if (table.name === 'broadcast_link')
      values.target = `https://shop.example/${encodeURIComponent(String(values.target))}`
    // A run that has not ended has a next step.
    if (table.name === 'automation_run') Object.assign(values, { step: 1, due_at: '2026-01-31T10:00:00Z' })
    // Menus but the default one have a place.
    if (table.name === 'rich_menu') values.place = 1
    // Pending invitations have a role.
    if (table.name === 'invitation') values.role_id = rows.get('role')!.id
    if (table.name === 'sql_login') {
      values.role_name = `ruam_sql_${storeId}_${randomUUID().replaceAll('-', '').slice(0, 10)}`
      values.verifier = newPassword().verifier
    }
    const row = there ?? (await superuser.query<Row>(insertOf(table.name, values, 'returning *'))).rows[0]!
    rows.set(table.name, row)
  }
  return rows
}

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourcesOf } from '../../tools/check-order.ts'
import { declaredTables, type Family } from '../../tools/declared-tables.ts'
import { testServer } from '../testing/store.testing.ts'

/** Tables that no query of the server names. */
const undeclared: Record<string, string> = {
  access_token: 'through auth functions only',
  backup: 'only through auth functions',
  call_budget: 'through auth functions only',
  credential_budget: 'through auth functions only',
  decision: 'through auth functions only',
  rehearsal: 'through auth functions only',
  restoration: 'through auth functions only',
  database_server: 'the owner’s; read through auth functions',
  dpa_document: 'through auth functions only',
  email_change: 'through auth functions only',
  installation: 'the owner’s',
  lease: 'through auth functions only',
  migration: 'the owner’s',
  migration_step: 'the owner’s',
  passkey: 'through auth functions only',
  passkey_challenge: 'through auth functions only',
  password_reset: 'through auth functions only',
  recovery_code: 'through auth functions only',
  person_store: 'through auth functions only',
  push_channel: 'through auth functions only',
  profile_duplicate_key: 'of the former version, and dropped with the next',
  provider_try: 'through auth functions only',
  push_outbox: 'through auth functions only',
  rate_limit: 'through auth functions only',
  received_news: 'through auth functions only',
  rewrite: 'tables by name; written by the owner',
  ruam_version: 'through auth functions only',
  server_news: 'through auth functions only',
  serving_process: 'through auth functions only',
  setup_link: 'through auth functions only',
  spent_refresh: 'through auth functions only',
  store_closed: 'the owner’s; read through auth functions',
  store_directory: 'the owner’s; read through auth functions',
  store_move: 'the owner’s; read through auth functions',
  store_move_mark: 'the owner’s',
  user_device: 'through auth functions only',
  user_identity: 'through auth functions only',
  user_session: 'through auth functions only',
}

const families: Record<string, Family> = {
  boolean: 'boolean',
  bytea: 'bytes',
  jsonb: 'json',
  ...{ bigint: 'number', 'double precision': 'number', integer: 'number', real: 'number', smallint: 'number' },
  ...{ 'bigint[]': 'numbers', 'integer[]': 'numbers' },
  ...{ text: 'text', date: 'text', 'timestamp with time zone': 'text', uuid: 'text', xid8: 'text' },
  'text[]': 'texts',
  'timestamp with time zone[]': 'texts',
}

const declared = declaredTables(sourcesOf(fileURLToPath(new URL('../..', import.meta.url))))

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  seen: boolean
}

async function storedColumns(): Promise<Column[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      has_column_privilege('ruam_app', c.oid, a.attnum, 'select') as seen
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, a.attnum`)
  return rows
}

test('every table of the database is declared by one folder, or named with the reason why by none', async () => {
  const stored = new Set((await storedColumns()).map(({ table }) => table))
  const named = [...declared.map(({ name }) => name), ...Object.keys(undeclared)]
  expect(named.toSorted()).toEqual([...stored].toSorted())
})

test('the declared columns are those of the database, with their types', async () => {
  const written = declared.flatMap(({ name: table, columns }) =>
    columns.map(({ name, family, nullable }) => ({ table, name, family, nullable })),
  )
  const known = new Map(written.map((column) => [`${column.table}.${column.name}`, column]))
  const tables = new Set(declared.map(({ name }) => name))
  // Columns unreadable to the server need no declaration.
  const stored = (await storedColumns()).filter(({ table, seen }) => tables.has(table) && seen)
  const found = stored.map(({ table, name, type, nullable }) => {
    const any = known.get(`${table}.${name}`)?.nullable === undefined && known.has(`${table}.${name}`)
    return { table, name, family: families[type] ?? type, nullable: any ? undefined : nullable }
  })
  const inOrder = <T extends { table: string; name: string }>(columns: T[]) =>
    columns.map((column) => JSON.stringify(column)).toSorted()
  expect(inOrder(written)).toEqual(inOrder(found))
})

test('a column that is missing, too much, or of another type is noticed', () => {
  const text = `declare module '../database/tables.ts' {
    interface Tables {
      /** Planted. */
      label: Timed & { store_id: number; id: Generated<number>; rule: Json<unknown>; people: WithDefault<number | null>
        names: string[] }
      one: { kind: 'a' | 'b'; at: string | null; hash: Buffer | null; more: Json<{ a: number; b?: string } | null> }
    }
  }`
  const [label, one] = declaredTables([{ file: 'server/customers/labels/tables.ts', text }])
  expect(label).toEqual({
    name: 'label',
    folder: 'labels',
    columns: [
      { name: 'created_at', family: 'text', nullable: false },
      { name: 'updated_at', family: 'text', nullable: false },
      { name: 'store_id', family: 'number', nullable: false },
      { name: 'id', family: 'number', nullable: false },
      { name: 'rule', family: 'json', nullable: undefined },
      { name: 'people', family: 'number', nullable: true },
      { name: 'names', family: 'texts', nullable: false },
    ],
  })
  expect(one!.columns.map(({ family, nullable }) => [family, nullable])).toEqual([
    ['text', false],
    ['text', true],
    ['bytes', true],
    ['json', true],
  ])
})

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourcesOf } from './check-order.ts'
import { foreignWrites, writesIn } from './check-owners.ts'
import { bulk, foreignColumns } from './owners.ts'

const sources = sourcesOf(fileURLToPath(new URL('..', import.meta.url)))

test('each table is written by the folder that declares it, or by a named exception', () => {
  expect(foreignWrites(sources)).toEqual([])
})

test('a write from a foreign folder is found, however it is written', () => {
  const file = 'server/customers/segments/planted.ts'
  for (const text of [
    "db.insertInto('profile_label').values({ label_id })",
    "await db\n    .updateTable('profile as p')\n    .set({ phone: null })",
    "const gone = db.deleteFrom('label')",
    'sql`insert into profile_change (store_id) values (1)`',
    'sql`with x as (select 1) update label l set target_count = target_count + 1 where store_id = 1`',
    "client.query('delete from profile_key where store_id = $1')",
    'const text = `\n  merge into profile_value v using keyed k`',
    "copyLines(client, 'x', `copy profile (id, phone) from stdin`)",
    `sql\`update \${sql.table(name)} set phone = null\``,
    'sql`insert into somewhere values (1)`',
  ])
    expect([text, foreignWrites([{ file, text }], sources).length]).toEqual([text, 1])
})

test('a folder may write the columns that it owns, and no others', () => {
  const counts = (set: string) => `sql\`update label set ${set} from moved where label.id = moved.id\``
  const writes = (file: string, set: string) => foreignWrites([{ file, text: counts(set) }], sources).length
  expect(
    writes('server/customers/changes/planted.ts', 'target_count = target_count + (select count(*) from moved)'),
  ).toBe(0)
  expect(writes('server/customers/profiles/planted.ts', 'target_count = 1')).toBe(1)
  expect(writes('server/customers/changes/planted.ts', 'target_count = 1, name = (select name from moved)')).toBe(1)
})

test('statements that read or name a table, or write a temporary one, write no table', () => {
  const text = `
    // insert into profile (phone) values (1)
    sql\`select id from profile where store_id = 1 for no key update\`
    sql\`insert into pg_temp.incoming select id from profile\`
    const sentence = 'They update the set of labels'`
  expect(writesIn({ file: 'server/customers/segments/planted.ts', text }).map(({ table }) => table)).toEqual([
    'pg_temp.incoming',
  ])
})

test('every exception is still needed', () => {
  for (const one of foreignColumns) {
    const others = { bulk, keptColumns: foreignColumns.filter((other) => other !== one) }
    expect([one, foreignWrites(sources, sources, others).length > 0]).toEqual([one, true])
  }
  for (const { file, tables } of bulk) {
    const writes = writesIn(sources.find((source) => source.file === file)!).map(({ table }) => table)
    const named = tables.filter((table) => /^\w+$/.test(table) && table !== 'pg_temp')
    if (!writes.some((table) => table.startsWith('${')))
      expect([file, writes]).toEqual([file, expect.arrayContaining(named)])
    const others = { keptColumns: foreignColumns, bulk: bulk.filter((other) => other.file !== file) }
    expect([file, foreignWrites(sources, sources, others).length > 0]).toEqual([file, true])
  }
})

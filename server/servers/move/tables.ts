import type { Statements } from '../database-servers.ts'

/** A table whose rows belong to stores. */
export interface StoreTable {
  name: string
  /** As they are copied: generated columns are calculated again. */
  columns: string[]
  /** Sequence of its identity column; null if it has none. */
  sequence: string | null
}

/**
 * Returns the tables that move with a store, each after the tables it references: all those behind the wall. A table that a later version adds
 * needs no line here.
 */
export async function storeTables(client: Statements): Promise<StoreTable[]> {
  const { rows } = await client.query<StoreTable & { parents: string[] }>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      (select pg_get_serial_sequence(c.oid::regclass::text, a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as sequence,
      array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as parents
    from pg_class c join pg_attribute s on s.attrelid = c.oid and s.attname = 'store_id' and not s.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
    order by c.relname`)
  return inOrder(rows)
}

/** Returns those of the tables that have a row of the store, by one statement: a statement for each empty table costs more than the rows of a small store. */
export async function filledTables<T extends Pick<StoreTable, 'name'>>(
  client: Statements,
  storeId: number,
  tables: readonly T[],
): Promise<T[]> {
  const each = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from public."${name}" where store_id = ${storeId})`,
  )
  const { rows } = await client.query<{ name: string }>(each.join(' union all '))
  const filled = new Set(rows.map(({ name }) => name))
  return tables.filter(({ name }) => filled.has(name))
}

function inOrder(tables: readonly (StoreTable & { parents: string[] })[]): StoreTable[] {
  const names = new Set(tables.map(({ name }) => name))
  const placed = new Set<string>()
  const ordered: StoreTable[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent) || !names.has(parent)),
    )
    if (next.length === 0) throw new Error('These tables refer to each other, so that no order of rows fits.')
    for (const { name, columns, sequence } of next) {
      placed.add(name)
      ordered.push({ name, columns, sequence })
    }
  }
  return ordered
}

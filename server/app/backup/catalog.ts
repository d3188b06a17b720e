import pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/** A table as it is copied: generated columns are calculated again. */
export interface StoredTable {
  schema: string
  name: string
  columns: string[]
  /** Bytes on the disk, for the progress alone. */
  size: number
}

/**
 * Returns every table of the database but the queue's, whose waiting jobs are a part of their own, and the lists of migrations, which the
 * manifest holds.
 */
export async function storedTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select n.nspname as schema, c.relname as name, pg_table_size(c.oid)::float8 as size,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname <> 'pgboss' and n.nspname <> 'information_schema'
      and n.nspname !~ '^pg_' and (n.nspname, c.relname) not in (('public', 'migration'), ('public', 'migration_step'))
    order by 1, 2`)
  return rows
}

/** The table's name in a statement. */
export const tableNameOf = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

/** The table with its columns, as COPY takes them. */
export const copiedOf = (table: Pick<StoredTable, 'schema' | 'name' | 'columns'>) =>
  `${tableNameOf(table)} (${table.columns.map(pg.escapeIdentifier).join(', ')})`

/** Where the numbers of a table's next rows come from. */
export interface StoredSequence {
  schema: string
  name: string
  last: string | null
}

/** Returns every sequence with its last number, null of one that was never used. */
export async function storedSequences(client: Client): Promise<StoredSequence[]> {
  const { rows } = await client.query<StoredSequence>(`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname <> 'pgboss' and schemaname !~ '^pg_' order by 1, 2`)
  return rows
}

/** Ends a connection in the middle of whatever it does. */
export const cutOff = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import type { ReadPart } from './backup-reader.ts'
import { copiedOf, type StoredSequence, type StoredTable, storedTables, tableNameOf } from './catalog.ts'
import { BadBackup } from './format.ts'

/** Triggers, constraints, indexes and row-level security removed while tables are filled, as statements that restore them. */
interface TakenOff {
  triggers: string[]
  constraints: string[]
  foreignKeys: string[]
  indexes: string[]
  walls: string[]
}

/** A statement that takes something off, and the one that puts it back. */
interface Pair {
  off: string
  on: string
}

/**
 * Makes the tables ready to be filled: empties them, lifts the wall for their owner, and drops indexes and constraints, which are made
 * quicker of all rows at once. Works in the caller's transaction, so that no other session sees a table without them.
 */
export async function openTables(client: pg.ClientBase): Promise<TakenOff> {
  const tables = (await storedTables(client)).map(tableNameOf)
  const relations = `(select unnest($1::text[])::regclass)`
  const list = async (text: string) => (await client.query<Pair>(text, [tables])).rows
  // Names in definitions are written with their schema.
  await client.query('set local search_path to pg_catalog')
  const foreignKeys = await list(constraints(relations, "'f'"))
  const keys = await list(constraints(relations, "'p', 'u', 'x'"))
  const indexes = await list(`
    select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on
    from pg_index i where i.indrelid in ${relations}
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    order by i.indexrelid`)
  const walls = await list(`
    select format('alter table %s no force row level security', c.oid::regclass) as off,
      format('alter table %s force row level security', c.oid::regclass) as on
    from pg_class c where c.oid in ${relations} and c.relforcerowsecurity order by 1`)
  const triggers = await list(`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as off,
      format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname) as on
    from pg_trigger t where t.tgrelid in ${relations} and t.tgname like 'record_decision%' order by 1`)
  for (const { off } of [...triggers, ...walls, ...foreignKeys, ...keys, ...indexes]) await client.query(off)
  await client.query('set local search_path to public')
  await client.query(`truncate ${tables.join(', ')}`)
  const on = (pairs: Pair[]) => pairs.map((pair) => pair.on)
  return {
    triggers: on(triggers),
    constraints: on(keys),
    foreignKeys: on(foreignKeys),
    indexes: on(indexes),
    walls: on(walls),
  }
}

const constraints = (relations: string, kinds: string) => `
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as off,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as on
  from pg_constraint c where c.contype in (${kinds}) and c.conparentid = 0 and c.conrelid in ${relations} order by c.oid`

/** Puts back what `openTables` took off. */
export async function closeTables(client: pg.ClientBase, taken: TakenOff, onStep: () => void): Promise<void> {
  const all = [...taken.constraints, ...taken.indexes, ...taken.foreignKeys, ...taken.walls, ...taken.triggers]
  for (const statement of all) {
    await client.query(statement)
    onStep()
  }
}

/** Number of steps of `closeTables`. */
export const loadStepsOf = (taken: TakenOff) => Object.values(taken).flat().length

/** Fills one table, and returns the number of its rows. */
export async function loadTable(
  client: pg.ClientBase,
  known: ReadonlyMap<string, StoredTable>,
  { head, data }: ReadPart,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const table = known.get(tableNameOf(head.table!))
  if (!table)
    throw new BadBackup(`The backup holds a table ${tableNameOf(head.table!)} that this version does not know.`)
  // Frozen rows need no second writing by vacuum. Allowed because this transaction emptied the table.
  const copying = client.query(from(`copy ${copiedOf(head.table!)} from stdin with (freeze)`))
  await pipeline(async function* () {
    for await (const block of data) {
      onBytes(block.length)
      yield block
    }
  }, copying)
  return copying.rowCount
}

/** The tables by their names in statements. */
export const tablesByName = async (client: pg.ClientBase) =>
  new Map((await storedTables(client)).map((table) => [tableNameOf(table), table]))

/** Lets the numbers of new rows go on where those of the backup ended. */
export async function setSequences(client: pg.ClientBase, sequences: readonly StoredSequence[]): Promise<void> {
  for (const { schema, name, last } of sequences) {
    const sequence = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    if (last === null) await client.query(`alter sequence ${sequence} restart`)
    else await client.query('select setval($1::regclass, $2::bigint)', [sequence, last])
  }
}

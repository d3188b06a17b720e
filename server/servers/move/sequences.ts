import type { Statements } from '../database-servers.ts'
import type { StoreTable } from './tables.ts'

/**
 * Raises the target's sequences to at least those of the source: the store's next ids follow its last ones, which lists and cursors by id rely on.
 * Ids of stores come from the directory.
 */
export async function raiseSequences(
  source: Statements,
  target: Statements,
  tables: readonly StoreTable[],
): Promise<void> {
  const names = tables.flatMap(({ name, sequence }) => (sequence && name !== 'store' ? [sequence] : []))
  const { rows: last } = await source.query<{ name: string; last: string }>(
    `select n as name, pg_sequence_last_value(n::regclass)::text as last from unnest($1::text[]) n
     where pg_sequence_last_value(n::regclass) is not null`,
    [names],
  )
  await target.query(
    `select setval(n::regclass, l) from unnest($1::text[], $2::bigint[]) s (n, l)
     where coalesce(pg_sequence_last_value(n::regclass), 0) < l`,
    [last.map(({ name }) => name), last.map((one) => one.last)],
  )
}

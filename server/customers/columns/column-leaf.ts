import type { Rule } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { fieldColumns } from '../fields/sql-types.ts'
import { leafOf } from '../rules/compile.ts'
import type { RuleContext } from '../rules/context.ts'
import type { ValueColumn } from './value-column.ts'

/** How columns evaluate one rule: by the values of a field, or by the ids of a label or of friends, which an index finds. */
export type ColumnLeaf =
  | { field: number; is: RawBuilder<boolean>; not: boolean; key: string }
  | { ids: RawBuilder<unknown>; not: boolean }

/** Returns how columns evaluate a checked rule; undefined if they cannot. */
export function columnLeaf(rule: Rule, context: RuleContext): ColumnLeaf | undefined {
  const { is, not = false, set } = leafOf(rule, context)
  if ((rule.kind === 'label' || rule.kind === 'channel') && set)
    return { ids: set.repeated ?? set.ids(), not: not !== (set.allBut ?? false) }
  if (rule.kind !== 'profile' || set) return undefined
  const { formula, id } = context.fields.get(rule.field_id)!
  // Ages and days since read the field that they are computed from.
  const field = formula && 'field_id' in formula && formula.field_id ? formula.field_id : id
  return { field, is, not, key: JSON.stringify([rule, context.today, context.timeZone]) }
}

/** Returns 1 for each value of a column that passes the test, by its code. Evaluates values that came since the last time. */
export async function resultsOf(
  db: Db,
  column: ValueColumn,
  { field, is, not, key }: Extract<ColumnLeaf, { field: number }>,
): Promise<Uint8Array> {
  const known = column.resultsOf(key)
  const fresh = column.values.slice(known.length)
  if (fresh.length === 0) return known
  const { rows } = await sql<{ results: string }>`
    select string_agg(case when (${is}) is true then '1' else '0' end, '' order by place) as results
    from (select place, ${columnOf(field)} from unnest(${fresh}::text[]) with ordinality v (value, place) offset 0) profile`.execute(
    db,
  )
  const results = new Uint8Array(column.values.length)
  results.set(known)
  const passes = not ? '0' : '1'
  for (let n = 0; n < fresh.length; n++) results[known.length + n] = rows[0]!.results[n] === passes ? 1 : 0
  column.keepResults(key, results)
  return results
}

/** A stored field with the expression over `profile` that a list is sorted by. */
export interface ColumnOrder {
  field: number
  by: RawBuilder<unknown>
}

/** Returns the rank of each value of a column by its code, from 1; 0 for no value. */
export async function ranksOf(db: Db, column: ValueColumn, { field, by }: ColumnOrder): Promise<Uint32Array> {
  if (column.ranks?.length === column.values.length) return column.ranks
  const { rows } = await sql<{ ranks: string }>`
    select string_agg(case when sorted is null then 0 else rank end::text, ',' order by place) as ranks
    from (select place, sorted, dense_rank() over (order by sorted) as rank from (select place, ${by} as sorted
      from (select place, ${columnOf(field)} from unnest(${column.values}::text[]) with ordinality v (value, place) offset 0) profile) each) ranked`.execute(
    db,
  )
  column.ranks = Uint32Array.from(rows[0]!.ranks.split(','), Number)
  return column.ranks
}

/** The column of `profile` that has the value. */
function columnOf(field: number) {
  const system = fieldColumns.get(field)
  if (!system)
    return sql`case when value = '' then '{}' else jsonb_build_object(${sql.lit(String(field))}, value::jsonb) end as custom`
  return sql`case when value <> '' then value::jsonb #>> '{}' end::${sql.raw(system.type)} as ${sql.ref(system.column)}`
}

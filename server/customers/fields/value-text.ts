import { type RawBuilder, sql } from 'kysely'
import { computedColumn } from './computed.ts'
import type { Field } from './fields.ts'

/** A field's value of a row of `profile`, as the text that COPY writes. A column keeps its type: cast it elsewhere. */
export function valueText({ id, column, data_type, formula }: Field): RawBuilder<unknown> {
  if (formula) return sql`(${computedColumn({ data_type, formula })})::text`
  if (!column) return sql`(profile.custom ->> ${sql.lit(String(id))})`
  return sql.ref(`profile.${column}`)
}

import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'

/** A value of one of the store's own fields out of JSON, as its type; null when there is none. */
export function typedValue(
  json: RawBuilder<unknown>,
  id: number,
  type: DataType,
  timeZone: string,
): RawBuilder<unknown> {
  const key = sql`${String(id)}::text`
  const ofKind = (kind: string, cast: string) =>
    sql`(case when jsonb_typeof(${json} -> ${key}) = ${sql.lit(kind)} then (${json} ->> ${key})::${sql.raw(cast)} end)`
  if (type === 'Number') return ofKind('number', 'double precision')
  if (type === 'Boolean') return ofKind('boolean', 'boolean')
  if (type === 'Date') return sql`local_day(${json} ->> ${key}, ${timeZone}::text)`
  return sql`(${json} ->> ${key})`
}

import { type RawBuilder, sql } from 'kysely'
import { fieldColumns } from '../fields/sql-types.ts'
import type { PeopleRows } from './store-columns.ts'

// Rows come as texts of whole columns, which the driver takes as they are: a value for each row and column would take it ten times as long.

/** Profiles as a row of texts. */
export interface PackedRows {
  ids: string | null
  states: string | null
  changed: string | null
  /** Values of each field, apart from each other by line feeds, which JSON escapes. */
  values: string[] | null
}

/** The value of a stored field as JSON text; null if there is none. */
const jsonOf = (field: number) => {
  const column = fieldColumns.get(field)?.column
  return column ? sql`to_jsonb(p.${sql.ref(column)})::text` : sql`(p.custom -> ${sql.lit(String(field))})::text`
}

/** State of a profile `p`, of which there may be no row. */
export const stateOf = sql`case when p.id is not null and p.deleted_at is null and p.merged_into is null then 1 else 0 end + case when p.restricted_at is null then 0 else 2 end`

/** Columns of `packedRows` from a table `p`, of which `profile` may have no row. */
export const columnsToPack = (fields: readonly number[]) => {
  const changed = sql`(date_part('epoch', p.updated_at) * 1000000)::bigint`
  const values = fields.map((field, place) => sql`, ${jsonOf(field)} as ${sql.ref(`value_${place}`)}`)
  return sql`${stateOf} as state, ${changed} as changed ${sql.join(values, sql``)}`
}

/** Packs rows of `columnsToPack`, in the order in which `from` has them. */
export const packedRows = (fields: readonly number[], from: RawBuilder<unknown>) => {
  const texts = fields.map((_, place) => sql`string_agg(coalesce(${sql.ref(`value_${place}`)}, ''), E'\\n')`)
  return sql`select string_agg(id::text, ',') as ids, string_agg(state::text, '') as states,
    string_agg(coalesce(changed, 0)::text, ',') as changed, array[${sql.join(texts)}]::text[] as values from ${from} rows`
}

export function unpackRows({ ids, states, changed, values }: PackedRows, fields: readonly number[]): PeopleRows {
  const size = states?.length ?? 0
  const rows = { ids: new Float64Array(size), states: new Uint8Array(size), changed: new Float64Array(size) }
  const [eachId, eachChange] = [ids?.split(',') ?? [], changed?.split(',') ?? []]
  for (let n = 0; n < size; n++) {
    rows.ids[n] = Number(eachId[n])
    rows.states[n] = states!.charCodeAt(n) - ZERO
    rows.changed[n] = Number(eachChange[n])
  }
  return {
    ...rows,
    values: new Map(fields.map((field, place) => [field, size > 0 ? values![place]!.split('\n') : []])),
  }
}

const ZERO = 48

import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { FieldOwner } from './field-names.ts'

/** Returns fields of profiles or activities used by formulas, with the computed field of each. */
const namedBy = (owner: FieldOwner, storeId: number) =>
  owner === 'profile'
    ? sql`select (formula ->> 'field_id')::int as id, display_name from profile_field
        where store_id = ${storeId} and formula ->> 'function' in ('age', 'days_since')`
    : sql`select (formula ->> 'field_id')::int as id, display_name from profile_field
        where store_id = ${storeId} and formula ->> 'function' in ('activity_sum', 'activity_last')
        union all select (formula ->> 'field_id')::int, display_name from activity_field
        where store_id = ${storeId} and formula ? 'field_id'
        union all select i.id::int, display_name
        from activity_field, jsonb_array_elements_text(formula -> 'field_ids') i (id)
        where store_id = ${storeId} and formula ? 'field_ids'`

/** The computed fields that are worked out of a field, by the names people see. */
export async function formulasWith(db: Db, owner: FieldOwner, storeId: number, id: number): Promise<string[]> {
  const { rows } = await sql<{ display_name: string }>`
    select distinct display_name from (${namedBy(owner, storeId)}) used where id = ${id} order by 1`.execute(db)
  return rows.map((row) => row.display_name)
}

/** The computed fields that are worked out of the activities of a type. */
export async function formulasOfType(db: Db, storeId: number, typeId: number): Promise<string[]> {
  const { rows } = await sql<{ display_name: string }>`
    select display_name from profile_field where store_id = ${storeId} and (formula ->> 'activity_id')::int = ${typeId}
    order by 1`.execute(db)
  return rows.map((row) => row.display_name)
}

/** Counts computed fields per field; omits unused fields. */
export async function formulaCounts(db: Db, owner: FieldOwner, storeId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select id, count(distinct display_name) as count from (${namedBy(owner, storeId)}) used group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

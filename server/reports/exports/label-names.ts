import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Names of labels and open segments by their ids, as JSON. */
interface LabelNames {
  general: string
  advanced: string
}

/** Returns the names of the store's labels and open segments. */
export async function labelNames(db: Db, storeId: number, closed: ReadonlySet<number>): Promise<LabelNames> {
  const { rows } = await sql<LabelNames>`
    select coalesce(jsonb_object_agg(id, name) filter (where type = 'general'), '{}')::text as general,
      coalesce(jsonb_object_agg(id, name) filter (where type = 'advanced'), '{}')::text as advanced
    from label where store_id = ${storeId} and id <> all(${[...closed]}::int[])`.execute(db)
  return rows[0]!
}

/**
 * Returns the query `names`: one row with two JSON values, each with a text by the profile's id. No name has a comma. Cells look up their
 * profile in it, which leaves no join to the planner: without statistics it would read all names for each profile.
 */
export function labelNamesOf(storeId: number, { general, advanced }: LabelNames, these: RawBuilder<unknown>) {
  return sql`names as materialized (
    select coalesce(jsonb_object_agg(profile_id, general), '{}') as general, coalesce(jsonb_object_agg(profile_id, advanced), '{}') as advanced
    from (select profile_id, string_agg(general, ', ' order by general, label_id) as general,
        string_agg(advanced, ', ' order by advanced, label_id) as advanced
      from (select l.profile_id, l.label_id, ${general}::jsonb ->> l.label_id::text as general,
          ${advanced}::jsonb ->> l.label_id::text as advanced
        from profile_label l where l.store_id = ${storeId} and ${these} and l.source <> 'manual_remove' offset 0) labels
      group by profile_id) texts)`
}

/** The text of a profile in the query `names`. */
export const nameCell = (type: 'general' | 'advanced') =>
  sql`((select ${sql.ref(type)} from names) ->> profile.id::text)`

import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'

/** Meaning of a label name in a file: a label (`id`), a segment, or a new one. Names with the same `key` are equal. */
export interface NamedLabel {
  name: string
  key: string
  id: number | null
  segment: boolean
}

/** Resolves names, ignoring case and Unicode form. */
export async function labelsNamed(db: Db, storeId: number, names: readonly string[]): Promise<NamedLabel[]> {
  if (names.length === 0) return []
  const { rows } = await sql<NamedLabel>`
    select n.name, name_key(n.name) as key, l.id, coalesce(l.type = 'advanced', false) as segment
    from unnest(${names}::text[]) as n (name)
    left join label l on l.store_id = ${storeId} and name_key(l.name) = name_key(n.name)`.execute(db)
  return rows
}

/**
 * Creates general labels with these names. Reuses existing general labels; segments are not returned. The caller locks existing labels
 * first, because creating one locks the names of the store.
 */
export async function makeLabels(db: Db, storeId: number, userId: number | null, names: readonly string[]) {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: number; name: string; key: string; type: string }>`
    insert into label (store_id, name, description, color, type, created_by)
    select ${storeId}, name, '', 'gray', 'general', ${userId} from unnest(${[...names].sort()}::text[]) as n (name)
    on conflict (store_id, name_key(name)) do update set name = label.name
    returning id, name, name_key(name) as key, type`.execute(db)
  await raiseNames(db, storeId)
  return rows.filter(({ type }) => type === 'general')
}

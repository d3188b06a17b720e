import { sql } from 'kysely'
import type { Sources } from '../../customers/changes/source.ts'
import type { Db } from '../../database/db.ts'

/** A value that a run found, and who owned it; null is the origin of the customer. */
interface Found {
  run: number
  profile_id: number
  /** The field. */
  key: string
  value: unknown
  source: Sources[string] | null
}

/** Changes what runs found, after a writer before them was taken back. The caller has locked the profiles. */
export async function correctFound(db: Db, storeId: number, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  await sql`update run_profile n set befores = n.befores || f.befores, sources = jsonb_strip_nulls(n.sources || f.sources)
    from (select run, profile_id, jsonb_object_agg(key, coalesce(value, 'null')) as befores,
        jsonb_object_agg(key, coalesce(source, 'null')) as sources
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x (run bigint, profile_id bigint, key text, value jsonb, source jsonb)
      group by run, profile_id) f
    where n.store_id = ${storeId} and n.run = f.run and n.profile_id = f.profile_id`.execute(db)
}

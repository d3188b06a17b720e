import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A column and a field that it has fed. */
export interface Fed {
  source_schema_id: string
  destination_id: number
}

/** Remembers what the mapping of a data source feeds from its file, for as long as the file is known. */
export async function rememberFed(db: Db, storeId: number, dataSourceId: number): Promise<void> {
  await sql`insert into file_field (store_id, file_id, source_schema_id, destination_id)
    select distinct d.store_id, d.file_id, m.source_schema_id, m.destination_id
    from data_source d cross join lateral jsonb_to_recordset(d.mapping -> 'mapping')
      m (source_schema_id text, destination_id int, destination_type text)
    where d.store_id = ${storeId} and d.id = ${dataSourceId} and d.file_id is not null
      and m.destination_type in ('system_profile', 'custom_profile')
    on conflict do nothing`.execute(db)
}

/** Fields that a file's columns ever fed, and those of files with the same header. */
export function everFed(
  db: Db,
  storeId: number,
  { id, header_signature }: { id: number; header_signature: string | null },
): Promise<Fed[]> {
  const alike = db
    .selectFrom('file')
    .select('file.id')
    .where('file.store_id', '=', storeId)
    .where('file.header_signature', '=', header_signature)
  return db
    .selectFrom('file_field')
    .select(['source_schema_id', 'destination_id'])
    .distinct()
    .where('store_id', '=', storeId)
    .where((e) => e.or([e('file_id', '=', id), e('file_id', 'in', alike)]))
    .execute()
}

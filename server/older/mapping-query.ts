import type { Language } from '@ruam/contract/errors/catalog.ts'
import { DataSourceQuery } from '@ruam/contract/imports/data-sources.ts'
import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import type { MappingQuery } from '@ruam/contract/older/data-sources.ts'
import { olderStatus } from '@ruam/contract/older/words.ts'
import { ApiError } from '../core/api-error.ts'
import { activityTypesOf } from '../customers/fields/activity-types.ts'
import { fieldsOf } from '../customers/fields/fields.ts'
import { maySeeSensitive } from '../customers/profiles/masking.ts'
import type { Db } from '../database/db.ts'
import { pageAnswer } from '../database/page.ts'
import type { Caller } from '../http/authorize.ts'
import { maskedColumnName } from '../imports/data-sources/hidden-columns.ts'
import { listDataSources, mappedColumns } from '../imports/data-sources/queries.ts'
import { isActivityRow } from '../imports/data-sources/targets.ts'

interface Reader {
  db: Db
  storeId: number
  user: Caller
  language: Language
}

type Query = Pick<DataSourceQuery, 'offset' | 'limit' | 'keyword' | 'sort_by' | 'sort_dir'>

/** Returns a page of data sources with their mappings. */
export async function mappingQueryPage(
  reader: Reader,
  query: Query,
  among: { statuses?: DataSourceStatus[] | undefined; ids?: number[] },
) {
  const { data, total } = await listDataSources(reader.db, reader.storeId, query, among)
  return pageAnswer(query, await viewed(reader, data), total)
}

/** Returns one data source with its mapping. Throws data_source_not_found. */
export async function mappingQueryOf(reader: Reader, id: number): Promise<MappingQuery> {
  const { data } = await listDataSources(reader.db, reader.storeId, DataSourceQuery.parse({ limit: '1' }) as Query, {
    ids: [id],
  })
  const [found] = await viewed(reader, data)
  if (!found) throw new ApiError('data_source_not_found')
  return found
}

type Row = Awaited<ReturnType<typeof listDataSources>>['data'][number]

async function viewed({ db, storeId, user, language }: Reader, rows: readonly Row[]): Promise<MappingQuery[]> {
  if (rows.length === 0) return []
  const names = new Map((await fieldsOf(db, storeId, language)).map((field) => [field.id, field.display_name]))
  for (const { fields } of await activityTypesOf(db, storeId, language))
    for (const field of fields) names.set(field.id, field.display_name)
  const columnName = maySeeSensitive(user.rights) ? (name: string) => name : maskedColumnName
  const mapped = await mappedColumns(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, description, type, enabled, status, created_at, updated_at }) => {
    const { mapping, columns, row_count, file_id } = mapped.get(id)!
    const pairs = (mapping?.mapping ?? []).map((row) => ({
      isActivity: isActivityRow(row),
      source: { id: row.source_schema_id, name: columnName(columns?.[Number(row.source_schema_id) - 1] ?? '') },
      destination: { id: row.destination_id, name: names.get(row.destination_id) ?? '', type: row.destination_type },
    }))
    const group = (activity: boolean) =>
      pairs
        .filter(({ isActivity }) => isActivity === activity)
        .map(({ source, destination }) => ({ source, destination }))
    return {
      id,
      data_source_name: name,
      description,
      data_source_type: type,
      enabled,
      mapping_query_groups: { profile: group(false), activity: group(true) },
      status: olderStatus(status),
      data_frame_total: row_count ?? 0,
      file_id,
      created_at,
      updated_at,
    }
  })
}

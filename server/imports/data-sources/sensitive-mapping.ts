import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { consentColumnIds } from '../consents/consent-mapping.ts'
import { lineColumnsOf } from '../orders/line-columns.ts'
import { maskedColumnName, type ReadFile, sensitiveColumns } from './hidden-columns.ts'
import { isActivityRow } from './targets.ts'

const permission = 'cdp-core.profile-sensitive.read'

/**
 * Throws if an import would reveal values to a caller who may not see them, or write them to a field that everyone sees. The outcome of
 * a row reveals a sensitive field: a key shows who has the value, any other field whether it is this one, and two people with the same
 * citizen id are shown together. A hidden column of the file would be shown as the values of the field it feeds.
 */
export async function refuseSensitiveMapping(
  rights: Rights,
  db: Db,
  storeId: number,
  file: ReadFile,
  {
    mapping,
    match,
    row_labels,
    number_column,
    consents,
    lines,
  }: Pick<MappingBody, 'mapping' | 'match' | 'row_labels' | 'number_column' | 'consents' | 'lines'>,
  fields: readonly Field[],
): Promise<void> {
  if (maySeeSensitive(rights)) return
  const named = [...match.keys, ...mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id)]
  const field = fields.find(({ id, sensitive }) => sensitive && named.includes(id))
  if (field) throw new ApiError('field_sensitive', { field: field.display_name, field_id: field.id, permission })
  const hidden = await sensitiveColumns(db, storeId, file, fields)
  const id = [
    ...mapping.map((row) => row.source_schema_id),
    ...row_labels.columns,
    number_column ?? '',
    ...consentColumnIds({ consents }),
    ...lineColumnsOf(lines),
  ].find((id) => hidden.has(id))
  if (id === undefined) return
  const column = maskedColumnName(file.columns[Number(id) - 1] ?? id)
  throw new ApiError('column_sensitive', { column, source_schema_id: id, permission })
}

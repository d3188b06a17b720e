import type { ApiError } from '../../../data/request.ts'

/** Errors that another file, or another way of reading it, mends. */
const ofFile: readonly ApiError['name'][] = [
  'data_source_invalid',
  'duplicate_column_header',
  'empty_column_header',
  'header_unsure',
  'file_empty',
  'file_used',
  'charset_unreadable',
  'quote_unclosed',
  'quotes_unclear',
  'no_table',
  'sheet_hidden',
  'too_many_columns',
  'sheet_not_found',
  'workbook_broken',
  'workbook_too_big',
  'json_broken',
  'file_encrypted',
]

/**
 * Position of an error on creating a data source (spec section 8): duplicate name (409) at the name, file errors (14, 15, ...) at the file,
 * invalid input (400) over the form, others there behind 'create datasource failed'.
 */
export function fieldOfRefusal({
  name,
  status,
}: Pick<ApiError, 'name' | 'status'>): 'name' | 'file' | 'form' | 'failed' {
  if (ofFile.includes(name)) return 'file'
  if (status === 409) return 'name'
  return status === 400 ? 'form' : 'failed'
}

import { rowsOf } from '@ruam/contract/platform/common.ts'
import { pageAnswer } from '../../database/page.ts'

interface ListedField {
  id: number
  field_name: string
  display_name: string
  data_type: string
  field_type: string
  usage_count: number
  updated_at: string | null
}

interface FieldQuery {
  offset: number
  limit: number
  keyword?: string | undefined
  type?: string | undefined
  data_type?: string | undefined
  sort_by: Exclude<keyof ListedField, 'field_type'>
  sort_dir: 'asc' | 'desc'
}

/** A page of a store's fields: there are some hundreds at most, so that they are narrowed and sorted here. */
export function fieldPage<F extends ListedField>(fields: F[], query: FieldQuery) {
  const found = fields.filter((field) => matches(field, query))
  const sign = query.sort_dir === 'asc' ? 1 : -1
  // Older field first among equals, in either direction.
  found.sort((a, b) => compare(a, b, query.sort_by) * sign || a.id - b.id)
  return pageAnswer(query, found.slice(query.offset, query.offset + rowsOf(query.limit)), found.length)
}

function matches(field: ListedField, query: FieldQuery): boolean {
  const keyword = query.keyword?.toLowerCase()
  if (keyword && !`${field.field_name} ${field.display_name}`.toLowerCase().includes(keyword)) return false
  if (query.type && field.field_type !== query.type) return false
  return !query.data_type || field.data_type === query.data_type
}

const thai = new Intl.Collator('th')

function compare(a: ListedField, b: ListedField, by: FieldQuery['sort_by']): number {
  if (by === 'id' || by === 'usage_count') return a[by] - b[by]
  return thai.compare(a[by] ?? '', b[by] ?? '')
}

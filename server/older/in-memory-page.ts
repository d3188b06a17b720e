import { rowsOf } from '@ruam/contract/platform/common.ts'
import { pageAnswer } from '../database/page.ts'

interface Query<S extends string> {
  offset: number
  limit: number
  keyword?: string | undefined
  sort_by: S
  sort_dir: 'asc' | 'desc'
}

const thai = new Intl.Collator('th', { numeric: true })

/** Returns a page of rows that are all in memory, some hundreds at most; the keyword matches any of the texts. */
export function inMemoryPage<S extends string, T extends Record<S, string | number>>(
  rows: readonly T[],
  query: Query<S>,
  textOf: (row: T) => string,
) {
  const keyword = query.keyword?.toLowerCase() ?? ''
  const sign = query.sort_dir === 'asc' ? 1 : -1
  const found = rows
    .filter((row) => textOf(row).toLowerCase().includes(keyword))
    .toSorted((a, b) => thai.compare(String(a[query.sort_by]), String(b[query.sort_by])) * sign)
  return pageAnswer(query, found.slice(query.offset, query.offset + rowsOf(query.limit)), found.length)
}

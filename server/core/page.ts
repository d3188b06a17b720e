import { rowsOf } from '@ruam/contract/common.ts'
import { MAX_PAGE_SIZE } from '@ruam/contract/constants.ts'

interface PageQuery {
  offset: number
  limit: number
  sort_by?: string
  sort_dir?: 'asc' | 'desc'
}

/** A list's answer around its rows (spec section 3); `capped` when there are more rows than `total`, `most` what "all" stops at. */
export function pageAnswer<T>(
  query: PageQuery,
  data: T[],
  total: number,
  { capped = false, most = MAX_PAGE_SIZE } = {},
) {
  const all = query.limit <= 0
  const limit = rowsOf(query.limit, most)
  return {
    data,
    total,
    pages: Math.ceil(total / limit),
    page: Math.floor(query.offset / limit) + 1,
    limit: query.limit,
    sort_by: query.sort_by ?? 'id',
    order: query.sort_dir ?? ('asc' as const),
    ...(all && { truncated: data.length === limit && (capped || total > query.offset + data.length) }),
  }
}

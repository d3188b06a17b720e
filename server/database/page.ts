import { rowsOf } from '@ruam/contract/platform/common.ts'
import { MAX_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { type SelectQueryBuilder, sql } from 'kysely'

interface PageQuery {
  offset: number
  limit: number
  sort_by?: string
  sort_dir?: 'asc' | 'desc'
}

/** The rows of a page, as `shown` selects and orders them, and how many rows there are. */
export async function pageRows<DB, TB extends keyof DB, O, R>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Pick<PageQuery, 'offset' | 'limit'>,
  shown: (rows: SelectQueryBuilder<DB, TB, O>) => SelectQueryBuilder<DB, TB, R>,
) {
  const counted = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const data = await shown(rows).offset(offset).limit(rowsOf(limit)).execute()
  return { data, total: (counted as { total: number }).total }
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

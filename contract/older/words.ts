import type { z } from 'zod'
import { type DataSourceStatus, dataSourceStatuses } from '../imports/status.ts'
import { Direction, Keyword, Page, sortBy } from '../platform/common.ts'

/** Mapping states of the older API (spec section 3). */
export const olderStatuses = [
  '',
  'no mapping',
  'mapping',
  'waiting',
  'processing',
  'completed',
  'additional',
  'failed',
] as const
type OlderStatus = (typeof olderStatuses)[number]

/** Older word of each status. */
const wordOf: Record<DataSourceStatus, OlderStatus> = {
  ready_to_load: '',
  waiting_for_load: '',
  loading: '',
  load_failed: '',
  ready_to_map: 'no mapping',
  ready: 'mapping',
  waiting: 'waiting',
  processing: 'processing',
  success: 'completed',
  ready_to_update: 'additional',
  process_failed: 'failed',
}

/** Returns the older word of a status. */
export const olderStatus = (status: DataSourceStatus): OlderStatus => wordOf[status]

/** Returns the newer statuses of an older status word. */
export const statusesOf = (word: OlderStatus): DataSourceStatus[] =>
  dataSourceStatuses.filter((status) => wordOf[status] === word)

/** Word for '' in a query, where an empty value means that the key was not sent. */
export const NO_STATUS = 'none'

/** Query keys of every list of the older API. */
export const olderPage = <const T extends readonly [string, ...string[]]>(
  sorts: T,
  fallback: T[number],
  direction: z.infer<typeof Direction> = 'desc',
) =>
  Page.extend({
    keyword: Keyword.optional(),
    sort_by: sortBy(sorts, fallback),
    sort_dir: Direction.default(direction),
  })

/** Since when the older API is deprecated, in milliseconds. */
export const DEPRECATED_AT = Date.UTC(2026, 10, 25)

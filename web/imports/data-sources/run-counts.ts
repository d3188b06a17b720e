import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import type { RecordOfRun, RunOfSource } from './use-source.ts'

/** Counted statuses on screens: conflicts are failed rows, except for rows pending review. */
const countedStatuses = ['added', 'updated', 'duplicated', 'held', 'failed'] as const
type CountedStatus = (typeof countedStatuses)[number]
/** Status of one row. */
export type RowStatus = CountedStatus | 'conflict'

/** Choices of rows on a screen: by what became of them, or rows with cells left empty. */
export const rowFilters = [...countedStatuses, 'conflict', 'unread'] as const
export type RowFilter = (typeof rowFilters)[number]

/** Failed rows that wait for no answer: the number to correct. */
export const failedOf = ({ failed, held }: Pick<RunOfSource['stats'], 'failed' | 'held'>): number => failed - held

/** Counts rows by status, each once; waiting rows only if there are any. */
export function countsOf(stats: RunOfSource['stats']): { status: CountedStatus; count: number }[] {
  const counts = { ...stats, failed: failedOf(stats) }
  return countedStatuses
    .map((status) => ({ status, count: counts[status] }))
    .filter(({ status, count }) => count > 0 || status !== 'held')
}

/** The choices that a run has rows of. */
export const filtersOf = (stats: RunOfSource['stats']): { status: RowFilter; count: number }[] => [
  ...countsOf(stats),
  ...(stats.unreadRows > 0 ? [{ status: 'unread' as const, count: stats.unreadRows }] : []),
]

/** A choice of rows as the server is asked for it, whose failed rows have the waiting ones among them. */
export const requestedFilter = (status: RowFilter | undefined): RecordFilter | undefined =>
  status === 'failed' ? 'to_mend' : status

/** The choice that an address names; conflicts are shown with the failed rows. */
export const filterOf = (status: RowFilter | undefined): RowFilter | undefined =>
  status === 'conflict' ? 'failed' : status

/** First filter after a run: rows pending review, then failed ones. */
export const firstToSee = (stats: RunOfSource['stats']): CountedStatus | undefined =>
  (['held', 'failed'] as const).find((status) => countsOf(stats).some((one) => one.status === status && one.count > 0))

/** Status of a row. */
export const statusOf = ({ status, conflict }: Pick<RecordOfRun, 'status' | 'conflict'>): RowStatus =>
  conflict?.held ? 'held' : status

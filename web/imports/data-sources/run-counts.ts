import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import type { Run, RunRecord } from './use-source.ts'

/** Statuses on screens: rows pending review are separate from other conflicts. */
const rowStatuses = ['added', 'updated', 'duplicated', 'held', 'conflict', 'failed'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** Choices of rows on a screen: by what became of them, or rows with cells left empty. */
export const rowFilters = [...rowStatuses, 'unread'] as const
export type RowFilter = (typeof rowFilters)[number]

const maybeNone: readonly RowStatus[] = ['held', 'conflict']

/** Counts rows by status, each once; conflicts only if there are any. */
export function countsOf(stats: Run['stats']): { status: RowStatus; count: number }[] {
  const counts = { ...stats, failed: stats.failed - stats.conflict - stats.held }
  return rowStatuses
    .map((status) => ({ status, count: counts[status] }))
    .filter(({ status, count }) => count > 0 || !maybeNone.includes(status))
}

/** The choices that a run has rows of. */
export const filtersOf = (stats: Run['stats']): { status: RowFilter; count: number }[] => [
  ...countsOf(stats),
  ...(stats.unreadRows > 0 ? [{ status: 'unread' as const, count: stats.unreadRows }] : []),
]

/** A choice of rows as the server is asked for it, whose failed rows have the conflicts among them. */
export const askedFor = (status: RowFilter | undefined): RecordFilter | undefined =>
  status === 'failed' ? 'faulty' : status

/** First filter after a run: rows pending review, then failed ones. */
export const firstToSee = (stats: Run['stats']): RowStatus | undefined =>
  (['held', 'failed', 'conflict'] as const).find((status) =>
    countsOf(stats).some((one) => one.status === status && one.count > 0),
  )

/** Status of a row. */
export const statusOf = ({ status, conflict }: Pick<RunRecord, 'status' | 'conflict'>): RowStatus =>
  conflict?.held ? 'held' : status

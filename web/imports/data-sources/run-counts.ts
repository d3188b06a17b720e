import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import type { Run, RunRecord } from './use-source.ts'

/** What becomes of a row, as screens tell it apart: a row that waits for an answer is no other conflict. */
const rowStatuses = ['added', 'updated', 'duplicated', 'held', 'conflict', 'failed'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** Choices of rows on a screen: by what became of them, or rows with cells left empty. */
export const rowFilters = [...rowStatuses, 'unread'] as const
export type RowFilter = (typeof rowFilters)[number]

const maybeNone: readonly RowStatus[] = ['held', 'conflict']

/** How many rows of a run there are of each, every row counted once; conflicts are named where there are any. */
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

/** What is to be seen first of a run that is over: rows that wait for somebody, then those that did not work. */
export const firstToSee = (stats: Run['stats']): RowStatus | undefined =>
  (['held', 'failed', 'conflict'] as const).find((status) =>
    countsOf(stats).some((one) => one.status === status && one.count > 0),
  )

/** What becomes of a row. */
export const statusOf = ({ status, conflict }: Pick<RunRecord, 'status' | 'conflict'>): RowStatus =>
  conflict?.held ? 'held' : status

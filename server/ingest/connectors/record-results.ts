import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { shortText } from '../../core/clean-text.ts'
import type { ReadRow, RowActivity, RowDecision, UnreadCell } from '../../imports/run/decided-rows.ts'
import type { Plan } from '../../imports/run/plan.ts'
import { type Compared, comparedOf, isOwn, readsOf } from '../items/row-outcome.ts'
import { refusedResult, type StoredResult, storableName } from '../items/stored-result.ts'
import type { FieldRow } from './fields.ts'
import type { ConnectorRecordRow, SentRecord } from './record-rows.ts'

/** Why a row of an item was not taken. */
interface RowProblem {
  error: RowFailure
  path: string | null
  value: string | null
  /** The item itself may be right: it is tried again by itself. */
  patient?: boolean
}

/** What became of a row of an item. */
export interface RecordOutcome {
  row: ConnectorRecordRow
  result: Omit<StoredResult, 'index'>
  /** Set if the row failed and can be replayed. */
  failed: RowProblem | null
  /** Number of its record in the run; null without a run. */
  no: number | null
  compared: Compared
  /** Activity that is written, and the one of the item by itself. */
  activity: RowActivity | null
  ownActivity: RowActivity | null
}

/** Characters of a refused value that a dead letter names. */
export const VALUE_LENGTH = 200

/** Outcome of a row without a run: its connector has no usable mapping. */
export const refusedOutcome = (row: ConnectorRecordRow, error: RowFailure, patient = false): RecordOutcome => ({
  row,
  result: refusedResult(error),
  failed: { error, path: null, value: null, patient },
  no: null,
  compared: { before: {}, after: {} },
  ...{ activity: null, ownActivity: null },
})

/** Returns what became of a row that a run has decided. */
export function outcomeOf(
  { plan, fields }: { plan: Plan; fields: readonly FieldRow[] },
  row: ConnectorRecordRow,
  read: ReadRow,
  decision: RowDecision,
): RecordOutcome {
  const { no, status, error, entry, matched, unread, activity } = decision
  const pathOf = (column: number) => fields[column - 1]?.path ?? null
  const key = matched === null ? null : plan.fields[matched]!.field
  const keyColumn = plan.activity?.fields.find(({ id }) => id === plan.activity!.key)?.column
  const columnOf = ({ failure, column }: Pick<UnreadCell, 'failure' | 'column'>) =>
    failure === 'reference_conflict' && keyColumn !== undefined ? keyColumn + 1 : column
  const problemOf = (cell: Pick<UnreadCell, 'failure' | 'column'> | undefined) => {
    // Any of the keys would do.
    const path = cell && cell.failure !== 'match_key_missing' ? pathOf(columnOf(cell)) : null
    return { error: cell?.failure ?? null, field: path === null ? null : storableName(path) }
  }
  const path = error && error.failure !== 'match_key_missing' ? pathOf(columnOf(error)) : null
  const noted = 'error' in read ? read.error : isOwn(decision) ? error! : read.unread?.[0]
  const reads = readsOf(plan, read, decision, problemOf(noted))
  const isSensitive = plan.fields.some(({ field }) => field.sensitive && reads.fields.includes(field.id))
  const result = {
    status,
    profile_id: error ? null : (entry?.id ?? null),
    matched_by: key?.name ?? null,
    ...problemOf(error ?? unread[0]),
    ...reads,
    ...(isSensitive && { sensitive: true as const }),
  }
  const isLetter = error !== null && error.failure !== 'erased_person'
  const value = error && path !== null ? shortText(error.value, VALUE_LENGTH) : null
  return {
    ...{ row, result, no, compared: comparedOf(plan, decision), activity },
    ownActivity: 'error' in read ? null : (read.activity ?? null),
    failed: isLetter ? { error: error.failure, path, value } : null,
  }
}

/** Statuses of rows by weight: the heaviest is that of their item. */
const weights = ['failed', 'conflict', 'added', 'updated', 'duplicated']

/** Returns the result of each item: that of its only row, or of the first row with the heaviest status. */
export function resultsOfItems(records: readonly SentRecord[], outcomes: readonly RecordOutcome[]): StoredResult[] {
  const byItem = Map.groupBy(outcomes, ({ row }) => row.of)
  return records.map(({ index }, of) => {
    const results = byItem.get(of)!.map(({ result }) => result)
    const weight = Math.min(...results.map(({ status }) => weights.indexOf(status)))
    const first = results.find(({ status }) => status === weights[weight])!
    const noted = first.error === null ? results.find(({ error }) => error !== null) : undefined
    return { index, ...first, ...(noted && { error: noted.error, field: noted.field }), ...readsOfItem(results) }
  })
}

/** An item depends on what any of its rows does, and its own answer is the heaviest of theirs. */
function readsOfItem(
  results: readonly Omit<StoredResult, 'index'>[],
): Pick<StoredResult, 'keys' | 'fields' | 'own' | 'sensitive'> {
  const all = (ids: 'keys' | 'fields') => [...new Set(results.flatMap((result) => result[ids] ?? []))]
  const answers = results.flatMap(({ own }) => own ?? [])
  const own = answers.find(({ status }) => status !== 'accepted') ?? answers[0]
  const isSensitive = results.some(({ sensitive }) => sensitive)
  return { keys: all('keys'), fields: all('fields'), ...(own && { own }), ...(isSensitive && { sensitive: true }) }
}

import type { DraftRow, SuggestedTarget } from './mapping-draft.ts'
import { isSplit } from './mapping-draft.ts'
import { isActivityKey, ROW_LABELS, ROW_NUMBER, type TargetFields, targetKey } from './mapping-fields.ts'

export type Question = SuggestedTarget['questions'][number]

/** Ambiguities of a date column; empty without a date target. */
export function questionsOf({ targets }: DraftRow, { questions }: SuggestedTarget, fields: TargetFields): Question[] {
  const dated = targets.some(({ key }) => fields.get(key)?.dataType === 'Date')
  return dated ? questions : []
}

const answerOf = { date_order: 'dateOrder', two_digit_years: 'twoDigitYears', date_shift: 'dateShift' } as const

const answered = (row: DraftRow, question: Question) => row[answerOf[question]] !== null

/** True if a column needs review. */
export function isWaiting(row: DraftRow, suggestion: SuggestedTarget, fields: TargetFields): boolean {
  if (questionsOf(row, suggestion, fields).some((question) => !answered(row, question))) return true
  const { reason, fullName, offer } = suggestion
  if (row.reviewed) return false
  if (reason === 'ambiguous' || reason === 'vetoed' || reason === 'content') return true
  return (fullName || offer === 'title') && !isSplit(row)
}

type Left = Exclude<
  SuggestedTarget['reason'],
  'keyword' | 'content' | 'address' | 'full_name' | 'labels' | 'number' | 'activity' | 'contact' | 'stored'
>

/** Reason for the target of a column: the suggestion with its evidence, a manual choice, or why it is ignored. */
export function reasonOf(row: DraftRow, { reason, destinationId }: SuggestedTarget): 'seen' | 'chosen' | 'left' | Left {
  const [first] = row.targets
  const suggested =
    reason === 'labels'
      ? ROW_LABELS
      : reason === 'number'
        ? ROW_NUMBER
        : destinationId && targetKey('system_profile', destinationId)
  const asSuggested =
    first !== undefined &&
    (reason === 'full_name' ? isSplit(row) : reason === 'activity' ? isActivityKey(first.key) : first.key === suggested)
  if (first) return asSuggested ? 'seen' : 'chosen'
  if (reason === 'labels' || reason === 'number' || reason === 'activity') return 'left'
  if (row.reviewed && reason !== 'empty' && reason !== 'formulas' && reason !== 'not_needed') return 'left'
  return reason === 'keyword' ||
    reason === 'content' ||
    reason === 'address' ||
    reason === 'full_name' ||
    reason === 'contact' ||
    reason === 'stored'
    ? 'left'
    : reason
}

/** A choice of columns. */
export type Which = 'all' | 'mapped' | 'waiting' | 'ignored'

/** True if a column belongs to a filter. Pending ones are neither mapped nor skipped. `isUsed`: it feeds a field, or answers a purpose. */
export function belongs(which: Which, isUsed: boolean, waiting: boolean): boolean {
  if (which === 'all') return true
  if (which === 'waiting' || waiting) return which === 'waiting' && waiting
  return (which === 'mapped') === isUsed
}

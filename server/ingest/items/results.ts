import type { Field } from '../../customers/fields/fields.ts'
import type { Decided, RowDecision } from '../../imports/run/decided-rows.ts'
import type { Plan } from '../../imports/run/plan.ts'
import type { RowPlace } from '../../imports/run/row-places.ts'
import type { Problem } from './item-parts.ts'
import type { ReadItems } from './read-items.ts'
import { type Compared, comparedOf, isOwn, readsOf } from './row-outcome.ts'
import { type StoredResult, storableName } from './stored-result.ts'

export interface ItemOutcome {
  result: StoredResult
  compared: Compared
  /** Record of the stream that decided the item; null if it was refused before. */
  record: { run: number; no: number } | null
}

interface ResultContext {
  plan: Plan
  fields: readonly Field[]
  read: ReadItems
  /** Returns the stream of a row and its number there. */
  placeOf: (no: number) => RowPlace
}

/** Returns what became of each item of a batch; `index` is its place in the batch. */
export function outcomesOf({ plan, fields, read, placeOf }: ResultContext, { decisions }: Decided): ItemOutcome[] {
  const nameOf = new Map(fields.map((field) => [field.id, field.name]))
  const sensitive = new Set(plan.fields.flatMap(({ field }) => (field.sensitive ? [field.id] : [])))
  return decisions.map((decision, index) => {
    const { error, entry, matched } = decision
    const key = matched === null ? null : plan.fields[matched]!.field
    const problem = problemOf(decision, read, nameOf)
    const row = read.rows[index]!
    const reads = readsOf(plan, row, decision, storedProblem(isOwn(decision) ? problem : read.problems.get(row.no)))
    const result: StoredResult = {
      index,
      status: statusOf(decision, read),
      profile_id: error ? null : (entry?.id ?? null),
      matched_by: key?.name ?? null,
      ...storedProblem(problem),
      ...reads,
      ...(read.activities.has(row.no) && { activity: true }),
      ...(reads.fields.some((id) => sensitive.has(id)) && { sensitive: true }),
    }
    const { run, row: no } = placeOf(decision.no)
    return { result, compared: comparedOf(plan, decision), record: { run, no } }
  })
}

const storedProblem = (problem: Problem | undefined) => ({
  error: problem?.error ?? null,
  field: problem?.field ? storableName(problem.field) : null,
})

/** The status of an activity is its own; that of its person is in the record. */
function statusOf({ no, status, activity, replaces }: RowDecision, { activities }: ReadItems): StoredResult['status'] {
  if (!activities.has(no) || status === 'failed' || status === 'conflict') return status
  if (replaces) return 'updated'
  return activity ? 'added' : 'duplicated'
}

function problemOf({ no, error, unread }: RowDecision, { problems }: ReadItems, nameOf: ReadonlyMap<number, string>) {
  const noted: Problem | undefined = problems.get(no)
  if (!error) return noted ?? (unread[0] && { error: unread[0].failure, field: nameOf.get(unread[0].column) ?? null })
  if (noted?.error === error.failure) return noted
  if (isOwn({ error })) return { error: error.failure, field: 'reference' }
  // Any of the keys would do.
  const column = error.failure === 'match_key_missing' ? 0 : error.column
  return { error: error.failure, field: nameOf.get(column) ?? null }
}

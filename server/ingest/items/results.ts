import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { Value } from '../../customers/profiles/masking.ts'
import type { Decided, Decision } from '../../imports/run/decide.ts'
import type { Plan } from '../../imports/run/plan.ts'
import type { Problem } from './item-parts.ts'
import type { ReadItems } from './read-items.ts'
import { type OwnAnswer, readsOf } from './row-reads.ts'

/**
 * A result as its receipt keeps it: the truth, with what it depends on, by which each caller gets their view. Without values, and without
 * words, which are in the language of who asks.
 */
export interface StoredResult extends Omit<ItemResult, 'status' | 'message' | 'before' | 'after'> {
  status: RecordStatus
  /** Fields by whose values the profile was looked for; absent in results of the former version. */
  keys?: number[]
  /** Fields whose stored values were compared with those of the item, or replaced. */
  fields?: number[]
  /** True if stored activities decided the status. */
  activity?: true
  /** Answer that the item alone decides, whatever is stored; absent if it is accepted without an error. */
  own?: OwnAnswer
  /** Set if a sensitive field is among those of the item. The former version withholds the profile then. */
  sensitive?: true
}

/** True if an item failed for a reason that no sensitive stored value decides, so that everybody may count it. */
export const isOpenlyFailed = ({ status, sensitive, own }: Omit<StoredResult, 'index'>): boolean =>
  (status === 'failed' || status === 'conflict') && (sensitive === undefined || own?.status === 'failed')

/** Result of an item that was not processed, which everybody may know. */
export const refusedResult = (error: string): Omit<StoredResult, 'index'> => ({
  ...{ status: 'failed', profile_id: null, matched_by: null, error, field: null },
  own: { status: 'failed', error, field: null },
})

/** Values of a profile in a dry run, by field name. */
export interface Compared {
  before: Record<string, Value>
  after: Record<string, Value>
}

export interface Outcome {
  result: StoredResult
  compared: Compared
  /** Record of the stream that decided the item; null if it was refused before. */
  record: { run: number; no: number } | null
}

interface ResultContext {
  plan: Plan
  fields: readonly Field[]
  read: ReadItems
  /** Id of the stream. */
  run: number
}

/** Returns what became of each item of a batch; `index` is its place in the batch. */
export function outcomesOf({ plan, fields, read, run }: ResultContext, { decisions }: Decided): Outcome[] {
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
    return { result, compared: comparedOf(plan, decision), record: { run, no: decision.no } }
  })
}

/** A name as JSON of the database takes it: a sender may have sent anything. */
export const storable = (name: string) => name.slice(0, 200).replaceAll('\u0000', '').toWellFormed()

const storedProblem = (problem: Problem | undefined) => ({
  error: problem?.error ?? null,
  field: problem?.field ? storable(problem.field) : null,
})

/** True if the row was refused for what its source sent before. */
export const isOwn = ({ error }: Pick<Decision, 'error'>) => error?.failure === 'reference_conflict'

/** The status of an activity is its own; that of its person is in the record. */
function statusOf({ no, status, activity, replaces }: Decision, { activities }: ReadItems): StoredResult['status'] {
  if (!activities.has(no) || status === 'failed' || status === 'conflict') return status
  if (replaces) return 'updated'
  return activity ? 'added' : 'duplicated'
}

function problemOf({ no, error, unread }: Decision, { problems }: ReadItems, nameOf: ReadonlyMap<number, string>) {
  const noted: Problem | undefined = problems.get(no)
  if (!error) return noted ?? (unread[0] && { error: unread[0].failure, field: nameOf.get(unread[0].column) ?? null })
  if (noted?.error === error.failure) return noted
  if (isOwn({ error })) return { error: error.failure, field: 'reference' }
  // Any of the keys would do.
  const column = error.failure === 'match_key_missing' ? 0 : error.column
  return { error: error.failure, field: nameOf.get(column) ?? null }
}

export function comparedOf(plan: Plan, { status, entry, changes }: Decision): Compared {
  const compared: Compared = { before: {}, after: {} }
  if (status === 'added' && entry) {
    for (const [place, { field }] of plan.fields.entries())
      if (entry.values[place] !== null && entry.values[place] !== undefined)
        compared.after[field.name] = entry.values[place]
  }
  for (const [place, before, after] of changes ?? []) {
    const { name } = plan.fields[place]!.field
    compared.before[name] = before
    compared.after[name] = after
  }
  return compared
}

import { reaches } from './decide.ts'
import type { RowDecision } from './decided-rows.ts'
import type { Plan } from './plan.ts'

interface Additions {
  /** Numbers of the rows whose activity is new. */
  activities: ReadonlySet<number>
  /** Numbers of the rows that corrected an activity. */
  replaced?: ReadonlySet<number> | undefined
  /** The labels that the batch gave, by profile; emptied by the rows that gave them. */
  given: Map<number, Set<number>>
  /** Labels that a row adds. */
  labelsOf: (decision: RowDecision) => readonly number[]
}

/**
 * Counts what the rows of a batch added: a row whose activity already exists adds none. A row that found an unchanged person counts as
 * an update if it added an activity, or was the first to add a label.
 */
export function noteAdditions(
  plan: Plan,
  decisions: readonly RowDecision[],
  { activities, replaced, given, labelsOf }: Additions,
): void {
  if (!plan.activity && !plan.isStream && plan.labels.length === 0 && !plan.rowLabels) return
  for (const decision of decisions) {
    if (replaced?.has(decision.no)) decision.replaces = true
    else if (!activities.has(decision.no)) decision.activity = null
    if (!reaches(plan, decision)) continue
    const id = decision.entry!.id!
    const got = given.get(id)
    const givesLabel = got ? labelsOf(decision).filter((label) => got.delete(label)).length > 0 : false
    if (decision.status !== 'duplicated' || !(givesLabel || decision.activity)) continue
    decision.status = 'updated'
    decision.changes = []
  }
}

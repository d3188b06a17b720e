import { type Decision, reaches } from './decide.ts'
import type { Plan } from './plan.ts'

interface Additions {
  /** Numbers of the rows whose activity is new. */
  activities: ReadonlySet<number>
  /** The labels that the batch gave, by profile; emptied by the rows that gave them. */
  given: Map<number, Set<number>>
  /** Labels that a row adds. */
  labelsOf: (decision: Decision) => readonly number[]
}

/**
 * Notes what a batch's rows really added: a row whose activity was there already adds none, and one that found somebody
 * unchanged is an update when it added an activity, or was the first to give that person a label.
 */
export function noteAdditions(
  plan: Plan,
  decisions: readonly Decision[],
  { activities, given, labelsOf }: Additions,
): void {
  if (!plan.activity && !plan.isStream && plan.labels.length === 0 && !plan.rowLabels) return
  for (const decision of decisions) {
    if (!activities.has(decision.no)) decision.activity = null
    if (!reaches(plan, decision)) continue
    const id = decision.entry!.id!
    const got = given.get(id)
    const givesLabel = got ? labelsOf(decision).filter((label) => got.delete(label)).length > 0 : false
    if (decision.status !== 'duplicated' || !(givesLabel || decision.activity)) continue
    decision.status = 'updated'
    decision.changes = []
  }
}

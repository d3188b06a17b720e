import { type Decision, reaches } from './decide.ts'
import type { Plan } from './plan.ts'

/**
 * Notes what a batch's rows really added: a row whose activity was there already adds none, and one that found somebody
 * unchanged is an update when it added an activity, or was the first to give that person a label.
 */
export function noteAdditions(
  plan: Plan,
  decisions: readonly Decision[],
  { activities, labelled }: { activities: ReadonlySet<number>; labelled: ReadonlySet<number> },
): void {
  if (!plan.activity && plan.labels.length === 0) return
  const seen = new Set<number>()
  for (const decision of decisions) {
    if (!activities.has(decision.no)) decision.activity = null
    if (!reaches(plan, decision)) continue
    const id = decision.entry!.id!
    const givesLabel = labelled.has(id) && !seen.has(id)
    seen.add(id)
    if (decision.status !== 'duplicated' || !(givesLabel || decision.activity)) continue
    decision.status = 'updated'
    decision.changes = []
  }
}

import type { automationPeople } from '@ruam/contract/automations/people.ts'
import type { Got } from '../../data/api.ts'

export type PeoplePage = Got<typeof automationPeople.list>
export type PersonOnTheWay = PeoplePage['data'][number]
export type Ending = PeoplePage['ended'][number]

/** A chosen group of customers. */
export type Group =
  | { state: 'on_the_way'; step?: number }
  | { state: 'ended'; branch?: string; reason?: Ending['reason'] }

/** Branch as the call takes it. */
export const branchOf = ({ branch }: Pick<Ending, 'branch'>) =>
  branch ? `${branch.step.id}:${branch.outcome}` : 'none'

/** A group in the address: `step-3`, `ended`, `end-done-4:yes`. */
export const writeGroup = (group: Group): string | undefined => {
  if (group.state === 'on_the_way') return group.step === undefined ? undefined : `step-${group.step}`
  return group.reason === undefined ? 'ended' : `end-${group.reason}-${group.branch}`
}

/** The group of an address; all on the way if it is not understood. */
export function readGroup(text: string | undefined, endings: readonly Ending[]): Group {
  const step = /^step-([1-9]\d{0,6})$/.exec(text ?? '')?.[1]
  if (step) return { state: 'on_the_way', step: Number(step) }
  if (text === 'ended') return { state: 'ended' }
  const ending = endings.find(
    (one) => text === writeGroup({ state: 'ended', reason: one.reason, branch: branchOf(one) }),
  )
  return ending ? { state: 'ended', reason: ending.reason, branch: branchOf(ending) } : { state: 'on_the_way' }
}

/** Customers per step, over all versions. */
export function countsByStep(
  page: PeoplePage,
): Map<number, { step: PeoplePage['onTheWay'][number]['step']; people: number }> {
  const counts = new Map<number, { step: PeoplePage['onTheWay'][number]['step']; people: number }>()
  for (const { step, people } of page.onTheWay)
    counts.set(step.id, { step, people: people + (counts.get(step.id)?.people ?? 0) })
  return counts
}

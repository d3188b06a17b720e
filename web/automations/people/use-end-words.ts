import { useWords } from '../../data/text.ts'
import { actText } from '../act-text.ts'
import { type Automation, numberedSteps } from '../automation.ts'
import type { Ending } from './groups.ts'
import { peopleText } from './people-text.ts'

/** Says how runs ended: the last branch of those that came to the end, else the reason. */
export function useEndWords({ definition, references }: Automation) {
  const t = useWords(peopleText)
  const a = useWords(actText)
  const branchWord = (branch: NonNullable<Ending['branch']>) => {
    const step = numberedSteps(definition.steps).find(({ step: { id } }) => id === branch.step.id)?.step
    const isYes = branch.outcome === 'yes'
    if (step?.kind !== 'condition' || step.condition.kind === 'rule') return isYes ? t.fulfilled : t.notFulfilled
    const { activityTypeId } = step.condition
    const name = references.activityTypes.find(({ id }) => id === activityTypeId)?.name ?? '…'
    return isYes ? t.hasDone({ name }) : t.hasNotDone({ name })
  }
  return ({ branch, reason }: Pick<Ending, 'branch' | 'reason'>): string =>
    reason === 'done' && branch ? t.endOf({ branch: branchWord(branch) }) : a[reason]
}

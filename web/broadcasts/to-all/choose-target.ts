import { HOLDOUT_SHARE } from '@ruam/contract/broadcasts/effect.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import type { Target } from '../broadcast.ts'
import type { Draft } from '../use-draft.ts'

/** Returns the change of a draft to another target. A call for everyone loses the parts that it cannot have. */
export function chooseTarget(draft: Draft, target: Target): Partial<Draft> {
  if (!isToAll(target)) {
    if (!isToAll(draft.target)) return { target }
    return { target, holdout: { share: HOLDOUT_SHARE, offReason: null, repeatsId: null } }
  }
  return {
    target: { ...target, exclude: { labelIds: [] }, limit: { max: null, upToRemainingQuota: false } },
    holdout: { share: 0, offReason: null, repeatsId: null },
    abTest: null,
    linkTracking: draft.linkTracking === 'people' ? 'clicks' : draft.linkTracking,
  }
}

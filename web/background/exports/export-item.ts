import type { exportEvent, exports } from '@ruam/contract/reports/exports.ts'
import type { Got } from '../../data/api.ts'
import type { Pushed } from '../../data/push.ts'
import { remainingSeconds, type WorkProgress } from '../../ui/pace.ts'

export type ExportItem = Got<typeof exports.list>['data'][number] & {
  /** Since when its progress is watched. */
  since?: WorkProgress
}

export const isIncomplete = ({ status }: Pick<ExportItem, 'status'>) => status === 'processing'

/**
 * An item with what was pushed of it; a cancelled one stays so (spec section 4). What is pushed does not say how long it takes still, so that
 * is reckoned by the pace since the first push: never from when it was asked for, for it may have waited for its turn.
 */
export function withPushed(item: ExportItem, pushed: Pushed<typeof exportEvent>, now = Date.now()): ExportItem {
  if (item.status === 'cancel' || item.exportId !== pushed.exportId) return item
  const { progress, status, url } = pushed
  const since = item.since ?? { at: now, progress }
  const eta = remainingSeconds(since, progress, now) ?? item.eta
  return { ...item, progress, status, url, since, eta }
}

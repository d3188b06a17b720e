import type { exportEvent, exports } from '@ruam/contract/exports.ts'
import type { Got } from '../core/api.ts'
import type { Pushed } from '../core/push.ts'

export type ExportItem = Got<typeof exports.list>['data'][number]

export const isIncomplete = ({ status }: Pick<ExportItem, 'status'>) => status === 'processing'

/** An item with what was pushed of it; a cancelled one stays so (spec section 4). */
export function withPushed(item: ExportItem, pushed: Pushed<typeof exportEvent>): ExportItem {
  if (item.status === 'cancel' || item.exportId !== pushed.exportId) return item
  const { progress, status, url } = pushed
  return { ...item, progress, status, url }
}

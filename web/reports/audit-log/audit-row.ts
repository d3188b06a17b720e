import { deviceOf } from '@ruam/contract/access/device.ts'
import type { auditLog } from '@ruam/contract/reports/audit-log.ts'
import type { Got } from '../../data/api.ts'
import type { LinkTarget } from '../../ui/route.tsx'
import type { AuditView } from './audit-view.ts'

export type AuditRow = Got<typeof auditLog.list>['data'][number]
export type OnFilter = AuditView['filter']

/** Returns a count of an act, or undefined. A run counts its rows to review as failed, too; on screens they are apart. */
export function countOf({ details }: Pick<AuditRow, 'details'>, key: string): number | undefined {
  const [value, held] = [details[key], details.held]
  if (typeof value !== 'number') return undefined
  return key === 'failed' && typeof held === 'number' ? value - held : value
}

/** Screen of an act's subject, unless the act deleted it. */
export function targetOf({ action, subjectType, subjectId }: AuditRow): LinkTarget | undefined {
  if (!subjectId || action.endsWith('_deleted') || action === 'profile_erased') return undefined
  switch (subjectType) {
    case 'profile':
      return { to: 'profile-detail', params: { profileId: subjectId } }
    case 'label':
      return { to: 'segmentation-detail', params: { labelId: subjectId } }
    case 'role':
      return { to: 'setting-role-permission-edit', params: { roleId: subjectId } }
    case 'data_source':
      return { to: 'data-source-v2-list-output', params: { dataSourceId: subjectId } }
    case 'automation':
      return { to: 'automation', params: { automationId: subjectId } }
    case 'broadcast':
      return { to: 'broadcast-detail', params: { broadcastId: subjectId } }
    default:
      return undefined
  }
}

/** Browser and system of an act; empty if unknown. */
export function deviceText(device: string | null): string {
  const { browser, system } = deviceOf(device ?? '')
  return [browser, system].filter(Boolean).join(' · ')
}

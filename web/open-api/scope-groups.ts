import type { Scope } from '@ruam/contract/platform/scopes.ts'

/** Group of each scope on the screen. */
export const groupOf: Record<Scope, 'customers' | 'activities' | 'labels' | 'store' | 'sensitive'> = {
  'profile:read': 'customers',
  'profile:write': 'customers',
  'consent:write': 'customers',
  'profile:delete': 'customers',
  'activity:write': 'activities',
  'activity:read': 'activities',
  'label:write': 'labels',
  'label:read': 'labels',
  'segment:read': 'labels',
  'field:read': 'store',
  'broadcast:read': 'store',
  'event:write': 'store',
  'webhook:manage': 'store',
  'profile-sensitive:read': 'sensitive',
}
export const scopeGroups = ['customers', 'activities', 'labels', 'store', 'sensitive'] as const

import type { ChangeType } from '@ruam/contract/open-api/changes.ts'
import type { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import type { Got } from '../data/api.ts'

export type Webhook = Got<typeof programWebhooks.list>['data'][number]

type Group = 'customers' | 'labels' | 'store'

/** Groups of events in the dialog and in the list of examples. */
export const typeGroups: Record<Group, readonly ChangeType[]> = {
  customers: [
    ...['profile.created', 'profile.updated', 'profile.deleted', 'profile.merged'],
    ...['profile.restricted', 'profile.unrestricted', 'consent.changed'],
  ] as ChangeType[],
  labels: ['label.added', 'label.removed', 'segment.entered', 'segment.left'],
  store: ['activity.created', 'import.ended', 'broadcast.ended', 'automation.step'],
}
export const groupNames = Object.keys(typeGroups) as Group[]

const customer = { profile_id: 21874 }

/** Data of an event of each type: the keys that the server sends. */
export const exampleData: Record<ChangeType, object> = {
  'profile.created': customer,
  'profile.updated': { ...customer, fields: ['phone', 'email'] },
  'profile.deleted': customer,
  'profile.merged': { ...customer, merged_into: 21875 },
  'profile.restricted': customer,
  'profile.unrestricted': customer,
  'consent.changed': { ...customer, status: 'granted', purpose_id: 2 },
  'label.added': { ...customer, label_id: 12 },
  'label.removed': { ...customer, label_id: 12 },
  'segment.entered': { ...customer, segment_id: 31 },
  'segment.left': { ...customer, segment_id: 31 },
  'activity.created': { ...customer, activity_id: 90341, activity_type_id: 1 },
  'import.ended': { import_id: 5120 },
  'broadcast.ended': { broadcast_id: 77 },
  'automation.step': { ...customer, automation_id: 4, version: 1, step_id: 3 },
}

/** Fault of a typed URL that the server would refuse, too. This machine is allowed while Ruam is developed, so the server decides about it. */
export function urlFault(typed: string): 'notUrl' | 'inside' | null {
  if (!URL.canParse(typed)) return 'notUrl'
  const { protocol, hostname, username, password } = new URL(typed)
  if (protocol !== 'https:' && protocol !== 'http:') return 'notUrl'
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  const isNamed = hostname.includes('.') && !/\.(local|internal|lan)$/.test(hostname)
  return protocol !== 'https:' || isAddress || !isNamed || username !== '' || password !== '' ? 'inside' : null
}

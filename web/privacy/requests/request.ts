import type { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import type { Got } from '../../data/api.ts'

export type PrivacyRequest = Got<typeof privacyRequests.get>

/** Milliseconds between looks at what others do. */
export const LOOK_MS = 15_000
/** The same while a copy is made. */
export const COPY_LOOK_MS = 2000

/** Days before the end from which a request is marked. */
const SOON = 3
const WEEK = 10

/** How pressing an open request is. */
export function pressure({ daysLeft }: Pick<PrivacyRequest, 'daysLeft'>): 'late' | 'soon' | 'near' | 'calm' {
  if (daysLeft < 0) return 'late'
  if (daysLeft <= SOON) return 'soon'
  return daysLeft <= WEEK ? 'near' : 'calm'
}

/** Steps that are done, of four: identity, data, decision, answer. */
export const stepsDone: Readonly<Record<PrivacyRequest['step'], number>> = {
  identity: 0,
  data: 1,
  decision: 2,
  approval: 2,
  answer: 3,
  done: 4,
}

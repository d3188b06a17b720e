import type { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import type { consents } from '@ruam/contract/customers/consents.ts'
import type { Got } from '../../data/api.ts'

export type Consent = Got<typeof consents.ofProfile>['data'][number]
export type PurposeRow = Got<typeof consents.purposes>['data'][number]
export type WordedPurpose = Got<typeof consentWordings.purpose>
export type ConsentAnswer = 'granted' | 'withdrawn' | 'refused' | 'under_age' | 'unknown'

/** How a consent counts now; a no is a withdrawal only after a yes. */
export function consentNow({ state, entries }: Pick<Consent, 'state' | 'entries'>): ConsentAnswer {
  if (state !== 'withdrawn') return state
  return entries.some(({ operation }) => operation === 'granted') ? 'withdrawn' : 'refused'
}

/** Describes a consent entry, the newest first: a no is a withdrawal only after a yes. */
export function consentAnswerAt(
  entries: readonly Pick<Consent['entries'][number], 'operation'>[],
  place: number,
): ConsentAnswer {
  const entry = entries[place]
  if (!entry) return 'unknown'
  if (entry.operation === 'granted') return 'granted'
  return entries.slice(place + 1).some(({ operation }) => operation === 'granted') ? 'withdrawn' : 'refused'
}

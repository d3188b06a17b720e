import { useDebouncedValue } from '@mantine/hooks'
import { formatPhone } from '../../data/format.ts'
import { type MatchedPart, matchedPartsOf } from '../profiles/matched.ts'
import { useCustomers } from '../profiles/use-customers.ts'
import { fieldNameOf, fieldValueText } from '../profiles/values.ts'
import { type Card, useStoredCards } from './kept.ts'

/** A customer that a search has found, with what matched. */
export interface Hit {
  id: number
  name: string
  label: string | undefined
  restricted: boolean
  phone: string
  nameParts: MatchedPart[]
  phoneParts: MatchedPart[]
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** True if digits are those of a whole phone number. */
export const isPhoneNumber = (typed: string) => /^0\d{8,9}$/.test(digitsOf(typed)) && !/[^\d\s-]/.test(typed)

function hitOf(customer: Omit<Hit, 'nameParts' | 'phoneParts'>, typed: string): Hit {
  const phone = formatPhone(customer.phone)
  return {
    ...customer,
    phone,
    nameParts: matchedPartsOf(customer.name, typed, 'words'),
    phoneParts: matchedPartsOf(phone, typed, 'phone'),
  }
}

const offlineHits = (cards: readonly Card[], typed: string) =>
  cards
    .map(({ id, name, phone, label, restriction }) =>
      hitOf({ id, name, phone, label: label?.name, restricted: Boolean(restriction) }, typed),
    )
    .filter(({ nameParts, phoneParts }) => nameParts.length > 0 || phoneParts.length > 0)

/** Customers for what is typed: of the store, or without a connection of this device. */
export function useHits(typed: string, offline: boolean) {
  const wanted = typed.trim()
  const [paused] = useDebouncedValue(wanted, 120)
  const { found, keyword, waits, error } = useCustomers(offline ? '' : wanted)
  const cards = useStoredCards(offline)
  const hits = offline
    ? offlineHits(cards ?? [], wanted).slice(0, 20)
    : found.map((profile) =>
        hitOf(
          {
            id: profile.id,
            name: fieldNameOf(profile),
            phone: fieldValueText(profile, 'phone'),
            label: profile.labels.find(({ type }) => type === 'general')?.name,
            restricted: profile.restrictedAt !== undefined,
          },
          keyword,
        ),
      )
  const settled = wanted !== '' && paused === wanted && !waits && !error
  // Last digits of a phone open the only card by themselves. The beginning of a number may go on.
  const digits = digitsOf(wanted)
  const isEnd = /^[\d\s-]+$/.test(wanted) && digits.length >= 4
  const only = settled && isEnd && hits.length === 1 && digitsOf(hits[0]!.phone).endsWith(digits) ? hits[0] : undefined
  return {
    hits: wanted === '' ? [] : hits,
    waits: wanted !== '' && !offline && waits,
    error,
    settled,
    only,
    kept: cards?.length,
  }
}

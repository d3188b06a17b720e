import type { Mark } from './evidence.ts'

// Found by `npm run bench duplicate-weights`; decision 15 says how. In bits.

/** Starting score of a pair: most compared pairs are two people. */
export const START = -3.6

/** Score that each mark adds or subtracts, by its strength. */
export const weights: Record<Mark, number> = {
  'first same': 3.5,
  'first close': 3.5,
  'first akin': 1.5,
  'first different': -4.7,
  'last same': 3.5,
  'last close': 3.5,
  'last akin': 1.26,
  'last different': -2.65,
  'first different, last misspelled': 1.38,
  'names held by others': -0.24,
  'names alone': -3.3,
  'birth date same': 6.38,
  'birth date close': 3.85,
  'birth date in parts': 1.17,
  'birth date different': -5.99,
  'phone of two': 3,
  'phone of few': 0.86,
  'phone of many': 0,
  'phone a slip off': 2.76,
  'phone different': -1.5,
  'email of two': 4.5,
  'email of few': 0.5,
  'email close': 0,
  'email different': -1.5,
  'gender different': -2.5,
  'place agrees': 0.1,
  'place differs': -0.21,
  'door agrees': 0.34,
  'address differs, phone shared': -0.4,
  'others agree': 1,
  'others differ': -1.5,
  'others differ, phone shared': -2.59,
  'first not the same, phone shared': -1.32,
  'store doubled': -0.2,
}

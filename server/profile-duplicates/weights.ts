import type { Mark } from './evidence.ts'

// Found by `npm run bench duplicate-weights`; decision 15 says how. In bits.

/** What a pair begins with: most that are compared are two people. */
export const START = -4.36

/** What each mark gives or takes, by how much of it there is. */
export const weights: Record<Mark, number> = {
  'first same': 3.5,
  'first close': 3.5,
  'first akin': 1.5,
  'first different': -4.51,
  'last same': 3.5,
  'last close': 3.5,
  'last akin': 1.1,
  'last different': -3.32,
  'first different, last misspelled': 0.95,
  'names held by others': -0.34,
  'names alone': -1.99,
  'birth date same': 7.39,
  'birth date close': 4.59,
  'birth date in parts': 1.98,
  'birth date different': -5.97,
  'phone of two': 2.93,
  'phone of few': 0.78,
  'phone of many': 0.5,
  'phone a slip off': 0,
  'phone different': -0.88,
  'email of two': 2.98,
  'email of few': 0.5,
  'email close': 0,
  'email different': -0.85,
  'gender different': -3,
  'place agrees': 0.11,
  'place differs': -0.23,
  'door agrees': 0.44,
  'address differs, phone shared': -0.37,
  'others agree': 1,
  'others differ': -1.5,
  'others differ, phone shared': -2.49,
  'first not the same, phone shared': -0.94,
  'store doubled': -0.19,
}

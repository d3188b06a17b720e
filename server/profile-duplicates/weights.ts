import type { Mark } from './evidence.ts'

// Found by `npm run bench duplicate-weights`; decision 15 says how. In bits.

/** What a pair begins with: most that are compared are two people. */
export const START = -4.2

/** What each mark gives or takes, by how much of it there is. */
export const weights: Record<Mark, number> = {
  'first same': 3.5,
  'first close': 3.5,
  'first akin': 1.5,
  'first different': -4.2,
  'last same': 3.5,
  'last close': 3.5,
  'last akin': 1.3,
  'last different': -2.9,
  'first different, last misspelled': 1.1,
  'names held by others': -0.2,
  'names alone': -2.3,
  'birth date same': 6.6,
  'birth date close': 4.2,
  'birth date in parts': 1.7,
  'birth date different': -6.2,
  'phone of two': 4.0,
  'phone of few': 0.9,
  'phone of many': 0.5,
  'phone a slip off': 0.0,
  'phone different': -1.0,
  'email of two': 3.3,
  'email of few': 0.5,
  'email close': 0.0,
  'email different': -0.9,
  'gender different': -3.0,
  'others agree': 1.0,
  'others differ': -1.5,
  'others differ, phone shared': -1.9,
  'first not the same, phone shared': -0.3,
  'store doubled': -0.2,
}

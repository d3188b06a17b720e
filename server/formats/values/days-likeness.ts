import type { Likeness } from './likeness.ts'

/** Difference of a year read in the wrong era. */
const ERA = 543

/** Similarity of two days (YYYY-MM-DD). Close: day and month swapped, one wrong digit, two adjacent digits swapped, or a wrong era. */
export function daysLikeness(a: string | null, b: string | null): Likeness {
  if (a === null || b === null || a === '' || b === '') return null
  if (a === b) return 'same'
  const era = Number(a.slice(0, 4)) - Number(b.slice(0, 4))
  if (era === ERA || era === -ERA) return sameOrSwapped(a.slice(5), b.slice(5)) ? 'close' : 'different'
  if (a.startsWith(b.slice(0, 4)) && sameOrSwapped(a.slice(5), b.slice(5))) return 'close'
  return isOneSlip(a.replaceAll('-', ''), b.replaceAll('-', '')) ? 'close' : 'different'
}

/** MM-DD. */
const sameOrSwapped = (a: string, b: string) => a === b || `${a.slice(3)}-${a.slice(0, 2)}` === b

function isOneSlip(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let at = 0
  while (a[at] === b[at]) at++
  if (a.slice(at + 1) === b.slice(at + 1)) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/**
 * Similarity of two values; null if one is missing. Near: two known names one slip apart, or a nickname in the name. They are two people
 * unless another value proves the opposite.
 */
export type Likeness = 'same' | 'close' | 'near' | 'different' | null

/** Words of an address may be many; what is compared is bounded. */
const LONGEST = 60

const AS_IS = /^[a-z0-9\u0e01-\u0e3a\u0e40-\u0e4e]*$/

/** A text as it is compared: letters and digits alone, in lower case. */
export const plain = (text: string) =>
  AS_IS.test(text) && text.length <= LONGEST
    ? text
    : text
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
        .slice(0, LONGEST)

// Rows of the table below, kept: what is compared is never longer than LONGEST.
let [before, last, now] = [0, 1, 2].map(() => new Uint8Array(LONGEST + 2)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Number of typing errors: substitutions, omissions, insertions, swapped neighbours (optimal string alignment). Both normalized by `plain`.
 */
export function typosBetween(a: string, b: string): number {
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    now[0] = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let least = last[j - 1]! + (letter === other ? 0 : 1)
      if (last[j]! < least) least = last[j]! + 1
      if (now[j - 1]! < least) least = now[j - 1]! + 1
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        if (before[j - 2]! < least) least = before[j - 2]! + 1
      now[j] = least
    }
    const spare = before
    before = last
    last = now
    now = spare
  }
  return last[b.length]!
}

import type { ProfileLabel } from '../values.ts'

/** Pixels: width of a chip without its text, the gap, the padding of a cell, the chip with the number of further labels. */
const AROUND = 29
const GAP = 4
const CELL = 16
const MORE = 34
/** Thai vowels and tones above or below take no room of their own. */
const marks = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g
const LETTER = 6.9

/** Generously: a chip is never cut in half. */
const widthOf = ({ name }: Pick<ProfileLabel, 'name'>) => AROUND + name.replace(marks, '').length * LETTER

/** Number of chips that fit a width in pixels next to “+1”; at least one, which is shortened. */
export function fittingChips(labels: readonly Pick<ProfileLabel, 'name'>[], width: number): number {
  let left = width - CELL
  for (const [place, label] of labels.entries()) {
    const after = left - widthOf(label)
    const last = place === labels.length - 1
    if (after < (last ? 0 : MORE + GAP)) {
      // The ones before may have to make room for the “+1”; each left enough for it.
      return Math.max(1, place)
    }
    left = after - GAP
  }
  return labels.length
}

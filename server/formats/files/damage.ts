/** Letters of a text, and cells in which some could not be read. */
export interface Damage {
  letters: number
  broken: number
}

export const noDamage = (): Damage => ({ letters: 0, broken: 0 })

/** Maximum share of letters that may be broken: more of them are another charset. */
const MOST_BROKEN = 0.001
const BROKEN_CELLS = /\ufffd[^\r\n,;\t|]*/g

/** True if so few letters are broken that the file is read, and their cells are marked. One cell of a small file is. */
export const isTolerable = ({ letters, broken }: Damage) => broken <= Math.max(1, letters * MOST_BROKEN)

/** Counts the letters of a text in. */
export function noteDamage(damage: Damage, text: string): void {
  damage.letters += text.length
  damage.broken += text.match(BROKEN_CELLS)?.length ?? 0
}

import { type RawBuilder, sql } from 'kysely'

const [ZERO, NINE] = [48, 57]
/** Ends the ids of a set. */
const END = ';'.charCodeAt(0)

/** Texts of sets of ids as one text: the driver would read an array of texts letter by letter, which takes 100 ms for 200,000 ids. */
export const packedSets = (sets: readonly RawBuilder<unknown>[]) =>
  sets.length === 0 ? sql`''` : sql`concat(${sql.join(sets.map((set) => sql`(${set}), ';'`))})`

/** Returns the sets of `packedSets`. Reading digits takes a third of the time of splitting the text. */
export function unpackSets(text: string): number[][] {
  const sets: number[][] = []
  let ids: number[] = []
  let id = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) {
      id = (id < 0 ? 0 : id * 10) + code - ZERO
      continue
    }
    if (id >= 0) ids.push(id)
    id = -1
    if (code !== END) continue
    sets.push(ids)
    ids = []
  }
  return sets
}

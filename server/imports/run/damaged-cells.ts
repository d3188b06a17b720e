import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { BROKEN } from '../../formats/files/garbled.ts'
import { isMasked } from '../../formats/values/masked.ts'

/** A row without damaged cells, and the columns (their places) whose cell is hidden or has lost a letter. */
interface DamagedCells {
  cells: readonly string[]
  /** Without hidden cells alone: an activity keeps a text that has lost a letter, since its corrected row would be a second one. */
  unmasked: readonly string[]
  masked: ReadonlySet<number>
  broken: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

/** Returns a reader of rows that leaves damaged cells empty; it looks only where the load has found some. */
export function damagedCells(facts: readonly ColumnFacts[]): (cells: readonly string[]) => DamagedCells {
  const columns = facts.flatMap(({ masked, broken }, place) => (masked > 0 || broken > 0 ? [place] : []))
  if (columns.length === 0) return (cells) => ({ cells, unmasked: cells, masked: NONE, broken: NONE })
  return (cells) => {
    const masked = new Set(columns.filter((place) => facts[place]!.masked > 0 && isMasked(cells[place]!)))
    const broken = new Set(columns.filter((place) => facts[place]!.broken > 0 && cells[place]!.includes(BROKEN)))
    const without = (from: readonly string[], places: ReadonlySet<number>) =>
      places.size === 0 ? from : from.map((cell, place) => (places.has(place) ? '' : cell))
    const unmasked = without(cells, masked)
    return { cells: without(unmasked, broken), unmasked, masked, broken }
  }
}

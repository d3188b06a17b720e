/** Share of the rows that a stretch needs to be worth a word. */
const MOST = 0.8
/** Rows of a stretch. */
const LEAST = 3

interface Stretch {
  from: number
  to: number
  /** True if all rows lie in it. */
  whole: boolean
}

/** Finds the stretch of neighbouring rows in which most of these lie: one fault makes such. Null if they are scattered. */
export function stretchOf(rows: readonly number[]): Stretch | null {
  const sorted = [...new Set(rows)].sort((a, b) => a - b)
  let best = { from: 0, to: -1 }
  let from = 0
  for (const [index, row] of sorted.entries()) {
    if (index > 0 && row !== sorted[index - 1]! + 1) from = index
    if (index - from > best.to - best.from) best = { from, to: index }
  }
  const length = best.to - best.from + 1
  if (length < LEAST || length < sorted.length * MOST) return null
  return { from: sorted[best.from]!, to: sorted[best.to]!, whole: length === sorted.length }
}

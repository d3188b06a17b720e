/** The list with one of its items a place up (-1) or down (1); the same where there is no such place. */
export function movedField<T>(list: readonly T[], place: number, by: -1 | 1): T[] {
  const next = [...list]
  const other = place + by
  if (place < 0 || other < 0 || place >= list.length || other >= list.length) return next
  next[place] = list[other]!
  next[other] = list[place]!
  return next
}

/** Two edits of the same record. */
interface Merge<V> {
  /** Everything that only one of them changed, and mine where both did. */
  merged: V
  /** Values changed differently by both. */
  conflicts: (keyof V)[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Puts two edits of the same version together, key by key. */
export function mergeEdits<V extends Record<string, unknown>>(base: V, mine: V, theirs: V): Merge<V> {
  const merged = { ...mine }
  const conflicts: (keyof V)[] = []
  for (const key of Object.keys(base) as (keyof V)[]) {
    if (same(mine[key], base[key])) merged[key] = theirs[key]
    else if (!same(theirs[key], base[key]) && !same(theirs[key], mine[key])) conflicts.push(key)
  }
  return { merged, conflicts }
}

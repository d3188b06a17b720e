import { useState } from 'react'
import { mergeEdits } from './merge-edits.ts'

interface Version<V> {
  /** What the person's edit began from. */
  base: V
  originTime: string
  /** What somebody else made of what this person changed too. */
  conflicts: { key: keyof V; theirs: V[keyof V] }[]
  stale: boolean
}

/**
 * The version that an edit began from. When somebody saved in between, `meet` puts both edits together and answers what the form
 * shows then; the next save is one over the newer version.
 */
export function useVersion<V extends Record<string, unknown>>(start: V, updatedAt: string | null) {
  const [version, setVersion] = useState<Version<V>>({
    base: start,
    originTime: updatedAt ?? '',
    conflicts: [],
    stale: false,
  })
  return {
    ...version,
    meet(mine: V, theirs: V, newer: string): V {
      const { merged, conflicts } = mergeEdits(version.base, mine, theirs)
      setVersion({
        base: theirs,
        originTime: newer,
        conflicts: conflicts.map((key) => ({ key, theirs: theirs[key] })),
        stale: true,
      })
      return merged
    },
    settle: (key: keyof V) =>
      setVersion((now) => ({ ...now, conflicts: now.conflicts.filter((conflict) => conflict.key !== key) })),
  }
}

import type { Change } from './read-changes.ts'

const isMove = ({ kind }: Change) => kind === 'segment.entered' || kind === 'segment.left'

const isTogether = (one: Change, other: Change) =>
  one.transaction_id !== null && one.transaction_id === other.transaction_id

/**
 * Leaves out moves that the same transaction takes back. A new friend is a customer first, and a friend after that: a segment of customers who
 * are no friends has the new one in between, for whom nothing may start.
 */
export function withoutPassing(changes: readonly Change[]): Change[] {
  const latest = new Map<string, Change>()
  const passing = new Map<Change, Set<number>>()
  const leaveOut = (change: Change, id: number) => passing.set(change, (passing.get(change) ?? new Set()).add(id))
  for (const change of changes.filter(isMove))
    for (const id of change.profile_ids) {
      const key = `${change.subject_id} ${id}`
      const before = latest.get(key)
      if (before && before.kind !== change.kind && isTogether(before, change)) {
        leaveOut(before, id)
        leaveOut(change, id)
        latest.delete(key)
      } else latest.set(key, change)
    }
  if (passing.size === 0) return [...changes]
  return changes.flatMap((change) => {
    const left = change.profile_ids.filter((id) => !passing.get(change)?.has(id))
    return left.length > 0 ? { ...change, profile_ids: left } : []
  })
}

/** One entry for each screen or dialog with unsaved typed text. */
const holders = new Set<object>()

export const isAnythingTyped = () => holders.size > 0

/** Says that something is typed, until what is answered is called. */
export function markTyped(): () => void {
  const holder = {}
  holders.add(holder)
  return () => holders.delete(holder)
}

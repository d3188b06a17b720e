import { mergeEdits } from '../../../ui/merge-edits.ts'
import type { ProfileListField } from '../values.ts'

/** Input texts by field id. */
export type Typed = Readonly<Record<string, string>>

/** Merge of two edits: changes by both, by the other person, and by this one. */
export interface Merging {
  conflicts: { id: number; was: string; mine: string; theirs: string }[]
  taken: { id: number; was: string; theirs: string }[]
  kept: { id: number; was: string; mine: string }[]
}

/** Computed values follow from others, and a hidden one can't be changed unseen. */
export const editable = ({ id, type, masked }: ProfileListField, revealed: ReadonlySet<number>) =>
  type !== 'transform_profile' && (!masked || revealed.has(id))

/**
 * Applies an edit over one that another person saved meanwhile. Nothing is lost: what one of them changed is kept, and where both did this
 * person's stays until they choose. A field that is hidden again in the newer version counts as unchanged there.
 */
export function meet(
  { base, draft }: { base: Typed; draft: Typed },
  fields: readonly ProfileListField[],
  newer: Typed,
  revealed: ReadonlySet<number>,
): { base: Typed; draft: Typed; merge: Merging } {
  const theirs: Record<string, string> = {}
  for (const { id, masked } of fields) theirs[id] = (masked && revealed.has(id) ? base[id] : newer[id]) ?? ''
  // Fields that were made meanwhile have no earlier value.
  const was = Object.fromEntries(fields.map(({ id }) => [id, base[id] ?? '']))
  const mine = Object.fromEntries(fields.map(({ id }) => [id, draft[id] ?? '']))
  const { merged, conflicts } = mergeEdits(was, mine, theirs)
  const all = fields.filter((field) => editable(field, revealed)).map(({ id }) => id)
  const version = (id: number) => ({ id, was: was[id]!, mine: mine[id]!, theirs: theirs[id]! })
  const clash = new Set(conflicts)
  return {
    base: theirs,
    draft: merged,
    merge: {
      conflicts: all.filter((id) => clash.has(String(id))).map(version),
      taken: all.map(version).filter((one) => one.mine === one.was && one.theirs !== one.was),
      kept: all.map(version).filter((one) => one.mine !== one.was && one.theirs === one.was),
    },
  }
}

import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Sources } from '../../customers/changes/source.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { type Keys, labelKey, type Reached } from './histories.ts'
import {
  type Entry,
  type History,
  type IsTaken,
  type LabelState,
  labelBefore,
  timeBefore,
  valueBefore,
} from './ownership.ts'

interface PutBack {
  value: MaskedValue
  source: Sources[string] | null
}

/** What taking back does with a customer. */
export interface Plan {
  id: number
  live: boolean
  /** Value and source, by field; a source of null is the origin. */
  values: ReadonlyMap<number, PutBack>
  /** Time of the customer afterwards; null if it rises. */
  time: string | null
  labels: ReadonlyMap<number, LabelState>
  /** Labels whose removal counts no more: the import that had given them was undone. */
  freed: readonly number[]
  /** Fields and labels that others have changed since. */
  retainedFields: readonly number[]
  retainedLabels: readonly number[]
}

export interface Scope {
  automationId: number
  /** Types of the fields that can be written, by id. */
  types: ReadonlyMap<number, DataType>
  isTaken: IsTaken
  /** True for entries that an earlier undo has taken back. */
  wasTaken: IsTaken
}

/** Returns what becomes of a customer when an automation is taken back. */
export function planOf(reached: Reached, keys: Keys, scope: Scope): Plan {
  const values = new Map<number, PutBack>()
  const labels = new Map<number, LabelState>()
  const freed: number[] = []
  const retainedFields: number[] = []
  const retainedLabels: number[] = []
  for (const id of keys.fields) {
    const key = String(id)
    const before = valueBefore(reached, key, scope.isTaken)
    if (before && fits(scope.types.get(id), before.value)) {
      if (before.value !== (reached.now[key] ?? null)) values.set(id, before as PutBack)
    } else if (isWritten(reached, key, scope)) retainedFields.push(id)
  }
  for (const id of keys.labels) {
    const key = labelKey(id)
    const before = labelBefore(reached, key, scope.isTaken)
    const { source: row, run_undone } = reached.labels.get(id) ?? {}
    // A label that an undone import gave is not given again, and nothing of its removal is left for a later undo.
    if (before && row === 'manual_remove' && (before.has ? run_undone : before.source === null)) freed.push(id)
    else if (before?.has ? row === 'manual_remove' : before && row === 'manual_add') labels.set(id, before!)
    else if (isWritten(reached, key, scope) && !isSame(before, row)) retainedLabels.push(id)
  }
  const own = reached.entries.filter(
    ({ source, source_id }) => source === 'automation' && source_id === scope.automationId,
  )
  const time = values.size > 0 ? timeBefore(reached.updated_at, own.filter(writesValue)) : null
  return { id: reached.id, live: reached.live, values, time, labels, freed, retainedFields, retainedLabels }
}

/** True if a label is already as it was before the automation. */
const isSame = (before: LabelState | undefined, row: string | undefined): boolean =>
  before !== undefined && before.has === (row !== undefined && row !== 'manual_remove')

const writesValue = ({ changes }: Entry) => Object.keys(changes).some((key) => /^\d+$/.test(key))

/** True if the automation wrote the key, at this customer or one that was merged into it, and that is not taken back yet. */
function isWritten({ entries, merged }: History, key: string, scope: Scope): boolean {
  return (
    entries.some(
      (entry) =>
        entry.source === 'automation' &&
        entry.source_id === scope.automationId &&
        key in entry.changes &&
        !scope.wasTaken(entry, key),
    ) || [...merged.values()].some((other) => isWritten(other, key, scope))
  )
}

/** True if a field of this type can hold the value. A field that was deleted holds none. */
function fits(type: DataType | undefined, value: unknown): boolean {
  if (type === undefined) return false
  if (value === null) return true
  if (typeof value === 'number') return type === 'Number'
  if (typeof value === 'boolean') return type === 'Boolean'
  return type === 'String' || (type === 'Date' && /^\d{4,}-\d\d-\d\d/.test(String(value)))
}

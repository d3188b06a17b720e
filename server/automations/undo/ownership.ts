import type { Sources } from '../../customers/changes/source.ts'

// Who owns the value or label of a customer, by the journals. Taking an automation back follows ownership: what it wrote goes back to what it
// found, whatever has been taken back since; what others have written since stays.

type Source = Sources[string]

/** Entry of a customer's history, as profile_change. */
export interface Entry {
  id: number
  at: string
  source: Source[0]
  source_id: number | null
  /** Taken back by the undo of its job or merge. */
  undone: boolean
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
  previous: Readonly<Record<string, Source | null>>
  /** What it found, if a writer before it was taken back since. */
  befores: Readonly<Record<string, unknown>>
  job: number | null
  met_at: string | null
  rose_at: string | null
}

/** A customer with the journals of the keys in question, entries from the oldest. */
export interface History {
  id: number
  sources: Readonly<Record<string, Source>>
  now: Readonly<Record<string, unknown>>
  entries: readonly Entry[]
  /** What undone runs found, by run. */
  undoneRuns: ReadonlyMap<
    number,
    { sources: Readonly<Record<string, Source>>; befores: Readonly<Record<string, unknown>> }
  >
  /** Undone runs that had given labels. */
  undoneGivers: ReadonlySet<number>
  /** Customers that were merged into this one, by merge. */
  merged: ReadonlyMap<number, History>
}

/** True if the entry of an automation does not count any more: it is taken back now, or was before. */
export type IsTaken = (entry: Pick<Entry, 'at' | 'source_id'>, key: string) => boolean

/** A value, and who owns it; a source of null is the origin of the customer. */
interface State {
  value: unknown
  source: Source | null
}

/** Returns what the present value goes back to; undefined if its owner is not taken back. */
export const valueBefore = (history: History, key: string, isTaken: IsTaken): State | undefined =>
  stateBefore(history, key, isTaken, { value: history.now[key] ?? null, source: history.sources[key] ?? null })

/** The same for an earlier value, which a run found. `before`: the time from which on entries are left out. */
export function stateBefore(
  history: History,
  key: string,
  isTaken: IsTaken,
  found: State,
  before?: string,
): State | undefined {
  let state = found
  let bound = history.entries.find(({ at }) => before !== undefined && at >= before)?.id ?? Number.POSITIVE_INFINITY
  let isChanged = false
  const lastOf = (source: Source) =>
    history.entries.findLast(
      (entry) =>
        entry.id < bound && entry.source === source[0] && entry.source_id === source[1] && key in entry.changes,
    )
  for (;;) {
    const { source } = state
    if (source === null) break
    if (source[0] === 'run') {
      const found = history.undoneRuns.get(source[1]!)
      if (!found || !(key in found.befores)) break
      state = { value: found.befores[key] ?? null, source: found.sources[key] ?? null }
      continue
    }
    const entry = lastOf(source)
    if (!entry) break
    const isOwn = source[0] === 'automation' && isTaken(entry, key)
    if (!isOwn && !entry.undone) {
      const passed = source[0] === 'merge' ? passedBefore(mergedBy(history, source), key, isTaken, entry) : undefined
      if (!passed) break
      isChanged = true
      // The customer that was merged would have brought its earlier value.
      if (passed.value !== null) {
        state = { value: passed.value, source }
        break
      }
    }
    isChanged ||= isOwn
    state = foundBy(entry, key)
    bound = entry.id
  }
  return isChanged ? state : undefined
}

/** The same for the value that a customer had when a merge passed it on. */
function passedBefore(gone: History, key: string, isTaken: IsTaken, { at }: Entry): State | undefined {
  let found: State = { value: gone.now[key] ?? null, source: gone.sources[key] ?? null }
  for (const entry of gone.entries.toReversed()) if (entry.at > at && key in entry.changes) found = foundBy(entry, key)
  return stateBefore(gone, key, isTaken, found, at)
}

/** Returns what an entry found. */
export const foundBy = ({ befores, changes, previous }: Entry, key: string): State => ({
  value: (key in befores ? befores[key] : changes[key]![0]) ?? null,
  source: previous[key] ?? null,
})

const mergedBy = ({ merged }: History, [, id]: Source): History => merged.get(id!) ?? NOTHING

const NOTHING: History = {
  ...{ id: 0, sources: {}, now: {}, entries: [] },
  ...{ undoneRuns: new Map(), undoneGivers: new Set(), merged: new Map() },
}

/** State of a label. `source`: the run that gave it; of one that a customer lacks: it was taken away by hand, from the run that had given it. */
export interface LabelState {
  has: boolean
  source: Source | null
}

/** Returns what a label goes back to; undefined if the last who moved it is not taken back. */
export function labelBefore(history: History, key: string, isTaken: IsTaken): LabelState | undefined {
  const entries = history.entries.filter((entry) => key in entry.changes && entry.source !== 'undo' && !entry.undone)
  let state: LabelState | undefined
  for (const entry of entries.toReversed()) {
    const isOwn = entry.source === 'automation' && isTaken(entry, key)
    if (!isOwn) {
      if (entry.source !== 'merge') break
      const gone = mergedBy(history, ['merge', entry.source_id])
      const passed = labelBefore({ ...gone, entries: gone.entries.filter(({ at }) => at < entry.at) }, key, isTaken)
      if (!passed || passed.has) break
    }
    const { value, source } = foundBy(entry, key)
    state = { has: value === true, source }
    if (value !== true || source?.[0] !== 'run') continue
    // An import gave it after the entries before this one. One that is undone would have taken it from the customer.
    if (!history.undoneGivers.has(source[1]!)) break
    state = { has: false, source: null }
  }
  return state
}

/**
 * Returns the time that a customer had before the changes of these entries, if nothing has changed it since the last of them; null if
 * something has.
 */
export function timeBefore(updatedAt: string, entries: readonly Entry[]): string | null {
  let time: string | null = null
  for (const { met_at, rose_at } of entries.toReversed()) {
    if (rose_at === null || rose_at !== (time ?? updatedAt)) break
    time = met_at
  }
  return time
}

// Model of an undo: each value, label and activity has a list of its authors, and undoing an import removes it from all lists. Independent
// of the tested code.
import { systemFields } from '@ruam/contract/platform/system-fields.ts'

/** Author of a value: a run id, the negative id of an automation, or a person; null for a struck-out run whose value stays. */
type Writer = number | 'person' | null

const isRun = (by: Writer | undefined): by is number => typeof by === 'number' && by > 0
const isAutomation = (by: Writer) => typeof by === 'number' && by < 0

/** The profiles of a store as they are seen from outside. */
export type VisibleState = Map<number, SeenProfile>

interface SeenProfile {
  deleted: boolean
  /** Merged into another one. */
  merged: boolean
  /** By field id. */
  values: Map<string, unknown>
  /** Recorded author of each field's value, as text. */
  sources: Map<string, string>
  /** By label id: how it was given, as text. */
  labels: Map<string, string>
  activities: Set<number>
}

/** A run found a profile by the value of a field. */
export interface Found {
  run: number
  profile: number
  field: string
}

interface Write {
  by: Writer
  value: unknown
  /** The run that was struck out and whose value stays for a later one that found the profile by it. */
  leftBy?: number
  /** Profile that brought the value in a merge, with its author then. */
  from?: { profile: number; by: Writer }
}

/** A label was given or taken. */
interface Move {
  by: Writer
  has: boolean
  from?: Write['from']
}

interface Known {
  maker: Writer
  deleted: boolean
  /** Merged into another, or another into it: no undo removes it. */
  isTied: boolean
  values: Map<string, Write[]>
  labels: Map<string, Move[]>
  activities: Map<number, Writer>
}

/** Fields whose values identify a person wherever they are written. */
const keyFields = ['phone', 'email', 'citizen_id', 'line_user_id'].map((column) =>
  String(systemFields.find((field) => field.column === column)!.id),
)

export class UndoModel {
  private readonly profiles = new Map<number, Known>()
  private readonly found: Found[] = []

  /** Notes by which keys a run found the profiles that it changed. */
  noteFound(found: readonly Found[]): void {
    this.found.push(...found)
  }

  /** Notes which keys are left after an erasure, which forgets rows that mention the person. A value that one of the others kept stays. */
  keepFound(left: readonly Found[]): void {
    const isLeft = ({ run, profile, field }: Found) =>
      left.some((one) => one.run === run && one.profile === profile && one.field === field)
    this.found.splice(0, this.found.length, ...this.found.filter(isLeft))
    for (const [id, profile] of this.profiles)
      for (const [field, writes] of profile.values)
        for (const write of writes)
          if (
            !this.found.some(
              ({ run, ...one }) => run > (write.leftBy ?? 0) && one.profile === id && one.field === field,
            )
          )
            delete write.leftBy
  }

  /** Records a write, by the state of the store before and after it. */
  note(by: Writer, before: VisibleState, after: VisibleState, merge?: { kept: number; gone: number }): void {
    const merged = merge?.gone
    this.forget([...before.keys()].filter((id) => !after.has(id)))
    for (const [id, now] of after) {
      const was = before.get(id)
      const known = this.profiles.get(id) ?? this.make(id, by)
      known.deleted = now.deleted
      for (const field of new Set([...now.values.keys(), ...(was?.values.keys() ?? [])])) {
        const value = now.values.get(field) ?? null
        const same = value === (was?.values.get(field) ?? null) && now.sources.get(field) === was?.sources.get(field)
        if (same) continue
        const brought = this.profiles
          .get(merged ?? 0)
          ?.values.get(field)
          ?.at(-1)
        const write = { by, value, ...(merged && { from: { profile: merged, by: brought?.by ?? null } }) }
        known.values.set(field, [...(known.values.get(field) ?? []), write])
      }
      for (const label of new Set([...now.labels.keys(), ...(was?.labels.keys() ?? [])])) {
        if (was?.labels.get(label) === now.labels.get(label)) continue
        const brought = this.profiles
          .get(merged ?? 0)
          ?.labels.get(label)
          ?.at(-1)
        const move = {
          // A merge passes the label of a file on as one of the file.
          by: brought && isRun(brought.by) ? brought.by : by,
          has: now.labels.has(label),
          ...(merged && { from: { profile: merged, by: brought?.by ?? null } }),
        }
        known.labels.set(label, [...(known.labels.get(label) ?? []), move])
      }
      for (const activity of now.activities)
        if (!was?.activities.has(activity))
          known.activities.set(activity, this.profiles.get(merged ?? 0)?.activities.get(activity) ?? by)
    }
    for (const id of merge ? [merge.kept, merge.gone] : []) this.profiles.get(id)!.isTied = true
    // The one that stays has them now.
    if (merge) this.profiles.get(merge.gone)!.activities.clear()
  }

  /** Removes erased people. Their keys are cut out of what others had before: no undo brings them back. */
  private forget(ids: readonly number[]): void {
    const keys = new Set<string>()
    const keyOf = (field: string, value: unknown) => `${field} ${value}`
    for (const id of ids) {
      for (const field of keyFields)
        for (const { value } of this.profiles.get(id)?.values.get(field) ?? []) keys.add(keyOf(field, value))
      this.profiles.delete(id)
    }
    for (const { values } of this.profiles.values())
      for (const field of keyFields)
        for (const write of values.get(field)?.slice(0, -1) ?? [])
          if (keys.has(keyOf(field, write.value))) write.value = null
  }

  private make(id: number, maker: Writer): Known {
    const known: Known = {
      maker,
      deleted: false,
      isTied: false,
      values: new Map(),
      labels: new Map(),
      activities: new Map(),
    }
    this.profiles.set(id, known)
    return known
  }

  strike(run: number): void {
    const met = new Set([...this.profiles.keys()].filter((id) => this.hasMet(run, id)))
    this.found.splice(0, this.found.length, ...this.found.filter((found) => found.run !== run))
    for (const [id, profile] of this.profiles) {
      for (const [field, writes] of profile.values) {
        const isFound = (after: number) =>
          this.found.some((found) => found.run > after && found.profile === id && found.field === field)
        const isLast = (write: Write) => write === writes.at(-1)
        const left = writes.flatMap((write): Write[] => {
          if (write.by !== run) return [write]
          if (profile.maker === run) return [{ ...write, by: null }]
          return isLast(write) && isFound(run) ? [{ ...write, by: null, leftBy: run }] : []
        })
        profile.values.set(
          field,
          left.filter(({ leftBy }) => leftBy === undefined || isFound(leftBy)),
        )
      }
      for (const [label, moves] of profile.labels)
        profile.labels.set(
          label,
          moves.filter(({ by }) => by !== run),
        )
      for (const [activity, by] of profile.activities) if (by === run) profile.activities.delete(activity)
      if (profile.maker === run) profile.maker = null
      const activities = [...profile.activities.values()].filter((by) => !isAutomation(by)).length
      const empty = givenValues(profile) + givenLabels(profile) + activities === 0
      // The undo of an import looks at its own customers alone.
      if (met.has(id) && profile.maker === null && empty && !profile.isTied) this.profiles.delete(id)
    }
  }

  /** True if a row of the run made, changed or found this profile. */
  private hasMet(run: number, id: number): boolean {
    const { maker, values, labels, activities } = this.profiles.get(id)!
    return (
      [maker, ...activities.values()].includes(run) ||
      [...values.values(), ...labels.values()].flat().some(({ by }) => by === run) ||
      this.found.some((found) => found.run === run && found.profile === id)
    )
  }

  /** Strikes an automation out, also from what merges have passed on. */
  strikeAutomation(id: number): void {
    const struck = new Set<number>()
    for (const profile of this.profiles.keys()) this.strikeAt(profile, -id, struck)
  }

  private strikeAt(id: number, by: Writer, struck: Set<number>): void {
    const profile = this.profiles.get(id)
    if (!profile || struck.has(id)) return
    struck.add(id)
    const brought = (of: Write['from'], last: (from: Known) => Write | Move | undefined) => {
      if (of === undefined || of.by !== by) return undefined
      this.strikeAt(of.profile, by, struck)
      const from = this.profiles.get(of.profile)
      return { last: from && last(from), from: { ...of, by: (from && last(from)?.by) ?? null } }
    }
    for (const [field, writes] of profile.values) {
      const left = writes.flatMap((write): Write[] => {
        if (write.by === by) return []
        const passed = brought(write.from, (from) => from.values.get(field)?.at(-1))
        if (!passed) return [write]
        const value = passed.last && 'value' in passed.last ? passed.last.value : null
        return value === null ? [] : [{ ...write, value, from: passed.from }]
      })
      profile.values.set(field, left)
    }
    for (const [label, moves] of profile.labels) {
      const left = moves.flatMap((move): Move[] => {
        if (move.by === by) return []
        const passed = brought(move.from, (from) => from.labels.get(label)?.at(-1))
        if (!passed) return [move]
        return passed.last && 'has' in passed.last && passed.last.has ? [{ ...move, from: passed.from }] : []
      })
      profile.labels.set(label, left)
    }
    for (const [activity, made] of profile.activities) if (made === by) profile.activities.delete(activity)
  }

  /** Expected state in comparable words. */
  told(): unknown {
    return toldOf(
      [...this.profiles].map(([id, profile]) => ({
        id,
        deleted: profile.deleted,
        values: valuesOf(profile),
        labels: [...profile.labels].flatMap(([label, moves]) => (moves.at(-1)?.has ? label : [])),
        activities: profile.activities.keys(),
      })),
    )
  }
}

/** Counts the values whose writer was not struck out. */
const givenValues = ({ values }: Known) =>
  [...values.values()].filter((writes) => {
    const last = writes.at(-1)
    return last && last.by !== null && !isAutomation(last.by) && last.value !== null
  }).length

const givenLabels = ({ labels }: Known) =>
  [...labels.values()].filter((moves) => {
    const last = moves.at(-1)
    return last?.has && !isAutomation(last.by)
  }).length

function valuesOf({ values }: Known): Map<string, unknown> {
  const last = [...values].map(([field, writes]) => [field, writes.at(-1)?.value ?? null] as const)
  return new Map(last.filter(([, value]) => value !== null))
}

/** Actual state in the same words. */
export function describeVisible(seen: VisibleState): unknown {
  return toldOf(
    [...seen].map(([id, profile]) => ({
      ...profile,
      id,
      labels: profile.labels.keys(),
      activities: profile.activities,
    })),
  )
}

interface Told {
  id: number
  deleted: boolean
  values: Map<string, unknown>
  labels: Iterable<string>
  activities: Iterable<number>
}

function toldOf(profiles: Told[]): unknown {
  return profiles
    .sort((one, other) => one.id - other.id)
    .map(({ id, deleted, values, labels, activities }) => ({
      id,
      deleted,
      values: Object.fromEntries([...values].sort(([one], [other]) => Number(one) - Number(other))),
      labels: [...labels].sort(),
      activities: [...activities].sort((one, other) => one - other),
    }))
}

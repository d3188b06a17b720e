// Model of an undo: each value, label and activity has a list of its authors, and undoing an import removes it from all lists. Independent
// of the tested code.

/** Author of a value: a run id, or a person; null for a struck-out run whose value stays. */
type Writer = number | 'person' | null

/** The profiles of a store as they are seen from outside. */
export type VisibleState = Map<number, SeenProfile>

interface SeenProfile {
  deleted: boolean
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
}

interface Known {
  maker: Writer
  deleted: boolean
  values: Map<string, Write[]>
  labels: Map<string, Writer>
  activities: Map<number, Writer>
}

export class UndoModel {
  private readonly profiles = new Map<number, Known>()
  private readonly found: Found[] = []

  /** Notes by which keys a run found the profiles that it changed. */
  noteFound(found: readonly Found[]): void {
    this.found.push(...found)
  }

  /** Records a write, by the state of the store before and after it. */
  note(by: Writer, before: VisibleState, after: VisibleState): void {
    for (const [id, now] of after) {
      const was = before.get(id)
      const known = this.profiles.get(id) ?? this.make(id, by)
      known.deleted = now.deleted
      for (const field of new Set([...now.values.keys(), ...(was?.values.keys() ?? [])])) {
        const value = now.values.get(field) ?? null
        const same = value === (was?.values.get(field) ?? null) && now.sources.get(field) === was?.sources.get(field)
        if (same) continue
        const writes = known.values.get(field)
        if (writes) writes.push({ by, value })
        else known.values.set(field, [{ by, value }])
      }
      for (const [label, how] of now.labels) if (was?.labels.get(label) !== how) known.labels.set(label, by)
      for (const label of known.labels.keys()) if (!now.labels.has(label)) known.labels.delete(label)
      for (const activity of now.activities) if (!was?.activities.has(activity)) known.activities.set(activity, by)
    }
  }

  private make(id: number, maker: Writer): Known {
    const known: Known = { maker, deleted: false, values: new Map(), labels: new Map(), activities: new Map() }
    this.profiles.set(id, known)
    return known
  }

  strike(run: number): void {
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
      for (const [label, by] of profile.labels) if (by === run) profile.labels.delete(label)
      for (const [activity, by] of profile.activities) if (by === run) profile.activities.delete(activity)
      if (profile.maker === run) profile.maker = null
      const empty = givenValues(profile) + profile.labels.size + profile.activities.size === 0
      if (profile.maker === null && empty) this.profiles.delete(id)
    }
  }

  /** Expected state in comparable words. */
  told(): unknown {
    return toldOf(
      [...this.profiles].map(([id, profile]) => ({
        id,
        deleted: profile.deleted,
        values: valuesOf(profile),
        labels: profile.labels.keys(),
        activities: profile.activities.keys(),
      })),
    )
  }
}

/** Counts the values whose writer was not struck out. */
const givenValues = ({ values }: Known) =>
  [...values.values()].filter((writes) => {
    const last = writes.at(-1)
    return last && last.by !== null && last.value !== null
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

import { keyText } from './plan.ts'
import type { Values } from './planned-field.ts'

/** By a field's place in the plan: the row of an earlier run of the same file that wrote the value last. */
export type EarlierRows = ReadonlyMap<number, number>

/** Further phones and e-mails of a person, by the index of their field in the plan. */
export type FurtherKeys = ReadonlyMap<number, readonly string[]>

/** A profile as it is stored now, in the plan's fields. */
export interface StoredProfile {
  id: number
  /** Never changed in place. */
  values: Values
  /** Null where no earlier run of the same file has changed it. */
  earlier: EarlierRows | null
  further: FurtherKeys | null
  /** True if a row of this run made it; looked up only where unmapped names are compared. */
  made?: boolean
}

/** A profile while a batch is decided. */
export interface RowEntry {
  /** Null until the batch is written: a new profile. */
  id: number | null
  /** As it will be after the batch. */
  values: Values
  /** The row that made it, when it is new. */
  row: number
  /** Places in the plan's fields that the batch changed on it, with the row that did; null when none. */
  changed: Map<number, number> | null
  earlier: EarlierRows | null
  further: FurtherKeys | null
  made?: boolean
  /** Hash of the row that made it. */
  hash?: string | undefined
  /** Further phones and e-mails that the batch adds, by a field's place in the plan: others of its rows, or replaced ones. */
  kept?: [place: number, value: string][]
}

/** Adds a further contact: a phone or e-mail that a row replaces, or one more of its own. */
export function retainContact(entry: RowEntry, place: number, value: string): void {
  const others = entry.further?.get(place) ?? []
  if (others.includes(value)) return
  // A copy: what others know of the profile stays as it is.
  entry.further = new Map(entry.further).set(place, [...others, value])
  entry.kept = [...(entry.kept ?? []), [place, value]]
}

/** Returns a person's values with a further contact or name in the place of the first where the row names it. */
export function valuesWithFurther(row: Values, { values, further }: Pick<RowEntry, 'values' | 'further'>): Values {
  if (!further) return values
  return values.map((value, place) => (further.get(place)?.includes(keyText(row[place]!) ?? '') ? row[place]! : value))
}

/** True if a profile has a key value, or has it as a further contact. */
export const carries = (
  { values, further }: Pick<RowEntry, 'values' | 'further'>,
  key: number,
  text: string,
): boolean => keyText(values[key]!) === text || further?.get(key)?.includes(text) === true

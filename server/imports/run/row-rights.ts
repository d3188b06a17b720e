import { keyText, type Plan } from './plan.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Profile fields (their ids) that the sender of an item may read and write. */
export interface SenderLists {
  reads: ReadonlySet<number>
  /** Null if the mapping of a connector is the list. */
  writes: ReadonlyMap<number, 'fill' | 'overwrite'> | null
  /** Fields with which the sender may add a missing person, whatever it may write. */
  adds: ReadonlySet<number>
  /** True if the sender may record consents. */
  consents: boolean
}

/** What a row may do to its person, by places in the plan's fields. */
export interface RowRights {
  /** Written only if the person has no value. */
  fills: ReadonlySet<number>
  /** Written to a new person, and never to a known one. */
  adds: ReadonlySet<number>
  /** Only matched by. */
  matches: ReadonlySet<number>
  /** Written by a sender who may not read them: a value counts as a change even if it is the stored one. */
  blind: ReadonlySet<number>
}

/** A row that was read. */
interface WrittenRow {
  values: Values
  cleared?: readonly number[]
  rights?: RowRights
}

/** Returns the rights of a sender's rows over the fields of a plan. */
export function rowRightsOf({ fields }: Pick<Plan, 'fields'>, { reads, writes, adds }: SenderLists): RowRights {
  const modeOf = ({ field, evidence, overwrite }: PlannedField) => {
    if (evidence || overwrite === 'never') return null
    if (writes === null) return 'overwrite'
    return writes.get(field.id) ?? (adds.has(field.id) ? 'add' : 'match')
  }
  const modes = fields.map((one) => ({ mode: modeOf(one), id: one.field.id }))
  const places = (wanted: (one: (typeof modes)[number]) => boolean) =>
    new Set(modes.flatMap((one, place) => (wanted(one) ? [place] : [])))
  return {
    fills: places(({ mode }) => mode === 'fill'),
    adds: places(({ mode }) => mode === 'add'),
    matches: places(({ mode }) => mode === 'match'),
    blind: places(({ mode, id }) => (mode === 'fill' || mode === 'overwrite') && !reads.has(id)),
  }
}

/** How a row writes a field of a known person. */
export function overwriteOf({ overwrite }: PlannedField, place: number, rights: RowRights | undefined) {
  if (rights?.matches.has(place) || rights?.adds.has(place)) return 'never'
  return rights?.fills.has(place) && overwrite === 'always' ? 'if_empty' : overwrite
}

/** True if a row writes a field that its sender may not read: the person counts as updated, so that no guess is confirmed. */
export const writesBlindly = ({ rights, values, cleared }: WrittenRow): boolean =>
  rights !== undefined && [...rights.blind].some((place) => values[place] !== null || cleared?.includes(place) === true)

/** Values of a new person without those that a row is only matched by. */
export const withoutMatched = (values: Values, { rights }: WrittenRow): Values =>
  rights && rights.matches.size > 0 ? values.map((value, place) => (rights.matches.has(place) ? null : value)) : values

/** True if a row has values of keys and may write none of them: a person could not be found by it again. */
export const writesNoKey = ({ keys }: Pick<Plan, 'keys'>, { rights, values }: WrittenRow): boolean => {
  if (!rights || rights.matches.size === 0) return false
  const named = keys.filter((key) => keyText(values[key]!) !== null)
  return named.length > 0 && named.every((key) => rights.matches.has(key))
}

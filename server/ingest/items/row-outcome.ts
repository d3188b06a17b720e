import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { isKeyless } from '../../imports/run/decide.ts'
import type { ReadRow, RowDecision } from '../../imports/run/decided-rows.ts'
import { keyText, type Plan } from '../../imports/run/plan.ts'
import type { OwnAnswer } from './stored-result.ts'

/** What the outcome of a row depends on: the fields whose stored values it was compared with. */
interface RowReads {
  keys: number[]
  fields: number[]
  own?: OwnAnswer
}

/**
 * Returns what the outcome of a row depends on, and its answer without that. `noted`: the first problem of its reading. Asks the decision
 * only if a number found the person: then no key was looked for.
 */
export function readsOf(
  plan: Plan,
  row: ReadRow,
  { entry, matched, error }: Pick<RowDecision, 'entry' | 'matched' | 'error'>,
  noted: Pick<OwnAnswer, 'error' | 'field'>,
): RowReads {
  if ('error' in row) return { keys: [], fields: [], own: { status: 'failed', ...noted } }
  // A source hears of its own numbers: no customer was looked for.
  if (error?.failure === 'reference_conflict')
    return { keys: [], fields: [], own: { status: 'conflict', error: error.failure, field: noted.field } }
  const { values, cleared = [], number } = row
  const named = new Set(values.flatMap((value, place) => (keyText(value) === null ? [] : [place])))
  for (const place of cleared) named.add(place)
  // Names are compared across their spellings.
  const { traits } = plan
  const names = [...traits.givenNames, ...traits.lastNames]
  if (names.some((place) => named.has(place))) for (const place of names) named.add(place)
  const isNumbered = number !== undefined && entry !== null && matched === null
  const looked = new Set([
    ...[plan.keys, names, traits.birthDates, traits.ids, traits.own, traits.citizenIds].flat(),
    ...[traits.phonesAndEmails, traits.titles, traits.genders].flat(),
  ])
  const idsOf = (places: Iterable<number>) => [...new Set([...places].map((place) => plan.fields[place]!.field.id))]
  const lacksKey = number === undefined && !plan.addsKeyless && isKeyless(plan, values)
  const own: OwnAnswer = lacksKey
    ? { status: 'failed', error: 'match_key_missing', field: null }
    : { status: 'accepted', ...noted }
  return {
    keys: isNumbered ? [] : idsOf([...named].filter((place) => looked.has(place))),
    fields: idsOf(named),
    ...(own.error !== null && { own }),
  }
}

/** True if the row was refused for what its source sent before. */
export const isOwn = ({ error }: Pick<RowDecision, 'error'>) => error?.failure === 'reference_conflict'

/** Values of a profile in a dry run, by field name. */
export interface Compared {
  before: Record<string, MaskedValue>
  after: Record<string, MaskedValue>
}

/** Returns the values before and after a decision. */
export function comparedOf(plan: Plan, { status, entry, changes }: RowDecision): Compared {
  const compared: Compared = { before: {}, after: {} }
  if (status === 'added' && entry) {
    for (const [place, { field }] of plan.fields.entries())
      if (entry.values[place] !== null && entry.values[place] !== undefined)
        compared.after[field.name] = entry.values[place]
  }
  for (const [place, before, after] of changes ?? []) {
    const { name } = plan.fields[place]!.field
    compared.before[name] = before
    compared.after[name] = after
  }
  return compared
}

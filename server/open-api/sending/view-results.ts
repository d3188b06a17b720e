import type { Language } from '@ruam/contract/errors/catalog.ts'
import { itemFailures } from '@ruam/contract/imports/item-failures.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import type { Compared } from '../../ingest/items/row-outcome.ts'
import type { StoredResult } from '../../ingest/items/stored-result.ts'
import type { ResultReader } from './result-reader.ts'

export const messageOf = (error: string, language: Language) => itemFailures[error as RowFailure][language]

/** A result as its caller may see it: nothing in it depends on stored values that they may not read. */
export function viewResult(reader: ResultReader, result: StoredResult, language: Language): ItemResult {
  const { index, profile_id, matched_by } = result
  const isLookedFor = looksOpen(reader, result)
  // Staff answer who it is; nothing is left for the program to do.
  const waits = reader.hidden === undefined && result.error === 'maybe_somebody_else'
  const { status, error, field } = isOpenField(reader, result) && !waits ? result : (result.own ?? ACCEPTED)
  return {
    ...{ index, status, error, field },
    ...(isLookedFor ? { profile_id, matched_by } : { profile_id: null, matched_by: null }),
    message: error === null ? null : messageOf(error, language),
  }
}

/** True if the caller may know all of an outcome. */
export const isOpenField = (reader: ResultReader, result: StoredResult): boolean =>
  looksOpen(reader, result) &&
  (result.fields ?? []).every(reader.field) &&
  (reader.activities || result.activity === undefined)

/** The same of a dry run, with the values that the caller may read. New profiles have no ids yet. */
export function viewDryResult(
  reader: ResultReader,
  result: StoredResult,
  { before, after }: Compared,
  fields: readonly Field[],
  language: Language,
): ItemResult {
  const sight = Sight.open(reader.trace)
  const closed = fields.filter(({ id }) => result.fields?.includes(id) && !reader.field(id))
  const shown = (values: Compared['before']): Compared['before'] => {
    if (!looksOpen(reader, result)) return {}
    const open = fields.filter(({ id, name }) => Object.hasOwn(values, name) && reader.field(id))
    return Object.fromEntries([
      ...open.map((field) => [field.name, sight.value(field, values[field.name]!, result.profile_id)]),
      // Whether or not the value would change.
      ...(reader.hidden === undefined ? [] : closed.map(({ name }) => [name, reader.hidden])),
    ])
  }
  return {
    ...viewResult(reader, result, language),
    ...(result.status === 'added' && { profile_id: null }),
    ...{ before: shown(before), after: shown(after) },
  }
}

const ACCEPTED = { status: 'accepted', error: null, field: null } as const

/** True if the caller may know whom an item met. The former version kept no keys. */
const looksOpen = (reader: ResultReader, { keys, restricted }: StoredResult) =>
  reader.profiles && !(restricted && reader.hidden === undefined) && keys?.every(reader.field) === true

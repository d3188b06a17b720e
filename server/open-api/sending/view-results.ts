import type { Language } from '@ruam/contract/errors/catalog.ts'
import { itemFailures } from '@ruam/contract/imports/item-failures.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { Value } from '../../customers/profiles/masking.ts'
import type { Compared, StoredResult } from '../../imports/stream/results.ts'
import type { ResultReader } from './result-reader.ts'

export const messageOf = (error: string, language: Language) => itemFailures[error as RowFailure][language]

/** A result as its caller may see it: nothing in it depends on stored values that they may not read. */
export function viewResult(reader: ResultReader, result: StoredResult, language: Language): ItemResult {
  const { index, profile_id, matched_by } = result
  const isLookedFor = looksOpen(reader, result)
  const isOpen =
    isLookedFor && (result.fields ?? []).every(reader.field) && (reader.activities || result.activity === undefined)
  const { status, error, field } = isOpen ? result : (result.own ?? ACCEPTED)
  return {
    ...{ index, status, error, field },
    ...(isLookedFor ? { profile_id, matched_by } : { profile_id: null, matched_by: null }),
    message: error === null ? null : messageOf(error, language),
  }
}

/** The same of a dry run, with the values that the caller may read. New profiles have no ids yet. */
export function viewDryResult(
  reader: ResultReader,
  result: StoredResult,
  { before, after }: Compared,
  fields: readonly Field[],
  language: Language,
): ItemResult {
  const viewed = viewResult(reader, result, language)
  const shown = (values: Compared['before']) => (looksOpen(reader, result) ? shownValues(reader, values, fields) : {})
  return {
    ...viewed,
    ...(result.status === 'added' && { profile_id: null }),
    ...{ before: shown(before), after: shown(after) },
  }
}

const ACCEPTED = { status: 'accepted', error: null, field: null } as const

/** True if the caller may know whom an item met. The former version kept no keys. */
const looksOpen = (reader: ResultReader, { keys }: StoredResult) =>
  reader.profiles && keys?.every(reader.field) === true

function shownValues({ field: mayRead, hidden }: ResultReader, values: Compared['before'], fields: readonly Field[]) {
  return Object.fromEntries(
    fields.flatMap(({ id, name }): [string, Value][] => {
      if (!Object.hasOwn(values, name)) return []
      if (mayRead(id)) return [[name, values[name]!]]
      return hidden === undefined ? [] : [[name, hidden]]
    }),
  )
}

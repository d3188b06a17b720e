import type { Field } from '../../customers/fields/fields.ts'
import { type MaskedValue, Sight } from '../../customers/profiles/masking.ts'
import { fieldValue, type ProfileRow } from '../../customers/profiles/queries.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import type { ReadTrace } from '../../http/read-trace.ts'

/** Descriptions of the fields of an answer. */
export const viewFields = (fields: readonly Field[]) =>
  fields.map(({ name, display_name, data_type }) => ({ name, display_name, data_type }))

interface Beside {
  labels?: readonly { id: number; name: string }[] | undefined
  computed?: Record<string, MaskedValue> | undefined
}

/** A customer as a program reads it, with the fields that are open to it. */
export function viewProfile(row: ProfileRow, { labels, computed }: Beside, fields: readonly Field[], trace: ReadTrace) {
  const sight = Sight.open(trace)
  const values: Record<string, string | number | boolean> = {}
  for (const field of fields) {
    const value = field.formula ? (computed?.[field.id] ?? null) : fieldValue(row, field)
    const shown = sight.value(field, value, row.id)
    if (shown !== null) values[field.name] = shown
  }
  return {
    id: row.id,
    values,
    ...(labels && { labels: labels.map(({ id, name }) => ({ id, name })) }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** True if a credential may read labels. */
export const readsLabels = ({ scopes, calls }: Pick<ProgramCaller, 'scopes' | 'calls'>): boolean =>
  calls ? calls.includes('GET /open-api/v1/labels') : scopes.includes('label:read')

/** Notes the fields of profiles in an answer. */
export function noteReads({ used }: Pick<ProgramCaller, 'used'>, fields: readonly Field[]): void {
  for (const { id } of fields) used.reads.add(id)
}

import type { Field } from '../../customers/fields/fields.ts'
import { masked, Sight, type Value } from '../../customers/profiles/masking.ts'
import { fieldValue, type ProfileRow } from '../../customers/profiles/queries.ts'
import type { ProgramCaller } from '../../platform/core/programs.ts'
import type { ReadTrace } from '../../platform/core/read-trace.ts'

/** A field as a credential reads it. */
interface Readable extends Field {
  hidden: boolean
}

/** Fields that a credential may read, with those whose values are masked. `withheld`: fields that the store exposes to no API key. */
export function readableFields(
  { scopes, exposed }: Pick<ProgramCaller, 'scopes' | 'exposed'>,
  fields: readonly Field[],
  withheld: ReadonlySet<number>,
): Readable[] {
  const unmasked = exposed && new Set(exposed.unmasked)
  const shown = fields.filter(({ id }) => (exposed ? exposed.fields.includes(id) : !withheld.has(id)))
  const seesSensitive = scopes.includes('profile-sensitive:read')
  return shown.map((field) => ({
    ...field,
    hidden: field.sensitive && !(unmasked ? unmasked.has(field.id) : seesSensitive),
  }))
}

/** Descriptions of the fields of an answer. */
export const viewFields = (fields: readonly Readable[]) =>
  fields.map(({ name, display_name, data_type, hidden }) => ({
    name,
    display_name,
    data_type,
    ...(hidden && { masked: true }),
  }))

interface Beside {
  labels?: readonly { id: number; name: string }[] | undefined
  computed?: Record<string, Value> | undefined
}

/** A customer as a program reads it. */
export function viewProfile(
  row: ProfileRow,
  { labels, computed }: Beside,
  fields: readonly Readable[],
  trace: ReadTrace,
) {
  const sight = Sight.open(trace)
  const values: Record<string, string | number | boolean> = {}
  for (const field of fields) {
    const value = field.formula ? (computed?.[field.id] ?? null) : fieldValue(row, field)
    const shown = field.hidden ? masked(field, value) : sight.value(field, value, row.id)
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
export const readsLabels = ({ scopes, exposed }: Pick<ProgramCaller, 'scopes' | 'exposed'>): boolean =>
  exposed ? exposed.calls.includes('GET /open-api/v1/labels') : scopes.includes('label:read')

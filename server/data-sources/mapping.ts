import type { MappingBody } from '@ruam/contract/data-sources.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import type { Field } from '../profile-fields/fields.ts'
import type { ColumnFacts } from './column-facts.ts'
import { mayMatch } from './plan.ts'
import { type Suggestion, suggestMapping } from './suggest.ts'

interface Loaded {
  mapping: MappingBody | null
  columns: string[]
  facts: ColumnFacts[]
  updated_at: string
}

/**
 * What the mapping step shows: the saved mapping, or the suggested one, with the columns, their samples and the fields. Samples of
 * columns that feed or seem to feed a sensitive field are hidden unless `unmasked`.
 */
export function viewMapping(source: Loaded, fields: Field[], unmasked: boolean) {
  const columns = source.columns.map((name, place) => ({ id: String(place + 1), name, facts: source.facts[place]! }))
  const suggestions = suggestMapping(columns, fields.map(mappable))
  const saved = source.mapping ?? suggestedBody(suggestions, fields, columns)
  const sensitive = new Set(fields.filter((field) => field.sensitive).map((field) => field.id))
  const hidden = new Set(
    [...suggestions, ...saved.mapping]
      .filter((row) => !unmasked && row.destination_id !== null && sensitive.has(row.destination_id))
      .map((row) => row.source_schema_id),
  )
  return {
    ...saved,
    saved: source.mapping !== null,
    source_schema: columns.map(({ id, name }) => ({ id, name })),
    preview_data: columns.map(({ id, facts }) => ({
      id,
      values: hidden.has(id) ? facts.samples.map(() => '•••') : facts.samples,
    })),
    profile_fields: fields.map((field) => ({
      id: field.id,
      field_name: field.name,
      display_name: field.display_name,
      data_type: field.data_type,
      field_type: field.type,
    })),
    require_fields: fields.filter(mayMatch).map((field) => field.id),
    source_mapping: suggestions,
    updated_at: source.updated_at,
  }
}

function mappable(field: Field) {
  const system = systemFields.find((known) => known.id === field.id)
  return {
    id: field.id,
    name: field.name,
    titles: system ? [system.th, system.en] : [field.display_name],
    kind: field.kind,
  }
}

/** In this order, whichever are mapped: what LINE and the state give is surer than what people share. */
const keyOrder = ['line_user_id', 'citizen_id', 'phone', 'email']

function suggestedBody(
  suggestions: Suggestion[],
  fields: Field[],
  columns: { id: string; facts: ColumnFacts }[],
): MappingBody {
  const mapping = suggestions.flatMap(({ source_schema_id, destination_id }) => {
    const field = fields.find((known) => known.id === destination_id)
    const type = field?.type === 'system_profile' ? ('system_profile' as const) : ('custom_profile' as const)
    return field
      ? [{ source_schema_id, destination_id: field.id, destination_type: type, overwrite: 'always' as const }]
      : []
  })
  const filled = (id: number) => {
    const row = mapping.find(({ destination_id }) => destination_id === id)
    return row ? columns.find((column) => column.id === row.source_schema_id)!.facts.filled : 0
  }
  const keys = fields
    .filter((field) => mayMatch(field) && (field.matchKey || field.column) && filled(field.id) > 0)
    .sort((a, b) => rank(a) - rank(b))
    .map((field) => field.id)
  return { activity_id: null, labels: [], mapping, match: { keys: keys.slice(0, 5), mode: 'both' } }
}

const rank = (field: Field) => (field.column ? keyOrder.indexOf(field.column) + 1 : 0)

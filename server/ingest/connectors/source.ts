import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { storedFacts } from '../../formats/files/note-cells.ts'
import { consentColumnIds } from '../../imports/consents/consent-mapping.ts'
import type { Fed } from '../../imports/data-sources/fed-columns.ts'
import type { ReadFile } from '../../imports/data-sources/hidden-columns.ts'
import { isActivityRow } from '../../imports/data-sources/targets.ts'
import type { FieldRow } from './fields.ts'
import { factsOfValue, titleOfPath } from './shape.ts'

/** Returns the fields of a connector as the columns of a file, in the order of their numbers. */
export function columnsOfFields(
  fields: readonly FieldRow[],
  facts: readonly ColumnFacts[],
  mapping: MappingBody | null,
): ReadFile {
  return {
    id: 0,
    columns: fields.map(({ path }) => titleOfPath(path)),
    facts: fields.map(({ last_value }, place) => {
      const known = facts[place] && storedFacts(facts[place])
      return known && known.filled > 0 ? known : factsOfValue(last_value)
    }),
    header_signature: null,
    fed: fedBy(mapping),
  }
}

const fedBy = (mapping: MappingBody | null): Fed[] =>
  (mapping?.mapping ?? [])
    .filter((row) => !isActivityRow(row))
    .map(({ source_schema_id, destination_id }) => ({ source_schema_id, destination_id }))

/** Numbers of the fields that a mapping takes something from. */
export function mappedNumbers(mapping: MappingBody | null): Set<number> {
  if (!mapping) return new Set()
  const { mapping: rows, row_labels, number_column } = mapping
  const ids = [
    ...rows.map((row) => row.source_schema_id),
    ...row_labels.columns,
    ...(number_column === null ? [] : [number_column]),
    ...consentColumnIds(mapping),
  ]
  return new Set(ids.map(Number))
}

import type { MappingBody } from '@ruam/contract/imports/mapping.ts'

/** Moves a mapping to a file by the names of its columns; what feeds from a missing column is left out. */
export function movedMapping(mapping: MappingBody, from: readonly string[], to: readonly string[]): MappingBody {
  const placeIn = new Map(to.map((name, index) => [name, String(index + 1)]))
  const moved = (id: string) => placeIn.get(from[Number(id) - 1] ?? '')
  const columns = mapping.row_labels.columns.flatMap((id) => moved(id) ?? [])
  const { unanswered: _, ...rest } = mapping
  return {
    ...rest,
    row_labels: { ...mapping.row_labels, columns },
    number_column: mapping.number_column === null ? null : (moved(mapping.number_column) ?? null),
    mapping: mapping.mapping.flatMap((row) => {
      const source_schema_id = moved(row.source_schema_id)
      return source_schema_id === undefined ? [] : [{ ...row, source_schema_id }]
    }),
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { canonicalText } from '../../formats/values/thai.ts'

/** A mapping with names of columns in place of their positions, so that it fits files with another order of columns. */
export type NamedMapping = MappingBody & { readonly named: true }

type Move = (column: string) => string | undefined

/** Rewrites each column of a mapping. Returns null if one has no counterpart. */
function moved(mapping: MappingBody, move: Move): MappingBody | null {
  let isWhole = true
  const to = (column: string): string => {
    const other = move(column)
    if (other === undefined) isWhole = false
    return other ?? ''
  }
  const orNull = (column: string | null) => (column === null ? null : to(column))
  const rows = <R extends { source_schema_id: string }>(list: readonly R[]) =>
    list.map((row) => ({ ...row, source_schema_id: to(row.source_schema_id) }))
  const { lines } = mapping
  // Rules of mended cells and consents may be absent in mappings of older versions.
  const result: MappingBody = {
    ...mapping,
    mapping: rows(mapping.mapping),
    ...(mapping.mended && { mended: rows(mapping.mended) }),
    ...(mapping.row_labels && { row_labels: { ...mapping.row_labels, columns: mapping.row_labels.columns.map(to) } }),
    ...(mapping.consents && {
      consents: mapping.consents.map((one) => ({
        ...one,
        column: to(one.column),
        granted_at_column: orNull(one.granted_at_column),
      })),
    }),
    ...(mapping.number_column !== undefined && { number_column: orNull(mapping.number_column) }),
    ...(lines && {
      lines: {
        ...lines,
        order_column: to(lines.order_column),
        branch_column: orNull(lines.branch_column),
        line_amount: orNull(lines.line_amount),
        order_total: orNull(lines.order_total),
        item_column: orNull(lines.item_column),
        quantity_column: orNull(lines.quantity_column),
      },
    }),
  }
  return isWhole ? result : null
}

/** Names the columns of a mapping. Answers and choices for one file alone are left out. Returns null if a position has no column. */
export function namedMapping(mapping: MappingBody, columns: readonly string[]): NamedMapping | null {
  const { unanswered: _, ...lasting } = mapping
  const named = moved({ ...lasting, every_row_is_new: false }, (id) => columns[Number(id) - 1])
  return named && { ...named, named: true }
}

/** Returns the mapping for a file with these columns; null if one that it needs is missing. */
export function positionedMapping(
  { named: _, ...mapping }: NamedMapping,
  columns: readonly string[],
): MappingBody | null {
  const places = new Map(columns.map((name, place) => [canonicalText(name), String(place + 1)]))
  return moved(mapping, (name) => places.get(canonicalText(name)))
}

/** Columns that a mapping needs and a file lacks. */
export function missingColumns({ named: _, ...mapping }: NamedMapping, columns: readonly string[]): string[] {
  const there = new Set(columns.map(canonicalText))
  const missing = new Set<string>()
  moved(mapping, (name) => {
    if (!there.has(canonicalText(name))) missing.add(name)
    return name
  })
  return [...missing]
}

/** True if the mapping of a data source means the same. */
export const meansTheSame = (mapping: NamedMapping, other: MappingBody, columns: readonly string[]): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(mapping)), JSON.parse(JSON.stringify(namedMapping(other, columns))))

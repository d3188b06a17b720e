import type { KeyMeasure, MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import type { SourceColumn } from './column-drafts.ts'
import type { MappingProblem } from './mapping-problem.ts'
import { isActivityRow } from './targets.ts'

/** With fewer cells nothing is refused: three members of one family are a file, too. */
const FEW_CELLS = 20

/** Minimum share of distinct cells, and maximum share of the most frequent value. */
const bounds = {
  /** Five rows a value. */
  well: { distinct: 0.2, largest: 0.1 },
  /** A hundred rows a value: purchases of one person over years. */
  loosely: { distinct: 0.01, largest: 0.5 },
} as const

/**
 * Suitability of a column as a match key; null if unmeasured. `asText`: placeholder words are values, as in custom fields; in phones they
 * are empty.
 */
export function keyMeasure({ filled, groups }: ColumnFacts, asText: boolean): KeyMeasure | null {
  if (!groups || filled === 0) return null
  const { distinct, exact, nothing } = groups
  const cells = asText ? filled : filled - nothing
  const largest = asText ? Math.max(groups.largest, nothing) : groups.largest
  const within = (bound: { distinct: number; largest: number }) =>
    cells < FEW_CELLS || (distinct >= cells * bound.distinct && largest <= cells * bound.largest)
  const apart = within(bounds.well) ? 'well' : within(bounds.loosely) ? 'loosely' : 'not'
  return { cells, distinct, exact, largest, apart }
}

/**
 * Finds a match key that does not identify people. Phones, e-mails and system ids belong to a person by their kind, and with activities
 * one person has many rows: these are rejected below the loose bound, any other field below the strict one.
 */
export function keyProblem(
  { mapping, match, activity_id }: Pick<MappingBody, 'mapping' | 'match' | 'activity_id'>,
  fields: readonly Field[],
  columns: readonly SourceColumn[],
): MappingProblem | null {
  for (const key of match.keys) {
    const field = fields.find(({ id }) => id === key)
    const measures = field ? measuresOf(field, mapping, columns) : []
    if (!field || measures.length === 0) continue
    const asked = field.column || activity_id !== null ? ['well', 'loosely'] : ['well']
    // Joined columns differ at least as much as the one of them that differs most.
    if (measures.some(({ apart }) => asked.includes(apart))) continue
    return problemOf(field.display_name, measures[0]!)
  }
  return null
}

/** Suitability of a field's columns; empty if one is unmeasured. */
function measuresOf(field: Field, mapping: MappingBody['mapping'], columns: readonly SourceColumn[]): KeyMeasure[] {
  const rows = mapping.filter((row) => !isActivityRow(row) && row.destination_id === field.id)
  const measures = rows
    .map((row) => columns.find(({ id }) => id === row.source_schema_id))
    .map((column) => column && keyMeasure(column.facts, !field.column))
  return measures.every((measure) => measure) ? (measures as KeyMeasure[]) : []
}

function problemOf(name: string, { cells, distinct, largest }: KeyMeasure): MappingProblem {
  const [rows, values, most] = [cells, distinct, largest].map((count) => count.toLocaleString('en'))
  // With few distinct values, one of them must be frequent to prove anything.
  if (distinct >= cells * bounds.well.distinct)
    return {
      th: `${name} มีค่าเดียวกันถึง ${most} จาก ${rows} แถว จึงใช้ระบุตัวลูกค้าไม่ได้ กรุณาเลือกฟิลด์อื่น`,
      en: `one value of ${name} stands in ${most} of ${rows} rows, so it cannot tell customers apart: choose another field`,
    }
  return {
    th: `${name} มีเพียง ${values} ค่าใน ${rows} แถว จึงใช้ระบุตัวลูกค้าไม่ได้ กรุณาเลือกฟิลด์อื่น`,
    en: `${name} has ${rows} rows, ${values} values, so it cannot tell customers apart: choose another field`,
  }
}

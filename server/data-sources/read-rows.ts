import { MAX_KEY_LENGTH } from '@ruam/contract/constants.ts'
import { readValue } from '../values/values.ts'
import { type ColumnFacts, columnStyleOf } from './column-facts.ts'
import type { ReadRow } from './decide.ts'
import type { Plan } from './plan.ts'

/** Makes the function that reads a row's cells in the plan's fields. The first value that can't be read fails its row. */
export function rowReader(plan: Plan, facts: readonly ColumnFacts[], options: { timeZone: string; thisYear: number }) {
  const columns = plan.fields.map(({ column, field }, place) => ({
    column,
    kind: field.kind,
    // A birth date is a day whatever the program wrote behind it.
    style: columnStyleOf(facts[column]!, { ...options, dayOnly: field.column !== undefined }),
    indexed: field.column === 'line_user_id' || field.matchKey === true || plan.keys.includes(place),
  }))
  return (no: number, cells: readonly string[]): ReadRow => {
    if (cells.length !== plan.width) return { no, error: { failure: 'wrong_field_count', column: 0, value: '' } }
    const values = new Array(columns.length)
    for (let place = 0; place < columns.length; place++) {
      const { column, kind, style, indexed } = columns[place]!
      const cell = cells[column]!
      const reading = readValue(kind, cell, style)
      if ('failure' in reading) return { no, error: { failure: reading.failure, column: column + 1, value: cell } }
      if (indexed && typeof reading.value === 'string' && reading.value.length > MAX_KEY_LENGTH) {
        return { no, error: { failure: 'match_key_too_long', column: column + 1, value: cell } }
      }
      values[place] = reading.value
    }
    return { no, values }
  }
}

import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { RowEntry } from './entry.ts'
import { keyText, type Plan } from './plan.ts'

type Named = Pick<RowEntry, 'values' | 'further'>

interface Nobody {
  failure: RowFailure
  column: number
  value: string
}

/** Values by which staff know or reach somebody. */
const personalColumns = new Set<string | undefined>([
  ...['first_name', 'last_name', 'first_name_en', 'last_name_en', 'company', 'line_display_name'],
  ...['phone', 'email', 'citizen_id', 'line_user_id', 'line_basic_id'],
])

/**
 * Returns why nobody is added by a row: it names nobody, or only by a code that no customer has. A program's code is its own customer,
 * since its sale would be lost, and so is the user name of a marketplace, where the mapping says so.
 */
export function nobodyIn({ fields, keys, isStream, addsCodes }: Plan, { values, further }: Named): Nobody | null {
  if (further) return null
  const has = (place: number) => keyText(values[place]!) !== null
  for (let place = 0; place < fields.length; place++)
    if (personalColumns.has(fields[place]!.field.column) && has(place)) return null
  const code = keys.find(has)
  if (code === undefined) return { failure: 'nobody_in_row', column: 0, value: '' }
  const { column } = fields[code]!
  return isStream || addsCodes
    ? null
    : { failure: 'code_not_found', column: column + 1, value: keyText(values[code]!)! }
}

import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { readBoolean } from '../../formats/values/booleans.ts'
import type { DateStyle } from '../../formats/values/date-styles.ts'
import { readDate } from '../../formats/values/dates.ts'
import { readNumber } from '../../formats/values/numbers.ts'
import type { ReadValue } from '../../formats/values/reading.ts'

/** A kept value, as text, as a field of another type would have read it from a file. Nothing (null) of what is no value there. */
export function convertValue(text: string, to: DataType, style: DateStyle): ReadValue {
  if (to === 'String') return { value: text }
  if (to === 'Number') return readNumber(text)
  return to === 'Date' ? readDate(text, style) : readBoolean(text)
}

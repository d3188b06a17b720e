import type { Step } from '@ruam/contract/automations/definition.ts'
import { isIdentityField } from '../../customers/fields/access.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { readTyped } from '../../customers/profiles/read-edits.ts'

/** True for a field that many customers may have the same value of, and that Ruam does not compute. */
export const isSettable = (field: Pick<Field, 'type' | 'column' | 'matchKey' | 'formula'>): boolean =>
  field.type !== 'transform_profile' && !field.formula && !isIdentityField(field)

/** Returns a value as it is stored, or undefined if the field does not take it. */
export function valueFor(field: Field, value: MaskedValue, timeZone: string): { value: MaskedValue } | undefined {
  const read = readTyped({ ...field, times: field.column ? 'never' : 'typed' }, value, timeZone)
  return 'value' in read ? { value: read.value } : undefined
}

/** True if a field takes a value as it stands in a step. A field that was converted takes another one. */
export function suits(field: Field, value: Extract<Step, { kind: 'value' }>['value'], timeZone: string): boolean {
  const read = valueFor(field, value, timeZone)
  return read !== undefined && read.value === value
}

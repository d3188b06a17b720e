import { FIELD_NAME } from '@ruam/contract/names.ts'
import { checks } from '../core/form.ts'
import { wordsNow } from '../core/text.ts'
import { fieldNameText } from './field-name-text.ts'

/** What is wrong with a field name while it is typed, in a sentence; null when nothing is. */
export const checkFieldName = (value: string) =>
  checks.required(value) ?? (FIELD_NAME.test(value) ? null : wordsNow(fieldNameText).hint)

/** The inputs that refusals of a field's names belong to. */
export const fieldRefusedAt = {
  field_name_invalid: 'fieldName',
  field_name_in_profile: 'fieldName',
  field_name_in_activity: 'fieldName',
  field_display_name_in_profile: 'displayName',
  field_display_name_in_activity: 'displayName',
} as const

/** A field name made of a column's header or a display name in Latin letters; empty where a person has to give one. */
export function fieldNameOf(header: string): string {
  const words = header.match(/[A-Za-z0-9]+/g) ?? []
  if (/[^\s!-~]/.test(header) || words.length === 0) return ''
  const [first = '', ...rest] = words
  // customerID and EMail keep their inner capitals; a word of capitals alone becomes small.
  const head = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[a-z]/.test(name) ? name.slice(0, 63) : ''
}

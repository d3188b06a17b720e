import { FIELD_NAME } from '@ruam/contract/platform/names.ts'
import { wordsNow } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { fieldNameText } from './field-name-text.ts'

/** Returns the fault of a typed field name; null if it is valid. */
export const checkFieldName = (value: string) =>
  checks.required(value) ?? (FIELD_NAME.test(value) ? null : wordsNow(fieldNameText).hint)

/** The same of a new field, whose name may be left to the system. */
export const checkNewFieldName = (value: string) => (value.trim() === '' ? null : checkFieldName(value))

/** Request for a new field. */
export const newFieldName = (value: string): string | undefined => (value.trim() === '' ? undefined : value)

/** The inputs that refusals of a field's names belong to. */
export const fieldRefusedAt = {
  field_name_invalid: 'fieldName',
  field_name_in_profile: 'fieldName',
  field_name_in_activity: 'fieldName',
  field_display_name_in_profile: 'displayName',
  field_display_name_in_activity: 'displayName',
} as const

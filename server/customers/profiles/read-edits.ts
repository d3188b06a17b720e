import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rowFailures } from '@ruam/contract/imports/row-failures.ts'
import { MAX_KEY_LENGTH } from '@ruam/contract/platform/constants.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { choicesOf } from '../../formats/values/choices.ts'
import { noDates, noteDate } from '../../formats/values/date-facts.ts'
import { dateStyleOf } from '../../formats/values/date-styles.ts'
import type { ReadValue } from '../../formats/values/reading.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { type ColumnStyle, readTypedValue } from '../../formats/values/values.ts'
import type { Field } from '../fields/fields.ts'
import { closedFields, fieldClosed } from './closed.ts'
import { HIDDEN, type MaskedValue, masked } from './masking.ts'

/** Value of a field as sent by a caller. */
export type FieldEdit = { id: number; value: MaskedValue }

const failures = {
  ...rowFailures,
  field_computed: {
    th: 'ระบบคำนวณค่านี้ให้เอง จึงแก้ไขไม่ได้',
    en: 'This value is computed and cannot be edited.',
  },
  field_converting: {
    th: 'ฟิลด์นี้กำลังเปลี่ยนชนิดข้อมูล กรุณารอให้เสร็จก่อนแก้ไข',
    en: 'The type of this field is being changed. Wait until that is done.',
  },
}

interface Failure {
  field_id: number
  failure: keyof typeof failures
}

/** Reading options for typed values of a store. */
interface ReadingOptions {
  timeZone: string
  language: Language
}

/** A field that a value can be read for, of a profile or an activity. */
interface ReadableField {
  kind: ValueKind
  data_type: DataType
  /** True if a date includes a time: never for birth dates, otherwise if a time was typed. */
  times: 'never' | 'typed' | 'always'
  choices?: readonly string[]
}

/**
 * Parses values sent for a profile: phones and dates like an import, texts as typed. `current` holds the profile's values by field, none of a new one. A
 * value that comes back unchanged or masked is skipped, so that values stored under former rules do not block an edit. Throws
 * not_found for an unknown field, field_closed for a closed one, and values_invalid with all invalid values.
 */
export function readEdits(
  edits: readonly FieldEdit[],
  fields: readonly Field[],
  current: ReadonlyMap<number, MaskedValue>,
  { rights, ...options }: ReadingOptions & { rights: Rights },
): Map<number, MaskedValue> {
  const known = new Map(fields.map((field) => [field.id, field]))
  const closed = closedFields(rights, fields)
  const changed = onlyOnce(edits).flatMap(({ id, value }) => {
    const field = known.get(id)
    if (!field) throw new ApiError('not_found')
    const isEmpty = value === null || value === ''
    if (closed.has(id)) {
      // Depends on the request alone: a caller who may not see a value must not be able to confirm a guess.
      if (value === HIDDEN || (isEmpty && !current.has(id))) return []
      throw fieldClosed()
    }
    const now = current.get(id) ?? null
    const same = value === now || (isEmpty && now === null)
    const isMask = field.sensitive && (value === HIDDEN || value === masked(field, now))
    return same || isMask ? [] : [{ field, value }]
  })
  return readAll(
    changed.map(({ field, value }) => {
      if (field.type === 'transform_profile') return { id: field.id, reading: { failure: 'field_computed' as const } }
      if (field.converting) return { id: field.id, reading: { failure: 'field_converting' as const } }
      const isKey = field.column === 'line_user_id' || field.matchKey === true
      // An import looks profiles up by the value as files contain it.
      const typed = isKey && typeof value === 'string' ? canonicalText(value) : value
      const reading = readTyped({ ...field, times: field.column ? 'never' : 'typed' }, typed, options.timeZone)
      const tooLong = isKey && 'value' in reading && String(reading.value).length > MAX_KEY_LENGTH
      return { id: field.id, reading: tooLong ? { failure: 'match_key_too_long' as const } : reading }
    }),
    options.language,
  )
}

/** Rejects duplicate fields, whose result would depend on their order. */
export function onlyOnce(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const ids = new Set(edits.map(({ id }) => id))
  if (ids.size < edits.length) throw new ApiError('invalid_input', { fields: ['body.fields'] })
  return edits
}

/** Returns parsed values by field. Throws values_invalid with a message for each failure. */
export function readAll(
  read: readonly { id: number; reading: ReadValue | { failure: keyof typeof failures } }[],
  language: Language,
): Map<number, MaskedValue> {
  const failed = read.flatMap(({ id, reading }): Failure[] =>
    'failure' in reading ? [{ field_id: id, failure: reading.failure }] : [],
  )
  if (failed.length > 0) {
    throw new ApiError('values_invalid', {
      fields: failed.map((each) => ({ ...each, message: failures[each.failure][language] })),
    })
  }
  return new Map(read.flatMap(({ id, reading }) => ('value' in reading ? [[id, reading.value]] : [])))
}

/** Parses one value sent for a field: typed already, or as text. */
export function readTyped(field: ReadableField, value: MaskedValue, timeZone: string): ReadValue {
  const { kind, data_type, times, choices } = field
  if (value === null || value === '') return { value: null }
  if (data_type === 'Boolean' && typeof value === 'boolean') return { value }
  const style = styleOf(String(value), times, timeZone)
  return readTypedValue(kind, String(value), choices ? { ...style, choices: choicesOf(choices) } : style)
}

/** A single value tells nothing of the order of its parts: day first, as in Thailand. */
function styleOf(text: string, times: ReadableField['times'], timeZone: string): ColumnStyle {
  const dates = dateStyleOf(noDates(), new Date(databaseNow()).toISOString().slice(0, 10))
  const facts = noDates()
  if (times === 'typed') noteDate(facts, text)
  return { phones: 'thai', dates, timeZone: times === 'always' || facts.timed > 0 ? timeZone : null }
}

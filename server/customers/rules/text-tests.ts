import type { ValueTest } from '@ruam/contract/customers/value-tests.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../database/db.ts'
import { readCitizenId } from '../../formats/values/citizen-ids.ts'
import { comparedText, firstLetters, survivesContainment, traceOf } from '../../formats/values/compared.ts'
import { readEmail } from '../../formats/values/emails.ts'
import { readGender } from '../../formats/values/genders.ts'
import { PHONE_SEPARATORS, phoneStarts } from '../../formats/values/phone-starts.ts'
import { readPhone } from '../../formats/values/phones.ts'
import type { ReadValue } from '../../formats/values/reading.ts'
import { asciiForm } from '../../formats/values/thai.ts'

type Sql = RawBuilder<unknown>
export type TextTest = Exclude<
  Extract<ValueTest, { value: string | string[] }>,
  { operator: 'on' | 'before' | 'after' | 'between' }
>

/** Kinds whose values are kept in one way of writing them, which a comparison takes too. */
const keptInOneWay: readonly ValueKind[] = ['phone', 'email', 'citizen_id']

/** Returns true for a test that compares texts in their comparable form. */
export const isComparedText = (test: ValueTest, kind: ValueKind): boolean =>
  'value' in test && [test.value].flat().every((one) => typeof one === 'string') && !keptInOneWay.includes(kind)

/** Predicate for a text; negated for negative operators. `shared`: its comparable form, if available. */
export function textCondition(
  { operator, value }: TextTest,
  of: Sql,
  kind: ValueKind,
  shared?: Sql,
): RawBuilder<boolean> {
  const values = [value].flat()
  switch (operator) {
    case 'eq':
    case 'ne':
    case 'in':
    case 'not_in':
      if (!keptInOneWay.includes(kind)) {
        const compared = values.map((one) => comparedText(asKept(one, kind)))
        return shared ? equals(shared, [...new Set(compared)]) : isAnyOf(of, compared)
      }
      return equals(of, [...new Set(values.map((one) => asKept(one, kind)))])
    case 'starts_with':
    case 'contains':
    case 'not_contains':
    case 'ends_with': {
      const place = operator === 'not_contains' ? 'contains' : operator
      if (kind === 'phone') return phoneHolds(of, place, values[0]!)
      const text = comparedText(values[0]!)
      const like = patternOf(place, text)
      if (kind === 'email') return sql`${of} like ${like}`
      if (shared) return isWithin(shared, place, text)
      const compared = sql`rule_text(${of}) like ${like}`
      const found = survivesContainment(text) ? sql<boolean>`(${of} like ${like} or ${compared})` : compared
      return maybe(of, [text], found, place === 'starts_with')
    }
  }
}

/** A value as the store keeps such: what was typed, in whatever way, is read as a field would read it. */
function asKept(typed: string, kind: ValueKind): string {
  const read = readers[kind]?.(typed)
  return read && 'value' in read && read.value !== null ? read.value : comparedText(typed)
}

const readers: Partial<Record<ValueKind, (typed: string) => ReadValue<string>>> = {
  phone: readPhone,
  email: readEmail,
  citizen_id: readCitizenId,
  gender: readGender,
}

const patternOf = (place: 'starts_with' | 'contains' | 'ends_with', text: string) =>
  `${place === 'starts_with' ? '' : '%'}${escapeLike(text)}${place === 'ends_with' ? '' : '%'}`

/** Finds a text without `like` or `right`, which take 6 µs on a long text of Thai; these take 1 µs. */
function isWithin(of: Sql, place: 'starts_with' | 'contains' | 'ends_with', text: string): RawBuilder<boolean> {
  if (place === 'contains') return sql`strpos(${of}, ${text}) > 0`
  if (place === 'starts_with') return sql`starts_with(${of}, ${text})`
  // Compares bytes: no letter of UTF-8 begins inside another one.
  const end = Buffer.from(text)
  const from = sql`greatest(octet_length(${of}) - ${end.length - 1}::int, 1)`
  return sql`substring(convert_to(${of}, 'UTF8') from ${from}) = ${end}::bytea`
}

const equals = (of: Sql, values: string[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${of} = ${values[0]}` : sql`${of} = any(${values}::text[])`

/** Nearly all that is so is written so, which is quickly asked. */
function isAnyOf(of: Sql, values: string[]): RawBuilder<boolean> {
  const compared = equals(sql`rule_text(${of})`, [...new Set(values)])
  const same = [...new Set(values)].filter((value) => comparedText(value) === value)
  return maybe(of, values, same.length > 0 ? sql`(${equals(of, same)} or ${compared})` : compared, true)
}

/** Maximum patterns: each costs 0.3 to 0.6 µs, the comparable form of a text 2.4 µs. The first letters of any list cost 0.1 µs. */
const MOST_PATTERNS = 2

/**
 * To make a text comparable costs more than to read a person. So what is quickly asked of the text as it is written is asked before: whether
 * it has letters of a value in their order, those that nothing else is read as; of values without such, where they begin, its first letter,
 * as a number.
 */
function maybe(of: Sql, values: string[], then: RawBuilder<unknown>, begins: boolean): RawBuilder<boolean> {
  const traces = values.flatMap((value) => traceOf(value) ?? [])
  if (traces.length === values.length && (!begins || values.length <= MOST_PATTERNS)) {
    const patterns = [...new Set(traces)]
    // A small letter may be a capital where it is written.
    const like = sql.raw(patterns.some((pattern) => /[a-z]/.test(pattern)) ? 'ilike' : 'like')
    return sql`(${of} ${like} ${patterns.length === 1 ? patterns[0] : sql`any(${patterns}::text[])`} and ${then})`
  }
  if (!begins) return sql`${then}`
  const letters = [...new Set(values.flatMap(firstLetters))].map((letter) => letter.codePointAt(0))
  return sql`(ascii(${of}) = any(${letters}::int[]) and ${then})`
}

/** Compares phones by digits, however they were typed. */
function phoneHolds(of: Sql, place: 'starts_with' | 'contains' | 'ends_with', typed: string): RawBuilder<boolean> {
  const likes = phonePatterns(place, typed).map((like) => sql`${of} like ${like}`)
  return sql`(${sql.join(likes, sql` or `)})`
}

function phonePatterns(place: 'starts_with' | 'contains' | 'ends_with', typed: string): string[] {
  const digits = asciiForm(typed).replace(PHONE_SEPARATORS, '')
  if (!/^\+?\d+$/.test(digits)) return [patternOf(place, comparedText(typed))]
  if (place === 'ends_with') return [patternOf(place, digits)]
  const starts = phoneStarts(digits).map((start) => patternOf('starts_with', start))
  // Within a kept number the zero of the country is not written; two zeros are digits of it like others.
  return place === 'starts_with'
    ? starts
    : [patternOf('contains', digits), ...(/^(0[1-9]|66)/.test(digits) ? starts : [])]
}

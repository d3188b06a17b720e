import type { NumberTest, ValueTest } from '@ruam/contract/customers/value-tests.ts'
import { type RawBuilder, sql } from 'kysely'

export const isNumberTest = (test: ValueTest): test is NumberTest =>
  'value' in test &&
  test.operator !== 'month_is' &&
  (typeof test.value === 'number' ||
    (typeof test.value === 'object' && 'from' in test.value && typeof test.value.from === 'number'))

/** Predicate for a number; negated for negative operators. */
export function numberCondition({ operator, value }: NumberTest, of: RawBuilder<unknown>): RawBuilder<boolean> {
  const number = (one: number) => sql`${one}::double precision`
  if (typeof value === 'object') return sql`${of} between ${number(value.from)} and ${number(value.to)}`
  const signs = { eq: sql`=`, ne: sql`=`, gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }
  return sql`${of} ${signs[operator as keyof typeof signs]} ${number(value)}`
}

/** The same of a number that is known. */
export function numberOf({ operator, value }: NumberTest, of: number): boolean {
  if (typeof value === 'object') return value.from <= of && of <= value.to
  if (operator === 'gt') return of > value
  if (operator === 'gte') return of >= value
  if (operator === 'lt') return of < value
  return operator === 'lte' ? of <= value : of === value
}

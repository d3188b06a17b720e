import { z } from 'zod'
import { Day, Text, TimeText } from '../platform/common.ts'
import { isVisible } from '../platform/names.ts'

// Tests of rules by type of value: text, number, day, boolean.

/** Values of `in` and `not_in`. */
export const MAX_RULE_VALUES = 500
export const MAX_RULE_TEXT = 1000

export const spanUnits = ['hour', 'day', 'week', 'month'] as const

/** An offset from now. Days, weeks (from Monday) and months use the store's calendar; hours are exact. 0 is the current one. */
export interface Span {
  n: number
  unit: (typeof spanUnits)[number]
}

/** Both ends count in. Of days and instants one end may be left open. */
interface Range<T> {
  from: T
  to: T
}

/** Test of a value. Operators that begin with `not`, and `ne`, also match empty values. */
export type ValueTest =
  | { operator: 'eq' | 'ne' | 'contains' | 'not_contains' | 'starts_with' | 'ends_with'; value: string }
  | { operator: 'in' | 'not_in'; value: string[] }
  | NumberTest
  | DateTest
  | { operator: 'is_true' | 'is_false' | 'empty' | 'not_empty' }

export type NumberTest =
  | { operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; value: number }
  | { operator: 'between' | 'not_between'; value: Range<number> }

/** Days, `2026-01-31`; of a `time` rule and of a window instants as well. A birthday on 29 February is kept on the 28th in other years. */
export type DateTest =
  | { operator: 'on' | 'before' | 'after'; value: string }
  | { operator: 'between'; value: Partial<Range<string>> }
  | { operator: 'in_last' | 'not_in_last' | 'in_next' | 'anniversary_in_next'; value: Span }
  | { operator: 'month_is'; value: number | 'this' }

/** Activities that count: of the last hours, days, weeks or months, or between two moments. None that is still to come ever does. */
export type Window = { last: Span } | Partial<Range<string>>

const RuleText = Text(MAX_RULE_TEXT).refine(isVisible)
const Finite = z.number()
export const Moment = z.union([Day, TimeText])

/** True unless the ends are swapped. The server compares a day with an instant: it knows the store's time zone. */
export const inOrder = ({ from, to }: { from?: unknown; to?: unknown }) =>
  typeof from !== typeof to || !sameKind(from, to) || instant(from) <= instant(to)
const sameKind = (from: unknown, to: unknown) =>
  typeof from === 'number' || `${from}`.length > 10 === `${to}`.length > 10
const instant = (end: unknown) => (typeof end === 'number' ? end : Date.parse(`${end}`))

const rangeOf = (end: z.ZodType<string, string>) =>
  z
    .strictObject({ from: end.optional(), to: end.optional() })
    .refine(({ from, to }) => from !== undefined || to !== undefined)
    .refine(inOrder)

const spanOf = (units: readonly Span['unit'][]) =>
  z
    .strictObject({ n: z.int().min(0).max(3650), unit: z.enum(units) })
    // The hour of now would be an hour that has hardly begun.
    .refine(({ n, unit }) => n > 0 || unit !== 'hour')

const Numbers = z.strictObject({ from: Finite, to: Finite }).refine(inOrder)
const ofDays = ['day', 'week', 'month'] as const

/** The tests of a number, as shapes with what else the rule holds. */
export const numberTests = <S extends z.ZodRawShape>(shape: S, value: z.ZodType<number, number> = Finite) =>
  [
    z.strictObject({ ...shape, operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), value }),
    z.strictObject({ ...shape, operator: z.enum(['between', 'not_between']), value: Numbers }),
  ] as const

export const dateTests = <S extends z.ZodRawShape>(
  shape: S,
  moment: z.ZodType<string, string>,
  units: readonly Span['unit'][],
) =>
  [
    z.strictObject({ ...shape, operator: z.literal('on'), value: Day }),
    z.strictObject({ ...shape, operator: z.enum(['before', 'after']), value: moment }),
    z.strictObject({ ...shape, operator: z.literal('between'), value: rangeOf(moment) }),
    z.strictObject({ ...shape, operator: z.enum(['in_last', 'not_in_last']), value: spanOf(units) }),
    z.strictObject({ ...shape, operator: z.enum(['in_next', 'anniversary_in_next']), value: spanOf(ofDays) }),
    z.strictObject({
      ...shape,
      operator: z.literal('month_is'),
      value: z.union([z.int().min(1).max(12), z.literal('this')]),
    }),
  ] as const

export const valueTests = <S extends z.ZodRawShape>(shape: S) =>
  [
    z.strictObject({
      ...shape,
      operator: z.enum(['eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with']),
      value: RuleText,
    }),
    z.strictObject({
      ...shape,
      operator: z.enum(['in', 'not_in']),
      value: z.array(RuleText).min(1).max(MAX_RULE_VALUES),
    }),
    ...numberTests(shape),
    ...dateTests(shape, Day, ofDays),
    z.strictObject({ ...shape, operator: z.enum(['is_true', 'is_false', 'empty', 'not_empty']) }),
  ] as const

export const Window: z.ZodType<Window, Window> = z.union([
  z.strictObject({ last: spanOf(spanUnits) }),
  rangeOf(Moment),
]) as never

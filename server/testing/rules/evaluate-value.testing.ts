import type { ValueTest } from '@ruam/contract/customers/value-tests.ts'
import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { canonicalText } from '../../formats/values/thai.ts'

import { dayIn, dayOf, edge, later } from './evaluate-days.testing.ts'

export type Value = string | number | boolean | null | undefined

/** `now`: milliseconds. */
export interface Clock {
  timeZone: string
  now: number
}

const opposites: Record<string, string> = {
  ne: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  not_between: 'between',
  not_in_last: 'in_last',
  not_empty: 'empty',
}

/** Evaluates a test on a value. */
export function tested(test: ValueTest, value: Value, type: DataType, kind: ValueKind, clock: Clock): boolean {
  const positive = opposites[test.operator]
  if (positive) return !tested({ ...test, operator: positive } as ValueTest, value, type, kind, clock)
  if (test.operator === 'empty') return value === null || value === undefined || value === ''
  if (value === null || value === undefined) return false
  if (type === 'Boolean') return value === (test.operator === 'is_true')
  if (type === 'Number') return ofNumber(test, value as number)
  if (type === 'Date') return ofDay(test, dayIn(value, clock.timeZone)!, clock)
  return ofText(test, value as string, kind)
}

function ofNumber({ operator, value }: ValueTest & { value?: unknown }, number: number): boolean {
  if (operator === 'between') {
    const { from, to } = value as { from: number; to: number }
    return number >= from && number <= to
  }
  const other = value as number
  const results = {
    eq: number === other,
    gt: number > other,
    gte: number >= other,
    lt: number < other,
    lte: number <= other,
  }
  return results[operator as keyof typeof results]
}

function ofDay(test: ValueTest, day: string, { now, timeZone }: Clock): boolean {
  const today = dayOf(now, timeZone)
  switch (test.operator) {
    case 'on':
      return day === test.value
    case 'before':
      return day < test.value
    case 'after':
      return day > test.value
    case 'between': {
      const { from, to } = test.value as { from?: string; to?: string }
      return (from === undefined || day >= from) && (to === undefined || day <= to)
    }
    case 'in_last':
      return day >= edge(test.value, today, -1) && day <= today
    case 'in_next':
      return day >= today && day <= edge(test.value, today, 1)
    case 'anniversary_in_next': {
      const last = edge(test.value, today, 1)
      for (let one = today; one <= last && one <= later(today, 1500); one = later(one, 1)) {
        const isLeap = new Date(`${one.slice(0, 4)}-02-29`).toISOString().slice(5, 10) === '02-29'
        const kept = day.slice(5) === '02-29' && !isLeap ? '02-28' : day.slice(5)
        if (one.slice(5) === kept) return true
      }
      return false
    }
    case 'month_is':
      return Number(day.slice(5, 7)) === (test.value === 'this' ? Number(today.slice(5, 7)) : test.value)
    default:
      throw new Error(`${test.operator} asks nothing of a day`)
  }
}

const lower = (text: string) =>
  [...canonicalText(text).replaceAll('\u200d', '')].map((one) => [...one.toLowerCase()][0]!).join('')

function ofText(test: ValueTest, text: string, kind: ValueKind): boolean {
  const { operator, value } = test as { operator: string; value: string | string[] }
  const wanted = [value].flat()
  if (kind === 'phone') return wanted.some((one) => ofPhone(operator, text, one))
  const kept = lower(text)
  const whole = kind === 'gender' && (operator === 'eq' || operator === 'in')
  return wanted
    .map(lower)
    .map((one) => (whole ? (keptGenders[one] ?? one) : one))
    .some((one) => {
      if (operator === 'contains') return kept.includes(one)
      if (operator === 'starts_with') return kept.startsWith(one)
      return operator === 'ends_with' ? kept.endsWith(one) : kept === one
    })
}

/** Stored genders by their spellings. */
const keptGenders: Record<string, string> = { m: 'male', f: 'female', ชาย: 'male', หญิง: 'female' }

/** Kept phones are Thai, `+66...`; what is typed may begin with its zero, its code or a plus. */
function ofPhone(operator: string, phone: string, typed: string): boolean {
  const thai = [...typed].map((one) => (/[๐-๙]/.test(one) ? String(one.charCodeAt(0) - 0x0e50) : one)).join('')
  const digits = thai.replace(/[\s().-]/g, '')
  if (!/^\+?\d+$/.test(digits)) return phoneHas(operator, phone, digits)
  const ways = [digits]
  if (digits.startsWith('0')) ways.push(`+66${digits.slice(1)}`)
  if (operator === 'starts_with' && !/^[+0]/.test(digits)) ways.push(`+66${digits}`)
  if (/^66/.test(digits) && operator !== 'ends_with') {
    if (ways.some((way) => phone.startsWith(`+${way}`))) return true
  }
  if (operator === 'contains' && digits.startsWith('0') && phone.startsWith(`+66${digits.slice(1)}`)) return true
  return (operator === 'contains' || operator === 'ends_with' ? [digits] : ways).some((way) =>
    phoneHas(operator, phone, way),
  )
}

function phoneHas(operator: string, phone: string, text: string): boolean {
  if (operator === 'contains') return phone.includes(text)
  if (operator === 'starts_with') return phone.startsWith(text)
  return operator === 'ends_with' ? phone.endsWith(text) : phone === text
}

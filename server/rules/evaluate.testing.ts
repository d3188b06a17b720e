import type { ActivityFormula, ProfileFormula } from '@ruam/contract/formulas.ts'
import type { ActivityRule, PropertyRule, Rule, RuleGroup, Span, ValueTest } from '@ruam/contract/rules.ts'
import type { DataType, ValueKind } from '@ruam/contract/system-fields.ts'
import { canonicalText } from '../values/thai.ts'

// A rule in plain TypeScript: one person at a time, everything about them at hand, days compared as the days they are. It shares with the
// SQL how texts are written, and nothing else.

type Value = string | number | boolean | null | undefined

interface KnownActivity {
  id: number
  type: number
  at: number
  fields: Record<string, Value>
}

export interface KnownPerson {
  id: number
  deleted: boolean
  merged: boolean
  restricted: boolean
  /** By field id; `custom` beside the system fields. */
  values: Record<string, Value>
  created: number
  updated: number
  /** By label: how it was given or taken. */
  labels: Record<string, string>
  activities: KnownActivity[]
  consents: { purpose: number; status: string; at: number }[]
  channels: { type: string; id: number; status: string }[]
  broadcasts: Record<string, string>
  /** The run that made them, and those that changed them. */
  madeBy: number | null
  changedBy: number[]
}

export interface KnownStore {
  timeZone: string
  /** Milliseconds. */
  now: number
  fields: Record<string, { type: DataType; kind: ValueKind; formula?: ProfileFormula }>
  properties: Record<string, { type: DataType; formula?: ActivityFormula }>
  /** The runs of each data source that were not undone. */
  runs: Record<string, number[]>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ACTIVITY_DATE = 24

const formats = new Map<string, Intl.DateTimeFormat>()
function dayOf(instant: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

function monthsLater(day: string, months: number): string {
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`
  for (let date = Number(day.slice(8)); ; date--) {
    const found = `${month}-${String(date).padStart(2, '0')}`
    const parsed = new Date(found)
    if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(found)) return found
  }
}

function edge({ n, unit }: Span, today: string, way: -1 | 1): string {
  if (n > 0) {
    if (unit === 'month') return monthsLater(today, way * n)
    return later(today, way * n * (unit === 'week' ? 7 : 1))
  }
  let day = today
  if (unit === 'week') {
    while (new Date(day).getUTCDay() !== (way < 0 ? 1 : 0)) day = later(day, way)
    return day
  }
  if (unit === 'month') while (later(day, way).slice(0, 7) === today.slice(0, 7)) day = later(day, way)
  return day
}

const isDay = (text: string) => text.length === 10

/** Whether somebody is a member by the rule: live, and not to be left alone. */
export const isMember = (rule: RuleGroup, person: KnownPerson, store: KnownStore): boolean =>
  !person.deleted && !person.merged && !person.restricted && fulfils(rule, person, store)

/** Whether the rule is true of a person; who is deleted, merged or restricted is not asked. */
export function fulfils(rule: Rule | RuleGroup, person: KnownPerson, store: KnownStore): boolean {
  if (!('rules' in rule)) return isTrue(rule, person, store)
  const each = (inner: Rule | RuleGroup) => fulfils(inner, person, store)
  const result = rule.condition === 'and' ? rule.rules.every(each) : rule.rules.some(each)
  return rule.not ? !result : result
}

function isTrue(rule: Rule, person: KnownPerson, store: KnownStore): boolean {
  const today = dayOf(store.now, store.timeZone)
  switch (rule.kind) {
    case 'profile': {
      const { type, kind } = store.fields[rule.field_id]!
      return tested(rule, fieldValue(rule.field_id, person, store), type, kind, store)
    }
    case 'label': {
      const has = (label: number) => (person.labels[label] ?? 'manual_remove') !== 'manual_remove'
      if (rule.operator === 'has_all') return rule.label_ids.every(has)
      return rule.label_ids.some(has) === (rule.operator === 'has_any')
    }
    case 'activity': {
      const times = person.activities.filter((one) => counts(rule, one, store)).length
      const { count } = rule
      return (count ? tested(count, times, 'Number', 'number', store) : times > 0) === rule.done
    }
    case 'channel': {
      if (rule.channel_type === 'phone' || rule.channel_type === 'sms') {
        const phone = typeof person.values[9] === 'string'
        return rule.operator === 'blocked' ? false : phone === (rule.operator === 'friend')
      }
      const there = person.channels.filter(
        ({ type, id }) => type === rule.channel_type && (rule.channel_id === undefined || id === rule.channel_id),
      )
      if (rule.operator === 'not_linked') return there.length === 0
      return there.some(({ status }) => status === rule.operator)
    }
    case 'broadcast': {
      const status = person.broadcasts[rule.broadcast_id]
      if (rule.operator === 'not_sent') return status !== 'accepted'
      return status === (rule.operator === 'sent' ? 'accepted' : 'failed')
    }
    case 'consent': {
      const said = person.consents.filter(({ purpose }) => purpose === rule.purpose_id)
      const newest = said.reduce((last, one) => (one.at >= last.at ? one : last), {
        status: 'unknown',
        at: Number.NEGATIVE_INFINITY,
      } as { status: string; at: number })
      return newest.status === rule.operator
    }
    case 'source': {
      const runs = store.runs[rule.data_source_id] ?? []
      const made = person.madeBy !== null && runs.includes(person.madeBy)
      const changed = person.changedBy.some((run) => runs.includes(run))
      return rule.operator === 'made' ? made : rule.operator === 'changed' ? changed : made || changed
    }
    case 'time': {
      const at = rule.at === 'created' ? person.created : person.updated
      const day = dayOf(at, store.timeZone)
      switch (rule.operator) {
        case 'in_last':
        case 'not_in_last': {
          const { n, unit } = rule.value
          const begun = unit === 'hour' ? at >= store.now - n * HOUR : day >= edge(rule.value, today, -1)
          return (begun && at <= store.now) === (rule.operator === 'in_last')
        }
        case 'in_next':
          return at > store.now && day <= edge(rule.value, today, 1)
        case 'between':
          return isWithin(at, rule.value, store)
        case 'before':
          return isDay(rule.value) ? day < rule.value : at < Date.parse(rule.value)
        case 'after':
          return isDay(rule.value) ? day > rule.value : at > Date.parse(rule.value)
        default:
          return tested(rule, day, 'Date', 'date', store)
      }
    }
  }
}

function isWithin(at: number, { from, to }: { from?: string; to?: string }, { timeZone }: KnownStore): boolean {
  const day = dayOf(at, timeZone)
  const begun = from === undefined || (isDay(from) ? day >= from : at >= Date.parse(from))
  return begun && (to === undefined || (isDay(to) ? day <= to : at <= Date.parse(to)))
}

function counts(rule: ActivityRule, one: KnownActivity, store: KnownStore): boolean {
  if (one.type !== rule.activity_type_id || one.at > store.now) return false
  const { window } = rule
  if (window && 'last' in window) {
    const { n, unit } = window.last
    const today = dayOf(store.now, store.timeZone)
    const begun =
      unit === 'hour' ? one.at >= store.now - n * HOUR : dayOf(one.at, store.timeZone) >= edge(window.last, today, -1)
    if (!begun) return false
  } else if (window && !isWithin(one.at, window, store)) return false
  return (rule.where ?? []).every((test) => {
    const property = propertyOf(test, one, store)
    const type = test.field_id === ACTIVITY_DATE ? 'Date' : store.properties[test.field_id]!.type
    return tested(test, property, type, type === 'String' ? 'text' : 'number', store)
  })
}

function propertyOf({ field_id }: PropertyRule, one: KnownActivity, store: KnownStore): Value {
  if (field_id === ACTIVITY_DATE) return dayOf(one.at, store.timeZone)
  const formula = store.properties[field_id]!.formula
  if (!formula) return one.fields[field_id]
  if (formula.function === 'days_since') {
    const day =
      formula.field_id === ACTIVITY_DATE ? dayOf(one.at, store.timeZone) : dayIn(one.fields[formula.field_id], store)
    return day === null ? null : daysFrom(day, dayOf(store.now, store.timeZone))
  }
  const numbers = formula.field_ids.flatMap((id) =>
    typeof one.fields[id] === 'number' ? [one.fields[id] as number] : [],
  )
  return numbers.length > 0 ? numbers.reduce((sum, number) => sum + number, 0) : null
}

const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The day of a value, which may be an instant. */
function dayIn(value: Value, { timeZone }: KnownStore): string | null {
  if (typeof value !== 'string') return null
  return isDay(value) ? value : dayOf(Date.parse(value), timeZone)
}

function fieldValue(id: number, person: KnownPerson, store: KnownStore): Value {
  const { formula } = store.fields[id]!
  if (!formula) return person.values[id]
  const today = dayOf(store.now, store.timeZone)
  if (formula.function === 'age' || formula.function === 'days_since') {
    const day = dayIn(person.values[formula.field_id], store)
    if (day === null) return null
    if (formula.function === 'days_since') return daysFrom(day, today)
    if (day > today) return null
    const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
    return today.slice(5) < day.slice(5) ? years - 1 : years
  }
  const days = 'days' in formula ? formula.days : null
  const past = person.activities
    .filter(({ type, at }) => type === formula.activity_id && at <= store.now && (!days || at > store.now - days * DAY))
    .sort((a, b) => b.at - a.at || b.id - a.id)
  switch (formula.function) {
    case 'days_since_activity':
      return past[0] ? daysFrom(dayOf(past[0].at, store.timeZone), today) : null
    case 'activity_count':
      return past.length
    case 'activity_sum': {
      const numbers = past.map(({ fields }) => fields[formula.field_id])
      return numbers.reduce<number>((sum, number) => sum + (typeof number === 'number' ? number : 0), 0)
    }
    case 'activity_last': {
      if (formula.field_id === ACTIVITY_DATE) return past[0] ? dayOf(past[0].at, store.timeZone) : null
      const kept = { String: 'string', Date: 'string', Number: 'number', Boolean: 'boolean' }[store.fields[id]!.type]
      return past.map(({ fields }) => fields[formula.field_id]).find((value) => typeof value === kept)
    }
  }
}

const opposites: Record<string, string> = {
  ne: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  not_between: 'between',
  not_in_last: 'in_last',
  not_empty: 'empty',
}

function tested(test: ValueTest, value: Value, type: DataType, kind: ValueKind, store: KnownStore): boolean {
  const positive = opposites[test.operator]
  if (positive) return !tested({ ...test, operator: positive } as ValueTest, value, type, kind, store)
  if (test.operator === 'empty') return value === null || value === undefined || value === ''
  if (value === null || value === undefined) return false
  if (type === 'Boolean') return value === (test.operator === 'is_true')
  if (type === 'Number') return ofNumber(test, value as number)
  if (type === 'Date') return ofDay(test, dayIn(value, store)!, store)
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

function ofDay(test: ValueTest, day: string, { now, timeZone }: KnownStore): boolean {
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

/** How a gender is kept, by how it may be typed. */
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

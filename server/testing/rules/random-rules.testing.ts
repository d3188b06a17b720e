import type { PropertyRule, Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { NumberTest, Span, ValueTest, Window } from '@ruam/contract/customers/value-tests.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Random } from '../../../tools/random.ts'
import type { RandomStore } from './random-things.testing.ts'
import { someDay, someInstant, someMail, someNumber, somePhone, texts } from './random-values.testing.ts'

const units = ['day', 'week', 'month'] as const

function span(random: Random, hours = false): Span {
  if (hours && random.chance(0.3)) return { n: 1 + random.below(80), unit: 'hour' }
  const unit = random.pick(units)
  return { n: random.pick([0, 1, 2, 3, random.below(40)]), unit }
}

function range<T extends string | number>(make: () => T) {
  const [one, other] = [make(), make()]
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

function numberTest(random: Random, make: () => number): NumberTest {
  if (random.chance(0.3)) return { operator: random.pick(['between', 'not_between'] as const), value: range(make) }
  return { operator: random.pick(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const), value: make() }
}

/** Ends of a time, one of which may be left open. */
function moments(random: Random, make: () => string) {
  const { from, to } = range(make)
  return random.pick([{ from, to }, { from }, { to }])
}

function dateTest(random: Random, make: () => string, hours = false): Exclude<ValueTest, { operator: 'is_true' }> {
  const operator = random.pick([
    'on',
    'before',
    'after',
    'between',
    'in_last',
    'not_in_last',
    'in_next',
    'anniversary_in_next',
    'month_is',
  ] as const)
  if (operator === 'between') return { operator, value: moments(random, make) }
  if (operator === 'on') return { operator, value: make().slice(0, 10) }
  if (operator === 'before' || operator === 'after') return { operator, value: make() }
  if (operator === 'month_is') return { operator, value: random.chance(0.4) ? 'this' : 1 + random.below(12) }
  return { operator, value: span(random, hours && operator.endsWith('last')) }
}

function textTest(random: Random, make: () => string): ValueTest {
  if (random.chance(0.2)) {
    const value = Array.from({ length: 1 + random.below(5) }, make)
    return { operator: random.pick(['in', 'not_in'] as const), value }
  }
  const operator = random.pick(['eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const)
  const whole = make()
  if (operator === 'eq' || operator === 'ne') return { operator, value: whole }
  if (random.chance(0.25)) return { operator, value: random.pick(['%', '_', '0%', 'a_', 'k\\s', '%1']) }
  const letters = [...whole]
  const from = random.below(letters.length)
  const part = letters.slice(from, from + 1 + random.below(3)).join('')
  return { operator, value: part.trim() === '' || /^\p{C}+$/u.test(part) ? whole : part }
}

const typed = (random: Random, phone: string) =>
  random.pick([
    phone,
    `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`,
    `+66${phone.slice(1)}`,
    `66 ${phone.slice(1)}`,
    [...phone].map((digit) => String.fromCharCode(0x0e50 + Number(digit))).join(''),
  ])

function valueTest(random: Random, type: DataType, store: RandomStore, field?: number): ValueTest {
  if (random.chance(0.12)) return { operator: random.pick(['empty', 'not_empty'] as const) }
  if (type === 'Number') return numberTest(random, () => someNumber(random))
  if (type === 'Date') return dateTest(random, () => someDay(random, store.now))
  if (type === 'Boolean') return { operator: random.pick(['is_true', 'is_false'] as const) }
  if (field === 9) return phoneTest(random)
  if (field === 11) return textTest(random, () => random.pick([someMail(random), someMail(random).toUpperCase()]))
  if (field === 12) return textTest(random, () => random.pick(['M', 'F', 'ชาย', 'หญิง', 'male']))
  return textTest(random, () => random.pick(texts))
}

function phoneTest(random: Random): ValueTest {
  const phone = somePhone(random)
  if (random.chance(0.4)) {
    const whole = typed(random, phone)
    const operator = random.pick(['eq', 'ne', 'in', 'not_in'] as const)
    return operator === 'in' || operator === 'not_in'
      ? { operator, value: [whole, somePhone(random)] }
      : { operator, value: whole }
  }
  const operator = random.pick(['starts_with', 'ends_with', 'contains', 'not_contains'] as const)
  const part = {
    starts_with: phone.slice(0, 4),
    ends_with: phone.slice(-3),
    contains: phone.slice(3, 6),
    not_contains: phone.slice(0, 5),
  }
  return { operator, value: random.chance(0.2) ? '+668' : part[operator] }
}

function window(random: Random, store: RandomStore): Window {
  if (random.chance(0.6)) return { last: span(random, true) }
  return moments(random, moment(random, store))
}

/** A day or an instant: of one kind for both ends of a range. */
function moment(random: Random, { now }: RandomStore): () => string {
  const instants = random.chance(0.4)
  return () => {
    const at = new Date(someInstant(random, now)).toISOString()
    return instants ? at : at.slice(0, 10)
  }
}

const kinds = [
  'profile',
  'profile',
  'profile',
  'profile',
  'label',
  'activity',
  'activity',
  'channel',
  'broadcast',
  'consent',
  'source',
  'time',
] as const

function randomRule(random: Random, store: RandomStore): Rule {
  const { ids } = store
  const kind = random.pick(kinds)
  switch (kind) {
    case 'profile': {
      const field_id = random.pick([1, 8, 9, 11, 12, 13, 14, 23, ...ids.fields])
      return { kind, field_id, ...valueTest(random, store.fields[field_id]!.type, store, field_id) }
    }
    case 'label': {
      const operator = random.pick(['has_any', 'has_all', 'has_none'] as const)
      return { kind, operator, label_ids: random.shuffle(ids.labels).slice(0, 1 + random.below(3)) }
    }
    case 'activity': {
      const where = (): PropertyRule => {
        const field_id = random.pick([24, ...ids.properties])
        const type = field_id === 24 ? 'Date' : store.properties[field_id]!.type
        return { field_id, ...valueTest(random, type, store) }
      }
      return {
        kind,
        activity_type_id: random.pick(ids.types),
        done: random.chance(0.6),
        ...(random.chance(0.4) && { count: numberTest(random, () => random.below(5)) }),
        ...(random.chance(0.5) && { window: window(random, store) }),
        ...(random.chance(0.3) && { where: Array.from({ length: 1 + random.below(2) }, where) }),
      }
    }
    case 'channel': {
      const operator = random.pick(['friend', 'blocked', 'not_linked'] as const)
      const { type, id } = random.pick(ids.channels)
      if (random.chance(0.2))
        return { kind, operator, channel_type: random.pick(['phone', 'sms', 'lineModule'] as const) }
      return { kind, operator, channel_type: type, ...(random.chance(0.6) && { channel_id: id }) }
    }
    case 'broadcast':
      return {
        kind,
        broadcast_id: random.pick(ids.broadcasts),
        operator: random.pick(['sent', 'failed', 'not_sent'] as const),
      }
    case 'consent':
      return {
        kind,
        purpose_id: random.pick(ids.purposes),
        operator: random.pick(['granted', 'withdrawn', 'unknown'] as const),
      }
    case 'source':
      return {
        kind,
        data_source_id: random.pick(ids.sources),
        operator: random.pick(['made', 'changed', 'any'] as const),
      }
    case 'time': {
      const at = random.pick(['created', 'updated'] as const)
      if (random.chance(0.05)) return { kind, at, operator: random.pick(['empty', 'not_empty'] as const) }
      return { kind, at, ...dateTest(random, moment(random, store), true) } as Rule
    }
  }
}

export function randomGroup(random: Random, store: RandomStore, depth = 1): RuleGroup {
  const rules = Array.from({ length: 1 + random.below(4) }, () =>
    depth < 3 && random.chance(0.25) ? randomGroup(random, store, depth + 1) : randomRule(random, store),
  )
  return {
    condition: random.pick(['and', 'or'] as const),
    ...(random.chance(0.3) && { not: random.chance(0.8) }),
    rules,
  }
}

import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import type { ActivityRule, PropertyRule, Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { dayIn, dayOf, daysFrom, edge, HOUR, isDay } from './evaluate-days.testing.ts'
import { type Clock, tested, type Value } from './evaluate-value.testing.ts'

// A rule in plain TypeScript: one person at a time, everything about them at hand, days compared as the days they are. It shares with the
// SQL how texts are written, and nothing else.

interface KnownActivity {
  id: number
  type: number
  at: number
  fields: Record<string, Value>
}

const ACTIVITY_DATE = 24

export interface ModelPerson {
  id: number
  deleted: boolean
  merged: boolean
  restricted: boolean
  /** By field id, system and custom fields alike. */
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

export interface ModelStore extends Clock {
  fields: Record<string, { type: DataType; kind: ValueKind; formula?: ProfileFormula }>
  properties: Record<string, { type: DataType; formula?: ActivityFormula }>
  /** The runs of each data source that were not undone. */
  runs: Record<string, number[]>
}

/** True if a profile is a member: live, unrestricted and matched. */
export const isMember = (rule: RuleGroup, person: ModelPerson, store: ModelStore): boolean =>
  !person.deleted && !person.merged && !person.restricted && fulfils(rule, person, store)

/** Evaluates the rule without regard to deletion, merge or restriction. */
export function fulfils(rule: Rule | RuleGroup, person: ModelPerson, store: ModelStore): boolean {
  if (!('rules' in rule)) return isTrue(rule, person, store)
  const each = (inner: Rule | RuleGroup) => fulfils(inner, person, store)
  const result = rule.condition === 'and' ? rule.rules.every(each) : rule.rules.some(each)
  return rule.not ? !result : result
}

function isTrue(rule: Rule, person: ModelPerson, store: ModelStore): boolean {
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

function isWithin(at: number, { from, to }: { from?: string; to?: string }, { timeZone }: ModelStore): boolean {
  const day = dayOf(at, timeZone)
  const begun = from === undefined || (isDay(from) ? day >= from : at >= Date.parse(from))
  return begun && (to === undefined || (isDay(to) ? day <= to : at <= Date.parse(to)))
}

function counts(rule: ActivityRule, one: KnownActivity, store: ModelStore): boolean {
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

function propertyOf({ field_id }: PropertyRule, one: KnownActivity, store: ModelStore): Value {
  if (field_id === ACTIVITY_DATE) return dayOf(one.at, store.timeZone)
  const formula = store.properties[field_id]!.formula
  if (!formula) return one.fields[field_id]
  if (formula.function === 'days_since') {
    const day =
      formula.field_id === ACTIVITY_DATE
        ? dayOf(one.at, store.timeZone)
        : dayIn(one.fields[formula.field_id], store.timeZone)
    return day === null ? null : daysFrom(day, dayOf(store.now, store.timeZone))
  }
  const numbers = formula.field_ids.flatMap((id) =>
    typeof one.fields[id] === 'number' ? [one.fields[id] as number] : [],
  )
  return numbers.length > 0 ? numbers.reduce((sum, number) => sum + number, 0) : null
}

function fieldValue(id: number, person: ModelPerson, store: ModelStore): Value {
  const { formula } = store.fields[id]!
  if (!formula) return person.values[id]
  const today = dayOf(store.now, store.timeZone)
  if (formula.function === 'age' || formula.function === 'days_since') {
    const day = dayIn(person.values[formula.field_id], store.timeZone)
    if (day === null) return null
    if (formula.function === 'days_since') return daysFrom(day, today)
    if (day > today) return null
    const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
    return today.slice(5) < day.slice(5) ? years - 1 : years
  }
  const days = 'days' in formula ? formula.days : null
  const counts = (at: number) =>
    at <= store.now && (!days || dayOf(at, store.timeZone) >= edge({ n: days, unit: 'day' }, today, -1))
  const past = person.activities
    .filter(({ type, at }) => type === formula.activity_id && counts(at))
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

import type { Language } from '../errors/catalog.ts'
import {
  activitySentences,
  bareSentences,
  broadcastSentences,
  channelNames,
  channelSentences,
  consentSentences,
  countSentences,
  dateSentences,
  joiningWords,
  labelSentences,
  numberSentences,
  oneLabelSentences,
  phoneSentences,
  sourceSentences,
  spanSentences,
  textSentences,
  timeNames,
} from './rule-sentences.ts'
import type { ActivityRule, MaskedRule, Rule, VisibleGroup } from './rules.ts'
import type { Span, ValueTest } from './value-tests.ts'

/** Names for the ids in a rule; undefined for deleted things. */
export interface RuleNames {
  field(id: number): string | undefined
  /** A field of activities. */
  property(id: number): string | undefined
  activityType(id: number): string | undefined
  label(id: number): string | undefined
  source(id: number): string | undefined
  purpose(id: number): string | undefined
  broadcast(id: number): string | undefined
  channel(id: number): string | undefined
  /** A text, a number, a day or an instant as the reader writes it. */
  value(value: string | number): string
  /** A month of the year, 1 to 12. */
  month(month: number): string
}

type Said = Readonly<Record<Language, string> & { one?: string }>

/** A rule, a group or all of a rule as a sentence. */
export function ruleSentence(rule: Rule | MaskedRule | VisibleGroup, language: Language, names: RuleNames): string {
  const fill = (said: Said, words: Record<string, string> = {}, n?: number) =>
    ((n === 1 && language === 'en' && said.one) || said[language]).replace(
      /\{(\w+)\}/g,
      (_, word: string) => words[word] ?? '',
    )
  const named = (name: string | undefined) => name ?? joiningWords.gone[language]
  const joined = (all: readonly string[], by: 'and' | 'or') => all.join(joiningWords[by][language])
  const spanned = ({ n, unit }: Span, way: 'last' | 'next') =>
    fill(spanSentences[n === 0 ? 'now' : way][unit], { n: names.value(n) }, n)

  function tested(field: string, test: ValueTest): string {
    const { operator } = test
    if (!('value' in test)) return fill(bareSentences[test.operator], { field })
    const { value } = test
    const words = { field, value: '', span: '', from: '', to: '' }
    if (operator === 'month_is') {
      if (value === 'this') return fill(dateSentences.this_month, words)
      words.value = names.month(value as number)
      return fill(dateSentences.month_is, words)
    }
    if (Array.isArray(value)) words.value = value.map(names.value).join(', ')
    else if (typeof value !== 'object') words.value = names.value(value)
    else if ('unit' in value) words.span = spanned(value, operator.endsWith('next') ? 'next' : 'last')
    else {
      if (value.from !== undefined) words.from = names.value(value.from)
      if (value.to !== undefined) words.to = names.value(value.to)
      if (typeof (value.from ?? value.to) === 'string') return fill(dateSentences[endsOf(value)], words)
    }
    const isNumber = typeof value === 'number' || (typeof value === 'object' && 'from' in value)
    const sentences: Readonly<Record<string, Said>> = isNumber
      ? numberSentences
      : { ...dateSentences, ...textSentences }
    return fill(sentences[operator]!, words)
  }

  function done({ activity_type_id, done, count, window, where }: ActivityRule): string {
    const words = { type: named(names.activityType(activity_type_id)), count: '', window: '', where: '' }
    if (count) {
      const { value } = count
      const counted: Record<string, string> =
        typeof value === 'number'
          ? { value: names.value(value) }
          : { from: names.value(value.from), to: names.value(value.to) }
      words.count = fill(countSentences[count.operator], counted, typeof value === 'number' ? value : undefined)
    }
    if (window && 'last' in window)
      words.window = fill(activitySentences.window, { span: spanned(window.last, 'last') })
    else if (window) {
      const { from, to } = window
      const ends = { ...(from && { from: names.value(from) }), ...(to && { to: names.value(to) }) }
      words.window = fill(activitySentences[endsOf(window)], ends)
    }
    if (where) {
      const rules = where.map((one) => tested(named(names.property(one.field_id)), one))
      words.where = fill(activitySentences.where, { rules: joined(rules, 'and') })
    }
    return fill(activitySentences[done ? 'done' : 'not_done'], words)
  }

  function grouped(group: VisibleGroup, outermost: boolean): string {
    const rules = joined(
      group.rules.map((inner) => ('rules' in inner ? grouped(inner, false) : said(inner))),
      group.condition,
    )
    if (group.not) return fill(joiningWords.not, { rules })
    return outermost || group.rules.length === 1 ? rules : fill(joiningWords.group, { rules })
  }

  function said(one: Rule | MaskedRule): string {
    switch (one.kind) {
      case 'profile': {
        const field = named(names.field(one.field_id))
        if (!('masked' in one)) return tested(field, one)
        return fill(textSentences.eq, { field, value: joiningWords.hidden[language] })
      }
      case 'time':
        return tested(timeNames[one.at][language], one)
      case 'label':
        return fill((one.label_ids.length === 1 ? oneLabelSentences : labelSentences)[one.operator], {
          labels: one.label_ids.map((id) => named(names.label(id))).join(', '),
        })
      case 'activity':
        return done(one)
      case 'channel': {
        const byPhone = one.channel_type === 'phone' || one.channel_type === 'sms'
        const channel =
          one.channel_id === undefined ? channelNames[one.channel_type][language] : named(names.channel(one.channel_id))
        return fill((byPhone ? phoneSentences : channelSentences)[one.operator], { channel })
      }
      case 'broadcast':
        return fill(broadcastSentences[one.operator], { broadcast: named(names.broadcast(one.broadcast_id)) })
      case 'consent':
        return fill(consentSentences[one.operator], { purpose: named(names.purpose(one.purpose_id)) })
      case 'source':
        return fill(sourceSentences[one.operator], { source: named(names.source(one.data_source_id)) })
    }
  }

  return 'rules' in rule ? grouped(rule, true) : said(rule)
}

const endsOf = ({ from, to }: { from?: unknown; to?: unknown }) =>
  from === undefined ? 'to' : to === undefined ? 'from' : 'between'

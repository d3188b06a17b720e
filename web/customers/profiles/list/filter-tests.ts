import type { OpenRule, Operator } from '../../rules/draft.ts'
import { withOperator } from '../../rules/operators.ts'
import { ruleAbout } from '../../rules/subjects.ts'
import type { RuleField, RuleOptions } from '../../rules/use-rule-options.ts'

/** A condition that is offered about a subject. */
export interface FilterTest {
  /** Name of its words in `filterTestText`; an operator has its own. */
  words: string
  rule: OpenRule
  /** Its value is still to be typed. */
  open?: true
  /** Shown with its matches. */
  counted?: true
}

const DAYS = { today: 0, last7: 6, last30: 29 } as const

type About = Extract<OpenRule, { kind: 'profile' }>

function testsOfField(field: RuleField): FilterTest[] {
  const about = ruleAbout(`profile ${field.id}`, { system: [field], own: [] }) as About
  const test = (operator: Operator, value?: About['value'], words: string = operator): FilterTest => ({
    words,
    rule: { kind: 'profile', fieldId: field.id, operator, ...(value !== undefined && { value }) },
  })
  const open = (operator: Operator): FilterTest => ({
    words: operator,
    rule: { ...about, ...withOperator(about, field.dataType, operator) },
    open: true,
  })
  const has: FilterTest[] = [
    { ...test('not_empty'), counted: true },
    { ...test('empty'), counted: true },
  ]
  switch (field.dataType) {
    case 'Boolean':
      return (['is_true', 'is_false', 'empty'] as const).map((one) => ({ ...test(one), counted: true }))
    case 'Number':
      return [...(['gte', 'lte', 'between'] as const).map(open), ...has]
    case 'Date':
      if (field.name === 'birthDate')
        return [
          test('anniversary_in_next', { n: 0, unit: 'day' }, 'birthdayToday'),
          test('anniversary_in_next', { n: 6, unit: 'day' }, 'birthdayWeek'),
          test('month_is', 'this', 'birthdayMonth'),
          ...(['month_is', 'between', 'on'] as const).map(open),
          ...has,
        ]
      return [
        ...Object.entries(DAYS).map(([words, n]) => test('in_last', { n, unit: 'day' }, words)),
        ...(['between', 'before', 'after'] as const).map(open),
        ...has,
      ]
    case 'String':
      return [
        ...has,
        ...(field.kind === 'phone'
          ? (['ends_with', 'starts_with', 'contains'] as const)
          : (['contains', 'starts_with', 'in', 'ne'] as const)
        ).map(open),
      ]
  }
}

function testsOfActivity(activityTypeId: number): FilterTest[] {
  const test = (words: string, done: boolean, n?: number): FilterTest => ({
    words,
    rule: { kind: 'activity', activityTypeId, done, ...(n && { window: { last: { n, unit: 'day' } } }) },
  })
  return [
    test('didLast30', true, 30),
    test('didLast90', true, 90),
    test('didEver', true),
    test('didNotLast90', false, 90),
    test('didNever', false),
    { ...test('details', true, 90), open: true },
  ]
}

/** Conditions offered about a subject, the usual ones first. */
export function testsAbout(subject: string, options: RuleOptions): FilterTest[] {
  const [kind, about = ''] = subject.split(' ')
  const id = Number(about)
  const counted = (rules: readonly OpenRule[]): FilterTest[] =>
    rules.map((rule) => ({ words: (rule as { operator: string }).operator, rule, counted: true }))
  switch (kind) {
    case 'profile': {
      const field = [...options.system, ...options.own].find((one) => one.id === id)
      return field ? testsOfField(field) : []
    }
    case 'label':
      return (['has_all', 'has_none'] as const).map((operator) => ({
        words: operator,
        rule: { kind, operator, labelIds: [] },
        open: true,
      }))
    case 'activity':
      return testsOfActivity(id)
    case 'time': {
      const at = about === 'updated' ? 'updated' : 'created'
      const last = (n: number, unit: 'day' | 'month' = 'day'): OpenRule => ({
        kind,
        at,
        operator: 'in_last',
        value: { n, unit },
      })
      return [
        ...Object.entries(DAYS).map(([words, n]) => ({ words, rule: last(n) })),
        { words: 'thisMonth', rule: last(0, 'month') },
        ...(['between', 'before', 'after'] as const).map((operator) => ({
          words: operator,
          rule: { kind, at, ...withOperator({ operator: 'in_last' }, 'Date', operator) } as OpenRule,
          open: true as const,
        })),
      ]
    }
    case 'channel':
      return about === 'facebook'
        ? [
            { words: 'wrote', rule: { kind, channelType: 'facebook', operator: 'friend' }, counted: true },
            ...counted([{ kind, channelType: 'facebook', operator: 'not_linked' }]),
          ]
        : counted(
            (['friend', 'blocked', 'not_linked'] as const).map((operator) => ({
              kind,
              channelType: 'lineOA',
              operator,
            })),
          )
    case 'consent':
      return counted(
        (['granted', 'withdrawn', 'unknown'] as const).map((operator) => ({ kind, purposeId: id, operator })),
      )
    case 'broadcast':
      return counted((['sent', 'not_sent', 'failed'] as const).map((operator) => ({ kind, broadcastId: id, operator })))
    case 'source':
      return counted((['any', 'made', 'changed'] as const).map((operator) => ({ kind, dataSourceId: id, operator })))
    default:
      return []
  }
}

/** Fixed values of a field, chosen as in a list of labels; undefined for other fields. */
export function choicesAbout(subject: string, options: RuleOptions): { field: RuleField } | undefined {
  const [kind, about] = subject.split(' ')
  const field = kind === 'profile' && [...options.system, ...options.own].find(({ id }) => id === Number(about))
  return field && (field.kind === 'gender' || field.choices) ? { field } : undefined
}

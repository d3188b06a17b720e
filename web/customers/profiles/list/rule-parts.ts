import type { ScreenRule } from '../../rules/rule-address.ts'
import { readDays } from '../day-range.ts'

type Rule = ScreenRule['rules'][number]
export type ReachFilter = Extract<Rule, { kind: 'channel' }>['operator']

/** Choices of the filter panel, each as one rule; texts in their parts' format. */
export interface RuleParts {
  /** Ids, joined by commas: any of them. */
  labels?: string
  source?: string
  /** How they can be reached on LINE. */
  reach?: string
  updated?: string
  created?: string
}

const ids = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/
const id = /^[1-9]\d{0,8}$/

/** The labels of the filter. */
export const labelIdsOf = (text: string | undefined) => (text && ids.test(text) ? text.split(',').map(Number) : [])
/** The data source of the filter. */
export const sourceIdOf = (text: string | undefined) => (text && id.test(text) ? Number(text) : undefined)

const spans = {
  today: { n: 0, unit: 'day' },
  '7d': { n: 6, unit: 'day' },
  '30d': { n: 29, unit: 'day' },
  month: { n: 0, unit: 'month' },
} as const

/** A rule as a part of the panel's; undefined of one that it can't show. */
function partOf(rule: Rule): [keyof RuleParts, string] | undefined {
  if ('rules' in rule) return undefined
  if (rule.kind === 'label' && rule.operator === 'has_any') return ['labels', rule.labelIds.join(',')]
  if (rule.kind === 'source' && rule.operator === 'any') return ['source', String(rule.dataSourceId)]
  if (rule.kind === 'channel' && rule.channelType === 'lineOA' && rule.channelId === undefined)
    return ['reach', rule.operator]
  if (rule.kind !== 'time') return undefined
  if (rule.operator === 'in_last') {
    const { n, unit } = rule.value
    const preset = Object.entries(spans).find(([, span]) => span.n === n && span.unit === unit)
    return preset && [rule.at, preset[0]]
  }
  if (rule.operator !== 'between') return undefined
  const text = `${rule.value.from ?? ''}..${rule.value.to ?? ''}`
  return typeof readDays(text) === 'object' ? [rule.at, text] : undefined
}

/** A rule as the panel shows it: its parts, and the rules that it has none for. */
export function splitRule(rule: ScreenRule | undefined): { parts: RuleParts; rest: Rule[] } {
  const split: { parts: RuleParts; rest: Rule[] } = { parts: {}, rest: [] }
  if (!rule) return split
  if (rule.not || (rule.condition === 'or' && rule.rules.length > 1)) return { parts: {}, rest: [rule] }
  for (const inner of rule.rules) {
    const part = partOf(inner)
    if (part && split.parts[part[0]] === undefined) split.parts[part[0]] = part[1]
    else split.rest.push(inner)
  }
  return split
}

/** The rule that parts and further rules make together; undefined when nothing is asked. */
export function joinRule(
  { labels, source, reach, updated, created }: RuleParts,
  rest: readonly Rule[],
): ScreenRule | undefined {
  const labelIds = labelIdsOf(labels)
  const dataSourceId = sourceIdOf(source)
  const rules: Rule[] = [
    ...(labelIds.length > 0 ? [{ kind: 'label' as const, operator: 'has_any' as const, labelIds }] : []),
    ...(dataSourceId ? [{ kind: 'source' as const, operator: 'any' as const, dataSourceId }] : []),
    ...(reach ? [{ kind: 'channel' as const, channelType: 'lineOA' as const, operator: reach as ReachFilter }] : []),
    ...timesOf('updated', updated),
    ...timesOf('created', created),
    ...rest,
  ]
  const [only] = rules
  if (!only) return undefined
  return rules.length === 1 && 'rules' in only ? only : { condition: 'and', rules }
}

function timesOf(at: 'updated' | 'created', text: string | undefined): Rule[] {
  const days = readDays(text)
  if (!days) return []
  if (typeof days === 'string') return [{ kind: 'time', at, operator: 'in_last', value: spans[days] }]
  // Ends that were swapped are turned round.
  const [from, to] = days.from && days.to && days.from > days.to ? [days.to, days.from] : [days.from, days.to]
  return [{ kind: 'time', at, operator: 'between', value: { ...(from && { from }), ...(to && { to }) } }]
}

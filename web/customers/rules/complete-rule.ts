import {
  type DraftGroup,
  type DraftItem,
  isGroup,
  type OpenActivity,
  type OpenEnds,
  type OpenRule,
  type OpenTest,
  type ScreenLeaf,
} from './draft.ts'
import type { ScreenRule } from './rule-address.ts'

const bare = new Set<string>(['empty', 'not_empty', 'is_true', 'is_false'])
const open = new Set<string>(['between'])

/** Complete test value with ordered bounds; undefined if incomplete. */
function wholeTest<T extends OpenTest>(test: T): T | undefined {
  const { operator, value } = test
  if (bare.has(operator)) {
    const { value: _, ...rest } = test
    return rest as T
  }
  if (value === undefined) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : test
  if (typeof value === 'number') return Number.isFinite(value) ? test : undefined
  if (Array.isArray(value)) return value.length > 0 ? test : undefined
  if ('unit' in value) return isSpan(value) ? test : undefined
  const ends = wholeEnds(value, operator)
  return ends && { ...test, value: ends }
}

const isSpan = ({ n, unit }: { n: number; unit: string }) =>
  Number.isInteger(n) && n >= 0 && n <= 3650 && (n > 0 || unit !== 'hour')

/** Ends that were swapped are turned round. Of days one end may be open, of numbers neither. */
function wholeEnds({ from, to }: OpenEnds, operator: string): OpenEnds | undefined {
  if (from === undefined && to === undefined) return undefined
  const one = from ?? to
  if (from === undefined || to === undefined)
    return open.has(operator) && typeof one === 'string'
      ? { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      : undefined
  return from > to ? { from: to, to: from } : { from, to }
}

function wholeActivity({ count, window, where, ...rest }: OpenActivity): OpenActivity | undefined {
  const counted = count && wholeTest(count)
  const when = window && ('last' in window ? (isSpan(window.last) ? window : undefined) : wholeEnds(window, 'between'))
  const held = where?.map((one) => wholeTest(one))
  if ((count && !counted) || (window && !when) || held?.includes(undefined)) return undefined
  return {
    ...rest,
    ...(counted && { count: counted }),
    ...(when && { window: when }),
    ...(held && held.length > 0 && { where: held as NonNullable<OpenActivity['where']> }),
  }
}

/** A rule that may be sent; undefined while something of it is missing, or hidden from the person. */
export function completeRule(rule: OpenRule): ScreenLeaf | undefined {
  switch (rule.kind) {
    case 'none':
      return undefined
    case 'profile':
      return rule.masked ? undefined : (wholeTest(rule) as ScreenLeaf | undefined)
    case 'time':
      return wholeTest(rule) as ScreenLeaf | undefined
    case 'activity':
      return wholeActivity(rule) as ScreenLeaf | undefined
    case 'label':
      return rule.labelIds.length > 0 ? rule : undefined
    default:
      return rule
  }
}

/** Complete part of a draft. */
interface Whole {
  /** Undefined when there is nothing to send. */
  rule: ScreenRule | undefined
  /** The keys of what is not whole yet. */
  holes: Set<number>
  /** The key of each rule and group by its place in the rule that is sent: `rules.0.rules.2`, '' for the whole. */
  places: Map<string, number>
}

/** A draft as the rule that is sent: what is not whole is left out of it. */
export function completeGroup(group: DraftGroup): Whole {
  const holes = new Set<number>()
  const places = new Map<string, number>()
  const made = (item: DraftItem, path: string): ScreenRule['rules'][number] | undefined => {
    if (!isGroup(item)) {
      const rule = completeRule(item.rule)
      if (rule) places.set(path, item.key)
      else holes.add(item.key)
      return rule
    }
    const rules: ScreenRule['rules'] = []
    for (const inner of item.items) {
      const rule = made(inner, `${path}${path && '.'}rules.${rules.length}`)
      if (rule) rules.push(rule)
    }
    if (item.items.length === 0) holes.add(item.key)
    if (rules.length === 0) return undefined
    places.set(path, item.key)
    return { condition: item.condition, ...(item.not && { not: true }), rules }
  }
  return { rule: made(group, '') as ScreenRule | undefined, holes, places }
}

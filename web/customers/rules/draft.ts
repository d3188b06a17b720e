import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { Span } from '@ruam/contract/customers/value-tests.ts'
import type { Camel } from '../../data/camel.ts'
import type { ScreenRule, VisibleScreenRule } from './rule-address.ts'

/** One rule as screens have it, not a group of them. */
export type ScreenLeaf = Exclude<ScreenRule['rules'][number], { rules: unknown }>
export type Operator = Extract<ScreenLeaf, { kind: 'profile' }>['operator']
export type Unit = Span['unit']
export interface OpenSpan {
  n: number
  unit: Unit
}
export interface OpenEnds {
  from?: string | number | undefined
  to?: string | number | undefined
}
export type OpenValue = string | number | string[] | OpenSpan | OpenEnds

/** Test being edited: its value may be missing. */
export interface OpenTest {
  operator: Operator
  value?: OpenValue | undefined
}
export interface OpenProperty extends OpenTest {
  fieldId: number
}
export interface OpenActivity {
  kind: 'activity'
  activityTypeId: number
  done: boolean
  count?: OpenTest | undefined
  window?: { last: OpenSpan } | OpenEnds | undefined
  where?: OpenProperty[] | undefined
}
type Kept = Extract<Camel<Rule>, { kind: 'label' | 'consent' | 'source' | 'channel' | 'broadcast' }>
/** A rule while it is being put together; `none`: nothing has been said yet. */
export type OpenRule =
  | { kind: 'none' }
  | ({ kind: 'profile'; fieldId: number; masked?: true | undefined } & OpenTest)
  | ({ kind: 'time'; at: 'created' | 'updated' } & OpenTest)
  | OpenActivity
  | Kept

/** A rule in its place of the builder. The key stays with it wherever it is moved. */
export interface DraftRule {
  key: number
  rule: OpenRule
}
export interface DraftGroup {
  key: number
  condition: 'and' | 'or'
  not: boolean
  items: DraftItem[]
}
export type DraftItem = DraftRule | DraftGroup

export const isGroup = (item: DraftItem): item is DraftGroup => 'items' in item

let last = 0
const newKey = () => ++last

export const newRule = (rule: OpenRule = { kind: 'none' }): DraftRule => ({ key: newKey(), rule })
export const newGroup = (
  items: DraftItem[] = [newRule()],
  condition: DraftGroup['condition'] = 'and',
  not = false,
): DraftGroup => ({ key: newKey(), condition, not, items })

/** A group of a rule as the builder holds it. */
export function ruleDraftOf({ condition, not = false, rules }: VisibleScreenRule): DraftGroup {
  const items = rules.map((rule) => ('rules' in rule ? ruleDraftOf(rule) : newRule(rule as OpenRule)))
  return newGroup(items, condition, not)
}

/** The same with keys of its own. */
export const copyOf = (item: DraftItem): DraftItem =>
  isGroup(item) ? { ...item, key: newKey(), items: item.items.map(copyOf) } : newRule(item.rule)

/** Every rule of a draft, in its order. */
export const rulesIn = (item: DraftItem): DraftRule[] => (isGroup(item) ? item.items.flatMap(rulesIn) : [item])

/** A draft without keys, so that two can be compared and one be kept in a form. */
type Plain = { rule: OpenRule } | PlainGroup
export interface PlainGroup {
  condition: 'and' | 'or'
  not: boolean
  items: Plain[]
}

export const plainOf = ({ condition, not, items }: DraftGroup): PlainGroup => ({
  condition,
  not,
  items: items.map((item) => (isGroup(item) ? plainOf(item) : { rule: item.rule })),
})

export const draftOfPlain = ({ condition, not, items }: PlainGroup): DraftGroup =>
  newGroup(
    items.map((item) => ('items' in item ? draftOfPlain(item) : newRule(item.rule))),
    condition,
    not,
  )

import { z } from 'zod'
import { Day, Id, Text, TimeText } from './common.ts'
import { isVisible } from './names.ts'

// The one language that says which people are meant: of a list's filter, of a bulk change, of a saved view, of a segment.

/** Groups of a segment's rule; groups inside of each other; rules and groups of a group; rules of all groups together. */
export const MAX_RULE_GROUPS = 10
export const MAX_RULE_DEPTH = 3
export const MAX_GROUP_RULES = 20
export const MAX_RULES = 100
/** Values of `in` and `not_in`. */
export const MAX_RULE_VALUES = 500
/** Rules about the fields of one activity. */
export const MAX_PROPERTY_RULES = 10
export const MAX_RULE_TEXT = 1000
/** Bytes of a body with a rule. */
export const RULE_BYTES = 512 * 1024

/** A place in a rule: `['target', 'groups', 0, 'rules', 2]`. */
export const RulePath = z.array(z.union([z.string(), z.int()]))

const spanUnits = ['hour', 'day', 'week', 'month'] as const

/**
 * So many days, weeks or months of the store's calendar from today, or hours to the second. 0 is the day, the week (from Monday) or
 * the month of now.
 */
export interface Span {
  n: number
  unit: (typeof spanUnits)[number]
}

/** Both ends count in. Of days and instants one end may be left open. */
interface Range<T> {
  from: T
  to: T
}

/** What a value is asked. The operators that begin with `not`, and `ne`, are also true of people without a value. */
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

/** What a field of an activity is asked. */
export type PropertyRule = { field_id: number } & ValueTest

export type ProfileRule = { kind: 'profile'; field_id: number } & ValueTest
export interface LabelRule {
  kind: 'label'
  operator: 'has_any' | 'has_all' | 'has_none'
  label_ids: number[]
}
export interface ActivityRule {
  kind: 'activity'
  activity_type_id: number
  /** Without a count: whether there is any. With one: whether their number is such; none of them is a number, too. */
  done: boolean
  count?: NumberTest | undefined
  window?: Window | undefined
  /** All of them are true of one and the same activity. */
  where?: PropertyRule[] | undefined
}
export interface ChannelRule {
  kind: 'channel'
  channel_type: 'lineOA' | 'lineModule' | 'facebook' | 'phone' | 'sms'
  /** Any of the type when left out. */
  channel_id?: number | undefined
  /** Of phone and sms: `friend` has a phone number, `not_linked` has none. */
  operator: 'friend' | 'blocked' | 'not_linked'
}
export interface BroadcastRule {
  kind: 'broadcast'
  broadcast_id: number
  operator: 'sent' | 'failed' | 'not_sent'
}
export interface ConsentRule {
  kind: 'consent'
  purpose_id: number
  operator: 'granted' | 'withdrawn' | 'unknown'
}
export interface SourceRule {
  kind: 'source'
  data_source_id: number
  /** By a run that was not undone. */
  operator: 'made' | 'changed' | 'any'
}
/** When the profile was made, or changed last. */
export type TimeRule = { kind: 'time'; at: 'created' | 'updated' } & (DateTest | { operator: 'empty' | 'not_empty' })

export type Rule =
  | ProfileRule
  | LabelRule
  | ActivityRule
  | ChannelRule
  | BroadcastRule
  | ConsentRule
  | SourceRule
  | TimeRule

/** Rules and groups of which all must be true, or one; `not`: of whom this is not so. */
export interface RuleGroup {
  condition: 'and' | 'or'
  not?: boolean | undefined
  rules: (Rule | RuleGroup)[]
}

/** The rule of a segment (spec section 3). `filter` is asked first. */
export interface SegmentRule {
  auto_apply_enabled: boolean
  filter: {
    profile_created_at: { from: string | null; to: string | null } | null
    /** People who carry any of these. */
    reference_label_ids: number[]
  }
  target: { condition: 'and' | 'or'; groups: RuleGroup[] }
}

/** A rule about a sensitive field, for people without the right to such values: without what it is compared with. */
export interface MaskedRule {
  kind: 'profile'
  field_id: number
  operator: ValueTest['operator']
  masked: true
}
export interface ShownGroup {
  condition: 'and' | 'or'
  not?: boolean | undefined
  rules: (Rule | MaskedRule | ShownGroup)[]
}

const RuleText = Text(MAX_RULE_TEXT).refine(isVisible)
const Finite = z.number()
const Moment = z.union([Day, TimeText])
const Condition = z.enum(['and', 'or'])

/** Ends that are not swapped; a day beside an instant is compared by the server, which knows the store's time zone. */
const inOrder = ({ from, to }: { from?: unknown; to?: unknown }) =>
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
const numberTests = <S extends z.ZodRawShape>(shape: S, value: z.ZodType<number, number> = Finite) =>
  [
    z.strictObject({ ...shape, operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), value }),
    z.strictObject({ ...shape, operator: z.enum(['between', 'not_between']), value: Numbers }),
  ] as const

const dateTests = <S extends z.ZodRawShape>(
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

const valueTests = <S extends z.ZodRawShape>(shape: S) =>
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

const ids = z
  .array(Id)
  .min(1)
  .max(MAX_GROUP_RULES * 5)

const PropertyRule: z.ZodType<PropertyRule, PropertyRule> = z.union(valueTests({ field_id: Id })) as never

const Window: z.ZodType<Window, Window> = z.union([
  z.strictObject({ last: spanOf(spanUnits) }),
  rangeOf(Moment),
]) as never

const Count: z.ZodType<NumberTest, NumberTest> = z.union(numberTests({}, z.int().min(0).max(1_000_000)))

const kinds = [
  ...valueTests({ kind: z.literal('profile'), field_id: Id }),
  z.strictObject({ kind: z.literal('label'), operator: z.enum(['has_any', 'has_all', 'has_none']), label_ids: ids }),
  z.strictObject({
    kind: z.literal('activity'),
    activity_type_id: Id,
    done: z.boolean(),
    count: Count.optional(),
    window: Window.optional(),
    where: z.array(PropertyRule).min(1).max(MAX_PROPERTY_RULES).optional(),
  }),
  z.strictObject({
    kind: z.literal('channel'),
    channel_type: z.enum(['lineOA', 'lineModule', 'facebook', 'phone', 'sms']),
    channel_id: Id.optional(),
    operator: z.enum(['friend', 'blocked', 'not_linked']),
  }),
  z.strictObject({ kind: z.literal('broadcast'), broadcast_id: Id, operator: z.enum(['sent', 'failed', 'not_sent']) }),
  z.strictObject({
    kind: z.literal('consent'),
    purpose_id: Id,
    operator: z.enum(['granted', 'withdrawn', 'unknown']),
  }),
  z.strictObject({
    kind: z.literal('source'),
    data_source_id: Id,
    operator: z.enum(['made', 'changed', 'any']),
  }),
  ...dateTests({ kind: z.literal('time'), at: z.enum(['created', 'updated']) }, Moment, spanUnits),
  z.strictObject({
    kind: z.literal('time'),
    at: z.enum(['created', 'updated']),
    operator: z.enum(['empty', 'not_empty']),
  }),
] as const

const Group: z.ZodType<RuleGroup, RuleGroup> = z
  .strictObject({
    condition: Condition,
    not: z.boolean().optional(),
    get rules(): z.ZodArray<z.ZodType<Rule | RuleGroup, Rule | RuleGroup>> {
      return z
        .array(z.union([...kinds, Group]) as never as z.ZodType<Rule | RuleGroup, Rule | RuleGroup>)
        .min(1)
        .max(MAX_GROUP_RULES)
    },
  })
  .meta({ id: 'RuleGroup' })

const masked = z.strictObject({
  kind: z.literal('profile'),
  field_id: Id,
  operator: z.string(),
  masked: z.literal(true),
})

const Shown: z.ZodType<ShownGroup, ShownGroup> = z
  .strictObject({
    condition: Condition,
    not: z.boolean().optional(),
    get rules(): z.ZodArray<z.ZodType<ShownGroup['rules'][number], ShownGroup['rules'][number]>> {
      return z.array(
        z.union([...kinds, masked, Shown]) as never as z.ZodType<
          ShownGroup['rules'][number],
          ShownGroup['rules'][number]
        >,
      )
    },
  })
  .meta({ id: 'ShownRuleGroup' })

const isGroup = (rule: object): rule is RuleGroup => 'rules' in rule

/** What of a rule is too much, by where it stands; the schema of each group bounds its own. */
function beyondBounds(groups: readonly RuleGroup[], at: readonly (string | number)[]): PropertyKey[][] {
  let rules = 0
  const beyond: PropertyKey[][] = []
  const walk = (group: RuleGroup, depth: number, path: PropertyKey[]) => {
    if (depth > MAX_RULE_DEPTH) {
      beyond.push(path)
      return
    }
    group.rules.forEach((rule, place) => {
      if (isGroup(rule)) walk(rule, depth + 1, [...path, 'rules', place])
      else if (++rules === MAX_RULES + 1) beyond.push([...path, 'rules', place])
    })
  }
  for (const [place, group] of groups.entries()) walk(group, 1, at.length > 0 ? [...at, place] : [])
  return beyond
}

/** A rule as a caller sends it. */
export const RuleFilter: z.ZodType<RuleGroup, RuleGroup> = Group.superRefine((group, { addIssue }) => {
  for (const path of beyondBounds([group], [])) addIssue({ code: 'custom', path })
})

/** A rule as it is answered. */
export const ShownRule = Shown

/** One rule as it is answered, no group. */
export const ShownRuleLeaf = z.union([...kinds, masked]) as never as z.ZodType<Rule | MaskedRule, Rule | MaskedRule>

const End = z.union([Day, TimeText]).nullable()

/** The rule of a segment as a caller sends it. */
export const SegmentRule: z.ZodType<SegmentRule, SegmentRule> = z.strictObject({
  auto_apply_enabled: z.boolean(),
  filter: z.strictObject({
    profile_created_at: z
      .strictObject({ from: End, to: End })
      .refine(({ from, to }) => inOrder({ from: from ?? undefined, to: to ?? undefined }))
      .nullable(),
    reference_label_ids: z.array(Id).max(100),
  }),
  target: z
    .strictObject({ condition: Condition, groups: z.array(Group).min(1).max(MAX_RULE_GROUPS) })
    .superRefine(({ groups }, { addIssue }) => {
      for (const path of beyondBounds(groups, ['groups'])) addIssue({ code: 'custom', path })
    }),
})

/** The rule of a segment as it is answered. */
export interface ShownSegmentRule extends Omit<SegmentRule, 'target'> {
  target: { condition: 'and' | 'or'; groups: ShownGroup[] }
}
export const ShownSegmentRule: z.ZodType<ShownSegmentRule, ShownSegmentRule> = z.object({
  auto_apply_enabled: z.boolean(),
  filter: z.object({
    profile_created_at: z.object({ from: End, to: End }).nullable(),
    reference_label_ids: z.array(Id),
  }),
  target: z.object({ condition: Condition, groups: z.array(Shown) }),
})

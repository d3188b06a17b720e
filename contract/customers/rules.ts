import { z } from 'zod'
import { Day, Id, TimeText } from '../platform/common.ts'
import {
  type DateTest,
  dateTests,
  inOrder,
  Moment,
  type NumberTest,
  numberTests,
  spanUnits,
  type ValueTest,
  valueTests,
  Window,
} from './value-tests.ts'

// The one language that says which people are meant: of a list's filter, of a bulk change, of a saved view, of a segment.

/** Groups of a segment's rule; groups inside of each other; rules and groups of a group; rules of all groups together. */
export const MAX_RULE_GROUPS = 10
export const MAX_RULE_DEPTH = 3
export const MAX_GROUP_RULES = 20
export const MAX_RULES = 100
/** Rules about the fields of one activity. */
export const MAX_PROPERTY_RULES = 10
/** Bytes of a body with a rule. */
export const RULE_BYTES = 512 * 1024

/** A place in a rule: `['target', 'groups', 0, 'rules', 2]`. */
export const RulePath = z.array(z.union([z.string(), z.int()]))

/** Condition on a field of an activity. */
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
  /** For phone and sms: `friend` has a phone number, `not_linked` has none. */
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
export interface VisibleGroup {
  condition: 'and' | 'or'
  not?: boolean | undefined
  rules: (Rule | MaskedRule | VisibleGroup)[]
}

const Condition = z.enum(['and', 'or'])

const ids = z
  .array(Id)
  .min(1)
  .max(MAX_GROUP_RULES * 5)

const PropertyRule: z.ZodType<PropertyRule, PropertyRule> = z.union(valueTests({ field_id: Id })) as never
/** Conditions on one and the same activity. */
export const PropertyRules = z.array(PropertyRule).min(1).max(MAX_PROPERTY_RULES)

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
    where: PropertyRules.optional(),
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

const Shown: z.ZodType<VisibleGroup, VisibleGroup> = z
  .strictObject({
    condition: Condition,
    not: z.boolean().optional(),
    get rules(): z.ZodArray<z.ZodType<VisibleGroup['rules'][number], VisibleGroup['rules'][number]>> {
      return z.array(
        z.union([...kinds, masked, Shown]) as never as z.ZodType<
          VisibleGroup['rules'][number],
          VisibleGroup['rules'][number]
        >,
      )
    },
  })
  .meta({ id: 'ShownRuleGroup' })

const isGroup = (rule: object): rule is RuleGroup => 'rules' in rule

/** Yields parts of a rule that exceed its limits, by path; each group's schema limits its own members. */
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
export const VisibleRule = Shown

/** One rule as it is answered, no group. */
export const VisibleRuleLeaf = z.union([...kinds, masked]) as never as z.ZodType<Rule | MaskedRule, Rule | MaskedRule>

const End = z.union([Day, TimeText]).nullable()

/** The rule of a segment as a caller sends it. */
export const SegmentRule: z.ZodType<SegmentRule, SegmentRule> = z.strictObject({
  auto_apply_enabled: z.boolean(),
  filter: z.strictObject({
    profile_created_at: z
      .strictObject({ from: End, to: End })
      .refine(({ from, to }) => from === null || to === null || inOrder({ from, to }))
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
export interface VisibleSegmentRule extends Omit<SegmentRule, 'target'> {
  target: { condition: 'and' | 'or'; groups: VisibleGroup[] }
}
export const VisibleSegmentRule: z.ZodType<VisibleSegmentRule, VisibleSegmentRule> = z.object({
  auto_apply_enabled: z.boolean(),
  filter: z.object({
    profile_created_at: z.object({ from: End, to: End }).nullable(),
    reference_label_ids: z.array(Id),
  }),
  target: z.object({ condition: Condition, groups: z.array(Shown) }),
})

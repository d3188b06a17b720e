import { z } from 'zod'
import { Day, Id, NamedRow, Time } from '../platform/common.ts'
import { FieldValue } from './profiles.ts'
import { type MaskedRule, type Rule, RulePath, VisibleRuleLeaf } from './rules.ts'

/** Data of the profile that a rule looked at. `value` is null if empty, and omitted if masked. */
const Saw = z.object({
  value: FieldValue.optional(),
  masked: z.boolean().optional(),
  /** For activities: how many match, and the time of the last one. */
  count: z.int().optional(),
  at: Time.nullable().optional(),
  /** For activities with amounts: their sum, and the last three. */
  total: z.number().optional(),
  purchases: z.array(z.object({ at: Time, text: z.string().nullable(), amount: z.number() })).optional(),
  /** For labels: those of the rule that the profile has. */
  labels: z.array(NamedRow).optional(),
  /** For consents, channels and broadcasts. */
  status: z.string().nullable().optional(),
})

export interface WhyNode {
  /** Path within the rule. */
  path: (string | number)[]
  holds: boolean
  /** For groups. */
  condition?: 'and' | 'or' | undefined
  not?: boolean | undefined
  items?: WhyNode[] | undefined
  /** For rules. */
  rule?: Rule | MaskedRule | undefined
  saw?: z.infer<typeof Saw> | null | undefined
}
const WhyNode: z.ZodType<WhyNode, WhyNode> = z
  .object({
    path: RulePath,
    holds: z.boolean(),
    condition: z.enum(['and', 'or']).optional(),
    not: z.boolean().optional(),
    get items(): z.ZodOptional<z.ZodArray<z.ZodType<WhyNode, WhyNode>>> {
      return z.array(WhyNode).optional()
    },
    rule: VisibleRuleLeaf.optional(),
    saw: Saw.nullable().optional(),
  })
  .meta({ id: 'WhyNode' }) as never

/** Reasons of membership. `manual_remove`: excluded by hand. */
const membershipSources = ['rule', 'manual_add', 'manual_remove', 'import'] as const

export const Membership = z.object({
  member: z.boolean(),
  /** Null: by nothing, so that they are not in it. */
  source: z.enum(membershipSources).nullable(),
})

export const Author = z.object({ id: Id, name: z.string() }).nullable()

export const Why = Membership.extend({
  /** When the profile joined; null if it is not a member. */
  since: Time.nullable(),
  /** True if the rule matches now. */
  would_be: z.boolean(),
  /** Day on which the passing of time ends the match if nothing else changes; null if it is not certain, or not within 400 days. */
  leaves_on: Day.nullable(),
  pin: z.object({ value: z.boolean(), by: Author, at: Time }).nullable(),
  tree: WhyNode,
})
export type Why = z.infer<typeof Why>

import { z } from 'zod'
import { Id, Named, Time } from '../platform/common.ts'
import { FieldValue } from './profiles.ts'
import { type MaskedRule, type Rule, RulePath, ShownRuleLeaf } from './rules.ts'

/** What is known of somebody where a rule looks. `value`: null of an empty one; left out of a masked one. */
const Saw = z.object({
  value: FieldValue.optional(),
  masked: z.boolean().optional(),
  /** Of an activity: how many count, and when the last one was. */
  count: z.int().optional(),
  at: Time.nullable().optional(),
  /** Of labels: those of the rule that they carry. */
  labels: z.array(Named).optional(),
  /** Of a consent, a channel or a broadcast. */
  status: z.string().nullable().optional(),
})

export interface WhyNode {
  /** Where it stands in the rule. */
  path: (string | number)[]
  holds: boolean
  /** Of a group. */
  condition?: 'and' | 'or' | undefined
  not?: boolean | undefined
  items?: WhyNode[] | undefined
  /** Of a rule. */
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
    rule: ShownRuleLeaf.optional(),
    saw: Saw.nullable().optional(),
  })
  .meta({ id: 'WhyNode' }) as never

/** What somebody is in a segment by. `manual_remove`: kept out by hand. */
const membershipSources = ['rule', 'manual_add', 'manual_remove', 'import'] as const

export const Membership = z.object({
  member: z.boolean(),
  /** Null: by nothing, so that they are not in it. */
  source: z.enum(membershipSources).nullable(),
})

export const Author = z.object({ id: Id, name: z.string() }).nullable()

export const Why = Membership.extend({
  /** When they joined; null of somebody who is not in it. */
  since: Time.nullable(),
  /** Whether the rule means them now. */
  would_be: z.boolean(),
  pin: z.object({ value: z.boolean(), by: Author, at: Time }).nullable(),
  tree: WhyNode,
})
export type Why = z.infer<typeof Why>

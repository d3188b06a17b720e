import { z } from 'zod'
import { ProfileId } from '../platform/common.ts'
import { RulePath } from './rules.ts'

/** A figure of an estimate. One of a sample is right within `margin` in 95 of 100 cases. */
const Figure = { exact: z.boolean(), margin: z.int() }

export const Estimate = z.object({
  /** Live people of the store. */
  total: z.int(),
  /** Profiles among them that match the rule. */
  count: z.int(),
  ...Figure,
  /** Reachable profiles among them; null if the store has no such channel. */
  reachable: z.object({ line: z.int().nullable() }),
  /** Each rule in its order: how many fulfil it alone, and how many the whole means if it ended after this one. */
  per_rule: z.array(z.object({ path: RulePath, alone: z.int(), left: z.int() })),
  /** Members that would join or leave; null if it was not asked for, or a sample was counted. Pins stay. */
  change: z.object({ joined: z.int(), left: z.int() }).nullable(),
  /** Up to ten of them; null for people who may not read profiles. */
  sample: z.array(z.object({ id: ProfileId, name: z.string() })).nullable(),
})
export type Estimate = z.infer<typeof Estimate>

/** Spend in twelve months. A sample has no sums by rule. */
export const EstimatedSpend = z.object({
  exact: z.boolean(),
  all: z.number(),
  matching: z.number(),
  /** As if the rule ended after this part. */
  per_rule: z.array(z.object({ path: RulePath, left: z.number() })),
})
export type EstimatedSpend = z.infer<typeof EstimatedSpend>

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
  /** Up to ten of them; null for people who may not read profiles. */
  sample: z.array(z.object({ id: ProfileId, name: z.string() })).nullable(),
})
export type Estimate = z.infer<typeof Estimate>

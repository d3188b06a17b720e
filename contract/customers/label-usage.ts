import { z } from 'zod'
import { Named } from '../platform/common.ts'

/** References to a label, or to another thing that rules name. */
export const LabelUsage = z.object({
  segments: z.array(Named),
  /** Saved views; those that others keep to themselves are only counted. */
  views: z.array(Named),
  hidden_views: z.int(),
  data_sources: z.array(Named),
  /** Broadcasts that wait to be sent to it, or not to it. */
  broadcasts: z.array(Named),
})
export type LabelUsage = z.infer<typeof LabelUsage>

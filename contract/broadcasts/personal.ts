import { z } from 'zod'
import { Id, ProfileId, Text } from '../platform/common.ts'
import { wordLimits } from './worded.ts'

/** A field of the customer, and the text for customers without a value. */
export const Word = z.strictObject({ field_id: Id, fallback: Text(wordLimits.fallback) })

/** Customers of a preview: with the most values, the longest, the shortest, the fewest, and others. */
export const previewKinds = ['full', 'long', 'short', 'empty', 'other'] as const

const Value = z.object({ field_id: Id, value: z.string().nullable() })

export const WordPreview = z.object({
  people: z.array(z.object({ id: ProfileId, name: z.string(), kind: z.enum(previewKinds), values: z.array(Value) })),
  /** People who were looked at: the first 100,000 who are reached. Friends who are not customers come last and have no values. */
  counted: z.int(),
  /** People without a value among the counted, and the letters of the longest one. */
  fields: z.array(z.object({ field_id: Id, empty: z.int(), longest: z.int() })),
})

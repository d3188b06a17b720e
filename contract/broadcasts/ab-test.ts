import { z } from 'zod'
import { Time } from '../platform/common.ts'
import { Message, Messages } from './messages.ts'

/** Texts of an A/B test: A is the broadcast's own messages, B those of its test. */
export const arms = ['a', 'b'] as const
export type Arm = (typeof arms)[number]

/** Percent of the recipients who get each text first. At 40, a fifth of them is left for the better one. */
export const trialShares = { least: 5, most: 40, usual: 10 } as const

/** Hours between the trial and the choice: a week at most. */
export const trialHours = { most: 168, usual: 24 } as const

/** Text of the recipients outside of the trial: one of both, or each for a random half. */
export const textChoices = [...arms, 'half'] as const

const options = {
  /** Percent of the recipients for each text. */
  share: z.int().min(trialShares.least).max(trialShares.most),
  /** `after` the hours the text with more clicks per customer is chosen, or a person chooses. */
  decide: z.enum(['after', 'by_hand']),
  hours: z.int().min(1).max(trialHours.most),
  /** At a tie the others get each text by halves, or a person chooses. */
  tie: z.enum(['half', 'by_hand']),
}

/** An A/B test as staff write it. */
export const AbTest = z.strictObject({ messages: Messages, ...options })
export type AbTest = z.infer<typeof AbTest>

/** As it is stored: its texts may be older than words. */
export const AbTestAnswer = z.object({ messages: z.array(Message), ...options })

const ArmFigures = z.object({
  people: z.int(),
  /** Customers who clicked, at most `people`; null if its links are not counted. */
  clicked: z.int().nullable(),
})

/** The trial of an A/B test. */
export const Trial = z.object({
  /** When the last of its recipients had an outcome. */
  ended_at: Time.nullable(),
  /** When the text of the others is chosen; null if a person chooses, or the trial has not ended. */
  decides_at: Time.nullable(),
  /** After the choice, as they were then. Null before the trial has ended. */
  figures: z
    .object({
      a: ArmFigures,
      b: ArmFigures,
      /** Share of A who clicked minus that of B, with its 95 % range. Null if clicks are not counted. */
      difference: z.object({ value: z.number(), from: z.number(), to: z.number() }).nullable(),
      better: z.enum([...arms, 'tie']).nullable(),
    })
    .nullable(),
  choice: z.enum(textChoices).nullable(),
  chosen_at: Time.nullable(),
  /** Name of the person who chose; null if the figures did. */
  chosen_by: z.string().nullable(),
})
export type Trial = z.infer<typeof Trial>

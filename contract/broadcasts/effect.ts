import { z } from 'zod'
import { Id, Time } from '../platform/common.ts'

/** Recipients from which on a share of them gets nothing, so that the others can be compared with it. */
export const HOLDOUT_FROM = 500
/** Percent of the recipients of a new broadcast. */
export const HOLDOUT_SHARE = 10
/** Days for which purchases are counted. */
export const EFFECT_DAYS = 14
/** Hours for which lost friends are counted. */
export const LOST_HOURS = 48

/** Reasons for a broadcast without a holdout: all must know, it was promised, its effect does not matter, or it goes to the rest of another one. */
export const holdoutOffReasons = ['notice', 'promised', 'unneeded', 'rest'] as const

/** A share of the recipients who get nothing. */
export const Holdout = z.strictObject({
  /** Percent; 0: all recipients get the messages. */
  share: z.int().min(0).max(50),
  off_reason: z.enum(holdoutOffReasons).nullable(),
  /** First broadcast of a chain of repeats: the same people stay held out of all of them. Null: a draw of its own. */
  repeats_id: Id.nullable(),
})
export type Holdout = z.infer<typeof Holdout>

/** Why there is nothing to compare. */
const withoutReasons = ['not_sent', 'not_drawn', 'no_amounts'] as const

export const broadcastEffectStates = [
  'without',
  ...(['measuring', 'ended', 'few_buyers', 'unclear', 'more', 'less'] as const),
] as const

const Arm = z.object({
  people: z.int(),
  /** People with at least one purchase. */
  buyers: z.int(),
  /** Baht that all of them bought for; refunds are subtracted. */
  amount: z.number(),
  /** Baht per person. */
  mean: z.number(),
  /** Friends lost within 48 hours. */
  lost: z.int(),
})

const Range = z.object({ from: z.number(), to: z.number() })

const difference = {
  /** Baht per person. */
  difference: z.number(),
  /** The 95 % range; null if there are too few buyers, or the days are not over. */
  range: Range.nullable(),
}

const Figures = z.object({
  treated: Arm,
  held_out: Arm,
  ...difference,
  /** Difference of the shares of buyers, with its 95 % range under the same conditions. */
  buyers: z.object({ difference: z.number(), range: Range.nullable() }),
  /** Baht per person that each group had bought for, at the end of each day. */
  days: z.array(z.object({ treated: z.number(), held_out: z.number() })),
  /** Friends that the treated people would have lost without a message. */
  lost_otherwise: z.number(),
  /** People needed for a difference to be found, at two shares of the holdout. */
  needed: z.array(z.object({ difference: z.number(), people: z.int(), people_at_half: z.int() })),
  /** People who belong to neither group any more: erased or deleted ones, and merges of a treated and a held-out one. */
  left: z.object({ deleted: z.int(), merged: z.int() }),
})

export const Effect = z.object({
  state: z.enum(broadcastEffectStates),
  without: z.enum(withoutReasons).nullable(),
  /** When it was counted: refunds, imports and merges change it. */
  as_of: Time,
  /** Purchases count from and until then. */
  from: Time.nullable(),
  until: Time.nullable(),
  figures: Figures.nullable(),
  /** Messages that LINE accepted, and their price in baht if the store set one. */
  cost: z.object({ messages: z.int(), baht: z.number().nullable() }),
})

export const MonthEffect = z.object({
  /** Completely measured broadcasts, and their people. */
  broadcasts: z.int(),
  people: z.int(),
  state: z.enum(broadcastEffectStates).exclude(['measuring', 'ended']),
  ...difference,
  as_of: Time,
})

/** Effect of a broadcast as a list shows it. */
export const ListedEffect = z.object({
  id: Id,
  state: z.enum(broadcastEffectStates).exclude(['without']),
  /** Baht per person, of those that worked or did harm. */
  difference: z.number().nullable(),
  /** Days until the effect is known. */
  days_left: z.int().nullable(),
})

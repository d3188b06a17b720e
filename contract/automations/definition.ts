import { z } from 'zod'
import { linkTrackings } from '../broadcasts/links.ts'
import { Messages, QuickReplies } from '../broadcasts/messages.ts'
import { PropertyRules, RuleFilter, VisibleRule } from '../customers/rules.ts'
import { Id, Text } from '../platform/common.ts'

// Definition of an automation: when it begins for a customer, the steps it takes, and when it ends early. One column, no loops.

export const automationLimits = {
  /** Steps, those of branches among them. */
  steps: 12,
  /** Steps of a branch. A branch holds no condition. */
  branch: 3,
  /** Days before or after the day of a field. */
  offsetDays: 365,
  /** Days of a wait, and between two entries of a customer. */
  days: 365,
  note: 1000,
  /** Days in which staff follow a note up. */
  followUpDays: 90,
  /** Days for which a message waits for the quota of the next month. */
  quotaDays: 3,
  /** Share of the holdout in percent, and the entries of a year from which it is the default. */
  holdout: 10,
  holdoutFrom: 500,
} as const

/** Time of day in the zone of the store, `09:00`. */
export const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** Kinds of rules for which a customer leaves a segment; `by_hand`: staff took the customer out. */
export const leavingReasons = [
  'profile',
  'label',
  'activity',
  'channel',
  'broadcast',
  'consent',
  'source',
  'time',
  'by_hand',
] as const
export type LeavingReason = (typeof leavingReasons)[number]

const Activity = { activity_type_id: Id, where: PropertyRules.optional() }

export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('segment_entered'), segment_id: Id }),
  /** Without reasons: for any. */
  z.strictObject({
    kind: z.literal('segment_left'),
    segment_id: Id,
    reasons: z.array(z.enum(leavingReasons)).min(1).optional(),
  }),
  /** `first`: the customer has no earlier activity of the type that fulfils the conditions. */
  z.strictObject({ kind: z.literal('activity'), ...Activity, first: z.boolean() }),
  /** Days after the day of a field, before it if negative. `yearly`: on each anniversary, that of 29 February on the 28th in other years. */
  z.strictObject({
    kind: z.literal('date'),
    field_id: Id,
    offset_days: z.int().min(-automationLimits.offsetDays).max(automationLimits.offsetDays),
    time: ClockTime,
    yearly: z.boolean(),
  }),
  /**
   * Followed the account that the automation sends from, or any account of LINE without one: an activity of the type `line_follow`. Friends that
   * a list or an import brings did not follow now.
   */
  z.strictObject({ kind: z.literal('friend') }),
  /** Clicked a link of a broadcast that counts clicks by customer. Null: any of its links. */
  z.strictObject({ kind: z.literal('link'), broadcast_id: Id, url: Text(1000).nullable() }),
])
export type Trigger = z.infer<typeof Trigger>

/** How often a customer enters. `every`: again when the days have passed since the last entry and that run has ended. */
export const Repeat = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once') }),
  z.strictObject({ kind: z.literal('yearly') }),
  z.strictObject({ kind: z.literal('every'), days: z.int().min(0).max(automationLimits.days) }),
])

/** A rule, or an activity since the run began: “bought again”. */
export const Condition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), rule: RuleFilter }),
  z.strictObject({ kind: z.literal('activity_since'), ...Activity }),
])
export type Condition = z.infer<typeof Condition>

/** Number of a step, unique in the automation. It stays when the step is moved or edited. */
const StepId = z.int().min(1).max(1_000_000)
const step = { id: StepId }

/** First the days or hours, then until the weekday and the time of day, if there are any. Weekdays from Monday, 1 to 7. */
const Wait = z.strictObject({
  ...step,
  kind: z.literal('wait'),
  length: z.strictObject({ n: z.int().min(0).max(automationLimits.days), unit: z.enum(['hour', 'day']) }),
  until: z.strictObject({ weekday: z.int().min(1).max(7).nullable(), time: ClockTime.nullable() }).nullable(),
})

/** A message of the account, pushed to each customer by itself. */
const Message = z.strictObject({
  ...step,
  kind: z.literal('message'),
  name: Text(200),
  purpose_id: Id.nullable(),
  messages: Messages,
  quick_replies: QuickReplies,
  stop_reply: z.boolean(),
  notification_disabled: z.boolean(),
  link_tracking: z.enum(linkTrackings),
})

/** Gives a general label, or takes it. */
const Label = z.strictObject({ ...step, kind: z.literal('label'), label_id: Id, value: z.boolean() })

/** Sets a field; null empties it. The type of the field decides what the value may be. */
const Value = z.strictObject({
  ...step,
  kind: z.literal('value'),
  field_id: Id,
  value: z.union([Text(1000), z.number(), z.boolean()]).nullable(),
})

/** Null: no follow-up. */
const Note = z.strictObject({
  ...step,
  kind: z.literal('note'),
  text: Text(automationLimits.note),
  follow_up_days: z.int().min(0).max(automationLimits.followUpDays).nullable(),
})

/** Tells one subscription of the stream of changes: ids alone. */
const Event = z.strictObject({ ...step, kind: z.literal('event'), webhook_id: Id })

const Plain = z.discriminatedUnion('kind', [Wait, Message, Label, Value, Note, Event])
export type PlainStep = z.infer<typeof Plain>

const Branch = z.array(Plain).max(automationLimits.branch)
const Fork = z.strictObject({ ...step, kind: z.literal('condition'), condition: Condition, yes: Branch, no: Branch })
export type ForkStep = z.infer<typeof Fork>

export const Step = z.discriminatedUnion('kind', [Wait, Message, Label, Value, Note, Event, Fork])
export type Step = z.infer<typeof Step>
export const stepKinds = ['wait', 'condition', 'message', 'label', 'value', 'note', 'event'] as const

/** Every step, those of branches behind their condition. */
export const stepsOf = (steps: readonly Step[]): Step[] =>
  steps.flatMap((one): Step[] => (one.kind === 'condition' ? [one, ...one.yes, ...one.no] : [one]))

const settings = {
  /** Null until it is chosen. An automation does not start without one. */
  trigger: Trigger.nullable(),
  repeat: Repeat,
  /** The LINE account of its messages. */
  channel_id: Id.nullable(),
  /** A customer is in one automation of a group at a time. */
  group: Text(60).nullable(),
  /** Files start it, too. */
  imports: z.boolean(),
  /** Share of those who enter that get no messages; null: 10 percent where the rehearsal finds 500 entries a year. */
  holdout: z.int().min(0).max(50).nullable(),
}

export const Definition = z
  .strictObject({
    ...settings,
    steps: z.array(Step).max(automationLimits.steps),
    /** Ends the run before its next step. */
    exit: Condition.nullable(),
  })
  .superRefine(({ steps }, { addIssue }) => {
    const ids = stepsOf(steps).map(({ id }) => id)
    if (ids.length > automationLimits.steps) addIssue({ code: 'custom', path: ['steps'], message: 'too many steps' })
    if (new Set(ids).size < ids.length) addIssue({ code: 'custom', path: ['steps'], message: 'a step twice' })
  })
export type Definition = z.infer<typeof Definition>

const VisibleCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), rule: VisibleRule }),
  z.object({ kind: z.literal('activity_since'), ...Activity }),
])

/** As it is answered: rules about sensitive fields are masked for people without the right to their values. */
export const VisibleDefinition = z.object({
  ...settings,
  steps: z.array(
    z.discriminatedUnion('kind', [
      ...Plain.options,
      z.object({ ...step, kind: z.literal('condition'), condition: VisibleCondition, yes: Branch, no: Branch }),
    ]),
  ),
  exit: VisibleCondition.nullable(),
})
export type VisibleDefinition = z.infer<typeof VisibleDefinition>

import { z } from 'zod'
import { broadcastEffectStates } from '../broadcasts/effect.ts'
import { Id, NamedRow, Time } from '../platform/common.ts'
import { Conflict } from './conflicts.ts'
import { stepKinds, Trigger, VisibleDefinition } from './definition.ts'
import { AutomationFault, automationFaultKinds } from './faults.ts'

export const automationStatuses = ['draft', 'awaiting_approval', 'active', 'paused', 'stopped'] as const

/** Reason of the pause. `right`: its starter lost a right. `fault`: a part of it is broken. */
export const automationReasons = ['user', 'right', 'fault', 'restored'] as const

const Person = z.object({ id: Id, name: z.string() })

const summary = {
  id: Id,
  name: z.string(),
  status: z.enum(automationStatuses),
  reason: z.enum(automationReasons).nullable(),
  trigger: Trigger.nullable(),
  /** Name of the segment, activity type, field or broadcast of the trigger; null if there is none or it was deleted. */
  trigger_name: z.string().nullable(),
  /** Kinds of its steps in order, those of branches among them. */
  steps: z.array(z.enum(stepKinds)),
  /** Rises with each edit. */
  edition: z.int(),
  /** Version in use; null before the first start. */
  version: z.int().nullable(),
  /** True if the version in use is older than the last edit. */
  edited: z.boolean(),
  group: z.string().nullable(),
  /** Order within its group. */
  place: z.int(),
  on_the_way: z.int(),
  /** Entries of the last 30 days. */
  entered: z.int(),
  /** Messages of the last 30 days; null if its people are closed to the caller, for they would tell which way people went. */
  messages: z.int().nullable(),
  /** Null while nothing is measured, or its people are closed to the caller. */
  effect: z.object({ state: z.enum(broadcastEffectStates), difference: z.number().nullable() }).nullable(),
  /** First fault of the version in use. */
  fault: z.enum(automationFaultKinds).nullable(),
  author: Person.nullable(),
  created_at: Time,
  updated_at: Time,
}

export const AutomationSummary = z.object(summary)
export type AutomationSummary = z.infer<typeof AutomationSummary>

/** Names of what a definition refers to. Segments and labels are named to people who may read them. */
const References = z.object({
  labels: z.array(NamedRow.extend({ color: z.string(), type: z.enum(['general', 'advanced']) })),
  fields: z.array(NamedRow),
  activity_types: z.array(NamedRow),
  broadcasts: z.array(NamedRow),
  channels: z.array(NamedRow),
  purposes: z.array(NamedRow),
  webhooks: z.array(NamedRow),
})

const Version = z.object({
  version: z.int(),
  edition: z.int(),
  started_at: Time,
  started_by: Person.nullable(),
  approved_by: Person.nullable(),
  /** Percent who get no messages. */
  holdout: z.int(),
  on_the_way: z.int(),
})

/** Further acts of a start: customers inside the segment enter, and those on the way move to the new version. */
export const StartChoice = z.strictObject({ inside: z.boolean().default(false), move: z.boolean().default(false) })
export type StartChoice = z.infer<typeof StartChoice>

export const Automation = z.object({
  ...summary,
  definition: VisibleDefinition,
  references: References,
  /** The newest first; only those that people are on the way of, and the one in use. */
  versions: z.array(Version),
  /** People who wait at each step; empty if they are closed to the caller. */
  waiting: z.array(z.object({ version: z.int(), step: z.int(), people: z.int() })),
  /** Faults that keep the caller from starting the edition. */
  faults: z.array(AutomationFault),
  /** Faults of the version in use. */
  version_faults: z.array(AutomationFault),
  conflicts: z.array(Conflict),
  /** False without the right, and for people to whom its rules are closed. */
  may_edit: z.boolean(),
  may_start: z.boolean(),
  /** False for everybody who wrote a part of the edition. */
  may_approve: z.boolean(),
  /** True if a second person approves each edition of the store. */
  needs_approval: z.boolean(),
  approved_by: Person.nullable(),
  /** Choices of the start that waits for an approval. */
  pending_start: z.object({ inside: z.boolean(), move: z.boolean() }).nullable(),
  /** True if its people are closed to the caller. Their number is not. */
  people_closed: z.boolean(),
  /** Person who paused or stopped it last, with the time. */
  stopped: z.object({ name: z.string(), at: Time }).nullable(),
  started_at: Time.nullable(),
})
export type Automation = z.infer<typeof Automation>

/** Numbers before a start. */
export const StartNumbers = z.object({
  /** Customers inside the segment who have not entered yet; null of other triggers. */
  inside: z.int().nullable(),
  /** People on the way, by version. */
  on_the_way: z.array(z.object({ version: z.int(), people: z.int() })),
  /** People of other versions whose step the edition still has. Who moves without it goes on at the next one that is still there, or ends. */
  movable: z.int(),
  /** Percent who will get no messages. */
  holdout: z.int(),
  needs_approval: z.boolean(),
  /** Labels that only people with the right to sensitive values will see. */
  closes: z.array(NamedRow),
  faults: z.array(AutomationFault),
  conflicts: z.array(Conflict),
})
export type StartNumbers = z.infer<typeof StartNumbers>

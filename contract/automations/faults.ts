import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { permissions } from '../platform/permissions.ts'

/** Faults that keep an automation from starting, or break a version in use. */
export const automationFaultKinds = [
  ...['no_trigger', 'no_steps', 'no_channel', 'no_purpose', 'no_length'],
  /** A part of a message: `path` and `reason` are those of broadcasts. */
  'message',
  /** A segment, label, field, activity type, broadcast, purpose, account or subscription that the store no longer has. */
  'deleted',
  /** A field whose values are of another type than a rule or a value expects. */
  'retyped',
  /** A field that is sensitive now: messages and steps may not hold it. */
  'sensitive',
  /** A field that Ruam computes or that tells customers apart. */
  'not_settable',
  /** A value that the field does not take. */
  'value',
  /** A segment instead of a label. */
  'segment',
  /** An account that cannot send. */
  'account',
  /** The store counts no clicks by customer for the purpose. */
  'clicks_closed',
  /** A person lacks the right of the step. */
  'right',
  /** Messages of a version at work that the sender stopped: `reason` is that of a paused broadcast. Resuming sends them on. */
  'unsent',
  /** A step that would show closed data: values, notes and events of an automation whose rules read closed fields. */
  'closed',
] as const

export const AutomationFault = z.object({
  kind: z.enum(automationFaultKinds),
  /** Place in the definition: `trigger.segment_id`, `steps.3.messages.0.text`, `steps.2.yes.0.label_id`. */
  path: z.string(),
  /** Null for the trigger, the exit and the automation as a whole. */
  step: z.int().nullable(),
  /** Reason at the field of a message. */
  reason: z.string().nullable(),
  /** The missing right. */
  permission: z.enum(permissions).nullable(),
  /** Name of the field or label, if it still has one. */
  subject: Text(1000).nullable(),
})
export type AutomationFault = z.infer<typeof AutomationFault>

import { z } from 'zod'
import { recipientStatuses, skipReasons } from '../broadcasts/broadcast.ts'
import { FieldValue } from '../customers/profiles.ts'
import { byId, Id, IdText, Keyword, Page, ProfileId, ProfileIdText, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { automationStatuses } from './automation.ts'
import { leavingReasons, stepKinds } from './definition.ts'

/** Reason for which a step waits beyond its own time. */
export const waitReasons = ['quiet_hours', 'quota', 'import', 'restricted', 'paused'] as const
export const endReasons = ['done', 'exit', 'stopped', 'deleted', 'merged', 'erased', 'import_undone', 'broken'] as const
const actKinds = ['entered', ...stepKinds, 'put_off', 'moved', 'ended'] as const

/** A step in the words of its version. */
const StepName = z.object({
  id: Id,
  kind: z.enum(stepKinds),
  /** Message, label, field, program or text of a note; null of a wait and a condition, and of a thing that was deleted. */
  name: z.string().nullable(),
  /** Of a label: it is given. */
  given: z.boolean().nullable(),
  /** Of a value; null also if it empties the field. */
  value: FieldValue,
  wait: z
    .object({
      n: z.int(),
      unit: z.enum(['hour', 'day']),
      weekday: z.int().nullable(),
      time: z.string().nullable(),
    })
    .nullable(),
})

export type StepName = z.infer<typeof StepName>

/** Last condition on the way of a run. */
const Branch = z.object({ step: StepName, outcome: z.enum(['yes', 'no']) })

/** Fate of a message. `queued`: not sent yet. Of one that was never queued, `skipped` with the reason of the step. */
const MessageOutcome = z.object({
  status: z.enum(recipientStatuses),
  reason: z.enum([...skipReasons, 'quota']).nullable(),
})

const where = {
  run_id: z.int().positive(),
  version: Id,
  entered_at: Time,
  /** Step that lasts or comes next: a wait until it is over. Null once the run has ended. */
  step: StepName.nullable(),
  /** Since when. */
  since: Time,
  /** What is done at `due_at`: the step after a wait, else the step itself. Null: the run ends then. */
  next: StepName.nullable(),
  due_at: Time.nullable(),
  waits_for: z.enum(waitReasons).nullable(),
  held_out: z.boolean(),
  ended_at: Time.nullable(),
  end_reason: z.enum(endReasons).nullable(),
  branch: Branch.nullable(),
}

const Person = z.object({
  ...where,
  profile: z.object({ id: ProfileId, name: z.string(), phone: z.string() }),
  /** Messages that LINE accepted, or whose outcome is unknown. */
  messages: z.int(),
  /** Fate of the last message; null before the first. */
  last_message: MessageOutcome.nullable(),
})

/** Why a customer entered. */
const Cause = z.object({
  /** `inside`: was in the segment when the automation started. */
  kind: z.enum(['inside', 'segment_entered', 'segment_left', 'activity', 'date', 'friend', 'link']),
  /** Segment, type of activity, field, account or broadcast; null if it was deleted. */
  name: z.string().nullable(),
  /** Of a segment that was left. */
  reasons: z.array(z.enum(leavingReasons)),
  activity_id: z.int().positive().nullable(),
  /** Of a date: the day, in the store's calendar. */
  day: z.string().nullable(),
  url: z.string().nullable(),
})

const Act = z.object({
  at: Time,
  kind: z.enum(actKinds),
  /** Null of an entry and an end, and of a step that the version lacks. */
  step: StepName.nullable(),
  /** `done`, `skipped`, `yes`, `no`; of an end its reason. */
  outcome: z.string(),
  /** Why it was skipped or put off. */
  reason: z.string().nullable(),
  message: MessageOutcome.nullable(),
})

const Way = z.object({
  ...where,
  automation: z.object({
    id: Id,
    name: z.string(),
    status: z.enum(automationStatuses),
  }),
  cause: Cause,
  /** From the first to the last. */
  acts: z.array(Act),
})
export type AutomationWay = z.infer<typeof Way>

const HistoryEntry = z.object({
  at: Time,
  /** Null if the product acted. */
  user: z.object({ id: Id, name: z.string() }).nullable(),
  /** Act of the audit log: `automation_created`, `automation_started` … */
  action: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AutomationHistoryEntry = z.infer<typeof HistoryEntry>

const permission = 'cdp-core.setting-line.read'

/** Customers of automations: on the way, ended, and where one customer is. */
export const automationPeople = feature({
  /** Customers by step, then the newest entry. `data` is empty if the caller may not see them: the counts are shown all the same. */
  list: {
    method: 'GET',
    path: '/automation/{id}/people',
    summary: ['อ่านรายชื่อลูกค้าของการทำงานอัตโนมัติ', 'List customers of an automation'],
    permission,
    limit: 'search',
    params: byId,
    query: Page.extend({
      state: z.enum(['on_the_way', 'ended']).default('on_the_way'),
      /** Step that lasts or comes next. */
      step: IdText.optional(),
      version: IdText.optional(),
      /** Last condition and its outcome, `4:yes`; `none`: the run had no condition. */
      branch: z
        .string()
        .regex(/^(?:none|[1-9]\d{0,6}:(?:yes|no))$/)
        .optional(),
      reason: z.enum(endReasons).optional(),
      /** Of a name or a phone. */
      keyword: Keyword.default(''),
    }),
    response: pageOf(Person).extend({
      /** The customers are closed to the caller. */
      hidden: z.boolean(),
      /** Entries so far. */
      entered: z.int(),
      on_the_way: z.array(z.object({ version: Id, step: StepName, people: z.int() })),
      ended: z.array(z.object({ branch: Branch.nullable(), reason: z.enum(endReasons), people: z.int() })),
    }),
  },
  /**
   * Where a customer is in each automation and why, for those automations whose customers the caller may see: those on the way first, then
   * the newest 20.
   */
  profile: {
    method: 'GET',
    path: '/automation/profile/{profile_id}',
    summary: ['อ่านการทำงานอัตโนมัติของลูกค้า', 'List automations of a customer'],
    permission,
    alsoRequires: 'cdp-core.profile.read',
    params: z.strictObject({ profile_id: ProfileIdText }),
    response: z.object({ data: z.array(Way) }),
  },
  /** Edits, starts, approvals, pauses and stops, the newest first. */
  history: {
    method: 'GET',
    path: '/automation/{id}/history',
    summary: ['อ่านประวัติของการทำงานอัตโนมัติ', 'List the history of an automation'],
    permission,
    params: byId,
    query: Page,
    response: pageOf(HistoryEntry),
  },
})

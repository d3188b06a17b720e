import { z } from 'zod'
import { Month } from '../broadcasts/calendar.ts'
import { byId, Count, Day, Id, Page, ProfileId, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'

// A rehearsal runs an automation over the past months without writing or sending anything.

/** Months back. */
export const rehearsalMonths = [3, 6, 12] as const

/** Reasons for which a message that was due is not sent. */
export const unsentReasons = [
  ...['not_linked', 'blocked', 'withdrawn', 'under_age', 'unknown_consent', 'restricted', 'capped'],
  ...['quota', 'held_out'],
] as const
export type UnsentReason = (typeof unsentReasons)[number]

const rehearsalStates = ['none', 'waiting', 'running', 'done', 'failed'] as const

/** `undoes`: it gives or takes a label and the other one reverses it. `same_day`: both send a message to one customer on one day. */
export const conflictKinds = ['undoes', 'same_day'] as const

const Bar = z.object({
  month: Month,
  entered: z.int(),
  /** Entrants of the month who get at least one message. */
  messaged: z.int(),
  /** Messages sent within the month. */
  messages: z.int(),
  /** Null if the store has not set a price. */
  baht: z.number().nullable(),
})

const Between = z.object({ low: z.int(), expected: z.int(), high: z.int() })

const RehearsalConflict = z.object({
  kind: z.enum(conflictKinds),
  automation_id: Id,
  name: z.string(),
  label_id: Id.nullable(),
  people: z.int(),
})

export const RehearsalFigures = z.object({
  months: z.array(Bar),
  entered: z.int(),
  messaged: z.int(),
  messages: z.int(),
  baht: z.number().nullable(),
  /** Baht per message. */
  price: z.number().nullable(),
  /** Messages that were due: those sent, and those not sent. */
  due: z.int(),
  /** Messages that were due and are not sent, by reason, the most frequent first. */
  unsent: z.array(z.object({ reason: z.enum(unsentReasons), messages: z.int(), people: z.int() })),
  /** Messages that quiet hours moved to their end. They are sent. */
  moved: z.int(),
  /** End of the quiet hours in the zone of the store, `08:00`; null without quiet hours. */
  quiet_to: z.string().nullable(),
  /** Customers with a label or a value changed; notes; events to programs. */
  made: z.object({ labels: z.int(), values: z.int(), notes: z.int(), events: z.int() }),
  /** Days on which the quota of an account ends: messages sent in that month, those of the automation, and those beyond the quota. */
  quota: z.array(z.object({ day: Day, quota: z.int(), used: z.int(), own: z.int(), over: z.int() })),
  conflicts: z.array(RehearsalConflict),
  /** Customers who were added since its first day, of all. They count from the day on which they were added. */
  added: z.object({ people: z.int(), of: z.int() }),
  /** Customers for whom a value of today was used, for want of its history. `field_id` null: friends of LINE. */
  as_today: z.object({
    people: z.int(),
    fields: z.array(z.object({ field_id: Id.nullable(), people: z.int() })),
  }),
  /** The 30 days after it. Exact for dates; otherwise with the range in which 9 of 10 such months were. */
  forecast: z.object({ from: Day, to: Day, entered: Between, messages: Between, exact: z.boolean() }),
})
export type RehearsalFigures = z.infer<typeof RehearsalFigures>

export const Rehearsal = z.object({
  state: z.enum(rehearsalStates),
  /** Edition that it ran, null if none; and the automation's present one. A result is out of date if they differ. */
  edition: z.int().nullable(),
  present_edition: z.int(),
  months: z.int().nullable(),
  from: Day.nullable(),
  to: Day.nullable(),
  job_id: Id.nullable(),
  /** 0 to 1. */
  progress: z.number(),
  at: Time.nullable(),
  /** Seconds that a rehearsal of 3, 6 and 12 months takes, before it starts. */
  seconds: z.array(z.object({ months: z.int(), seconds: z.int() })),
  /** True if the caller may see the customers behind the figures. */
  people_open: z.boolean(),
  figures: RehearsalFigures.nullable(),
})
export type Rehearsal = z.infer<typeof Rehearsal>

/** A row of a run: entered, a step done or skipped, put off, ended. */
const RehearsedAct = z.object({
  at: Time,
  kind: z.string(),
  step: z.int().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
})

const RehearsedPerson = z.object({
  profile: z.object({ id: ProfileId, name: z.string() }),
  /** Null: would not enter, with the value of today that was used. */
  entered_at: Time.nullable(),
  messages: z.int(),
  acts: z.array(RehearsedAct),
})

/** People of a bar; without a month, of all months. */
const Chosen = Page.extend({
  month: Month.optional(),
  messaged: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  reason: z.enum(unsentReasons).optional(),
  /** Place of a conflict in the figures. */
  conflict: Count.pipe(z.int().min(0).max(999)).optional(),
  /** Those for whom a value of today was used: of any field, of one field, or of LINE. */
  as_today: z.union([z.enum(['any', 'line']), Count.pipe(Id)]).optional(),
})

const rehearsing = [
  'cdp-core.broadcast.create',
  'cdp-core.broadcast.edit',
  'cdp-core.broadcast.send',
  'cdp-core.broadcast.approve',
] as const

export const automationRehearsals = feature({
  get: {
    method: 'GET',
    path: '/automation/{id}/rehearsal',
    summary: ['อ่านผลการลองย้อนหลัง', 'Read the rehearsal of an automation'],
    permission: 'cdp-core.setting-line.read',
    params: byId,
    response: Rehearsal,
    errors: ['not_found'],
  },
  /** Runs the present edition over the past, in the background. A result of the same edition is replaced. */
  start: {
    method: 'POST',
    path: '/automation/{id}/rehearse',
    summary: ['ลองระบบอัตโนมัติย้อนหลัง', 'Rehearse an automation over the past'],
    permission: rehearsing,
    // Writes nothing but its own figures.
    audit: false,
    params: byId,
    body: z.strictObject({ months: z.literal(rehearsalMonths).default(12) }),
    response: JobStarted,
    errors: ['not_found', 'rehearsal_running', 'rehearsal_incomplete', 'rehearsal_endless'],
  },
  people: {
    method: 'GET',
    path: '/automation/{id}/rehearsal/people',
    summary: ['อ่านรายชื่อของการลองย้อนหลัง', 'List the customers of a rehearsal'],
    permission: 'cdp-core.setting-line.read',
    alsoRequires: 'cdp-core.profile.read',
    params: byId,
    query: Chosen,
    limit: 'search',
    response: pageOf(RehearsedPerson),
    errors: ['not_found', 'rehearsal_closed'],
  },
})

const rehearsedNotice = notice({
  ...ofJob,
  kind: 'automation_rehearsed',
  topic: 'broadcast',
  readBy: 'cdp-core.setting-line.read',
  leadsTo: { screen: 'automation', param: 'automationId', id: 'automation_id' },
  data: [...ofJob.data, 'automation_id'],
  says: {
    ...ofJob.says,
    completed: {
      title: { th: '{name}', en: '{name}' },
      text: { th: 'ลูกค้าจะเข้า {changed} ครั้ง เปิดดูผล', en: '{changed} entries. Open it to see the figures.' },
    },
  },
})

export const rehearsalJobs = jobsOf({
  automation_rehearse: {
    permissions: rehearsing,
    visibleTo: 'cdp-core.setting-line.read',
    title: { th: 'ลองย้อนหลัง “{names}”', en: 'Rehearse “{names}”' },
    counts: 'records',
    locksProfiles: false,
    cancellable: true,
    notice: rehearsedNotice,
  },
})

import { z } from 'zod'
import { Id, Time } from '../platform/common.ts'
import { event } from '../platform/event.ts'
import { jobsOf } from '../platform/job.ts'
import { notice } from '../platform/notice.ts'
import { RulePath } from './rules.ts'

/**
 * State of a segment. `waiting`: stale, with its former members; `broken`: the rule cannot be evaluated and has no members; `failed`: the
 * last calculation failed and may be retried.
 */
const segmentStatuses = ['fresh', 'waiting', 'calculating', 'broken', 'failed'] as const
export type SegmentStatus = (typeof segmentStatuses)[number]

/** Part of a rule that cannot be evaluated, with its path. */
const RuleFault = z.object({
  path: RulePath,
  /** `unknown`: the store has none, or no more; `retyped`: it holds other values than the rule compares with. */
  reason: z.enum(['unknown', 'retyped']),
  subject: z.enum(['field', 'property', 'label', 'activity_type', 'source', 'purpose', 'broadcast', 'channel']),
})

export const SegmentState = z.object({
  status: z.enum(segmentStatuses),
  /** For `calculating`: members moved so far; null until their number is known. */
  moves: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Null: not since the rule was written. */
  evaluated_at: Time.nullable(),
  /** Next time the rule can change by the clock; null: never, or the segment does not follow it. */
  next_at: Time.nullable(),
  /** For `broken` and `failed`. */
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** For `broken`. */
  faults: z.array(RuleFault),
})

/** Job that calculates segments: one at a time in each store, in parallel with its other jobs. */
export const segmentJobs = jobsOf({
  segment_calculate: {
    permissions: ['cdp-core.label.edit'],
    visibleTo: 'cdp-core.label.read',
    locksProfiles: false,
    cancellable: true,
    notice: null,
    automatic: true,
    ownQueue: true,
    title: { th: 'คำนวณเซกเมนต์', en: 'Calculate segments' },
    counts: 'segments',
  },
})

/** State of a segment after a calculation, a change or a pin. */
export const segmentEvent = event({
  event_type: 'segment',
  topics: ['segmentation'],
  visibleTo: 'cdp-core.label.read',
  leadsTo: { screen: 'segmentation-detail', id: 'label_id' },
  data: z.object({
    label_id: Id,
    status: z.enum(segmentStatuses),
    target_count: z.int(),
    evaluated_at: Time.nullable(),
  }),
})

const aboutSegment = {
  topic: 'segment',
  readBy: 'cdp-core.label.read',
  leadsTo: { screen: 'segmentation-detail', param: 'labelId', id: 'label_id' },
  data: ['label_id'],
  names: { name: ['label', 'label_id'] },
} as const

/** It followed its rule, which can't be asked any more. */
export const segmentBrokenNotice = notice({
  ...aboutSegment,
  kind: 'segment_broken',
  says: {
    failed: {
      title: { th: 'เงื่อนไขของเซกเมนต์ {name} ใช้ไม่ได้แล้ว', en: 'The rule of {name} no longer works' },
      text: { th: 'หยุดอัปเดตแล้ว แก้เงื่อนไขเพื่อใช้ต่อ', en: 'It is no longer updated. Correct the rule to resume.' },
    },
  },
})

/** Its calculation failed, and did not the time before. */
export const segmentFailedNotice = notice({
  ...aboutSegment,
  kind: 'segment_failed',
  says: {
    failed: {
      title: { th: 'คำนวณเซกเมนต์ {name} ไม่สำเร็จ', en: '{name} could not be calculated' },
      text: { th: 'รายชื่อยังเป็นของครั้งก่อน', en: 'The members are those of the previous calculation.' },
    },
  },
})

/** A calculation of a segment. Who is edited by hand joins and leaves with the edit, and is in none. */
export const Evaluation = z.object({
  id: Id,
  started_at: Time,
  milliseconds: z.int(),
  joined: z.int(),
  gone: z.int(),
  /** Members afterwards. */
  people: z.int(),
  /** False: it asked the people alone of whom something had changed. */
  everybody: z.boolean(),
  failed: z.boolean(),
})

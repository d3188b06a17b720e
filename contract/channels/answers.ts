import { z } from 'zod'
import { Message, Messages } from '../broadcasts/messages.ts'
import { Id, IdText, Name, ProfileId, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { isVisible } from '../platform/names.ts'

// Answers of a LINE account to what people write, by LINE's reply tokens: they cost nothing, and one that comes too late is not sent.

/** When an answer comes. Each kind but `keyword` is there once per account. `linked`: after the one-time word of a QR code. */
export const answerKinds = ['greeting', 'welcome_back', 'linked', 'keyword', 'outside_hours', 'fallback'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** Label of the button that opens the page My data. */
export const MY_DATA_LABEL = 'ข้อมูลของฉัน'

export const answerLimits = {
  /** Answers of an account. */
  answers: 200,
  variants: 50,
  variant: 100,
  /** LINE takes 13, with labels of 20 characters. */
  quickReplies: 13,
  quickReply: 20,
  /** Answers that a person gets in a minute: a robot that writes to the account is not answered for ever. */
  perMinute: 5,
  /** Minutes without answers after “talk to us”. */
  pauseMinutes: 60,
} as const

/** Words of a message that are no fields of the customer, by the id that they have in its `words`. */
export const answerWords = { last_visit: 2_000_000_001, opening_hours: 2_000_000_002 } as const

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
/** `to` before `from`, or the same: it ends on the next day. */
const Opening = z.strictObject({ from: Clock, to: Clock })
/** Opening times from Monday to Sunday, in the time zone of the store. */
export const Hours = z.array(z.array(Opening).max(3)).length(7)
export type Hours = z.infer<typeof Hours>

const line = (max: number) =>
  Text(max)
    .transform((text) => text.trim().normalize('NFC'))
    .refine(isVisible)

const written = {
  name: Name,
  /** Variants of a keyword answer; empty for the others. */
  variants: z.array(line(answerLimits.variant)).max(answerLimits.variants).default([]),
  match: z.enum(['contains', 'whole']).default('contains'),
  messages: Messages.min(1),
  /** Buttons below the last message: each sends its own text. */
  quick_replies: z.array(line(answerLimits.quickReply)).max(answerLimits.quickReplies).default([]),
  /** “Talk to us”: pauses answers in the chat for an hour and makes a follow-up for staff. Keyword answers alone. */
  hands_over: z.boolean().default(false),
  /** Adds a button below the last message that opens the page My data. There is none while the page is off. */
  opens_my_data: z.boolean().default(false),
  enabled: z.boolean().default(true),
}

const Answer = z.object({
  id: Id,
  kind: z.enum(answerKinds),
  name: z.string(),
  /** Order of keyword answers, from 1. Null for the others. */
  place: z.int().nullable(),
  variants: z.array(z.string()),
  match: z.enum(['contains', 'whole']),
  messages: z.array(Message),
  quick_replies: z.array(z.string()),
  hands_over: z.boolean(),
  opens_my_data: z.boolean(),
  enabled: z.boolean(),
  /** `word`: a field of its messages was deleted or is sensitive now, so everyone reads the fallback. */
  fault: z.enum(['word']).nullable(),
  /** Number of times it was given in 30 days. */
  given: z.int(),
  updated_at: Time,
})

/** Why an answer comes, or none. */
export const answerReasons = [
  'stop_word',
  'maybe_stop_word',
  'stopped',
  'link_word',
  'followed',
  'paused',
  'keyword',
  'outside_hours',
  'fallback',
  'given_today',
  'nothing',
] as const

/** Outcome of an answer, as the online log shows it. `late`: LINE's reply token had ended. `many`: more than `perMinute`. */
export const answerOutcomes = ['waiting', 'given', 'late', 'many', 'refused', 'unknown', 'paused', 'none'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

const Tested = z.object({
  reason: z.enum(answerReasons),
  answer: z.object({ id: Id, name: z.string(), place: z.int().nullable() }).nullable(),
  /** The variant that was found. */
  variant: z.string().nullable(),
  /** Keyword answers further down that have a variant in the text as well. */
  others: z.array(z.object({ id: Id, name: z.string(), place: z.int(), variant: z.string() })),
  /** Local time of the store, and if it is within the opening times; null without any. */
  time: Clock,
  open: z.boolean().nullable(),
  /** Messages that the person would read: with the values of the profile, or with fallbacks. */
  messages: z.array(Message),
  /** Values in these messages, by field. Fields without one show the fallback. */
  values: z.array(z.object({ field_id: Id, value: z.string().nullable() })),
  quick_replies: z.array(z.string()),
  /** True if a further button opens the page My data. */
  opens_my_data: z.boolean(),
  /** Messages of the quota that it costs. */
  quota: z.literal(0),
})

const read = 'cdp-core.setting-line.read'
const edit = 'cdp-core.setting-line.edit'

/** Id of a LINE account of either kind. */
const byAccount = z.strictObject({ id: IdText })
const byAnswer = byAccount.extend({ answer_id: IdText })
/** Five texts of 5,000 Thai letters and five designed cards. */
const BODY_BYTES = 512 * 1024

export const answers = feature({
  /** All of an account: greetings, keywords in their order, and the others. */
  list: {
    method: 'GET',
    path: '/line-oa/{id}/answer',
    summary: ['อ่านคำตอบของบัญชี LINE', 'List answers of a LINE account'],
    permission: read,
    params: byAccount,
    response: z.object({
      results: z.array(Answer),
      /** Null: no opening times are set, and nothing is outside of them. */
      hours: Hours.nullable(),
      hours_updated_at: Time.nullable(),
      /** Messages of people in 30 days, those that were answered, and the others, which wait for staff in LINE’s own chat. */
      asked: z.int(),
      answered: z.int(),
      unanswered: z.int(),
      /** Stops in 30 days. */
      stops: z.int(),
      /** True while the page My data is on, which answers may open. */
      my_data: z.boolean(),
    }),
  },
  create: {
    method: 'POST',
    path: '/line-oa/{id}/answer',
    summary: ['เพิ่มคำตอบของบัญชี LINE', 'Add an answer of a LINE account'],
    permission: edit,
    audit: 'answer_created',
    bodyBytes: BODY_BYTES,
    params: byAccount,
    body: z.strictObject({ kind: z.enum(answerKinds), ...written }),
    response: Answer,
    errors: ['name_taken', 'answer_kind_taken', 'answer_invalid', 'answer_limit', 'word_closed', 'field_closed'],
  },
  update: {
    method: 'PUT',
    path: '/line-oa/{id}/answer/{answer_id}',
    summary: ['แก้ไขคำตอบของบัญชี LINE', 'Change an answer of a LINE account'],
    permission: edit,
    audit: 'answer_changed',
    bodyBytes: BODY_BYTES,
    params: byAnswer,
    /** `origin_time`: updated_at as it was read. */
    body: z.strictObject({ ...written, origin_time: TimeText }),
    response: Answer,
    stale: Answer,
    errors: ['name_taken', 'answer_invalid', 'word_closed', 'field_closed'],
  },
  delete: {
    method: 'DELETE',
    path: '/line-oa/{id}/answer/{answer_id}',
    summary: ['ลบคำตอบของบัญชี LINE', 'Delete an answer of a LINE account'],
    permission: edit,
    audit: 'answer_deleted',
    params: byAnswer,
  },
  /** Order of all keyword answers: of several that match, the first one is given. */
  order: {
    method: 'PUT',
    path: '/line-oa/{id}/answer-order',
    summary: ['เรียงลำดับคำตอบของบัญชี LINE', 'Order answers of a LINE account'],
    permission: edit,
    audit: 'answers_ordered',
    params: byAccount,
    body: z.strictObject({ ids: z.array(Id).max(answerLimits.answers) }),
    errors: ['answer_order'],
  },
  hours: {
    method: 'PUT',
    path: '/line-oa/{id}/answer-hours',
    summary: ['ตั้งเวลาทำการของบัญชี LINE', 'Set opening times of a LINE account'],
    permission: edit,
    audit: 'answer_hours_changed',
    params: byAccount,
    /** `origin_time`: hours_updated_at as it was read. */
    body: z.strictObject({ hours: Hours.nullable(), origin_time: TimeText.nullable() }),
    response: z.object({ hours: Hours.nullable(), hours_updated_at: Time }),
    stale: z.object({ hours: Hours.nullable(), hours_updated_at: Time.nullable() }),
  },
  /** Returns what a text would be answered with, by the code that answers. Sends nothing and keeps nothing. */
  test: {
    method: 'POST',
    path: '/line-oa/{id}/answer-test',
    summary: ['ลองพิมพ์ดูคำตอบของบัญชี LINE', 'Try a text on answers'],
    permission: read,
    audit: false,
    limit: 'search',
    params: byAccount,
    body: z.strictObject({
      text: line(5000),
      /** The person in whose eyes. Needs the permission to read profiles. */
      profile_id: ProfileId.nullable().default(null),
      /** Now, if left out. */
      at: TimeText.optional(),
    }),
    response: Tested,
  },
})

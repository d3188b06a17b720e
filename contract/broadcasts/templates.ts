import { z } from 'zod'
import { byId, Id, Name, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Message, Messages, QuickReplies } from './messages.ts'

/** Templates of a store. */
export const MAX_TEMPLATES = 200

/** Five texts of 5,000 Thai letters and five flex messages. */
const BODY_BYTES = 512 * 1024

const permission = ['cdp-core.broadcast.create', 'cdp-core.broadcast.edit'] as const

const summary = {
  id: Id,
  name: z.string(),
  /** Numbers of messages and of quick replies. */
  messages: z.int(),
  quick_replies: z.int(),
  author: z.object({ id: Id, name: z.string() }).nullable(),
  updated_at: Time,
}

const Summary = z.object(summary)

const Template = z.object({
  ...summary,
  messages: z.array(Message),
  quick_replies: QuickReplies,
  /** Words that became their fallback: their field was deleted, is sensitive, or is closed to the reader. */
  closed_words: z.int(),
})

/** Messages that a store keeps under a name, to begin broadcasts with. */
export const broadcastTemplates = feature({
  /** All of the store, by name. */
  list: {
    method: 'GET',
    path: '/broadcast-template',
    summary: ['อ่านรายการเทมเพลต', 'List templates of broadcasts'],
    permission,
    response: z.object({ results: z.array(Summary), total: z.int() }),
  },
  get: {
    method: 'GET',
    path: '/broadcast-template/{id}',
    summary: ['อ่านเทมเพลต', 'Read a template'],
    permission,
    params: byId,
    response: Template,
  },
  create: {
    method: 'POST',
    path: '/broadcast-template',
    summary: ['บันทึกข้อความเป็นเทมเพลต', 'Save messages as a template'],
    permission,
    audit: 'broadcast_template_created',
    bodyBytes: BODY_BYTES,
    body: z.strictObject({
      name: Name,
      messages: Messages.min(1),
      quick_replies: QuickReplies.default([]),
      /** The broadcast that the messages are from: its words are kept, or become their fallback. */
      broadcast_id: Id.nullable().default(null),
    }),
    response: Template,
    errors: ['name_taken', 'template_limit'],
  },
  rename: {
    method: 'PUT',
    path: '/broadcast-template/{id}',
    summary: ['เปลี่ยนชื่อเทมเพลต', 'Rename a template'],
    permission,
    audit: 'broadcast_template_renamed',
    params: byId,
    /** `origin_time`: updated_at as it was read. */
    body: z.strictObject({ name: Name, origin_time: TimeText }),
    response: Summary,
    stale: Summary,
    errors: ['name_taken'],
  },
  delete: {
    method: 'DELETE',
    path: '/broadcast-template/{id}',
    summary: ['ลบเทมเพลต', 'Delete a template'],
    permission,
    audit: 'broadcast_template_deleted',
    params: byId,
  },
})

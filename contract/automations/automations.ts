import { z } from 'zod'
import { RULE_BYTES } from '../customers/rules.ts'
import { byId, Direction, Id, Keyword, Name, Page, sortBy, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Automation, AutomationSummary, automationStatuses, StartChoice, StartNumbers } from './automation.ts'
import { Conflict } from './conflicts.ts'
import { Definition } from './definition.ts'

/** Twelve steps with five messages each, and their rules. */
const BODY_BYTES = 2 * RULE_BYTES + 2 * 1024 * 1024

const read = 'cdp-core.setting-line.read'
const edit = 'cdp-core.broadcast.edit'
const send = 'cdp-core.broadcast.send'

/** Errors of a definition that a caller sends. */
const written = ['name_taken', 'word_closed', 'automation_step'] as const
const starting = ['automation_state', 'automation_invalid', 'sandbox_store'] as const

/** `origin_time`: updated_at as it was read. */
const origin = { origin_time: TimeText }

/** Automations: a trigger, and the steps that follow for each customer. */
export const automations = feature({
  list: {
    method: 'GET',
    path: '/automation',
    summary: ['อ่านรายการการทำงานอัตโนมัติ', 'List automations'],
    permission: read,
    query: Page.extend({
      keyword: Keyword.default(''),
      status: z.enum(automationStatuses).optional(),
      sort_by: sortBy(['place', 'updated_at', 'created_at', 'name'], 'created_at'),
      sort_dir: Direction.default('asc'),
    }),
    response: z.object({
      results: z.array(AutomationSummary),
      total: z.int(),
      /** Sum over all automations, not only those of the page. */
      on_the_way: z.int(),
      messages: z.int(),
      /** Baht for them; null if the store set no price. */
      baht: z.number().nullable(),
      conflicts: z.array(Conflict),
    }),
  },
  create: {
    method: 'POST',
    path: '/automation',
    summary: ['สร้างการทำงานอัตโนมัติ', 'Create an automation'],
    permission: 'cdp-core.broadcast.create',
    audit: 'automation_created',
    bodyBytes: BODY_BYTES,
    /** Without a name it gets a numbered one. `copy_of`: an automation whose definition it begins with. */
    body: z.strictObject({
      name: Name.optional(),
      definition: Definition.optional(),
      copy_of: Id.nullable().default(null),
    }),
    response: Automation,
    errors: [...written, 'automation_limit'],
  },
  get: {
    method: 'GET',
    path: '/automation/{id}',
    summary: ['อ่านการทำงานอัตโนมัติ', 'Read an automation'],
    permission: read,
    params: byId,
    response: Automation,
  },
  /** Saves the draft over the version that was read. Customers on the way and those who enter keep the version in use. */
  update: {
    method: 'PUT',
    path: '/automation/{id}',
    summary: ['แก้ไขการทำงานอัตโนมัติ', 'Change an automation'],
    permission: edit,
    audit: 'automation_changed',
    bodyBytes: BODY_BYTES,
    params: byId,
    body: z.strictObject({
      name: Name.optional(),
      definition: Definition.optional(),
      place: z.int().min(1).max(1000).optional(),
      ...origin,
    }),
    response: Automation,
    stale: Automation,
    errors: [...written],
  },
  /** Deletes an automation that was never started. */
  delete: {
    method: 'DELETE',
    path: '/automation/{id}',
    summary: ['ลบการทำงานอัตโนมัติ', 'Delete an automation'],
    permission: edit,
    audit: 'automation_deleted',
    params: byId,
    errors: ['automation_state'],
  },
  /** Numbers before a start. */
  startNumbers: {
    method: 'GET',
    path: '/automation/{id}/start',
    summary: ['อ่านตัวเลขก่อนเริ่มการทำงานอัตโนมัติ', 'Read the numbers before a start'],
    permission: read,
    limit: 'search',
    params: byId,
    response: StartNumbers,
  },
  /** Uses the draft as the next version, or asks for its approval. */
  start: {
    method: 'POST',
    path: '/automation/{id}/start',
    summary: ['เริ่มใช้การทำงานอัตโนมัติ', 'Start an automation'],
    permission: send,
    audit: 'automation_started',
    params: byId,
    body: StartChoice.extend(origin),
    response: Automation,
    stale: Automation,
    errors: [...starting],
  },
  approve: {
    method: 'POST',
    path: '/automation/{id}/approve',
    summary: ['อนุมัติการทำงานอัตโนมัติ', 'Approve an automation'],
    permission: 'cdp-core.broadcast.approve',
    audit: 'automation_approved',
    params: byId,
    /** The edition that was read: a later edit voids it. */
    body: z.strictObject({ edition: z.int().positive() }),
    response: Automation,
    errors: [...starting, 'automation_own_approval'],
  },
  pause: {
    method: 'POST',
    path: '/automation/{id}/pause',
    summary: ['พักการทำงานอัตโนมัติ', 'Pause an automation'],
    permission: send,
    audit: 'automation_paused',
    params: byId,
    response: Automation,
    errors: ['automation_state'],
  },
  resume: {
    method: 'POST',
    path: '/automation/{id}/resume',
    summary: ['ใช้การทำงานอัตโนมัติต่อ', 'Resume an automation'],
    permission: send,
    audit: 'automation_resumed',
    params: byId,
    response: Automation,
    errors: [...starting],
  },
  /** Ends all runs; what waits is not done. A start that waits for its approval is withdrawn. */
  stop: {
    method: 'POST',
    path: '/automation/{id}/stop',
    summary: ['หยุดการทำงานอัตโนมัติ', 'Stop an automation'],
    permission: send,
    audit: 'automation_stopped',
    params: byId,
    response: Automation,
    errors: ['automation_state'],
  },
})

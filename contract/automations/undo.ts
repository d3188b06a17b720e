import { z } from 'zod'
import { byId, Id, IdText, Page, ProfileId, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'

const send = 'cdp-core.broadcast.send'
const edit = 'cdp-core.profile.edit'

/** What taking back does, counted by customers. What was changed since stays. */
const Preview = z.object({
  /** Runs that stopping ends. */
  on_the_way: z.int(),
  /** `removed` and `returned`: customers who lose it, and who have it again. */
  labels: z.array(z.object({ id: Id, name: z.string(), removed: z.int(), returned: z.int(), kept: z.int() })),
  values: z.array(
    z.object({
      id: Id,
      name: z.string(),
      back: z.int(),
      kept: z.int(),
      /** The field is closed to the caller: its values stay. */
      closed: z.boolean(),
    }),
  ),
  /** Notes not followed up, which are deleted, and all others, which stay. */
  notes: z.object({ open: z.int(), kept: z.int() }),
  /** Messages that LINE accepted, or whose outcome is unknown. */
  messages: z.object({ messages: z.int(), people: z.int() }),
  events: z.array(z.object({ webhook_id: Id, name: z.string().nullable(), events: z.int() })),
  /** The customers are closed to the caller: no list of them. */
  hidden: z.boolean(),
  /** `origin_time` of the call that takes back. */
  updated_at: Time,
  /** Job that takes back now. */
  job_id: Id.nullable(),
  undone_at: Time.nullable(),
})

const undoNotice = notice({
  ...ofJob,
  kind: 'automation_undone',
  topic: 'broadcast',
  readBy: 'cdp-core.setting-line.read',
  leadsTo: { screen: 'automation', param: 'id', id: 'automation_id' },
  data: [...ofJob.data, 'automation_id'],
})

export const automationUndoJobs = jobsOf({
  automation_undo: {
    permissions: [send],
    visibleTo: 'cdp-core.setting-line.read',
    title: { th: 'เลิกทำ “{names}”', en: 'Take back “{names}”' },
    locksProfiles: true,
    cancellable: true,
    notice: undoNotice,
  },
})

/** Taking back what an automation did. */
export const automationUndo = feature({
  preview: {
    method: 'GET',
    path: '/automation/{id}/undo',
    summary: ['ดูตัวอย่างการเลิกทำของการทำงานอัตโนมัติ', 'Preview taking an automation back'],
    permission: send,
    alsoRequires: edit,
    limit: 'search',
    params: byId,
    response: Preview,
  },
  /** The customers of one line of the preview. */
  people: {
    method: 'GET',
    path: '/automation/{id}/undo/people',
    summary: ['อ่านรายชื่อลูกค้าที่จะเลิกทำ', 'List customers of a line of the preview'],
    permission: send,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    params: byId,
    query: Page.extend({
      what: z.enum(['label', 'value', 'note']),
      /** The label or the field. */
      of: IdText.optional(),
    }),
    response: pageOf(z.object({ profile: z.object({ id: ProfileId, name: z.string() }), goes_back: z.boolean() })),
  },
  /** Stops the automation, if it is not stopped, and takes back what is chosen, in the background. */
  start: {
    method: 'POST',
    path: '/automation/{id}/undo',
    summary: ['หยุดและเลิกทำการทำงานอัตโนมัติ', 'Stop an automation and take it back'],
    permission: send,
    alsoRequires: edit,
    audit: 'automation_undo_started',
    params: byId,
    body: z.strictObject({
      labels: z.array(Id).max(100),
      fields: z.array(Id).max(100),
      notes: z.boolean(),
      origin_time: TimeText,
    }),
    response: JobStarted,
    stale: Preview,
    errors: ['profile_locked', 'automation_undo_running', 'automation_undo_nothing', 'field_closed'],
  },
  /** A draft to the customers who got a message of the automation. */
  draftMessage: {
    method: 'POST',
    path: '/automation/{id}/undo/message',
    summary: ['ร่างข้อความชี้แจง', 'Draft a message that explains'],
    permission: 'cdp-core.broadcast.create',
    audit: 'broadcast_created',
    params: byId,
    response: z.object({ broadcast_id: Id }),
    errors: ['broadcast_nobody'],
  },
  /** Events that programs were told: time, program, step and customer. */
  events: {
    method: 'GET',
    path: '/automation/{id}/undo/events',
    summary: ['ดาวน์โหลดรายการที่แจ้งออก', 'Download the events told to programs'],
    permission: send,
    alsoRequires: 'cdp-core.profile.read',
    audit: 'automation_events_downloaded',
    params: byId,
    download: true,
  },
})

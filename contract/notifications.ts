import { z } from 'zod'
import { dpaNotice } from './access/dpa.ts'
import { invitationNotice, memberRoleNotice } from './access/people.ts'
import { rightRequestNotice } from './access/right-requests.ts'
import { roleNotice } from './access/roles.ts'
import { secondFactorNotice } from './access/second-factor-notice.ts'
import {
  accountReadyNotice,
  accountRequestNotice,
  purposeReadyNotice,
  purposeRequestNotice,
} from './access/setup-requests.ts'
import { automationApprovalNotice, automationPausedNotice } from './automations/notices.ts'
import {
  broadcastApprovalNotice,
  broadcastChoiceNotice,
  broadcastEffectNotice,
  broadcastEndedNotice,
  broadcastMeasuredNotice,
  broadcastPausedNotice,
  broadcastUnclearNotice,
} from './broadcasts/notices.ts'
import { formerChannelNotice } from './channels/accounts.ts'
import { answerWordsNotice } from './channels/answer-notices.ts'
import { connectionNotices } from './channels/connection.ts'
import { richMenuNotices } from './channels/rich-menu-notices.ts'
import { segmentBrokenNotice, segmentFailedNotice } from './customers/segment-state.ts'
import { dryRunNotice, runNotice } from './imports/run-notices.ts'
import { Job, jobDefinitions, jobOf } from './jobs.ts'
import { connectorNotice, deadLetterNotice } from './open-api/connector-notices.ts'
import { programConsentsNotice } from './open-api/consent-notices.ts'
import { keyExpiryNotice, tokenExpiryNotice } from './open-api/expiry.ts'
import { programFieldsNotice } from './open-api/field-notices.ts'
import { webhookPausedNotice } from './open-api/webhooks.ts'
import { Id, Page, pageOf, Time } from './platform/common.ts'
import { feature } from './platform/endpoint.ts'
import { event } from './platform/event.ts'
import { type NoticeDeclaration, notice, noticeEndings, noticeTopics } from './platform/notice.ts'
import type { Permission } from './platform/permissions.ts'
import { archiveNotice, rehearsalNotice, restoredNotice } from './platform/restored.ts'
import { unusualReadingNotice } from './privacy/exposure.ts'
import { incidentDueNotice } from './privacy/incidents.ts'
import { incidentLetterApprovalNotice, incidentLetterNotice } from './privacy/letters.ts'
import { myDataRequestNotice } from './privacy/my-data.ts'
import { privacyRequestDueNotice } from './privacy/requests.ts'
import { auditFaultNotice } from './reports/audit-notices.ts'
import {
  watchFailingNotice,
  watchFileFailedNotice,
  watchMissedNotice,
  watchPausedNotice,
  watchWaitsNotice,
} from './watches/notices.ts'

/** The place where files and the database lie is nearly full; each store has a notice of it once in a while. */
const diskNotice = notice({
  kind: 'disk_nearly_full',
  topic: 'store',
  readBy: 'store.store.edit',
  leadsTo: null,
  data: ['percent'],
  names: {},
  says: {
    failed: {
      title: { th: 'พื้นที่เก็บข้อมูลของเซิร์ฟเวอร์ใกล้เต็ม', en: 'The server’s disk is nearly full' },
      text: {
        th: 'เหลือ {percent}% เพิ่มพื้นที่ หรือลบไฟล์ที่ไม่ใช้ ก่อนนำเข้าข้อมูลต่อ',
        en: '{percent}% is left. Free some space before you import more.',
      },
    },
  },
})

const ofJobs = (Object.keys(jobDefinitions) as (keyof typeof jobDefinitions)[]).flatMap(
  (kind) => jobOf(kind).notice ?? [],
)

/** Every kind of notice there is. */
export const notices: readonly NoticeDeclaration[] = [
  runNotice,
  dryRunNotice,
  watchWaitsNotice,
  watchFileFailedNotice,
  watchMissedNotice,
  watchFailingNotice,
  watchPausedNotice,
  ...ofJobs.filter(({ kind }, place) => ofJobs.findIndex((one) => one.kind === kind) === place),
  segmentBrokenNotice,
  segmentFailedNotice,
  webhookPausedNotice,
  broadcastEndedNotice,
  broadcastPausedNotice,
  broadcastApprovalNotice,
  broadcastChoiceNotice,
  broadcastEffectNotice,
  broadcastUnclearNotice,
  broadcastMeasuredNotice,
  automationApprovalNotice,
  automationPausedNotice,
  invitationNotice,
  memberRoleNotice,
  roleNotice,
  rightRequestNotice,
  accountRequestNotice,
  purposeRequestNotice,
  accountReadyNotice,
  purposeReadyNotice,
  secondFactorNotice,
  dpaNotice,
  ...Object.values(connectionNotices),
  formerChannelNotice,
  answerWordsNotice,
  ...Object.values(richMenuNotices),
  keyExpiryNotice,
  tokenExpiryNotice,
  programFieldsNotice,
  programConsentsNotice,
  connectorNotice,
  deadLetterNotice,
  diskNotice,
  restoredNotice,
  rehearsalNotice,
  archiveNotice,
  auditFaultNotice,
  privacyRequestDueNotice,
  myDataRequestNotice,
  incidentLetterApprovalNotice,
  incidentLetterNotice,
  incidentDueNotice,
  unusualReadingNotice,
]

/** Unread ones are counted up to here. */
export const UNREAD_CAP = 100

const NoticeId = z.int().positive()

export const Notification = z.object({
  id: NoticeId,
  kind: z.string(),
  topic: z.enum(noticeTopics),
  ending: z.enum(noticeEndings),
  /** In the reader’s language, with the names that things have now. */
  title: z.string(),
  text: z.string(),
  at: Time,
  read: z.boolean(),
  leads_to: z.object({ screen: z.string(), param: z.string().nullable(), id: Id.nullable() }).nullable(),
  /** Ended job: its outcome, and whether it can be undone. */
  job: Job.nullable(),
})
export type Notification = z.infer<typeof Notification>

/** There is something new to read. */
export const notificationEvent = event({
  event_type: 'notification',
  topics: [],
  visibleTo: null,
  leadsTo: null,
  data: z.object({ notification_id: NoticeId }),
})

/** `profile.download` always opens the bell (spec section 6); else the right to any kind does. */
const permission: readonly Permission[] = [
  ...new Set<Permission>(['cdp-core.profile.download', ...notices.map(({ readBy }) => readBy)]),
]

export const notifications = feature({
  /** Lists notices of the kinds that the person may read, newest first. Personal notices are visible only to their owner. */
  list: {
    method: 'GET',
    path: '/notification',
    summary: ['อ่านรายการการแจ้งเตือนของคุณ', 'List your notifications'],
    permission,
    query: Page.extend({ unread: z.enum(['true', 'false']).optional() }),
    response: pageOf(Notification).extend({ unread: z.int().max(UNREAD_CAP) }),
  },
  /** Marks some as read, or all up to one that the person has seen: what came since stays unread. */
  read: {
    method: 'PUT',
    path: '/notification/read',
    summary: ['ระบุว่าอ่านการแจ้งเตือนแล้ว', 'Mark notifications as read'],
    permission,
    // A person’s own bell.
    audit: false,
    body: z.union([z.strictObject({ ids: z.array(NoticeId).min(1).max(500) }), z.strictObject({ up_to: NoticeId })]),
    response: z.object({ unread: z.int() }),
  },
})

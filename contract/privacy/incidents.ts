import { z } from 'zod'
import { byId, Id, Moment, NamedRow, Page, ProfileId, pageOf, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'
import { exposureKinds } from './exposure.ts'

/** Sources of a leak: those of an exposure, receivers of events, and backups. */
const incidentKinds = [...exposureKinds, 'webhook', 'backup'] as const
export type IncidentKind = (typeof incidentKinds)[number]
const incidentDecisions = ['notify', 'no_risk'] as const
/** Acts that end a login, program or SQL account. */
const credentialEnds = ['removed', 'left', 'revoked', 'rotated', 'switched_off', 'deleted'] as const
export type CredentialEnd = (typeof credentialEnds)[number]
/** Best way to reach a person, in this order. */
export const reachWays = ['line', 'email', 'phone', 'none'] as const

/** Law: the regulator is notified within 72 hours (PDPA section 37). */
export const INCIDENT_HOURS = 72
/** Hours before the end of the 72 at which the store is reminded. */
export const REMINDED_HOURS = [48, 24, 6] as const

const words = (max: number) => Text(max).transform((text) => text.trim())
const Required = (max: number) => words(max).refine((text) => text !== '')

const Act = z.object({ at: Time, by: NamedRow.nullable() })
const IncidentField = z.object({ id: z.int(), display_name: z.string().nullable(), sensitive: z.boolean() })

const Incident = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(incidentKinds),
  /** User, credential or export. 1 for what a store has one of. */
  subject_id: Id,
  /** Empty if the store has one of it, or if its name is unknown. */
  subject_name: z.string(),
  from: Time,
  to: Time,
  known_at: Time,
  due_at: Time,
  /** Negative when it is late. Null once the regulator was notified or is not to be. */
  seconds_left: z.int().nullable(),
  cause: z.string(),
  contact: z.string(),
  measures: z.string(),
  consequences: z.string(),
  computed_at: Time,
  /** Different people: possible ones are none of the certain ones. */
  certain: z.object({ people: z.int(), fields: z.array(IncidentField.extend({ people: z.int() })) }),
  possible: z.object({
    people: z.int(),
    fields: z.array(IncidentField),
    /** Rows of a file without recorded people: no more than these of the possible ones. */
    at_most: z.int().nullable(),
  }),
  recorded: Act,
  /** Last act since the leak began that ended the login, program or SQL account. Null for others: no call ends them. */
  ended: Act.extend({ how: z.enum(credentialEnds) }).nullable(),
  /** Words of staff about how the leak was stopped. */
  stopped: Act.extend({ words: z.string() }).nullable(),
  decision: Act.extend({ decision: z.enum(incidentDecisions), reason: z.string() }).nullable(),
  /** Notice to the regulator. */
  notified: Act.extend({ late_reason: z.string() }).nullable(),
  closed: Act.extend({ lesson: z.string() }).nullable(),
  updated_at: Time,
})
export type Incident = z.infer<typeof Incident>

const Person = z.object({
  /** Profile that remains after a merge. */
  profile_id: ProfileId,
  /** Null if the customer is deleted or erased, or without the right to read customers. */
  name: z.string().nullable(),
  /** Fields of recorded answers. */
  fields: z.array(IncidentField),
  /** Last hour of a recorded answer. */
  hour: Time.nullable(),
  /** Null if the customer is deleted or erased. */
  reach: z.enum(reachWays).nullable(),
})

const right = {
  permission: 'cdp-core.privacy.manage',
  alsoRequires: 'cdp-core.profile-sensitive.read',
} as const

const Sentence = {
  kind: z.enum(incidentKinds),
  subject_id: Id,
  from: TimeText,
  to: TimeText,
}
const written = { cause: words(2000), contact: words(500), measures: words(2000), consequences: words(2000) }

/** The end of the 72 hours is near, or over, and the regulator was not notified. */
export const incidentDueNotice = notice({
  kind: 'incident_due',
  topic: 'store',
  readBy: right.permission,
  leadsTo: { screen: 'privacy-incident', param: 'incidentId', id: 'incident_id' },
  data: ['incident_id', 'hours'],
  names: {},
  says: {
    completed: {
      title: {
        th: 'เหตุรั่วไหลเลขที่ {incident_id} เหลือ {hours} ชั่วโมง',
        en: 'Incident no. {incident_id} is due in {hours} hours',
      },
      text: { th: 'ตัดสินใจและแจ้ง สคส. ก่อนครบ 72 ชั่วโมง', en: 'Decide, and notify the PDPC before the 72 hours end.' },
    },
    failed: {
      title: {
        th: 'เหตุรั่วไหลเลขที่ {incident_id} เลย 72 ชั่วโมงแล้ว',
        en: 'Incident no. {incident_id} is past its 72 hours',
      },
      text: { th: 'แจ้ง สคส. ทันทีและบันทึกเหตุที่แจ้งช้า', en: 'Notify the PDPC now, and record why it is late.' },
    },
  },
})

/** Leaks of data: whom they reached, the 72 hours to notify the regulator, and the record of the decision. */
export const privacyIncidents = feature({
  /** Open ones by the end of their 72 hours, then closed ones, the newest first. */
  list: {
    method: 'GET',
    path: '/privacy/incident',
    summary: ['อ่านรายการเหตุรั่วไหล', 'List incidents'],
    ...right,
    query: Page,
    response: pageOf(Incident),
  },
  /** Computes people and fields, and freezes them. */
  create: {
    method: 'POST',
    path: '/privacy/incident',
    summary: ['เปิดเหตุรั่วไหล', 'Open an incident'],
    ...right,
    audit: 'incident_opened',
    limit: 'search',
    body: z.strictObject({ title: Required(200), ...Sentence, known_at: Moment }),
    response: Incident,
    errors: ['exposure_window'],
  },
  get: {
    method: 'GET',
    path: '/privacy/incident/{id}',
    summary: ['อ่านเหตุรั่วไหล', 'Read an incident'],
    ...right,
    params: byId,
    response: Incident,
  },
  /** Computes people once more if the kind, the subject or the period changed. */
  update: {
    method: 'PATCH',
    path: '/privacy/incident/{id}',
    summary: ['แก้ไขเหตุรั่วไหล', 'Change an incident'],
    ...right,
    audit: 'incident_changed',
    limit: 'search',
    params: byId,
    body: z.strictObject({
      origin_time: TimeText,
      ...z.object({ title: Required(200), ...Sentence, known_at: Moment, ...written }).partial().shape,
    }),
    response: Incident,
    stale: Incident,
    errors: ['exposure_window', 'incident_step'],
  },
  /** People as they were frozen, those who were merged since once. `reach` counts how each can be reached now, and adds up to `total`. */
  people: {
    method: 'GET',
    path: '/privacy/incident/{id}/person',
    summary: ['อ่านลูกค้าที่ข้อมูลรั่วไหล', 'List people of an incident'],
    ...right,
    limit: 'search',
    params: byId,
    query: Page.extend({ part: z.enum(['certain', 'possible']).default('certain') }),
    response: pageOf(Person).extend({
      reach: z.object({ line: z.int(), email: z.int(), phone: z.int(), none: z.int(), gone: z.int() }),
    }),
  },
  /** All people as CSV, with names only if the caller may read customers. */
  download: {
    method: 'GET',
    path: '/privacy/incident/{id}/file',
    summary: ['ดาวน์โหลดรายชื่อลูกค้าที่ข้อมูลรั่วไหล', 'Download people of an incident'],
    ...right,
    audit: 'incident_people_downloaded',
    params: byId,
    download: true,
  },
  /** Records in words how the leak was stopped, once. Most have no credential that a call ends: a file is traced, a receiver deletes. */
  stopped: {
    method: 'POST',
    path: '/privacy/incident/{id}/stopped',
    summary: ['บันทึกว่าหยุดการรั่วแล้ว', 'Record that the leak was stopped'],
    ...right,
    audit: 'incident_stopped',
    params: byId,
    body: z.strictObject({ words: Required(2000) }),
    response: Incident,
    errors: ['incident_step'],
  },
  /** Decides once. Of two people at once the later gets `incident_decided`. */
  decide: {
    method: 'POST',
    path: '/privacy/incident/{id}/decide',
    summary: ['ตัดสินว่าต้องแจ้งเหตุหรือไม่', 'Decide whether to notify'],
    ...right,
    audit: 'incident_decided',
    params: byId,
    body: z.strictObject({ decision: z.enum(incidentDecisions), reason: Required(2000) }),
    response: Incident,
    errors: ['incident_step', 'incident_decided'],
  },
  /** Records when the regulator was notified. After the 72 hours a reason for the delay is required. */
  notified: {
    method: 'POST',
    path: '/privacy/incident/{id}/notified',
    summary: ['บันทึกว่าแจ้งสำนักงานแล้ว', 'Record the notice to the regulator'],
    ...right,
    audit: 'incident_notified',
    params: byId,
    body: z.strictObject({ at: Moment, late_reason: words(2000).default('') }),
    response: Incident,
    errors: ['incident_step'],
  },
  /** Closes a decided incident. One that is to be notified was notified before. */
  close: {
    method: 'POST',
    path: '/privacy/incident/{id}/close',
    summary: ['ปิดเหตุรั่วไหล', 'Close an incident'],
    ...right,
    audit: 'incident_closed',
    params: byId,
    body: z.strictObject({ lesson: Required(2000) }),
    response: Incident,
    errors: ['incident_step'],
  },
})

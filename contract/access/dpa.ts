import { z } from 'zod'
import { Email, Name, Text, Time } from '../platform/common.ts'
import { CONSENT_APP, CONSENT_TYPE } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'
import { isPlainText } from '../platform/names.ts'
import { notice } from '../platform/notice.ts'

/** State of a store towards the agreement in force; accepting an older one does not count. */
export const DpaStatus = z.enum(['found', 'not-found', 'declined'])

const About = z.strictObject({ app_name: z.literal(CONSENT_APP), type: z.literal(CONSENT_TYPE) })

const Line = Text(200)
  .transform((text) => text.trim().normalize('NFC'))
  .refine(isPlainText)

/** Person who decides for the store. */
const Consentee = z.strictObject({ name: Name, email: Email, position: Line.default(''), company: Name })
const KnownConsentee = z.object({ name: z.string(), email: z.string(), position: z.string(), company: z.string() })

const Clauses = z.object({ title: z.string(), clauses: z.array(z.object({ title: z.string(), text: z.string() })) })

const Agreement = z.object({
  status: DpaStatus,
  /** The same as the spec's results name it. */
  result: z.enum(['accepted', 'declined', 'not-found']),
  /** Version of the agreement in force. */
  version: z.string(),
  document_hash: z.string(),
  document: z.object({ th: Clauses, en: Clauses }),
  /** Person of the store's decision; null if there is none. */
  consentee: KnownConsentee.nullable(),
  decided_at: Time.nullable(),
  /** The newest decision about an older one. */
  earlier: z.object({ version: z.string(), result: z.enum(['accepted', 'declined']), decided_at: Time }).nullable(),
})
export type Agreement = z.infer<typeof Agreement>

const Decision = About.extend({
  status: z.enum(['accepted', 'declined']),
  consentee: Consentee,
  /** Hash of the text that was read: a newer one may be in force. */
  document_hash: Text(64).optional(),
})

/** For stores that had decided about an earlier one. */
export const dpaNotice = notice({
  kind: 'agreement_new',
  topic: 'store',
  readBy: 'store.store.read',
  leadsTo: { screen: 'dpa' },
  data: ['document_id'],
  names: { name: ['agreement', 'document_id'] },
  says: {
    completed: {
      title: { th: 'มีข้อตกลงการประมวลผลข้อมูลฉบับใหม่', en: 'There is a new data-processing agreement' },
      text: { th: 'ฉบับ {name}', en: 'Version {name}' },
    },
  },
})

const ofStore = { permission: 'member', beforeDpa: true } as const

/** The data-processing agreement of a store. Its owners decide; every member may read what was decided. */
export const dpa = feature({
  status: {
    ...ofStore,
    method: 'POST',
    path: '/stores/store/consent/status',
    summary: ['อ่านสถานะของข้อตกลง', 'Read the state of the agreement'],
    audit: false,
    body: About,
    response: z.object({ status: DpaStatus, result: Agreement.shape.result, version: z.string() }),
  },
  /** The first decision. The same once more is no fault; another one is a change. */
  decide: {
    ...ofStore,
    method: 'POST',
    path: '/stores/store/consent',
    summary: ['ยอมรับหรือไม่ยอมรับข้อตกลง', 'Accept or decline the agreement'],
    audit: 'dpa_decided',
    body: Decision,
    response: Agreement,
    errors: ['dpa_decided', 'dpa_outdated'],
  },
  /** Changes the decision, or who stands for it. */
  change: {
    ...ofStore,
    method: 'PUT',
    path: '/stores/store/consent',
    summary: ['เปลี่ยนคำตอบต่อข้อตกลง', 'Change the answer to the agreement'],
    audit: 'dpa_changed',
    body: Decision,
    response: Agreement,
    errors: ['dpa_outdated'],
  },
  /** With the text itself. */
  detail: {
    ...ofStore,
    method: 'POST',
    path: '/stores/store/consent/detail',
    summary: ['อ่านข้อตกลงพร้อมเนื้อหา', 'Read the agreement with its text'],
    audit: false,
    body: About,
    response: Agreement,
  },
  consentee: {
    ...ofStore,
    method: 'POST',
    path: '/stores/store/consentee/detail',
    summary: ['อ่านว่าใครตอบข้อตกลง', 'Read who answered the agreement'],
    audit: false,
    body: About,
    response: z.object({ consentee: KnownConsentee.nullable() }),
  },
})

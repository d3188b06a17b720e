import { z } from 'zod'
import { broadcastReasons } from '../broadcasts/broadcast.ts'
import { byId, NamedRow, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'
import { LETTER_NAME, letterText } from './letter-text.ts'

/** Placeholders of both texts. */
const MAX_LETTER_NAMES = 10
/** Both texts are one message of LINE. */
const LETTER_LENGTH = 2000

const namesIn = (text: string) => text.split(LETTER_NAME).length - 1
const words = Text(LETTER_LENGTH).transform((text) => text.trim())

const letterStates = ['draft', 'awaiting', 'sending', 'paused', 'sent', 'stopped'] as const

const Act = z.object({ at: Time, by: NamedRow.nullable() })

const Letter = z.object({
  number: z.int(),
  text_th: z.string(),
  text_en: z.string(),
  state: z.enum(letterStates),
  /** Cause of a pause. */
  reason: z.enum(broadcastReasons).nullable(),
  authors: z.array(NamedRow),
  submitted: Act.nullable(),
  approved: Act.nullable(),
  /** Customers by outcome. `unknown`: LINE gave no answer. */
  counts: z.object({
    queued: z.int(),
    accepted: z.int(),
    failed: z.int(),
    skipped: z.int(),
    unknown: z.int(),
  }),
  /** Waits for the caller: it has no word of theirs. */
  may_approve: z.boolean(),
  updated_at: Time,
})
export type Letter = z.infer<typeof Letter>

const Reach = z.object({
  /** Customers of the incident, merged ones once. The other numbers add up to it. */
  total: z.int(),
  line: z.int(),
  /** Not reached by LINE, with an e-mail address. */
  email: z.int(),
  /** Neither LINE nor an e-mail address, but a phone number. */
  phone: z.int(),
  none: z.int(),
  /** Deleted or erased. */
  erased: z.int(),
  /** Customers not reached by LINE because they blocked the account, or because the account cannot send now. */
  blocked: z.int(),
  account: z.int(),
})

const LetterOfIncident = z.object({ letter: Letter.nullable(), earlier: z.array(Letter), reach: Reach })
export type LetterOfIncident = z.infer<typeof LetterOfIncident>

const right = { permission: 'cdp-core.privacy.manage', alsoRequires: 'cdp-core.profile.read' } as const

const aboutLetter = {
  topic: 'store',
  readBy: 'cdp-core.privacy.manage',
  leadsTo: { screen: 'privacy-incident', param: 'incidentId', id: 'incident_id' },
  data: ['incident_id'],
  names: {},
} as const

/** A letter waits for a second person. */
export const incidentLetterApprovalNotice = notice({
  ...aboutLetter,
  kind: 'incident_letter_approval',
  says: {
    completed: {
      title: {
        th: 'จดหมายของเหตุเลขที่ {incident_id} รออนุมัติ',
        en: 'The letter of incident no. {incident_id} is waiting for approval',
      },
      text: {
        th: 'อ่านจดหมายและจำนวนผู้รับก่อนอนุมัติ',
        en: 'Read the letter and check its recipients before you approve it.',
      },
    },
  },
})

/** A letter was sent, or stopped. */
export const incidentLetterNotice = notice({
  ...aboutLetter,
  kind: 'incident_letter',
  says: {
    completed: {
      title: { th: 'ส่งจดหมายของเหตุเลขที่ {incident_id} แล้ว', en: 'The letter of incident no. {incident_id} was sent' },
      text: { th: 'แจ้งลูกค้าที่เหลือทางอื่น', en: 'Inform the other customers in another way.' },
    },
    failed: {
      title: {
        th: 'จดหมายของเหตุเลขที่ {incident_id} ส่งไม่ครบ',
        en: 'The letter of incident no. {incident_id} was not sent to everyone',
      },
      text: { th: 'เปิดดูสาเหตุแล้วส่งต่อ', en: 'See why, and send it on.' },
    },
  },
})

/** Letters to the customers of an incident. Consent, restriction, cap, quiet hours and holdouts do not apply to them. */
export const incidentLetters = feature({
  get: {
    method: 'GET',
    path: '/privacy/incident/{id}/letter',
    summary: ['อ่านจดหมายถึงลูกค้าของเหตุ', 'Read the letter of an incident'],
    ...right,
    params: byId,
    response: LetterOfIncident,
  },
  /** Writes the draft, or the next letter once the one before was sent or stopped. */
  save: {
    method: 'PUT',
    path: '/privacy/incident/{id}/letter',
    summary: ['เขียนจดหมายถึงลูกค้าของเหตุ', 'Write the letter of an incident'],
    ...right,
    audit: 'incident_letter_written',
    params: byId,
    body: z
      .strictObject({
        /** Time of the draft that it replaces; null for a new letter. */
        origin_time: TimeText.nullable(),
        text_th: words.refine((text) => text !== ''),
        text_en: words.default(''),
      })
      .refine(({ text_th, text_en }) => namesIn(letterText(text_th, text_en)) <= MAX_LETTER_NAMES, {
        path: ['text_th'],
        message: 'has too many names',
      }),
    response: LetterOfIncident,
    stale: LetterOfIncident,
    errors: ['letter_state'],
  },
  submit: {
    method: 'POST',
    path: '/privacy/incident/{id}/letter/submit',
    summary: ['ขออนุมัติจดหมาย', 'Submit a letter for approval'],
    ...right,
    audit: 'incident_letter_submitted',
    params: byId,
    body: z.strictObject({ origin_time: TimeText }),
    response: LetterOfIncident,
    stale: LetterOfIncident,
    errors: ['letter_state'],
  },
  /** Sends it, once, as a member who wrote no word of it. Throws broadcast_quota if an account cannot send to all of its customers. */
  approve: {
    method: 'POST',
    path: '/privacy/incident/{id}/letter/approve',
    summary: ['อนุมัติและส่งจดหมาย', 'Approve and send a letter'],
    ...right,
    audit: 'incident_letter_approved',
    params: byId,
    body: z.strictObject({ origin_time: TimeText }),
    response: LetterOfIncident,
    stale: LetterOfIncident,
    errors: ['letter_state', 'letter_own_approval', 'letter_nobody', 'broadcast_quota', 'word_closed'],
  },
  /** Takes back a letter that waits for approval, or stops one that is being sent. */
  stop: {
    method: 'POST',
    path: '/privacy/incident/{id}/letter/stop',
    summary: ['หยุดส่งจดหมาย', 'Stop a letter'],
    ...right,
    audit: 'incident_letter_stopped',
    params: byId,
    response: LetterOfIncident,
    errors: ['letter_state'],
  },
  /** Sends on a letter that a fault or a restore paused. */
  resume: {
    method: 'POST',
    path: '/privacy/incident/{id}/letter/resume',
    summary: ['ส่งจดหมายต่อ', 'Resume a letter'],
    ...right,
    audit: 'incident_letter_resumed',
    params: byId,
    response: LetterOfIncident,
    errors: ['letter_state', 'broadcast_account'],
  },
})

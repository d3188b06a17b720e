import { z } from 'zod'
import {
  byId,
  Description,
  Id,
  Name,
  Page,
  ProfileId,
  ProfileIdText,
  pageOf,
  Text,
  Time,
  TimeText,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Source } from './history.ts'

/** Consent states that can be recorded; without an entry the state is unknown. */
export const consentOperations = ['granted', 'withdrawn'] as const
/** Purpose of a new store. Older stores are offered it. */
export const FIRST_PURPOSE = 'ข่าวสารและโปรโมชัน'
export const CONSENT_NOTE_MAX_LENGTH = 500
/** Entries of the ledger that are answered with each purpose, the newest first. */
export const CONSENT_ENTRIES = 50

/** Ways in which staff hear an answer. */
export const staffWays = ['paper', 'counter', 'phone', 'chat', 'form'] as const
/** Ways of all entries. Those of `before_versions` were recorded before evidence was kept in this form: their note is all there is. */
export const consentWays = [...staffWays, 'request', 'my_data', 'file', 'program', 'before_versions'] as const
export type ConsentWay = (typeof consentWays)[number]

/** Consent as it counts now. `under_age`: the customer is under 20 and no guardian has consented. */
export const consentStates = ['granted', 'withdrawn', 'under_age', 'unknown'] as const

/** People are counted up to 10,000. */
const Count = z.object({ total: z.int(), capped: z.boolean() })

/** Purpose that a store asks consent for. */
const ConsentPurpose = z.object({
  id: Id,
  name: z.string(),
  /** Text for customers: the wording in use. */
  description: z.string(),
  /** Whose consent counts, and who withdrew; profiles that are deleted or merged into others are left out. */
  granted: Count,
  withdrawn: Count,
  created_at: Time,
  updated_at: Time,
})

const Entry = z.object({
  operation: z.enum(consentOperations),
  at: Time,
  source: Source,
  note: z.string().nullable(),
  /** Version of the wording that was answered. */
  version: z.int(),
  way: z.enum(consentWays),
  /** A guardian answered for a customer under age. */
  guardian: z.boolean(),
})

/** Consent of a profile to one purpose. */
export const ProfileConsent = z.object({
  purpose: ConsentPurpose.pick({ id: true, name: true, description: true, updated_at: true }),
  state: z.enum(consentStates),
  /** Version of the wording in use. */
  version: z.int(),
  /** Time of the latest entry; null if there is none. */
  since: Time.nullable(),
  source: Source.nullable(),
  /** The ledger, the newest first, and whether there is more of it. */
  entries: z.array(Entry),
  truncated: z.boolean(),
})
export type ProfileConsent = z.infer<typeof ProfileConsent>

const see = 'cdp-core.profile.read'
const manage = 'cdp-core.privacy.manage'

/** Purposes of consent, and the ledger of answers (PDPA section 19). */
export const consents = feature({
  /** By name. */
  purposes: {
    method: 'GET',
    path: '/privacy/purpose',
    summary: ['อ่านรายการวัตถุประสงค์', 'List consent purposes'],
    permission: [see, 'cdp-core.privacy.read'],
    query: Page,
    response: pageOf(ConsentPurpose),
  },
  createPurpose: {
    method: 'POST',
    path: '/privacy/purpose',
    summary: ['สร้างวัตถุประสงค์', 'Create a consent purpose'],
    permission: manage,
    audit: 'consent_purpose_created',
    body: z.strictObject({ name: Name, description: Description.default('') }),
    response: ConsentPurpose,
    errors: ['name_taken'],
  },
  /** Renames a purpose. Its wording changes by a draft that is started. */
  updatePurpose: {
    method: 'PUT',
    path: '/privacy/purpose/{id}',
    summary: ['เปลี่ยนชื่อวัตถุประสงค์', 'Rename a consent purpose'],
    permission: manage,
    audit: 'consent_purpose_changed',
    params: byId,
    body: z.strictObject({
      name: Name,
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: ConsentPurpose,
    stale: ConsentPurpose,
    errors: ['name_taken'],
  },
  /** Consents to all purposes of the store, by name. */
  ofProfile: {
    method: 'GET',
    path: '/privacy/consent',
    summary: ['อ่านความยินยอมของลูกค้า', 'List the consents of a customer'],
    permission: see,
    query: Page.extend({ profile_id: ProfileIdText }),
    response: pageOf(ProfileConsent),
  },
  /**
   * Records a consent. A grant needs evidence: the way, and words or a number by which it is found. Returns the current entry if the
   * customer repeats the same answer to the same wording.
   */
  record: {
    method: 'POST',
    path: '/privacy/consent',
    summary: ['บันทึกความยินยอม', 'Record a consent'],
    permission: 'cdp-core.profile.edit',
    audit: 'consent_recorded',
    body: z.strictObject({
      profile_id: ProfileId,
      purpose_id: Id,
      operation: z.enum(consentOperations),
      way: z.enum(staffWays).optional(),
      /** Wording that the customer saw; without it, the one in use. */
      version: z.int().optional(),
      guardian: z.boolean().default(false),
      /** The author's own words, or the number of a form; an erasure of the person removes them. */
      note: Text(CONSENT_NOTE_MAX_LENGTH)
        .transform((text) => text.trim())
        .default(''),
    }),
    response: ProfileConsent,
    errors: ['evidence_missing', 'consent_wording_changed', 'age_gate_off'],
  },
})

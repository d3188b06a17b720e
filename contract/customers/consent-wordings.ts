import { z } from 'zod'
import { byId, Id, Page, ProfileId, pageOf, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { legalBases, WORDING_MAX_LENGTH, wordingChannels } from './consent-wording.ts'
import { consentWays } from './consents.ts'
import { Source } from './history.ts'
import { correctionLocks } from './wording-change.ts'

const Words = z.object({
  text_th: z.string(),
  text_en: z.string(),
  channels: z.array(z.enum(wordingChannels)),
  legal_basis: z.enum(legalBases),
})

const Correction = z.object({
  /** The text before it. */
  text_th: z.string(),
  text_en: z.string(),
  at: Time,
  by: z.string().nullable(),
})

/** A version of what customers are told. Nothing of it changes once a customer has agreed to it, but words that are corrected. */
const Wording = Words.extend({
  version: z.int(),
  since: Time,
  /** Null: it is in use. */
  until: Time.nullable(),
  /** Consents to earlier versions no longer count. */
  restarts: z.boolean(),
  /** Customers whose newest answer is a yes to this version. */
  people: z.int(),
  /** False: their consents no longer count. */
  counts: z.boolean(),
  corrections: z.array(Correction),
})

const Draft = Words.extend({
  version: z.int(),
  updated_at: Time,
  /** Why the draft is more than a correction; null if it may be one. */
  lock: z.enum(correctionLocks).nullable(),
})

const WordedPurpose = z.object({
  id: Id,
  name: z.string(),
  created_at: Time,
  updated_at: Time,
  age_gate: z.boolean(),
  /** Live customers by their consent. They add up to all. */
  people: z.object({ granted: z.int(), withdrawn: z.int(), under_age: z.int(), unknown: z.int() }),
  /** The newest first. */
  versions: z.array(Wording),
  draft: Draft.nullable(),
})
export type WordedPurpose = z.infer<typeof WordedPurpose>

const WordingText = Text(WORDING_MAX_LENGTH).transform((text) => text.trim())

const AgeGate = z.object({
  value: z.boolean(),
  /** Live customers under 20, and those without a birth date, for whom the rule cannot be applied. */
  under_age: z.int(),
  birth_unknown: z.int(),
})

const see = 'cdp-core.profile.read'
const manage = 'cdp-core.privacy.manage'

/** Versions of the wording of consent purposes, and the age from which customers consent themselves. */
export const consentWordings = feature({
  purpose: {
    method: 'GET',
    path: '/privacy/purpose/{id}',
    summary: ['อ่านวัตถุประสงค์พร้อมข้อความ', 'Read a purpose with its wordings'],
    permission: [see, 'cdp-core.privacy.read'],
    params: byId,
    response: WordedPurpose,
  },
  /** Saves the draft of the next version. Starting one needs no `origin_time`. */
  saveDraft: {
    method: 'PUT',
    path: '/privacy/purpose/{id}/draft',
    summary: ['บันทึกร่างข้อความ', 'Save a draft of the wording'],
    permission: manage,
    audit: false,
    params: byId,
    body: z.strictObject({
      text_th: WordingText,
      text_en: WordingText.default(''),
      channels: z.array(z.enum(wordingChannels)).min(1).max(wordingChannels.length),
      legal_basis: z.enum(legalBases),
      origin_time: TimeText.nullable().default(null),
    }),
    response: WordedPurpose,
    stale: WordedPurpose,
  },
  discardDraft: {
    method: 'DELETE',
    path: '/privacy/purpose/{id}/draft',
    summary: ['ทิ้งร่างข้อความ', 'Discard a draft of the wording'],
    permission: manage,
    audit: false,
    params: byId,
  },
  /**
   * Puts the draft into use. `correct`: it replaces the text in use, whose meaning stays. `keep`: a new version, and former consents count
   * as they did. `restart`: a new version, and former consents no longer count. Withdrawals stay with each.
   */
  startDraft: {
    method: 'POST',
    path: '/privacy/purpose/{id}/start',
    summary: ['เริ่มใช้ร่างข้อความ', 'Start a draft of the wording'],
    permission: manage,
    audit: 'consent_wording_started',
    params: byId,
    body: z.strictObject({
      choice: z.enum(['correct', 'keep', 'restart']),
      /** The draft's `updated_at`, and the consents that count, as they were seen. */
      origin_time: TimeText,
      granted: z.int().min(0),
    }),
    response: WordedPurpose,
    stale: WordedPurpose,
    errors: ['consent_wording_changed', 'correction_refused'],
  },
  /** Consents with their evidence, the newest first. */
  grants: {
    method: 'GET',
    path: '/privacy/purpose/{id}/grant',
    summary: ['อ่านหลักฐานความยินยอม', 'List evidence of consents'],
    permission: see,
    params: byId,
    query: Page,
    response: pageOf(
      z.object({
        profile: z.object({ id: ProfileId, name: z.string() }),
        version: z.int(),
        at: Time,
        way: z.enum(consentWays),
        guardian: z.boolean(),
        source: Source,
        note: z.string().nullable(),
      }),
    ),
  },
  ageGate: {
    method: 'GET',
    path: '/privacy/age-gate',
    summary: ['อ่านเงื่อนไขอายุ', 'Read the age rule'],
    permission: [see, 'cdp-core.privacy.read'],
    response: AgeGate,
  },
  /** Turns the rule on or off: customers under 20 need a guardian's consent. */
  setAgeGate: {
    method: 'PUT',
    path: '/privacy/age-gate',
    summary: ['ตั้งเงื่อนไขอายุ', 'Set the age rule'],
    permission: manage,
    audit: 'age_gate_changed',
    body: z.strictObject({ value: z.boolean() }),
    response: AgeGate,
  },
})

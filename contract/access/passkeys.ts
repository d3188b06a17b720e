import { z } from 'zod'
import { byId, Id, Name, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import type { Permission } from '../platform/permissions.ts'
import { SignedIn } from './auth.ts'

/** Rights whose roles need a second factor where a store requires one: what they open leaves the store. Owners have them. */
export const secondFactorRights: readonly Permission[] = [
  'cdp-core.profile.download',
  'cdp-core.broadcast.send',
  'cdp-core.broadcast.approve',
]

/** Days between the switch and the day from which a store requires it. */
export const SECOND_FACTOR_NOTICE_DAYS = 7

export const MAX_PASSKEYS = 20
export const RECOVERY_CODES = 10
/** Minutes after a proof in which passkeys can be added and removed. */
export const FRESH_MINUTES = 10

/** Binary values travel as base64url. */
const Binary = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/)

const transports = z.array(Text(20)).max(10)

/** Answer of an authenticator to a challenge, in the terms of WebAuthn. */
export const Assertion = z.strictObject({
  credential: Binary(1400),
  client_data: Binary(1400),
  authenticator_data: Binary(1000),
  signature: Binary(1000),
  user_handle: Binary(100).optional(),
})
export type Assertion = z.infer<typeof Assertion>

/** A challenge to an authenticator. `passkeys`: those that may answer it, any if empty. */
const Challenge = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  passkeys: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
})
export type Challenge = z.infer<typeof Challenge>

/** Reasons why passkeys cannot be used: plain http, or an address without a name. */
const Problem = z.enum(['http', 'no_name']).nullable()

const bodyBytes = 16_384
const publicErrors = ['too_many_requests', 'foreign_page', 'passkeys_unavailable'] as const

export const passkeys = feature({
  list: {
    method: 'GET',
    path: '/auth/passkeys',
    summary: ['อ่านรายการพาสคีย์ของคุณ', 'List your passkeys'],
    permission: 'person',
    response: z.object({
      data: z.array(z.object({ id: Id, name: z.string(), created_at: Time, used_at: Time.nullable() })),
      total: z.int(),
      /** Recovery codes that were not used yet. */
      codes_left: z.int(),
      problem: Problem,
      /** Address at which passkeys work. */
      origin: z.string(),
      /** False for a person who signs in through the identity provider alone. */
      by_password: z.boolean(),
      /** Time from which a store of the person requires one. */
      required_from: Time.nullable(),
    }),
  },
  /** A challenge to add a passkey, which needs a fresh sign-in, or to confirm who acts. */
  challenge: {
    method: 'POST',
    path: '/auth/passkeys/challenge',
    summary: ['เริ่มขั้นตอนของพาสคีย์', 'Begin a passkey step'],
    permission: 'person',
    // Only a question.
    audit: false,
    transaction: false,
    body: z.strictObject({ purpose: z.enum(['enrol', 'confirm']) }),
    response: Challenge.extend({ user_handle: z.string(), user_name: z.string(), display_name: z.string() }),
    errors: ['sign_in_not_fresh', 'passkeys_unavailable', 'passkey_at_provider'],
  },
  /** Adds a passkey. The first one comes with recovery codes, which are shown once. */
  add: {
    method: 'POST',
    path: '/auth/passkeys',
    summary: ['เพิ่มพาสคีย์', 'Add a passkey'],
    permission: 'person',
    audit: 'passkey_added',
    transaction: false,
    bodyBytes: 32_768,
    body: z.strictObject({
      name: Name,
      credential: Binary(1400),
      client_data: Binary(1400),
      attestation: Binary(6000),
      transports,
    }),
    response: z.object({ codes: z.array(z.string()) }),
    errors: ['passkey_refused', 'passkeys_full', 'passkeys_unavailable'],
  },
  rename: {
    method: 'PUT',
    path: '/auth/passkeys/{id}',
    summary: ['เปลี่ยนชื่อพาสคีย์', 'Rename a passkey'],
    permission: 'person',
    // Its person alone sees the name.
    audit: false,
    params: byId,
    body: z.strictObject({ name: Name }),
  },
  /** Needs a fresh sign-in. */
  remove: {
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    summary: ['นำพาสคีย์ออก', 'Remove a passkey'],
    permission: 'person',
    audit: 'passkey_removed',
    params: byId,
    errors: ['sign_in_not_fresh'],
  },
  /** Replaces the recovery codes, which needs a fresh sign-in. */
  renewCodes: {
    method: 'POST',
    path: '/auth/recovery-codes',
    summary: ['สร้างรหัสกู้คืนชุดใหม่', 'Create new recovery codes'],
    permission: 'person',
    audit: 'recovery_codes_made',
    response: z.object({ codes: z.array(z.string()) }),
    errors: ['sign_in_not_fresh'],
  },
  /** Proves who acts, with the password or a passkey: the sign-in is fresh again. */
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    summary: ['ยืนยันตัวตนของคุณ', 'Confirm that it is you'],
    permission: 'person',
    // The act that follows is audited.
    audit: false,
    transaction: false,
    bodyBytes,
    body: z.union([z.strictObject({ password: Text(200) }), z.strictObject({ assertion: Assertion })]),
    errors: ['password_wrong', 'passkey_refused', 'passkeys_unavailable', 'too_many_requests', 'sign_in_busy'],
  },
  /** A challenge to sign in by passkey alone. */
  signInChallenge: {
    method: 'POST',
    path: '/auth/login/passkey/challenge',
    summary: ['เริ่มเข้าสู่ระบบด้วยพาสคีย์', 'Begin to log in with a passkey'],
    permission: 'public',
    // Only a question.
    audit: false,
    response: Challenge,
    errors: publicErrors,
  },
  /** Signs in by the answer to a challenge: of `signInChallenge`, or of the error `second_factor_needed` after a password. */
  signIn: {
    method: 'POST',
    path: '/auth/login/passkey',
    summary: ['เข้าสู่ระบบด้วยพาสคีย์', 'Log in with a passkey'],
    permission: 'public',
    audit: 'sign_in',
    bodyBytes,
    body: Assertion,
    response: SignedIn,
    errors: ['passkey_refused', ...publicErrors],
  },
  /** Signs in by a recovery code in place of the passkey, after the password. */
  signInByCode: {
    method: 'POST',
    path: '/auth/login/code',
    summary: ['เข้าสู่ระบบด้วยรหัสกู้คืน', 'Log in with a recovery code'],
    permission: 'public',
    audit: 'recovery_code_used',
    bodyBytes,
    body: z.strictObject({ challenge: Binary(100), code: Text(50) }),
    response: SignedIn,
    errors: ['recovery_code_wrong', 'challenge_over', 'too_many_requests', 'foreign_page'],
  },
})

const SecondFactor = z.object({
  /** Time from which roles that export or send need a passkey; null if they do not. */
  from: Time.nullable(),
  problem: z.enum(['http', 'no_name', 'no_address']).nullable(),
  /** Members whose role needs one, and those among them without a passkey. */
  members: z.int(),
  lacking: z.int(),
  /** True if people also sign in through the identity provider, which answers for its own second step. */
  provider: z.boolean(),
})

/** A second factor that a store requires of roles that export or send. */
export const secondFactor = feature({
  get: {
    method: 'GET',
    path: '/stores/store/second-factor',
    summary: ['อ่านว่าใครต้องยืนยันขั้นที่สอง', 'Read who needs a second step'],
    permission: 'store.store.edit',
    response: SecondFactor,
  },
  /** By an owner. Takes effect after SECOND_FACTOR_NOTICE_DAYS, and ends at once. */
  set: {
    method: 'PUT',
    path: '/stores/store/second-factor',
    summary: ['กำหนดให้ยืนยันขั้นที่สองหรือไม่', 'Require a second step or not'],
    permission: 'member',
    audit: 'second_factor_changed',
    body: z.strictObject({ required: z.boolean() }),
    response: SecondFactor,
    errors: ['passkeys_unavailable'],
  },
})

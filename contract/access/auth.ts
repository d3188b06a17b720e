import { z } from 'zod'
import { byId, Email, Id, IdText, Name, Text, Time } from '../platform/common.ts'
import { MIN_PASSWORD_LENGTH } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'

const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** As the person has chosen; null until then: the browser’s. */
  language: z.enum(['th', 'en']).nullable(),
  /** Null until the person has chosen: the store’s. */
  era: z.enum(['ce', 'be']).nullable(),
  /** Since when mail to the person comes back; null while it reaches them. */
  mail_failed_at: Time.nullable(),
})

/** Answer to a sign-in. */
export const SignedIn = z.object({ access_token: z.string(), expires_in: z.int(), user: User })
const Password = Text(200).refine((text) => text.length >= MIN_PASSWORD_LENGTH)

/** Body limit of public calls. */
const bodyBytes = 4096

/**
 * Reasons why a sign-in through the identity provider failed: started in another browser or expired; the provider is unreachable or denied it;
 * its e-mail is not verified; the person is linked to another account of the provider; there is no invitation.
 */
export const signInRefusals = ['state', 'provider', 'unverified', 'taken', 'uninvited'] as const
export type SignInRefusal = (typeof signInRefusals)[number]

const invitationErrors = ['invitation_invalid', 'invitation_used', 'invitation_expired', 'invitation_revoked'] as const

export const auth = feature({
  /** Signs in and sets the refresh cookie. The details of `second_factor_needed` are a `Challenge` (passkeys.ts). */
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: ['เข้าสู่ระบบด้วยรหัสผ่าน', 'Log in with a password'],
    permission: 'public',
    audit: 'sign_in',
    bodyBytes,
    body: z.strictObject({ email: Text(320), password: Text(200) }),
    response: SignedIn,
    errors: ['wrong_credentials', 'second_factor_needed', 'too_many_requests', 'sign_in_busy', 'foreign_page'],
  },
  /** Trades the refresh cookie for a new access token and a new cookie. */
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    summary: ['ต่ออายุ access token', 'Renew the access token'],
    permission: 'public',
    // The session continues. `auth.rotate_session` audits a cookie that was used twice.
    audit: false,
    bodyBytes,
    response: SignedIn,
    errors: ['signed_out', 'foreign_page'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: ['ออกจากระบบ', 'Log out'],
    permission: 'person',
    audit: 'sign_out',
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: ['อ่านบัญชีของคุณ', 'Read your account'],
    permission: 'person',
    response: User,
  },
  /** Saves the given values. Only a change of the name, which others see, is audited. */
  updateMe: {
    method: 'PUT',
    path: '/auth/me',
    summary: ['แก้ไขชื่อหรือการตั้งค่าของคุณ', 'Change your name or preferences'],
    permission: 'person',
    audit: 'account_changed',
    body: z.strictObject({
      first_name: Name.optional(),
      /** Empty for a person without one, as after a set-up by settings. */
      last_name: z.union([z.literal(''), Name]).optional(),
      language: User.shape.language.optional(),
      era: User.shape.era.optional(),
    }),
    response: User,
  },
  /** Changes the person's own password; their other sessions end. */
  password: {
    method: 'POST',
    path: '/auth/password',
    summary: ['เปลี่ยนรหัสผ่านของคุณ', 'Change your password'],
    permission: 'person',
    audit: 'password_changed',
    transaction: false,
    body: z.strictObject({ current: Text(200), next: Password }),
    errors: ['password_wrong', 'password_common', 'too_many_requests', 'sign_in_busy', 'signed_out'],
  },
  /** Mails a link to a new e-mail, which takes effect once it is used. Needs a fresh sign-in. */
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    summary: ['ขอเปลี่ยนอีเมลของคุณ', 'Request a change of your email'],
    permission: 'person',
    // Only the change itself is audited.
    audit: false,
    body: z.strictObject({ email: Email }),
    errors: ['sign_in_not_fresh', 'mail_unset', 'too_many_requests'],
  },
  /** Changes the e-mail by a mailed link, once. Sessions go on; a notice goes to the former e-mail. */
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    summary: ['ยืนยันอีเมลใหม่', 'Confirm a new email'],
    permission: 'public',
    audit: 'email_changed',
    bodyBytes,
    body: z.strictObject({ token: Text(100) }),
    errors: ['email_link_invalid', 'email_taken', 'too_many_requests', 'foreign_page'],
  },
  /** Mails a link to reset a password. The response and its time are the same if the e-mail has no account. */
  forgot: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: ['ขอลิงก์ตั้งรหัสผ่านใหม่', 'Request a password reset link'],
    permission: 'public',
    // The caller is unknown: only setting the password is audited.
    audit: false,
    bodyBytes,
    body: z.strictObject({ email: Text(320) }),
    errors: ['too_many_requests', 'foreign_page', 'mail_unset'],
  },
  /** Sets a password by a mailed link, once; every session of the person ends. */
  reset: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: ['ตั้งรหัสผ่านใหม่ด้วยลิงก์', 'Set a new password by link'],
    permission: 'public',
    audit: 'password_recovered',
    bodyBytes,
    body: z.strictObject({ token: Text(100), password: Password }),
    errors: ['reset_invalid', 'password_common', 'too_many_requests', 'sign_in_busy', 'foreign_page'],
  },
  /** Redirects to the identity provider, and after the sign-in to the requested store and path. */
  oidcStart: {
    method: 'GET',
    path: '/auth/oidc/start',
    summary: ['เข้าสู่ระบบด้วยบัญชีองค์กร', 'Log in with an identity provider'],
    permission: 'public',
    redirect: true,
    query: z.strictObject({
      store_id: IdText.optional(),
      path: Text(2000).optional(),
      /** Has the provider ask for the account again, after the previous one was refused. */
      again: z.literal('1').optional(),
    }),
    response: z.string(),
    errors: ['too_many_requests'],
  },
  /** Return address of the identity provider. Redirects to the store, or to the sign-in with one of `signInRefusals`. */
  oidcCallback: {
    method: 'GET',
    path: '/auth/oidc/callback',
    summary: ['กลับจากการเข้าสู่ระบบด้วยบัญชีองค์กร', 'Return from an identity provider'],
    permission: 'public',
    redirect: true,
    // Providers add keys of their own.
    query: z.looseObject({}),
    response: z.string(),
    errors: ['too_many_requests'],
  },
  /** Active sessions of the person, the last used first. */
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: ['อ่านรายการอุปกรณ์ของคุณ', 'List your devices'],
    permission: 'person',
    response: z.object({
      data: z.array(
        z.object({
          id: Id,
          /** Name of the browser. */
          device: z.string(),
          /** Network address at the sign-in. */
          address: z.string(),
          last_address: z.string(),
          created_at: Time,
          last_seen_at: Time,
          /** True for the caller's own session. */
          current: z.boolean(),
        }),
      ),
      total: z.int(),
    }),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: ['ออกจากระบบในอุปกรณ์หนึ่ง', 'Log out one device'],
    permission: 'person',
    audit: 'session_ended',
    params: byId,
  },
  /** Signs the person out everywhere, here too. */
  endSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: ['ออกจากระบบในทุกอุปกรณ์', 'Log out all devices'],
    permission: 'person',
    audit: 'sessions_ended',
  },
  /** State of an invitation by its link. */
  invitation: {
    method: 'POST',
    path: '/auth/invitation',
    summary: ['ตรวจลิงก์คำเชิญ', 'Check an invitation link'],
    permission: 'public',
    // Only looked at.
    audit: false,
    bodyBytes,
    body: z.strictObject({ token: Text(100) }),
    response: z.object({
      email: z.string(),
      store: z.object({ name: z.string() }),
      role: z.object({ name: z.string() }),
      created_by: z.object({ first_name: z.string(), last_name: z.string() }),
      expires_at: Time,
      /** True if the e-mail has an account, with which the invitation is accepted. */
      has_account: z.boolean(),
    }),
    errors: [...invitationErrors, 'too_many_requests', 'foreign_page'],
  },
  /**
   * Accepts an invitation and returns what a sign-in returns. A person with an account sends only the bearer token of a sign-in; a new
   * person sends names and a password.
   */
  acceptInvitation: {
    method: 'POST',
    path: '/auth/invitation/accept',
    summary: ['ตอบรับคำเชิญ', 'Accept an invitation'],
    permission: 'public',
    audit: 'invitation_accepted',
    bodyBytes,
    body: z.strictObject({
      token: Text(100),
      first_name: Name.optional(),
      last_name: Name.optional(),
      password: Password.optional(),
    }),
    response: SignedIn.extend({ store: z.object({ id: Id, name: z.string() }) }),
    errors: [
      ...invitationErrors,
      'invitation_for_another',
      'invitation_sign_in',
      'password_common',
      'too_many_requests',
      'sign_in_busy',
      'foreign_page',
      'signed_out',
    ],
  },
})

export const setup = feature({
  /** Returns whether this installation waits for its first owner. */
  status: {
    method: 'GET',
    path: '/setup',
    summary: ['ตรวจว่าตั้งค่าระบบแล้วหรือยัง', 'Check if the server is set up'],
    permission: 'public',
    response: z.object({
      needed: z.boolean(),
      /** Default of the sample data option: true for the database that Ruam brought itself. */
      sample: z.boolean(),
      /** True if mail is sent: invitations, and links for lost passwords. */
      mail: z.boolean(),
      /** True if people can also sign in through an identity provider. */
      provider: z.boolean(),
      /** The name of the store, if it is the only one. */
      store: z.string().nullable(),
    }),
  },
  /** State of a one-time link, before a form is filled in: open, spent, or unknown. */
  link: {
    method: 'POST',
    path: '/setup/link',
    summary: ['ตรวจลิงก์ตั้งค่า', 'Check a set-up link'],
    permission: 'public',
    // Only looked at.
    audit: false,
    bodyBytes,
    body: z.strictObject({ token: Text(100) }),
    response: z.object({ state: z.enum(['open', 'done', 'invalid']) }),
    errors: ['too_many_requests', 'foreign_page'],
  },
  /** Creates the first owner and the first store, authorized by the token of the one-time link. */
  create: {
    method: 'POST',
    path: '/setup',
    summary: ['สร้างเจ้าของร้านและร้านแรก', 'Create the first owner and store'],
    permission: 'public',
    audit: 'set_up',
    bodyBytes,
    body: z.strictObject({
      token: Text(100),
      email: Email,
      password: Password,
      first_name: Name,
      last_name: Name,
      store_name: Name,
      dpa_accepted: z.literal(true),
      /** Fills the store with made-up customers, labels and activities within seconds. */
      sample: z.boolean().default(false),
    }),
    response: SignedIn.extend({ store: z.object({ id: Id, name: z.string() }) }),
    errors: [
      'setup_link_invalid',
      'setup_done',
      'too_many_requests',
      'sign_in_busy',
      'foreign_page',
      'password_common',
    ],
  },
})

import { z } from 'zod'
import { byId, Email, Id, IdText, Keyword, NamedRow, Page, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'

/** Invitations that wait for an answer, in one store. */
export const MAX_PENDING_INVITATIONS = 500
/** Mailed invitations a day to one address, of all stores. */
export const MAX_MAILS_TO_ADDRESS = 5
/** Mailed invitations a day of one store. */
export const MAX_MAILS_OF_STORE = 200
export const INVITATION_DAYS = 7

/** Expired is a pending one whose time is over. */
const invitationStatuses = ['pending', 'accepted', 'expired', 'revoked'] as const

const Person = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

/** A member of a store. */
export const Member = z.object({
  /** The person's. */
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  store: NamedRow,
  role: NamedRow,
  /** In this store, to a quarter of an hour; null of who has never opened it. */
  last_seen_at: Time.nullable(),
  /** Since when they have belonged to it. */
  created_at: Time,
})
export type Member = z.infer<typeof Member>

/** State of the mail; null if the inviter was shown the link instead. */
const InvitationMail = z.enum(['waiting', 'sent', 'failed']).nullable()
/** Refused by the mailbox; the mail server out of reach, without time, or not letting us send. */
const MailFailure = z.enum(['refused', 'unreachable', 'busy', 'rejected']).nullable()

const Invitation = z.object({
  /** The `key` of its address; its secret stands nowhere but in its link. */
  id: Id,
  email: z.string(),
  store: NamedRow,
  /** Null where the role is gone since it was answered. */
  role: NamedRow.nullable(),
  status: z.enum(invitationStatuses),
  created_at: Time,
  expires_at: Time,
  created_by: Person,
  mail: InvitationMail,
  mail_failure: MailFailure,
})

/** One line of the list of people: a member, or an open invitation. */
export const PersonOfStore = z.object({
  status: z.enum(['member', 'pending', 'expired']),
  /** User id of a member, or id of the invitation. */
  id: Id,
  /** Empty of an invitation. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  store: NamedRow,
  role: NamedRow,
  last_seen_at: Time.nullable(),
  /** For invitations only. */
  expires_at: Time.nullable(),
  mail: InvitationMail,
  mail_failure: MailFailure,
  created_at: Time,
})
export type PersonOfStore = z.infer<typeof PersonOfStore>

export const PeopleQuery = Page.extend({
  /** In names and e-mail. */
  keyword: Keyword.optional(),
  role_id: IdText.optional(),
  status: z.enum(['member', 'pending', 'expired']).optional(),
})
export type PeopleQuery = z.output<typeof PeopleQuery>

const ofStore = byId
const inStore = z.strictObject({ user_id: IdText, id: IdText })
const NewRole = z.strictObject({ role_id: Id })
const [read, edit, remove] = ['user.user.read', 'user.user.edit', 'user.user.delete'] as const
const beyond = 'role_beyond_rights'

const ofMember = {
  topic: 'people',
  readBy: read,
  leadsTo: { screen: 'setting-user-management-create-edit', param: 'userId', id: 'user_id' },
  data: ['user_id', 'role_id'],
  names: { name: ['user', 'user_id'], role: ['role', 'role_id'] },
} as const
const asRole = { th: 'บทบาท {role}', en: 'Role: {role}' }

export const invitationNotice = notice({
  ...ofMember,
  kind: 'invitation_accepted',
  says: { completed: { title: { th: '{name} เข้าร่วมร้านแล้ว', en: '{name} has joined the store' }, text: asRole } },
})

/** A member was given another role. */
export const memberRoleNotice = notice({
  ...ofMember,
  kind: 'member_role_changed',
  says: {
    completed: { title: { th: 'เปลี่ยนบทบาทของ {name} แล้ว', en: 'The role of {name} was changed' }, text: asRole },
  },
})

/** Hours for which the secret that a removed member saw stays valid when the credential is taken over. */
export const EXPOSED_SECRET_HOURS = 24
const MAX_SEEN_SECRET_HOURS = 168

/** A credential whose secret a member saw. */
const MemberKey = NamedRow.extend({ kind: z.enum(['key', 'token']) })

const RemovedMember = z.object({
  /** Credentials that ended with the removal. */
  ended: z.array(MemberKey),
  /** Credentials with their new secrets, which are shown once. */
  taken_over: z.array(MemberKey.extend({ secret: z.string() })),
})
export type RemovedMember = z.infer<typeof RemovedMember>

/** Members of a store. Assigning or removing a role requires all of its permissions. */
export const people = feature({
  /** Members, then pending and expired invitations. */
  list: {
    method: 'GET',
    path: '/user-management',
    summary: ['อ่านรายการผู้ใช้และคำเชิญ', 'List people and invitations'],
    permission: read,
    query: PeopleQuery,
    response: pageOf(PersonOfStore).extend({
      /** Members of the whole store, ignoring filters. */
      members: z.int(),
      invitations: z.int(),
    }),
  },
  get: {
    method: 'GET',
    path: '/user-management/{id}',
    summary: ['อ่านข้อมูลผู้ใช้', 'Read a person'],
    permission: read,
    params: byId,
    response: Member,
  },
  /** Gives a member another role. An owner gives the owner's. */
  update: {
    method: 'PATCH',
    path: '/user-management/{id}',
    summary: ['เปลี่ยนบทบาทของผู้ใช้', 'Give a person another role'],
    permission: edit,
    audit: 'member_role_changed',
    params: byId,
    body: NewRole,
    response: Member,
    errors: [beyond, 'last_owner'],
  },
  /** Active API keys and API tokens that a member made or rotated: they end when the member is removed, unless they are taken over. */
  keys: {
    method: 'GET',
    path: '/user-management/{id}/key',
    summary: ['อ่านรายการคีย์ของผู้ใช้', 'List the keys of a person'],
    permission: remove,
    params: byId,
    response: z.object({ data: z.array(MemberKey) }),
  },
  /**
   * Their sessions in this store are over, and what they did keeps their name. Credentials whose secret they saw end; those of `keep` get a
   * new secret, and the one that they saw ends after the hours.
   */
  remove: {
    method: 'DELETE',
    path: '/user-management/{id}',
    summary: ['นำผู้ใช้ออกจากร้าน', 'Remove a person from the store'],
    permission: remove,
    audit: 'member_removed',
    params: byId,
    query: z.strictObject({
      keep: z
        .string()
        .max(1100)
        .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/)
        .transform((ids) => ids.split(',').map(Number))
        .optional(),
      hours: z.coerce.number().pipe(z.int().min(0).max(MAX_SEEN_SECRET_HOURS)).default(EXPOSED_SECRET_HOURS),
    }),
    response: RemovedMember,
    errors: [beyond, 'last_owner', 'scope_beyond_rights', 'beyond_rights'],
  },
  /** All members, in the words of the older account service; so are the next three, of one of them. */
  ofStore: {
    method: 'GET',
    path: '/users/user-stores/{id}',
    summary: ['อ่านรายการผู้ใช้ของร้าน', 'List the people of a store'],
    permission: read,
    params: ofStore,
    response: pageOf(Member),
  },
  inStore: {
    method: 'GET',
    path: '/users/{user_id}/user-stores/{id}',
    summary: ['อ่านข้อมูลผู้ใช้ในร้าน', 'Read a person in a store'],
    permission: read,
    params: inStore,
    response: Member,
  },
  updateInStore: {
    method: 'PATCH',
    path: '/users/{user_id}/user-stores/{id}',
    summary: ['แก้ไขบทบาทของผู้ใช้ในร้าน', 'Change a person’s role in a store'],
    permission: edit,
    audit: 'member_role_changed',
    params: inStore,
    body: NewRole,
    response: Member,
    errors: [beyond, 'last_owner'],
  },
  removeFromStore: {
    method: 'DELETE',
    path: '/users/{user_id}/user-stores/{id}',
    summary: ['นำผู้ใช้ออกจากร้านหนึ่ง', 'Remove a person from one store'],
    permission: remove,
    audit: 'member_removed',
    params: inStore,
    errors: [beyond, 'last_owner'],
  },
  /** The person's own end in this store. */
  leave: {
    method: 'POST',
    path: '/stores/{id}/leave',
    summary: ['ออกจากร้าน', 'Leave a store'],
    permission: 'member',
    audit: 'member_left',
    params: ofStore,
    errors: ['last_owner'],
  },
})

/** Invitations to a store: a single-use link for one e-mail. */
export const invitations = feature({
  /** All there have been, the newest first. */
  list: {
    method: 'GET',
    path: '/stores/{id}/invitations',
    summary: ['อ่านรายการคำเชิญ', 'List invitations'],
    permission: read,
    params: ofStore,
    query: Page.extend({ keyword: Keyword.optional() }),
    response: pageOf(Invitation),
  },
  /** An existing invitation gets the new role, expiry and link; its former link is revoked. */
  create: {
    method: 'POST',
    path: '/stores/invitations',
    summary: ['เชิญผู้ใช้', 'Invite a person'],
    permission: edit,
    audit: 'invitation_created',
    body: z.strictObject({
      email: Email,
      role_id: Id,
      /** False to hand the link on without a mail. */
      send: z.boolean().default(true),
    }),
    /** `link`: for the caller to hand on; null when it was mailed. */
    response: z.object({ id: Id, link: z.string().nullable() }),
    errors: [beyond, 'member_already', 'invitations_too_many', 'mails_to_address', 'mails_of_store'],
  },
  revoke: {
    method: 'DELETE',
    path: '/stores/{id}/invitations/{key}',
    summary: ['เพิกถอนคำเชิญ', 'Revoke an invitation'],
    permission: edit,
    audit: 'invitation_revoked',
    params: z.strictObject({ id: IdText, key: IdText }),
    errors: [beyond],
  },
})

import {
  EXPOSED_SECRET_HOURS,
  invitations,
  MAX_MAILS_OF_STORE,
  MAX_MAILS_TO_ADDRESS,
  MAX_PENDING_INVITATIONS,
  type Member,
  memberRoleNotice,
  people,
  type RemovedMember,
} from '@ruam/contract/access/people.ts'
import { ApiError } from '../../core/api-error.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { AuditOfCall } from '../../http/audit.ts'
import type { Caller } from '../../http/authorize.ts'
import { implement } from '../../http/implement.ts'
import { queueMail } from '../../mail/mails.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { lockAccess, refuseBeyond } from '../roles/access.ts'
import { assignableRole } from '../roles/queries.ts'
import { remainingWork } from '../roles/remaining-work.ts'
import {
  countMail,
  countPending,
  findPending,
  listInvitations,
  revokeInvitation,
  writeInvitation,
} from './invitations.ts'
import { invitationLink } from './mails.ts'
import type { MemberKey, MemberKeys } from './member-keys.ts'
import { endMembership, findMember, isMember, listMembers, memberKeysOf, setRole } from './members.ts'
import { listPeople } from './people.ts'

const oldest = { offset: 0, limit: 0, sort_by: 'created_at' }

/** A call that changes a member of a store. */
interface Act {
  core: Core
  db: Db
  storeId: number
  user: { id: number }
  audit: AuditOfCall
}

/** Calls about members; `keys` decides what becomes of their credentials. */
export const peopleRoutes = (keys: MemberKeys) =>
  implement(people, {
    async list({ db, storeId, query }) {
      const { data, total, members, invitations } = await listPeople(db, storeId, query)
      return { ...pageAnswer({ ...query, sort_by: 'status' }, data, total), members, invitations }
    },

    get: ({ db, storeId, params }) => memberOf(db, storeId, params.id),

    update: (context) => giveRole(context, context.params.id, context.body.role_id),

    async keys({ db, storeId, params }) {
      await memberOf(db, storeId, params.id)
      return { data: await memberKeysOf(db, storeId, params.id) }
    },

    remove: ({ query, ...context }) => removeMember(context, context.params.id, keys, query),

    async ofStore({ db, storeId, params, fail }) {
      if (params.id !== storeId) throw fail('not_found')
      const { data, total } = await listMembers(db, storeId, oldest)
      return pageAnswer(oldest, data, total)
    },

    inStore: ({ db, storeId, params }) => memberOf(db, ownStore(storeId, params.id), params.user_id),

    updateInStore: (context) => {
      ownStore(context.storeId, context.params.id)
      return giveRole(context, context.params.user_id, context.body.role_id)
    },

    async removeFromStore(context) {
      ownStore(context.storeId, context.params.id)
      await removeMember(context, context.params.user_id, keys)
    },

    async leave({ db, storeId, user, params, fail, audit }) {
      ownStore(storeId, params.id)
      await lockAccess(db, storeId, user, 'member')
      if (!(await endMembership(db, storeId, user.id))) throw fail('last_owner')
      await audit('user', user.id, await remainingWork(db, storeId, { userId: user.id }))
    },
  })

export const invitationRoutes = implement(invitations, {
  async list({ db, storeId, params, query }) {
    const { data, total } = await listInvitations(db, ownStore(storeId, params.id), query)
    return pageAnswer({ ...query, sort_by: 'created_at', sort_dir: 'desc' }, data, total)
  },

  async create({ core, db, storeId, user, body: { email, role_id, send }, request, fail, audit }) {
    const { rights } = await lockAccess(db, storeId, user, 'user.user.edit')
    const role = await assignableRole(db, storeId, role_id)
    if (!role) throw fail('not_found')
    refuseBeyond(rights, role)
    if (await isMember(db, storeId, email)) throw fail('member_already', { email })
    const before = await findPending(db, storeId, { email })
    if (before) refuseBeyond(rights, before)
    else if ((await countPending(db, storeId)) >= MAX_PENDING_INVITATIONS) {
      throw fail('invitations_too_many', { limit: MAX_PENDING_INVITATIONS })
    }
    // A mailed invitation gets its link with the mail; this token is discarded.
    const token = newToken()
    const mail = send && core.config.mail ? 'waiting' : null
    const invited = { email, role_id, token_hash: tokenHash(token), created_by: user.id, mail } as const
    const id = await writeInvitation(db, storeId, invited)
    await audit('invitation', id, { role_id })
    if (mail) {
      const over = await countMail(db, storeId, email)
      if (over === 'of_store') throw fail('mails_of_store', { limit: MAX_MAILS_OF_STORE })
      if (over === 'to_address') throw fail('mails_to_address', { email, limit: MAX_MAILS_TO_ADDRESS })
      await queueMail(core, db, 'invitation', { store_id: storeId, id })
      return { id, link: null }
    }
    return { id, link: invitationLink(core.config.publicUrl ?? `${request.protocol}://${request.host}`, token) }
  },

  async revoke({ db, storeId, user, params, fail, audit }) {
    ownStore(storeId, params.id)
    const { rights } = await lockAccess(db, storeId, user, 'user.user.edit')
    const invitation = await findPending(db, storeId, { id: params.key })
    if (!invitation) throw fail('not_found')
    refuseBeyond(rights, invitation)
    await revokeInvitation(db, storeId, invitation.id)
    await audit('invitation', invitation.id)
  },
})

/** Returns the caller's store. Throws if the address names another one. */
function ownStore(storeId: number, named: number): number {
  if (named !== storeId) throw new ApiError('not_found')
  return storeId
}

async function memberOf(db: Db, storeId: number, userId: number) {
  const member = await findMember(db, storeId, userId)
  if (!member) throw new ApiError('not_found')
  return member
}

/** Gives a member a role: neither the old nor the new one may hold more than the caller does. */
async function giveRole({ core, db, storeId, user, audit }: Act, userId: number, roleId: number): Promise<Member> {
  const { rights } = await lockAccess(db, storeId, user, 'user.user.edit')
  const member = await memberOf(db, storeId, userId)
  const role = await assignableRole(db, storeId, roleId)
  if (!role) throw new ApiError('not_found')
  refuseBeyond(rights, { name: member.role.name, permissions: member.permissions })
  refuseBeyond(rights, role)
  if (member.role.id === role.id) return member
  if (!(await setRole(db, storeId, userId, role))) throw new ApiError('last_owner')
  const left = await remainingWork(db, storeId, { userId })
  const change = {
    role_id: role.id,
    role_id_before: member.role.id,
    permissions_before: member.permissions.join(','),
    permissions_after: role.permissions.join(','),
  }
  await audit('user', userId, { ...change, ...left })
  await queueMail(core, db, 'role_changed', { store_id: storeId, user_id: userId })
  await notify(db, storeId, memberRoleNotice, { ending: 'completed', data: { user_id: userId, role_id: role.id } })
  return memberOf(db, storeId, userId)
}

interface Removing extends Act {
  user: Caller
  request: { id: string }
}

/** Removes a member and ends the credentials whose secret they saw, but for those that the caller takes over. */
async function removeMember(
  { db, storeId, user, request, audit }: Removing,
  userId: number,
  { end, takeOver }: MemberKeys,
  { keep = [], hours = EXPOSED_SECRET_HOURS }: { keep?: number[] | undefined; hours?: number } = {},
): Promise<RemovedMember> {
  const { rights } = await lockAccess(db, storeId, user, 'user.user.delete')
  const member = await memberOf(db, storeId, userId)
  refuseBeyond(rights, { name: member.role.name, permissions: member.permissions })
  const seen = await memberKeysOf(db, storeId, userId)
  if (keep.some((id) => !seen.some((key) => key.id === id))) throw new ApiError('not_found')
  if (!(await endMembership(db, storeId, userId))) throw new ApiError('last_owner')
  const removal = { db, storeId, user, requestId: request.id }
  const ended = seen.filter(({ id }) => !keep.includes(id))
  await end(removal, ended)
  const taken_over: RemovedMember['taken_over'] = []
  for (const key of seen) if (keep.includes(key.id)) taken_over.push(await takeOver(removal, key, hours))
  const named = (keys: readonly MemberKey[]) => keys.map(({ id }) => id).join(', ')
  await audit('user', userId, {
    ...(await remainingWork(db, storeId, { userId })),
    ...(ended.length > 0 && { keys_ended: named(ended) }),
    ...(keep.length > 0 && { keys_taken_over: named(seen.filter(({ id }) => keep.includes(id))) }),
  })
  return { ended, taken_over }
}

import { auth } from '@ruam/contract/access/auth.ts'
import { passkeys, secondFactor } from '@ruam/contract/access/passkeys.ts'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { changePassword, type From, PASSWORD, post, refresh, signIn } from '../../testing/app/auth.testing.ts'
import {
  aloneChallenge,
  enrol,
  secondFactorOf,
  signInByCode,
  signInByPasskey,
} from '../../testing/app/passkeys.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { emailToken, openInvitation } from '../../testing/things/people.ts'
import { act, type Case, isFound, memberWithPassword, params, rightsOf, withPassword } from './ended.ts'

const oldPassword: Case = {
  title: 'the password before the change',
  async make({ store }) {
    const member = await memberWithPassword(store, [])
    const change = { current: PASSWORD, next: 'purple tractor monday' }
    return {
      decide: () => changePassword(member.personToken, change),
      lives: async ({ app }) => (await signIn(member.email, PASSWORD, { app })).status === 200,
    }
  },
}

const leftEmail: Case = {
  title: 'a link for a lost password at an e-mail that its person has left',
  async make({ store }) {
    const member = await memberWithPassword(store, [])
    return {
      decide: async () => post(auth.confirmEmail, { token: await emailToken(member) }, {}),
      lives: async ({ admin }) =>
        (await admin.query('select from users where id = $1 and not email_left', [member.userId])).rowCount === 1,
    }
  },
}

const endedSession: Case = {
  title: 'a session that its person ended',
  async make({ store }) {
    const { admin } = await testServer()
    const cookie = newToken()
    const { rows } = await admin.query<{ id: number }>('select auth.begin_session($1, $2, $3, 3600, 3600) as id', [
      ...[store.userId, tokenHash(cookie), tokenHash(newToken())],
    ])
    return {
      decide: () => store.call(auth.endSession, params(rows[0]!.id)),
      lives: async ({ app }) => (await refresh(cookie, { app })).status === 200,
    }
  },
}

const removedMember: Case = {
  title: 'a removed member',
  async make({ store }) {
    const member = await memberWithPassword(store, ['cdp-core.profile.read'])
    return {
      decide: () => store.call(people.remove, { ...params(member.userId), query: {} }),
      lives: async (there) => (await rightsOf(there, member, store)) !== undefined,
    }
  },
}

const unlinkedLine: Case = {
  title: 'a LINE id from which a member sent files',
  async make({ store }) {
    const { userId } = await store.member(['cdp-core.datasource.execute'])
    const lineUserId = `U${userId.toString(16).padStart(32, '0')}`
    await act(
      store,
      'insert into line_member (store_id, user_id, channel_id, line_user_id, linked_at) values ($1, $2, 1, $3, clock_timestamp())',
      [userId, lineUserId],
    )
    return {
      decide: () => act(store, 'delete from line_member where store_id = $1 and user_id = $2', [userId]),
      lives: (there) =>
        isFound(there, store, 'select from line_member where store_id = $1 and line_user_id = $2', [lineUserId]),
    }
  },
}

const loweredOwner: Case = {
  title: 'an owner who became a manager',
  async make({ store }) {
    const member = await memberWithPassword(store, 'owner')
    const { data } = await store.call(roles.listOfSettings, { query: {} })
    const role_id = data.find(({ name }) => name === 'manager')!.id
    return {
      decide: () => store.call(people.update, { ...params(member.userId), body: { role_id } }),
      lives: async (there) => (await rightsOf(there, member, store))!.roles.includes('owner'),
    }
  },
}

const loweredRole: Case = {
  title: 'a right that was taken from a role',
  async make({ store }) {
    const member = await memberWithPassword(store, ['cdp-core.profile.read', 'cdp-core.profile.edit'])
    const { role } = await store.call(people.get, params(member.userId))
    const ofRole = { id: String(store.storeId), role_id: String(role.id) }
    const { updated_at: origin_time } = await store.call(roles.get, { params: ofRole })
    const body = { permissions: ['cdp-core.profile.read' as const], origin_time }
    return {
      decide: () => store.call(roles.update, { params: ofRole, body }),
      lives: async (there) => (await rightsOf(there, member, store))!.permissions.includes('cdp-core.profile.edit'),
    }
  },
}

const revokedInvitation: Case = {
  title: 'a revoked invitation',
  async make({ store }) {
    const { id, token } = await openInvitation(store)
    const key = { id: String(store.storeId), key: String(id) }
    return {
      decide: () => store.call(invitations.revoke, { params: key }),
      lives: async ({ app }) => (await post(auth.invitation, { token }, { app })).status === 200,
    }
  },
}

const removedStore: Case = {
  title: 'a removed store',
  async make() {
    const store = await withPassword(await newStore())
    return {
      decide: () => store.call(stores.delete, { ...params(store.storeId), body: { name: 'ร้านทดสอบ' } }),
      lives: async (there) => (await rightsOf(there, store, store)) !== undefined,
    }
  },
}

const passwordAlone: Case = {
  title: 'the password alone of a person who has added a passkey',
  async make({ store }) {
    const member = await memberWithPassword(store, [])
    return {
      decide: () => enrol(member),
      lives: async ({ app }) => (await signIn(member.email, PASSWORD, { app })).status === 200,
    }
  },
}

const removedPasskey: Case = {
  title: 'a passkey that its person removed',
  async make({ store }) {
    const member = await memberWithPassword(store, [])
    const { passkey } = await enrol(member)
    const { data } = await member.call(passkeys.list)
    return {
      decide: () => member.call(passkeys.remove, params(data[0]!.id)),
      lives: async ({ app }) =>
        (await signInByPasskey(passkey.get(await aloneChallenge({ app })), { app })).status === 200,
    }
  },
}

const usedCode: Case = {
  title: 'a recovery code that was used',
  async make({ store }) {
    const member = await memberWithPassword(store, [])
    const { codes } = await enrol(member)
    const use = async (from: From) =>
      signInByCode((await secondFactorOf(member.email, from)).challenge, codes[0]!, from)
    return { decide: () => use({}), lives: async ({ app }) => (await use({ app })).status === 200 }
  },
}

const noSecondFactor: Case = {
  title: 'a store without the second factor that was required since',
  async make() {
    const store = await newStore()
    const { core } = await testServer()
    core.config.publicUrl ??= 'http://localhost'
    const text = 'select from store where store_id = $1 and second_factor_from is null'
    return {
      decide: () => store.call(secondFactor.set, { body: { required: true } }),
      lives: (there) => isFound(there, store, text),
    }
  },
}

export const ofPeople = {
  passkey_added: [passwordAlone],
  email_changed: [leftEmail],
  passkey_removed: [removedPasskey],
  recovery_code_ended: [usedCode],
  second_factor_required: [noSecondFactor],
  password_changed: [oldPassword],
  session_ended: [endedSession],
  member_removed: [removedMember],
  line_member_unlinked: [unlinkedLine],
  member_role_lowered: [loweredOwner],
  role_lowered: [loweredRole],
  invitation_revoked: [revokedInvitation],
  store_removed: [removedStore],
} satisfies Record<string, [Case, ...Case[]]>

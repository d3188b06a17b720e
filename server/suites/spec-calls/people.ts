import { generateKeyPairSync } from 'node:crypto'
import { nkeyOf } from '../../push/nkeys.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { currentVersion, idOf, page, type SpecCall } from './ask.ts'

const role = () => ({ name: fresh('บทบาท'), permissions: ['cdp-core.profile.read'] })
const madeRole = (store: TestStore) => idOf(store, `POST /stores/${store.storeId}/roles`, { body: role() })
const invite = async (store: TestStore) => {
  const body = { email: `${fresh('invited')}@example.com`, role_id: await madeRole(store) }
  return idOf(store, 'POST /stores/invitations', { body })
}
/** Two ways to the same person, and two to one list of them. */
const memberAt = async (store: TestStore, place: 'account' | 'settings') => {
  const { userId } = await store.member([])
  return place === 'account' ? `/users/${userId}/user-stores/${store.storeId}` : `/user-management/${userId}`
}

const entity = {
  role: ['id', 'name', 'permissions', 'preset', 'members', 'updated_at'],
  member: ['id', 'first_name', 'last_name', 'email', 'store', 'role', 'last_seen_at'],
  invitation: ['id', 'email', 'store', 'role', 'status', 'created_at', 'expires_at'],
}

/** People, stores and roles. */
export const peopleCalls: SpecCall[] = [
  {
    call: 'GET /users/{userId}/user-stores',
    sent: (store) => [`/users/${store.userId}/user-stores`, { person: true }],
    fields: ['data'],
    listed: ['id', 'store'],
  },
  {
    call: 'POST /stores/auth/token',
    sent: (store) => ['/stores/auth/token', { body: { id: store.storeId }, person: true }],
    fields: ['token'],
  },
  { call: 'GET /stores/{id}', sent: (store) => [`/stores/${store.storeId}`], fields: ['id', 'name'] },
  {
    call: 'GET /users/user-stores/{id}',
    sent: (store) => [`/users/user-stores/${store.storeId}`],
    fields: page,
    listed: entity.member,
  },
  ...(['account', 'settings'] as const).flatMap((place): SpecCall[] => {
    const at = place === 'account' ? '/users/{userId}/user-stores/{id}' : '/user-management/{id}'
    return [
      { call: `GET ${at}`, sent: async (store) => [await memberAt(store, place)], fields: entity.member },
      {
        call: `PATCH ${at}`,
        sent: async (store) => [await memberAt(store, place), { body: { role_id: await madeRole(store) } }],
        fields: entity.member,
      },
      { call: `DELETE ${at}`, sent: async (store) => [await memberAt(store, place)] },
    ]
  }),
  {
    call: 'GET /user-management',
    sent: () => ['/user-management', { query: { offset: '0', limit: '10', keyword: 'สมชาย' } }],
    fields: page,
    listed: entity.member,
  },
  {
    call: 'GET /stores/{id}/invitations',
    sent: async (store) => {
      await invite(store)
      return [`/stores/${store.storeId}/invitations`, { query: { offset: '0', limit: '10', keyword: 'invited' } }]
    },
    fields: page,
    listed: entity.invitation,
  },
  {
    call: 'DELETE /stores/{id}/invitations/{key}',
    sent: async (store) => [`/stores/${store.storeId}/invitations/${await invite(store)}`],
  },
  {
    call: 'POST /stores/invitations',
    sent: async (store) => {
      const body = { email: `${fresh('invited')}@example.com`, role_id: await madeRole(store), send: false }
      return ['/stores/invitations', { body }]
    },
    fields: ['id', 'link'],
  },
  ...['/stores/{id}/roles', '/roles'].map(
    (path): SpecCall => ({
      call: `GET ${path}`,
      sent: (store) => [
        path.replace('{id}', String(store.storeId)),
        { query: { offset: '0', limit: '10', keyword: '' } },
      ],
      fields: page,
      listed: entity.role,
    }),
  ),
  {
    call: 'POST /stores/{id}/roles',
    sent: (store) => [`/stores/${store.storeId}/roles`, { body: role() }],
    fields: entity.role,
  },
  {
    call: 'GET /stores/{id}/roles/{roleId}',
    sent: async (store) => [`/stores/${store.storeId}/roles/${await madeRole(store)}`],
    fields: entity.role,
  },
  {
    call: 'DELETE /stores/{id}/roles/{roleId}',
    sent: async (store) => [
      `/stores/${store.storeId}/roles/${await madeRole(store)}`,
      { query: { move_to: String(await madeRole(store)) } },
    ],
  },
  {
    call: 'PATCH /stores/v2/{id}/roles/{roleId}',
    sent: async (store) => {
      const id = await madeRole(store)
      const body = { ...role(), ...(await currentVersion(store, `GET /stores/${store.storeId}/roles/${id}`)) }
      return [`/stores/v2/${store.storeId}/roles/${id}`, { body }]
    },
    fields: entity.role,
  },
  {
    call: 'GET /stores/v2/roles/validate/name/{name}',
    sent: () => [`/stores/v2/roles/validate/name/${encodeURIComponent('ผู้จัดการ')}`],
    fields: ['exists'],
  },
  {
    call: 'POST /socket/auth/token/store',
    sent: (store) => {
      const nkey = nkeyOf('user', generateKeyPairSync('ed25519').publicKey)
      return ['/socket/auth/token/store', { body: { token: store.token, nkey } }]
    },
    fields: ['token'],
  },
]

import { generateKeyPairSync } from 'node:crypto'
import { dpa } from '@ruam/contract/access/dpa.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { nkeyOf } from '../../push/nkeys.ts'
import { picture } from '../../testing/access/photo.testing.ts'
import { PASSWORD } from '../../testing/app/auth.testing.ts'
import { aloneChallenge, enrol, newAuthenticator, secondFactorOf } from '../../testing/app/passkeys.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { broadcastDraft } from '../../testing/things/broadcasts.ts'
import { fresh } from '../../testing/things/fresh.ts'
import {
  deletedStore,
  emailToken,
  enrolChallenge,
  openInvitation,
  passwordChange,
  personWithPasskey,
  resetToken,
  role,
  withPassword,
} from '../../testing/things/people.ts'
import type { Requests } from './request.ts'

const freshNkey = () => nkeyOf('user', generateKeyPairSync('ed25519').publicKey)

const aboutDpa = { app_name: 'ruam', type: 'dpa' } as const

const consentee = () => ({ name: fresh('คุณ'), email: 'owner@example.com', position: '', company: 'ร้าน' })

export const requestsOfAccess: Requests = {
  'setupRequests.create': async (store) => ({
    body: { kind: 'account', broadcast_id: (await broadcastDraft(store)).id },
  }),
  'auth.password': async (store) => ({ body: await passwordChange(store) }),
  'auth.updateMe': async () => ({ body: { first_name: fresh('ชื่อ') } }),
  'auth.invitation': async (store) => ({ body: { token: (await openInvitation(store)).token } }),
  'auth.acceptInvitation': async (store) => {
    const { token } = await openInvitation(store)
    const password = 'purple tractor monday'
    return { body: { token, first_name: 'Mali', last_name: 'Suk', password } }
  },
  'auth.confirmEmail': async (store) => ({ body: { token: await emailToken(store) } }),
  'auth.forgot': async (store) => ({ body: { email: store.email } }),
  'auth.reset': async (store) => ({ body: { token: await resetToken(store), password: 'purple tractor monday' } }),
  'passkeys.challenge': async (store) => {
    await personWithPasskey(store)
    return { body: { purpose: 'enrol' } }
  },
  'passkeys.add': async (store) => {
    await personWithPasskey(store)
    const passkey = await newAuthenticator()
    return { body: { name: fresh('เครื่อง'), ...passkey.create(await enrolChallenge(store)) } }
  },
  'passkeys.rename': async (store) => ({
    params: { id: String(await personWithPasskey(store)) },
    body: { name: fresh('เครื่อง') },
  }),
  'passkeys.remove': async (store) => ({ params: { id: String(await personWithPasskey(store)) } }),
  'passkeys.renewCodes': async (store) => {
    await personWithPasskey(store)
    return {}
  },
  'passkeys.confirm': async (store) => {
    await personWithPasskey(store)
    return { body: { password: PASSWORD } }
  },
  'passkeys.signIn': async (store) => {
    const { passkey } = await enrol(await withPassword(store))
    return { body: passkey.get(await aloneChallenge()) }
  },
  'passkeys.signInByCode': async (store) => {
    const { codes } = await enrol(await withPassword(store))
    const { challenge } = await secondFactorOf(store.email)
    return { body: { challenge, code: codes[0]! } }
  },
  'secondFactor.set': async () => {
    const { core } = await testServer()
    core.config.publicUrl ??= 'http://localhost'
    return { body: { required: true } }
  },
  'roles.create': async (store) => ({
    params: { id: String(store.storeId) },
    body: { name: fresh('บทบาท'), permissions: [] },
  }),
  'roles.update': async (store) => {
    const { id, updated_at: origin_time } = await role(store)
    const params = { id: String(store.storeId), role_id: String(id) }
    return { params, body: { name: fresh('บทบาท'), description: fresh('งาน'), permissions: [], origin_time } }
  },
  'people.leave': async (store) => {
    // An owner must remain.
    await store.member('owner')
    return { params: { id: String(store.storeId) } }
  },
  'people.ofStore': async (store) => ({ params: { id: String(store.storeId) } }),
  'dpa.decide': async (store) => {
    // The first decision, or the same one again by another signatory.
    const { result } = await store.call(dpa.status, { body: aboutDpa })
    return { body: { ...aboutDpa, status: result === 'declined' ? 'declined' : 'accepted', consentee: consentee() } }
  },
  'stores.update': async (store) => {
    const { updated_at: origin_time } = await store.call(stores.get, { params: { id: String(store.storeId) } })
    return { body: { name: fresh('ร้าน'), phone: '02-123-4567', time_zone: 'Asia/Bangkok', origin_time } }
  },
  'stores.delete': async (store) => {
    const params = { id: String(store.storeId) }
    return { params, body: { name: (await store.call(stores.get, { params })).name } }
  },
  'stores.sandbox': async ({ userId }) => {
    const { admin } = await testServer()
    await admin.query('update store set deleted_at = now() where sandbox_of = $1', [userId])
    return {}
  },
  'stores.restore': async (store) => ({ params: { id: String(await deletedStore(store)) } }),
  'stores.photo': async () => ({ file: picture('png', 9, 9) }),
  'push.token': async (store) => ({ body: { token: store.token, nkey: freshNkey() } }),
}

import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import {
  decidedRequest,
  identifiedRequest,
  myDataLogin,
  privacyRequest,
  unapprovedErasure,
} from '../../testing/things/privacy.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

const byId = async (id: Promise<number>) => ({ params: { id: String(await id) } })

async function restrictedProfile(store: TestStore) {
  const params = { id: String(await profileId(store)) }
  await store.call(profileRestriction.restrict, { params, body: { kind: 'restricted', reason: 'ลูกค้าขอ' } })
  return { params }
}

export const requestsOfPrivacy: Requests = {
  'profileRestriction.lift': async (store) => ({ ...(await restrictedProfile(store)), body: { reason: 'ลูกค้าขอ' } }),
  'privacyRetention.save': async () => ({ body: { kind: 'activity', months: 24 } }),
  'myDataSettings.saveLogin': async () => ({ body: { channel_id: '2001234568', channel_secret: '1'.repeat(32) } }),
  'myDataSettings.check': async (store) => {
    await myDataLogin(store)
    return {}
  },
  'myDataSettings.turn': async (store) => {
    await myDataLogin(store)
    return { body: { on: false } }
  },
  'myDataSettings.renew': async (store) => {
    await myDataLogin(store)
    return {}
  },
  'privacyRequests.create': async (store) => {
    const purpose_ids = [(await consentPurpose(store)).id]
    const profile_ids = [await profileId(store)]
    return { body: { kind: 'withdraw', source: 'phone', profile_ids, purpose_ids, assignee_id: null } }
  },
  'privacyRequests.change': async (store) => {
    const { params } = await byId(privacyRequest(store))
    const { updated_at: origin_time } = await store.call(privacyRequests.get, { params })
    return { params, body: { origin_time, words: 'ขอดูข้อมูล' } }
  },
  'privacyRequests.copy': (store) => byId(identifiedRequest(store)),
  'privacyRequests.decide': async (store) => ({
    ...(await byId(identifiedRequest(store))),
    body: { decision: 'all', reason: 'ลูกค้าขอ' },
  }),
  'privacyRequests.approve': (store) => byId(unapprovedErasure(store)),
  'privacyRequests.answer': async (store) => ({
    ...(await byId(decidedRequest(store))),
    body: { way: 'mail', text: 'ตอบแล้ว' },
  }),
}

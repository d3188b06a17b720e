import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { incidentLetters } from '@ruam/contract/privacy/letters.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { sendingAccount } from '../../testing/things/broadcasts.ts'
import {
  decidedIncident,
  decidedRequest,
  identifiedRequest,
  incident,
  incidentWithLetter,
  myDataLogin,
  myDataPage,
  pausedLetter,
  privacyRequest,
  submittedLetter,
  unapprovedErasure,
} from '../../testing/things/privacy.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

const byId = async (id: Promise<number>) => ({ params: { id: String(await id) } })

async function withLetter(store: TestStore, id: Promise<number>) {
  const { params } = await byId(id)
  const { letter } = await store.call(incidentLetters.get, { params })
  return { params, body: { origin_time: letter!.updated_at } }
}

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
  'myDataLinks.create': async (store) => {
    const { profile } = await sendingAccount(store)
    await myDataPage(store)
    return { params: { id: String(profile) } }
  },
  'privacyIncidents.create': async (store) => {
    const [from, to] = [48, 1].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
    return {
      body: { title: 'รหัสรั่ว', kind: 'person', subject_id: store.userId, from: from!, to: to!, known_at: to! },
    }
  },
  'privacyIncidents.update': async (store) => {
    const { params } = await byId(incident(store))
    const { updated_at: origin_time } = await store.call(privacyIncidents.get, { params })
    return { params, body: { origin_time, kind: 'person', subject_id: store.userId } }
  },
  'privacyIncidents.notified': async (store) => ({
    ...(await byId(decidedIncident(store))),
    body: { at: new Date(Date.now() - 60_000).toISOString(), late_reason: '' },
  }),
  'privacyIncidents.close': async (store) => {
    const { params } = await byId(incident(store))
    await store.call(privacyIncidents.decide, { params, body: { decision: 'no_risk', reason: 'เข้ารหัสไว้' } })
    return { params, body: { lesson: 'เก็บกุญแจแยก' } }
  },
  'incidentLetters.save': async (store) => ({
    ...(await byId(incident(store))),
    body: { origin_time: null, text_th: 'เรียนคุณ {name}', text_en: 'Dear {name}' },
  }),
  'incidentLetters.submit': (store) => withLetter(store, incidentWithLetter(store)),
  'incidentLetters.approve': (store) => withLetter(store, submittedLetter(store)),
  'incidentLetters.stop': (store) => byId(submittedLetter(store)),
  'incidentLetters.resume': (store) => byId(pausedLetter(store)),
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

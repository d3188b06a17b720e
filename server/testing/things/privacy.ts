import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { incidentLetters } from '@ruam/contract/privacy/letters.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { privacyProcessing } from '@ruam/contract/privacy/processing.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { jobOver } from '../jobs.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { sendingAccount } from './broadcasts.ts'
import { profileId } from './profiles.ts'

const byId = (id: number) => ({ params: { id: String(id) } })

/** A new request of a new customer. */
export async function privacyRequest(store: TestStore): Promise<number> {
  const body = { kind: 'see' as const, source: 'phone' as const, profile_ids: [await profileId(store)] }
  return (await store.call(privacyRequests.create, { body })).id
}

/** An open incident of a backup. */
export async function incident(store: TestStore): Promise<number> {
  const [from, known_at, to] = [48, 1, 0].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
  const body = {
    title: 'ไฟล์สำรองหาย',
    kind: 'backup',
    subject_id: 1,
    from: from!,
    to: to!,
    known_at: known_at!,
  } as const
  return (await store.call(privacyIncidents.create, { body })).id
}

/** An incident with the draft of a letter. */
export async function incidentWithLetter(store: TestStore): Promise<number> {
  const id = await incident(store)
  const body = { origin_time: null, text_th: 'เรียนคุณ {name}', text_en: '' }
  await store.call(incidentLetters.save, { ...byId(id), body })
  return id
}

/** An incident of a friend on LINE, with a letter that another member wrote and submitted. */
export async function submittedLetter(store: TestStore): Promise<number> {
  await sendingAccount(store)
  const { admin } = await testServer()
  await admin.query(
    `insert into broadcast_quota (store_id, channel_id, month, quota)
     select store_id, id, date_trunc('month', now() at time zone 'Asia/Tokyo')::date, 100000 from channel where store_id = $1
     on conflict (store_id, channel_id, month) do update set quota = excluded.quota`,
    [store.storeId],
  )
  const id = await incident(store)
  const author = await store.member(['cdp-core.privacy.manage', 'cdp-core.profile.read'])
  const body = { origin_time: null, text_th: 'เรียนคุณ {name}', text_en: '' }
  const { letter } = await author.call(incidentLetters.save, { ...byId(id), body })
  await author.call(incidentLetters.submit, { ...byId(id), body: { origin_time: letter!.updated_at } })
  return id
}

/** An incident whose letter was approved, and is paused. */
export async function pausedLetter(store: TestStore): Promise<number> {
  const id = await submittedLetter(store)
  const { letter } = await store.call(incidentLetters.get, byId(id))
  await store.call(incidentLetters.approve, { ...byId(id), body: { origin_time: letter!.updated_at } })
  const { admin } = await testServer()
  await admin.query(
    `update broadcast set status = 'pending', sub_status = 'paused', reason = 'user', due_at = now() + interval '1 day'
     where store_id = $1 and incident_id = $2`,
    [store.storeId, id],
  )
  return id
}

/** An incident of which the regulator is to be notified. */
export async function decidedIncident(store: TestStore): Promise<number> {
  const id = await incident(store)
  await store.call(privacyIncidents.decide, { ...byId(id), body: { decision: 'notify', reason: 'เสี่ยงต่อลูกค้า' } })
  return id
}

/** A LINE Login channel of the page My data, which is not checked. */
export const myDataLogin = (store: TestStore) =>
  store.call(myDataSettings.saveLogin, { body: { channel_id: '2001234568', channel_secret: '1'.repeat(32) } })

/** A page My data that is on. Returns the end of its address. */
export async function myDataPage(store: TestStore): Promise<string> {
  await myDataLogin(store)
  const { admin } = await testServer()
  const { rows } = await admin.query<{ code: string }>(
    "update my_data_page set check_result = 'same', checked_at = now(), is_on = true where store_id = $1 returning code",
    [store.storeId],
  )
  return rows[0]!.code
}

/** The same from a known customer. */
export async function identifiedRequest(store: TestStore): Promise<number> {
  const id = await privacyRequest(store)
  await store.call(privacyRequests.identify, { ...byId(id), body: { checks: ['called_back'] } })
  return id
}

export async function decidedRequest(store: TestStore): Promise<number> {
  const id = await identifiedRequest(store)
  await store.call(privacyRequests.decide, { ...byId(id), body: { decision: 'refused', reason: 'ไม่ใช่ข้อมูลของร้าน' } })
  return id
}

/** An erasure that another member decided, and that waits for a second person. */
export async function unapprovedErasure(store: TestStore): Promise<number> {
  await store.call(privacyRequests.saveSetting, { body: { days: 30, erase_needs_two: true } })
  const body = { kind: 'erase' as const, source: 'phone' as const, profile_ids: [await profileId(store)] }
  const { id } = await store.call(privacyRequests.create, { body })
  const other = await store.member('owner')
  await other.call(privacyRequests.identify, { ...byId(id), body: { checks: ['called_back'] } })
  await other.call(privacyRequests.decide, { ...byId(id), body: { decision: 'all', reason: 'ลูกค้าขอ' } })
  return id
}

/** A request with a copy. */
export async function copiedRequest(store: TestStore): Promise<number> {
  const id = await identifiedRequest(store)
  const { job_id } = await store.call(privacyRequests.copy, byId(id))
  await jobOver(store, job_id)
  return id
}

/** A kept record of processing activities. */
export const processingRecord = async (store: TestStore): Promise<number> =>
  (await store.call(privacyProcessing.take)).id

/** A round of hidden rows that can be put back, of a day of its own. */
export async function retentionRound(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into retention_round (store_id, kind, day, before, rows)
     select $1, 'note', current_date - count(*)::int, now(), 1 from retention_round where store_id = $1 returning id`,
    [store.storeId],
  )
  return rows[0]!.id
}

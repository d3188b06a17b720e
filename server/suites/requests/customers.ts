import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { activityType, customField, typeWithField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { bulkAction, doneBulk } from '../../testing/things/jobs.ts'
import { label } from '../../testing/things/labels.ts'
import { changedProfile, mergeOf, profileId, profileView, viewDefinition } from '../../testing/things/profiles.ts'
import { consentPurpose, draftedPurpose, ruleOfEveryKind, segment } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

const bulkBody = async (store: TestStore) => ({
  target: { ids: [await profileId(store)] },
  action: await bulkAction(store),
})

export async function labelledProfile(store: TestStore) {
  const [id, labelId] = [String(await profileId(store)), await label(store)]
  await store.call(profiles.addLabels, { params: { id }, body: { label_ids: [labelId] } })
  return { params: { id, label: String(labelId) } }
}

export const requestsOfCustomers: Requests = {
  'profiles.create': async (store) => ({
    body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], label_ids: [await label(store)] },
  }),
  // The list that needs no figures.
  'workListCalls.list': async () => ({ query: { kind: 'birthdays' } }),
  'profiles.query': async (store) => ({ body: { filter: { rule: await ruleOfEveryKind(store) } } }),
  'profileViews.create': async (store) => ({
    body: { name: fresh('มุมมอง'), definition: { ...viewDefinition, rule: await ruleOfEveryKind(store) } },
  }),
  'profiles.update': async (store) => {
    const id = String(await profileId(store))
    const { updated_at: origin_time } = await store.call(profiles.get, { params: { id } })
    return { params: { id }, body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], origin_time } }
  },
  'profiles.restore': async (store) => {
    const params = { id: String(await profileId(store)) }
    await store.call(profiles.delete, { params })
    return { params }
  },
  'profileErasure.eraseSeveral': async (store) => ({
    body: { profile_ids: [await profileId(store)], confirm: true },
  }),
  'profiles.removeLabel': labelledProfile,
  'profileHistory.revert': changedProfile,
  'profileActivities.create': async (store) => {
    const { type, field } = await typeWithField(store)
    const body = { activity_type_id: type, fields: [{ id: field, value: fresh('ค่า') }] }
    return { params: { id: String(await profileId(store)) }, body }
  },
  'profileActivities.delete': async (store) => {
    const id = String(await profileId(store))
    const body = { activity_type_id: await activityType(store) }
    const made = await store.call(profileActivities.create, { params: { id }, body })
    return { params: { id, activity_id: String(made.id) } }
  },
  'profileActivities.markNote': async (store) => {
    const id = String(await profileId(store))
    const made = await store.call(profileActivities.note, { params: { id }, body: { text: fresh('โน้ต') } })
    return {
      params: { id, activity_id: String(made.id) },
      body: { pinned: true, follow_on: '2026-12-01', done: false },
    }
  },
  'profileActivities.purchases': async (store) => ({ query: { profiles: String(await profileId(store)) } }),
  'profileBulk.preview': async (store) => ({ body: await bulkBody(store) }),
  'profileBulk.start': async (store) => ({ body: await bulkBody(store) }),
  'jobs.undo': async (store) => ({ params: { id: String(await doneBulk(store)) } }),
  'preferences.put': async (store) => {
    const { id } = await profileView(store)
    const dashboard_segments = [await segment(store)]
    const views = { profile_view_id: id, profile_view_order: [id] }
    return { body: { datasource_cont_alert_dismiss: [1], ...views, dashboard_segments, origin_time: null } }
  },
  'profileViews.update': async (store) => {
    const { id, updated_at } = await profileView(store)
    const definition = { ...viewDefinition, rule: await ruleOfEveryKind(store) }
    const body = { name: fresh('มุมมองใหม่'), definition, origin_time: updated_at }
    return { params: { id: String(id) }, body }
  },
  'consentWordings.saveDraft': async (store) => {
    const { id, draft } = await draftedPurpose(store)
    const words = { text_th: 'ใหม่กว่า', text_en: '', channels: ['line' as const], legal_basis: 'consent' as const }
    return { params: { id: String(id) }, body: { ...words, origin_time: draft!.updated_at } }
  },
  'consentWordings.discardDraft': async (store) => ({ params: { id: String((await draftedPurpose(store)).id) } }),
  'consentWordings.startDraft': async (store) => {
    const { id, draft } = await draftedPurpose(store)
    return { params: { id: String(id) }, body: { choice: 'keep', origin_time: draft!.updated_at, granted: 0 } }
  },
  'consents.record': async (store) => {
    const said = { operation: 'granted', way: 'paper', note: fresh('แบบฟอร์ม') } as const
    return { body: { profile_id: await profileId(store), purpose_id: (await consentPurpose(store)).id, ...said } }
  },
  'consents.updatePurpose': async (store) => {
    const { id, updated_at } = await consentPurpose(store)
    return { params: { id: String(id) }, body: { name: fresh('เรื่องใหม่'), origin_time: updated_at } }
  },
  'profileDuplicates.create': async (store) => ({
    body: { profile_ids: [await profileId(store), await profileId(store)] },
  }),
  'profileDuplicates.compare': async (store) => ({
    query: { low: String(await profileId(store)), high: String(await profileId(store)) },
  }),
  'profileDuplicates.merge': mergeOf,
  'profileDuplicates.mergeChosen': async (store) => {
    const profile_ids = [await profileId(store), await profileId(store)]
    const fields = [{ field_id: await customField(store), from: profile_ids[1]! }]
    return { body: { profile_ids, keep: profile_ids[0]!, fields } }
  },
}

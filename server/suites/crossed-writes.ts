import { activities } from '@ruam/contract/customers/activities.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { preferences } from '@ruam/contract/customers/preferences.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import type { TestStore } from '../testing/store.testing.ts'
import { dryRun, freshSource, mappedSource, phoneMapping, upload } from '../testing/things/data-sources.ts'
import { activityFieldBody, activityType, customField, fieldBody, typeWithField } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { doneBulk, waitingJob } from '../testing/things/jobs.ts'
import { label } from '../testing/things/labels.ts'
import { changedProfile, profileId, profileView, viewDefinition } from '../testing/things/profiles.ts'
import { consentPurpose } from '../testing/things/segments.ts'
import type { CallName, SentTo } from './calls.ts'

/** The requests that write to one thing, or name it; `n` is which of the callers at once it is. */
type Writers = { [N in CallName]?: (n: number) => SentTo<N> }
/** Creates the target and everything the writers need. */
export type Scene = (store: TestStore) => Promise<Writers>

const byId = (id: number | string) => ({ params: { id: String(id) } })

async function pairOf(store: TestStore, one: number, other: number): Promise<number> {
  return (await store.call(profileDuplicates.create, { body: { profile_ids: [one, other] } })).id
}

/** A profile with everything a profile can have: an own value, a label of an import, an activity, a pair, a merge. */
const person: Scene = async (store) => {
  const { params, body: reverted } = await changedProfile(store)
  const id = Number(params.id)
  const [one, other] = [await label(store), await label(store)]
  const others = [await profileId(store), await profileId(store), await profileId(store)] as const
  const body = { label_ids: [one] }
  await store.call(profiles.addLabels, { ...byId(id), body })
  const activity_type_id = await activityType(store)
  const activity = await store.call(profileActivities.create, { ...byId(id), body: { activity_type_id } })
  const note = await store.call(profileActivities.note, { ...byId(id), body: { text: 'โทรแล้ว' } })
  const merged = await pairOf(store, id, others[0])
  const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(merged), body: { keep: id, fields: [] } })
  const pair = await pairOf(store, id, others[1])
  const between = await pairOf(store, others[1], others[2])
  const purpose_id = (await consentPurpose(store)).id
  const field = await customField(store)
  const { updated_at: origin_time } = await store.call(profiles.get, byId(id))
  return {
    'profiles.update': (n) => ({ ...byId(id), body: { fields: [{ id: field, value: `ค่า ${n}` }], origin_time } }),
    'profiles.delete': () => byId(id),
    'profiles.restore': () => byId(id),
    'profiles.unmask': () => ({ ...byId(id), body: { field_id: field } }),
    'profiles.setLabels': (n) => ({ ...byId(n % 2 ? id : others[1]), body: { label_ids: [n % 3 ? one : other] } }),
    'profiles.addLabels': (n) => ({
      ...byId(n % 2 ? id : others[1]),
      body: { label_ids: n % 3 ? [one, other] : [other, one] },
    }),
    'profiles.removeLabel': (n) => ({ params: { id: String(id), label: String(n % 2 ? one : other) } }),
    'profileHistory.revert': () => ({ params, body: { ...reverted, origin_time } }),
    'profileActivities.create': () => ({ ...byId(id), body: { activity_type_id } }),
    'profileActivities.delete': () => ({ params: { id: String(id), activity_id: String(activity.id) } }),
    'profileActivities.note': (n) => ({ ...byId(n % 2 ? id : others[1]), body: { text: `โทรแล้ว ${n}` } }),
    'profileActivities.markNote': (n) => ({
      params: { id: String(id), activity_id: String(note.id) },
      body: { pinned: n % 2 === 0, follow_on: n % 3 ? '2026-12-01' : null },
    }),
    'profileActivities.visit': (n) => ({ ...byId(n % 2 ? id : others[1]), body: {} }),
    'consents.record': (n) => ({
      body: { profile_id: id, purpose_id, operation: n % 2 ? 'granted' : 'withdrawn', way: 'paper', note: '7' },
    }),
    'profileDuplicates.create': (n) => ({ body: { profile_ids: [id, others[n % 2 ? 1 : 2]!] } }),
    'profileDuplicates.merge': (n) =>
      n % 2
        ? { ...byId(pair), body: { keep: n % 4 === 1 ? id : others[1], fields: [] } }
        : { ...byId(between), body: { keep: others[1], fields: [] } },
    'profileDuplicates.mergeChosen': (n) => ({
      body: { profile_ids: n % 2 ? [id, others[2]] : [others[1], others[2]], keep: others[2], fields: [] },
    }),
    'profileDuplicates.dismiss': (n) => byId(n % 2 ? pair : between),
    'profileDuplicates.undoMerge': () => byId(merge_id),
    'profileDuplicates.scan': () => ({}),
    'profileErasure.erase': (n) => ({ ...byId(n % 2 ? id : others[1]), body: { confirm: true } }),
    'profileBulk.start': (n) => ({
      body: {
        target: { ids: [id, others[1]] },
        action: n % 2 ? { type: 'delete' } : { type: 'add_labels', label_ids: [one, other] },
      },
    }),
  }
}

/** People who came with an import that can be taken back. */
const imported: Scene = async (store) => {
  const [given, other] = [await label(store), await label(store)]
  const csv = 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\n'
  const { id: source, real: run_id } = await importFile(store, csv, { name: fresh('นำเข้า'), labels: [given] })
  const { data } = await store.call(profiles.list, { query: {} })
  const ids = data.map(({ id }) => id)
  const at = (n: number) => ids[n % ids.length]!
  const activity_type_id = await activityType(store)
  const purpose_id = (await consentPurpose(store)).id
  const pair = await pairOf(store, ids[0]!, ids[1]!)
  const params = { id: String(source), run_id }
  return {
    'importUndo.undo': () => ({ params }),
    'dataSources.delete': () => ({ ...byId(source), query: {} }),
    'importRun.dryRun': () => byId(source),
    'profiles.update': (n) => ({
      ...byId(at(n)),
      body: { fields: [{ id: 2, value: `นามสกุล ${n}` }], origin_time: data[n % ids.length]!.updated_at },
    }),
    'profiles.create': (n) => ({ body: { fields: [{ id: 1, value: `ใหม่ ${n}` }], label_ids: [given] } }),
    'profiles.delete': (n) => byId(at(n)),
    'profiles.addLabels': (n) => ({ ...byId(at(n)), body: { label_ids: [given, other] } }),
    'profiles.setLabels': (n) => ({ ...byId(at(n)), body: { label_ids: n % 3 ? [other] : [given] } }),
    'profiles.removeLabel': (n) => ({ params: { id: String(at(n)), label: String(given) } }),
    'profileActivities.create': (n) => ({ ...byId(at(n)), body: { activity_type_id } }),
    'profileActivities.note': (n) => ({ ...byId(at(n)), body: { text: 'โทรแล้ว' } }),
    'profileActivities.visit': (n) => ({ ...byId(at(n)), body: {} }),
    'consents.record': (n) => ({
      body: { profile_id: at(n), purpose_id, operation: 'granted', way: 'paper', note: '7' },
    }),
    'profileDuplicates.create': () => ({ body: { profile_ids: [ids[0]!, ids[1]!] } }),
    'profileDuplicates.merge': () => ({ ...byId(pair), body: { keep: ids[0]!, fields: [] } }),
    'profileDuplicates.mergeChosen': () => ({ body: { profile_ids: [ids[0]!, ids[1]!], keep: ids[0]!, fields: [] } }),
    'profileErasure.erase': (n) => ({ ...byId(at(n)), body: { confirm: true } }),
    'profileBulk.start': () => ({ body: { target: { ids }, action: { type: 'remove_labels', label_ids: [given] } } }),
    'labels.delete': () => ({ ...byId(given), query: { confirm: 'true' } }),
  }
}

/** A label of a customer, which a dry-run file would also add. */
const labelled: Scene = async (store) => {
  const [id, other] = [await label(store), await label(store)]
  const { updated_at: origin_time } = await store.call(labels.get, byId(id))
  const people = [await profileId(store), await profileId(store), await profileId(store)]
  const at = (n: number) => people[n % people.length]!
  await store.call(profiles.addLabels, { ...byId(people[0]!), body: { label_ids: [id] } })
  const source = await mappedSource(store)
  const dry = await dryRun(store)
  return {
    'labels.delete': () => ({ ...byId(id), query: { confirm: 'true' } }),
    'labels.update': (n) => ({ ...byId(id), body: { name: `ใหม่ ${n}`, color: 'red', origin_time } }),
    'labels.create': () => ({ body: { name: 'ใหม่ 1', color: 'red', type: 'general' } }),
    'labels.setDisplay': (n) => ({ ...byId(id), body: { value: n % 2 === 0 } }),
    'segments.setAutoApply': () => ({ ...byId(id), body: { value: true } }),
    'profiles.create': (n) => ({ body: { fields: [{ id: 1, value: `ใหม่ ${n}` }], label_ids: [id, other] } }),
    'profiles.addLabels': (n) => ({ ...byId(at(n)), body: { label_ids: [id, other] } }),
    'profiles.setLabels': (n) => ({ ...byId(at(n)), body: { label_ids: n % 2 ? [id] : [other] } }),
    'profiles.removeLabel': (n) => ({ params: { id: String(at(n)), label: String(n % 2 ? id : other) } }),
    'profiles.delete': (n) => byId(at(n)),
    'profileBulk.start': (n) => ({
      body: {
        target: { ids: people },
        action: { type: n % 2 ? 'add_labels' : 'remove_labels', label_ids: n % 3 ? [id, other] : [other, id] },
      },
    }),
    'dataSources.putMapping': () => ({ ...byId(source), body: { ...phoneMapping, labels: [id, other] } }),
    'importRun.run': () => ({ ...byId(dry.id), body: { run_id: dry.run_id } }),
  }
}

/** A field of profiles with a value, that a file maps and a formula names. */
const profileField: Scene = async (store) => {
  const { id, updated_at } = await store.call(profileFields.create, { body: fieldBody('crossed', 'String') })
  const one = await store.call(profiles.create, { body: { fields: [{ id, value: 'ค่า' }] } })
  const source = await freshSource(store)
  const dry = await dryRun(store)
  const origin_time = updated_at!
  const mapped = { source_schema_id: '1', destination_id: id, destination_type: 'custom_profile' as const }
  return {
    'profileFields.delete': () => ({ ...byId(id), query: { confirm: 'true' } }),
    'profileFields.update': (n) => ({
      ...byId(id),
      body: n % 2 ? { display_name: `ชื่อ ${n}`, origin_time } : { data_type: 'Number', drop: true, origin_time },
    }),
    'profileFields.create': () => ({ body: { ...fieldBody('other', 'String'), display_name: 'ชื่อ 1' } }),
    'profileFields.typePreview': () => ({ ...byId(id), body: { data_type: 'Number' } }),
    'activities.createField': () => ({
      query: {},
      body: { ...activityFieldBody('other', 'String'), display_name: 'ชื่อ 1' },
    }),
    'profiles.create': (n) => ({ body: { fields: [{ id, value: `${n}` }] } }),
    'profiles.update': (n) => ({
      ...byId(one.id),
      body: { fields: [{ id, value: `${n}` }], origin_time: one.updated_at },
    }),
    'profiles.delete': () => byId(one.id),
    'profiles.restore': () => byId(one.id),
    'profiles.unmask': () => ({ ...byId(one.id), body: { field_id: id } }),
    'profileBulk.start': (n) => ({
      body: { target: { ids: [one.id] }, action: { type: 'set_field', field_id: id, value: `${n}` } },
    }),
    'profileViews.create': (n) => ({
      body: { name: `มุมมอง ${n}`, definition: { ...viewDefinition, sort_by: `field_${id}` } },
    }),
    'dataSources.putMapping': () => ({
      ...byId(source),
      body: { mapping: [mapped, phoneMapping.mapping[1]!], match: { keys: [id], mode: 'both' } },
    }),
    'importRun.run': () => ({ ...byId(dry.id), body: { run_id: dry.run_id } }),
  }
}

/** A type of activities with a field that has a value, that a file maps and a formula names. */
const activityField: Scene = async (store) => {
  const { type, field } = await typeWithField(store)
  const origin_time = (await store.call(activities.getField, byId(field))).updated_at!
  const known = (await store.call(activities.types, { query: {} })).data.find(({ id }) => id === type)!
  const id = await profileId(store)
  const body = { activity_type_id: type, fields: [{ id: field, value: 'ค่า' }] }
  const made = await store.call(profileActivities.create, { ...byId(id), body })
  await store.call(profileActivities.note, { ...byId(id), body: { text: 'แรก' } })
  const types = (await store.call(activities.types, { query: {} })).data
  const note = types.find(({ fields }) => fields.some(({ field_name }) => field_name === 'noteText'))!
  const noteField = note.fields.find(({ field_name }) => field_name === 'noteText')!
  const source = await freshSource(store)
  const other = (await store.call(activities.createField, { query: {}, body: activityFieldBody('spare', 'String') })).id
  const mapped = (destination_id: number, destination_type: 'custom_activity' | 'system_activity') => ({
    source_schema_id: '1',
    destination_id,
    destination_type,
  })
  return {
    'activities.deleteField': (n) => ({ ...byId(n % 2 ? field : noteField.id), query: { confirm: 'true' } }),
    'activities.updateField': (n) => ({
      ...byId(field),
      body: n % 2 ? { display_name: `ชื่อ ${n}`, origin_time } : { data_type: 'Number', drop: true, origin_time },
    }),
    'activities.createField': () => ({
      query: { activity_type_id: String(type) },
      body: { ...activityFieldBody('other', 'String'), display_name: 'ชื่อ 1' },
    }),
    'activities.createType': (n) => ({ body: { name: `ประเภท ${n}`, fields: [field] } }),
    'activities.updateType': (n) => ({
      ...byId(type),
      body: { name: `ประเภท ${n}`, description: '', fields: [field, other], origin_time: known.updated_at },
    }),
    'activities.addTypeField': () => ({ ...byId(type), body: { id: other } }),
    'profileActivities.create': () => ({ ...byId(id), body }),
    'profileActivities.delete': () => ({ params: { id: String(id), activity_id: String(made.id) } }),
    'profileActivities.note': (n) => ({ ...byId(id), body: { text: `โทรแล้ว ${n}` } }),
    'profileActivities.visit': () => ({ ...byId(id), body: {} }),
    'profileFields.create': (n) => ({
      body: {
        ...fieldBody('last', 'String'),
        display_name: `ชื่อ ${n}`,
        formula: { function: 'activity_last', activity_id: type, field_id: field },
      },
    }),
    'dataSources.putMapping': () => ({
      ...byId(source),
      body: {
        ...phoneMapping,
        activity_id: type,
        mapping: [...phoneMapping.mapping, mapped(24, 'system_activity'), mapped(field, 'custom_activity')],
      },
    }),
  }
}

/** A data source that was run dry, and files that wait for one. */
const dataSource: Scene = async (store) => {
  const { id, run_id } = await dryRun(store)
  const [file, next] = [await upload(store), await upload(store)]
  return {
    'dataSources.delete': () => ({ ...byId(id), query: {} }),
    'dataSources.setEnabled': (n) => ({ ...byId(id), body: { value: n % 2 === 0 } }),
    'dataSources.putMapping': () => ({ ...byId(id), body: phoneMapping }),
    'importRun.dryRun': () => byId(id),
    'importRun.run': () => ({ ...byId(id), body: { run_id } }),
    'importRun.cancelRun': () => ({ params: { id, run_id } }),
    'dataSources.putFile': (n) => ({ ...byId(id), body: n % 2 ? file : next }),
    'dataSources.import': () => ({ body: file }),
    'dataSources.validate': () => ({ body: file }),
    'dataSources.create': (n) => ({ body: { name: n % 2 ? 'ชื่อเดียว' : `ชื่อ ${n}`, ...file } }),
    'dataSources.retryLoad': () => ({ ...byId(id), body: {} }),
  }
}

/** A view that several lists open with. */
const view: Scene = async (store) => {
  const { id, updated_at: origin_time } = await profileView(store)
  const { updated_at: seen } = await store.call(preferences.put, { body: { profile_view_id: id, origin_time: null } })
  return {
    'profileViews.delete': () => byId(id),
    'profileViews.update': (n) => ({
      ...byId(id),
      body: { name: `มุมมอง ${n}`, shared: n % 2 === 0, definition: viewDefinition, origin_time },
    }),
    'profileViews.create': () => ({ body: { name: 'มุมมอง 1', definition: viewDefinition } }),
    'preferences.put': (n) => ({ body: { profile_view_id: id, origin_time: n % 2 ? seen : null } }),
  }
}

const purpose: Scene = async (store) => {
  const { id, updated_at: origin_time } = await consentPurpose(store)
  const profile_id = await profileId(store)
  return {
    'consents.updatePurpose': (n) => ({ ...byId(id), body: { name: `เรื่อง ${n}`, origin_time } }),
    'consents.createPurpose': () => ({ body: { name: 'เรื่อง 1' } }),
    'consents.record': (n) => ({
      body: { profile_id, purpose_id: id, operation: n % 2 ? 'granted' : 'withdrawn', way: 'paper', note: '7' },
    }),
    'profiles.delete': () => byId(profile_id),
  }
}

const job: Scene = async (store) => {
  const [waiting, done] = [await waitingJob(store), await doneBulk(store)]
  const id = await profileId(store)
  return {
    'jobs.cancel': () => byId(waiting),
    'jobs.undo': () => byId(done),
    'profileBulk.start': () => ({ body: { target: { ids: [id] }, action: { type: 'delete' } } }),
    'profileErasure.erase': () => ({ ...byId(id), body: { confirm: true } }),
    'profileDuplicates.scan': () => ({}),
  }
}

export const scenes: Record<string, Scene> = {
  person,
  'person of an import': imported,
  label: labelled,
  'field of profiles': profileField,
  'field of activities': activityField,
  'data source': dataSource,
  view,
  'consent purpose': purpose,
  job,
}

import { activities } from '@ruam/contract/customers/activities.ts'
import { broadcastDraft } from '../../testing/things/broadcasts.ts'
import {
  brokenSource,
  freshSource,
  importedSource,
  mappedSource,
  sourceFile,
  waitingRun,
} from '../../testing/things/data-sources.ts'
import { activityField, activityFieldBody, activityType, customField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { doneExport, waitingExport } from '../../testing/things/jobs.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { segment, segmentRule } from '../../testing/things/segments.ts'
import { broadcastParts } from './broadcasts.ts'
import { activityFormula } from './fields.ts'
import type { Requests } from './request.ts'

export const requestsOfOlder: Requests = {
  'olderProfiles.update': async (store) => ({
    params: { id: String(await profileId(store)) },
    body: { fields: [{ id: await customField(store), value: fresh('ค่า') }] },
  }),
  'olderDataFrames.update': async (store) => ({
    params: { id: String(await sourceFile(store, await brokenSource(store))) },
    body: { settings: {} },
  }),
  'olderDataSources.preset': async (store) => ({
    body: { datasource_id: Number(await freshSource(store)), preset_id: Number(await importedSource(store)) },
  }),
  'olderDataSources.update': async (store) => ({
    params: { id: await freshSource(store) },
    body: { data_source_name: fresh('ชื่อใหม่'), enabled: false },
  }),
  'olderPipeline.run': async (store) => ({
    body: { datasource_id: Number(await mappedSource(store)), stop_on_failed: true },
  }),
  'olderPipeline.stop': async (store) => ({ query: { datasource_id: (await waitingRun(store)).id } }),
  'olderActivities.createField': async (store) => ({
    body: { ...activityFieldBody('newField', 'Number'), formula: await activityFormula(store) },
  }),
  'olderActivities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'olderActivities.updateField': async (store) => {
    const formula = await activityFormula(store)
    const body = { ...activityFieldBody('computed', 'Number'), formula }
    const { id } = await store.call(activities.createField, { query: {}, body })
    return { params: { id: String(id) }, body: { display_name: fresh('ชื่อใหม่'), formula } }
  },
  'olderActivities.updateType': async (store) => ({
    params: { id: String(await activityType(store)) },
    body: { fields: [await activityField(store)] },
  }),
  'olderBroadcasts.create': async (store) => ({
    body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) },
  }),
  'olderBroadcasts.draft': async (store) => ({ body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) } }),
  'olderBroadcasts.update': async (store) => ({
    params: { id: String((await broadcastDraft(store)).id) },
    body: await broadcastParts(store),
  }),
  'olderBroadcasts.target': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'olderLabels.create': async (store) => ({
    body: { name: fresh('เซกเมนต์'), color: 'teal', type: 'advance', segment_rule: await segmentRule(store) },
  }),
  'olderLabels.update': async (store) => ({
    params: { id: String(await segment(store)) },
    body: { name: fresh('ชื่อใหม่'), segment_rule: await segmentRule(store) },
  }),
  'olderExports.create': async (store) => ({
    body: { type: 'profile', file_type: 'csv', columns: ['firstName'], profile_ids: [await profileId(store)] },
  }),
  'olderExports.cancel': async (store) => ({ body: { export_ids: [await waitingExport(store)] } }),
  'olderExports.remove': async (store) => ({ query: { export_ids: String(await doneExport(store)) } }),
}

import { failedBroadcast } from '../../testing/things/broadcasts.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import { dryRun } from '../../testing/things/data-sources.ts'
import { doneExport, waitingExport } from '../../testing/things/jobs.ts'
import { profileId } from '../../testing/things/profiles.ts'
import type { Requests } from './request.ts'

export const requestsOfExports: Requests = {
  'exports.create': async (store) => ({
    body: { type: 'profile', file_type: 'csv', columns: ['firstName'], profile_ids: [await profileId(store)] },
  }),
  'exports.preview': async (store) => ({ body: { purpose: 'excel', profile_ids: [await profileId(store)] } }),
  'exports.previewHistory': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { body: { datasource_id: Number(id), run_id, file_type: 'csv' } }
  },
  'exports.createList': async (store) => ({
    body: {
      type: 'broadcast_recipient',
      file_type: 'csv',
      filter: { broadcast_id: (await failedBroadcast(store)).id, channel_id: await officialAccount(store) },
    },
  }),
  'exports.cancel': async (store) => ({
    params: { id: String(await waitingExport(store)) },
    body: { status: 'cancel' },
  }),
  'exports.clear': async (store) => {
    await doneExport(store)
    return {}
  },
}

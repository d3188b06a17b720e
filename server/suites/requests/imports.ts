import { type TestStore, testServer } from '../../testing/store.testing.ts'
import {
  brokenSource,
  dryRun,
  failedRun,
  freshSource,
  importedSource,
  mappedSource,
  mendableSource,
  pendingRow,
  phoneMapping,
  upload,
  waitingRun,
} from '../../testing/things/data-sources.ts'
import { typeWithField } from '../../testing/things/fields.ts'
import { label } from '../../testing/things/labels.ts'
import type { Requests } from './request.ts'

/** A mapping with a label and an activity in addition to fields. */
export async function fullMapping(store: TestStore) {
  const happened = { source_schema_id: '1', destination_id: 24, destination_type: 'system_activity' as const }
  const { type, field } = await typeWithField(store)
  const receipt = { source_schema_id: '1', destination_id: field, destination_type: 'custom_activity' as const }
  return {
    ...phoneMapping,
    activity_id: type,
    activity_key: field,
    labels: [await label(store)],
    mapping: [...phoneMapping.mapping, happened, receipt],
  }
}

export const requestsOfImports: Requests = {
  'dataSources.putMapping': async (store) => ({
    params: { id: await freshSource(store) },
    body: await fullMapping(store),
  }),
  'importRun.dryRun': async (store) => ({ params: { id: await mappedSource(store) } }),
  'importRun.run': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { params: { id }, body: { run_id } }
  },
  'importRun.answer': async (store) => {
    const { profile, ...params } = await pendingRow(store)
    return { params, body: { answer: 'same', record_nos: [1], person: { profile_id: profile } } }
  },
  'dataSources.latest': async (store) => {
    const id = await freshSource(store)
    const { admin } = await testServer()
    const made = 'update data_source set created_by = $3 where store_id = $1 and id = $2'
    await admin.query(made, [store.storeId, id, store.userId])
    return {}
  },
  'dataSources.putFile': async (store) => ({ params: { id: await importedSource(store) }, body: await upload(store) }),
  'dataSources.retryLoad': async (store) => ({ params: { id: await brokenSource(store) }, body: {} }),
  'importRun.correct': async (store) => ({
    params: await failedRun(store),
    body: { rows: [{ record_no: 1, cells: [{ id: '1', value: 'ญาดา' }] }] },
  }),
  'importRun.correction': async (store) => ({ params: await failedRun(store), query: {} }),
  'importRun.cancelRun': async (store) => ({ params: await waitingRun(store) }),
  'mending.open': async (store) => ({ params: { id: (await dryRun(store)).id } }),
  'mending.get': async (store) => ({ params: { id: await mendableSource(store) } }),
  'mending.cells': async (store) => ({ params: { id: await mendableSource(store) }, query: {} }),
  'mending.set': async (store) => ({
    params: { id: await mendableSource(store) },
    body: { record_no: 1, source_schema_id: '3', text: '' },
  }),
  'mending.replace': async (store) => ({
    params: { id: await mendableSource(store) },
    body: { find: 'ไม่ทราบแน่', replacement: '' },
  }),
  'mending.suggest': async (store) => ({ params: { id: await mendableSource(store) }, body: {} }),
  'mending.undo': async (store) => ({ params: { id: await mendableSource(store) }, body: { change: 0 } }),
  'mending.forget': async (store) => ({
    params: { id: await mendableSource(store) },
    body: { source_schema_id: '3', find: 'ไม่ทราบแน่', whole: true },
  }),
  'importUndo.undoPreview': async (store) => ({ params: await failedRun(store), query: {} }),
  'importUndo.undo': async (store) => ({ params: await failedRun(store) }),
}

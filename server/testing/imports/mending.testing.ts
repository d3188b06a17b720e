import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { mending } from '@ruam/contract/imports/mending.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import type { Member, TestStore } from '../store.testing.ts'
import { createDataSource, runOf } from './data-sources.testing.ts'

const row = (column: number, destination_id: number, more: object = {}) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: 'system_profile' as const,
  ...more,
})
/** Name, phone, birth date and e-mail. */
export const mendedMapping = {
  mapping: [row(1, 1), row(2, 9), row(3, 8), row(4, 11)],
  match: { keys: [9], mode: 'both' as const },
}

/** A previewed file whose unreadable cells are listed. */
export async function mendedFile(store: TestStore, csv: string, more: object = {}) {
  const { id } = await createDataSource(store, csv, `ลูกค้า ${crypto.randomUUID()}`)
  return previewed(store, id, more)
}

/** Saves a mapping, previews the file and lists its unreadable cells. */
export async function previewed(store: TestStore, id: number, more: object = {}) {
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body: { ...mendedMapping, ...more } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  await store.call(mending.open, { params })
  return mender(store, id, run_id)
}

/** Calls about the mending of a data source. */
export function mender(store: Member, id: number, run_id: string) {
  const params = { id: String(id) }
  const set = (record_no: number, column: number, text: string | null) =>
    store.call(mending.set, { params, body: { record_no, source_schema_id: String(column), text } })
  const replace = (find: string, replacement: string, more: Partial<Sent<typeof mending.replace>['body']> = {}) =>
    store.call(mending.replace, { params, body: { find, replacement, ...more } })
  return {
    ...{ id, params, run_id, set, replace },
    get: () => store.call(mending.get, { params }),
    cells: async (query: Sent<typeof mending.cells>['query'] = {}) => store.call(mending.cells, { params, query }),
    undo: (change: number) => store.call(mending.undo, { params, body: { change } }),
    suggest: () => store.call(mending.suggest, { params, body: {} }),
    /** Counts of the preview, once it has counted. */
    counts: async () => {
      for (;;) {
        const run = await store.call(importRun.getRun, { params: { id: String(id), run_id }, query: { kind: 'dry' } })
        if (run.status !== 'pending' && run.status !== 'processing') return run.stats
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    /** Imports the file, and returns the counts. */
    async run() {
      const real = await store.call(importRun.run, { params, body: { run_id } })
      for (;;) {
        const run = await store.call(importRun.getRun, { params: { id: String(id), run_id: real.run_id }, query: {} })
        if (run.status !== 'pending' && run.status !== 'processing') return { ...run.stats, run_id: real.run_id }
        await new Promise((done) => setTimeout(done, 50))
      }
    },
  }
}

import { dataSourceStatuses } from '@ruam/contract/imports/status.ts'
import { expect, test } from 'vitest'
import { bookmarkTarget, readBookmark } from './bookmark.ts'

const addresses = {
  nonmapping: '/1/data-source/nonmapping/datasources/12/7',
  mapping: '/1/data-source/mapping/datasources/7/data-type/local_file/true/log/12/pipeline-status/mapping',
  output: '/1/data-source/output/datasource-logs/12/7/data-type/local_file',
  edit: '/1/data-source/output/edit/12/7',
}

test.each(Object.entries(addresses))('an address of %s names its data source and its run', (kind, address) => {
  expect(readBookmark(address)).toMatchObject({ kind, id: 7, log: 12 })
})

test.each(['/1/data-source/output/edit/x/7', '/1/data-source/nonmapping/datasources/12/0', '/1/data-source/v2/list'])(
  '%s is no old bookmark',
  (address) => expect(readBookmark(address)).toBeUndefined(),
)

const screenOf = (kind: keyof typeof addresses, status: (typeof dataSourceStatuses)[number], mayImport = true) => {
  const source = { id: 7, status, type: 'local_file' } as const
  const run = { runId: 'run_1_7_1_a', kind: 'real' } as const
  return bookmarkTarget(readBookmark(addresses[kind])!, { source, mayImport, run }).to
}

const stepOf: Record<(typeof dataSourceStatuses)[number], string> = {
  ready_to_load: 'data-source-import',
  waiting_for_load: 'data-source-import',
  loading: 'data-source-import',
  load_failed: 'data-source-import',
  ready_to_map: 'data-source-mapping',
  ready: 'data-source-preview',
  ready_to_update: 'data-source-preview',
  waiting: 'data-source-v2-list-output',
  processing: 'data-source-v2-list-output',
  process_failed: 'data-source-v2-list-output',
  success: 'data-source-v2-list-output',
}
const mappable = ['ready_to_map', 'ready', 'ready_to_update']

test.each(dataSourceStatuses)('the bookmarks of a data source that is %s open what fits it now', (status) => {
  const mapping = mappable.includes(status) ? 'data-source-mapping' : stepOf[status]
  expect(Object.keys(addresses).map((kind) => screenOf(kind as 'edit', status))).toEqual([
    mapping,
    stepOf[status],
    'data-source-v2-list-output',
    mapping,
  ])
})

test.each(dataSourceStatuses)('without the right to import, each of %s opens the output', (status) => {
  const screens = Object.keys(addresses).map((kind) => screenOf(kind as 'edit', status, false))
  expect(new Set(screens)).toEqual(new Set(['data-source-v2-list-output']))
})

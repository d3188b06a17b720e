import { dataSourceStatuses, mayMove, resumable } from '@ruam/contract/imports/status.ts'
import { expect, test } from 'vitest'
import {
  importOk,
  importState,
  isReplaceable,
  isUnfinished,
  mayShow,
  stageOf,
  stages,
  stageTargetOf,
} from './stages.ts'

test('the wizard goes on from six statuses and from no other', () => {
  const goesOn = dataSourceStatuses.filter((status) => mayShow('import', status) && status !== 'load_failed')
  expect(goesOn).toEqual(dataSourceStatuses.filter((status) => resumable.includes(status)))
})

test('a file that is still being loaded has no mapping to show', () => {
  for (const status of ['ready_to_load', 'waiting_for_load', 'loading', 'load_failed'] as const) {
    expect(stageOf(status)).toBe('import')
    expect(mayShow('mapping', status)).toBe(false)
  }
})

test('ready to map means that the mapping is still to do, and any later status that it is done', () => {
  expect(stageOf('ready_to_map')).toBe('mapping')
  expect(mayShow('preview', 'ready_to_map')).toBe(false)
  expect(mayShow('preview', 'ready')).toBe(true)
  expect(mayShow('mapping', 'ready_to_update')).toBe(true)
})

test('a running or ended source shows only its run', () => {
  for (const status of ['waiting', 'processing', 'success', 'process_failed'] as const) {
    expect(stages.filter((stage) => mayShow(stage, status))).toEqual(['pipeline'])
  }
})

test('a run that was stopped half-way shows what it did, and the wizard goes on', () => {
  expect(stages.filter((stage) => mayShow(stage, 'ready_to_update'))).toEqual([...stages])
  expect(mayShow('pipeline', 'ready')).toBe(false)
})

test('a name in the list goes on with the wizard only for people who may import', () => {
  const source = { id: 7, status: 'ready_to_map' as const }
  expect(stageTargetOf(source, true)).toEqual({ to: 'data-source-mapping', search: { id: 7 } })
  expect(stageTargetOf(source, false)).toEqual({ to: 'data-source-v2-list-output', params: { dataSourceId: 7 } })
  expect(stageTargetOf({ id: 7, status: 'success' }, true).to).toBe('data-source-v2-list-output')
})

test('the first stage asks for a file, loads it, and is done with every status after that', () => {
  expect([undefined, 'load_failed' as const].map(importState)).toEqual(['import', 'import'])
  expect((['ready_to_load', 'waiting_for_load', 'loading'] as const).map(importState)).toEqual(Array(3).fill('loading'))
  expect((['ready_to_map', 'ready', 'ready_to_update'] as const).map(importState)).toEqual(Array(3).fill('done'))
})

test('the first stage is OK with a validated file and a name that is free and checked', () => {
  expect(importOk('free', 7)).toBe(true)
  expect(importOk('free', undefined)).toBe(false)
  for (const name of ['empty', 'invalid', 'checking', 'taken'] as const) expect(importOk(name, 7)).toBe(false)
})

test('the wizard goes on from what is resumable, and from a file that could not be loaded', () => {
  expect(dataSourceStatuses.filter(isUnfinished).sort()).toEqual([...resumable, 'load_failed'].sort())
})

test('another file takes the place of one that was imported, stopped, or could not be loaded, and of no other', () => {
  for (const status of dataSourceStatuses) {
    const leads = mayMove(status, 'waiting_for_load') || mayMove(status, 'ready_to_update')
    const busyOrNew = status === 'processing' || status === 'ready_to_load'
    expect(isReplaceable(status), status).toBe(leads && !busyOrNew)
  }
})

import { type DataSourceStatus, resumable } from '@ruam/contract/imports/status.ts'
import type { RouteName, Target } from '../../ui/route.tsx'

/** The steps of the import wizard, in order (spec section 4). */
export const stages = ['import', 'mapping', 'preview', 'pipeline'] as const
export type Stage = (typeof stages)[number]

const screens = {
  import: 'data-source-import',
  mapping: 'data-source-mapping',
  preview: 'data-source-preview',
  pipeline: 'data-source-output',
} as const satisfies Record<Stage, RouteName>

/** What is known of a name while it is typed. */
export type NameState = 'empty' | 'invalid' | 'checking' | 'free' | 'taken' | 'failed'

/** The address of a step for a data source. */
export const stageTarget = (stage: Stage, id: number): Target => ({ to: screens[stage], search: { id } })

/** The first step for a file that has just been given: it leads on by itself once the file is loaded. */
export const freshTarget = (id: number): Target => ({ to: screens.import, search: { id, fresh: 1 } })

const loading: readonly DataSourceStatus[] = ['ready_to_load', 'waiting_for_load', 'loading', 'load_failed']
const replaceable: readonly DataSourceStatus[] = ['load_failed', 'ready_to_update', 'success', 'process_failed']
const running: readonly DataSourceStatus[] = ['waiting', 'processing']

/** The furthest step a data source has come to. */
export function stageOf(status: DataSourceStatus): Stage {
  if (loading.includes(status)) return 'import'
  if (status === 'ready_to_map') return 'mapping'
  return resumable.includes(status) ? 'preview' : 'pipeline'
}

/** Whether a step may be shown for a data source: what is not resumable shows nothing but how its run goes (spec section 4). */
export function mayShow(stage: Stage, status: DataSourceStatus): boolean {
  // The reason why a file could not be loaded is shown where it was uploaded.
  if (status === 'load_failed') return stage === 'import'
  if (!resumable.includes(status)) return stage === 'pipeline'
  // It has run before: what came of that stays to be seen.
  if (status === 'ready_to_update') return true
  return stages.indexOf(stage) <= stages.indexOf(stageOf(status))
}

/**
 * The state of the first stage (spec section 4): a file is still to be given, it is being loaded, or it is loaded.
 * A file that could not be loaded is to be given again.
 */
export function importState(status: DataSourceStatus | undefined): 'import' | 'loading' | 'done' {
  if (status === undefined || status === 'load_failed') return 'import'
  return loading.includes(status) ? 'loading' : 'done'
}

/** Whether the first stage is OK: nothing is wrong with the name, it is not being checked, and the file is validated. */
export const importOk = (name: NameState, fileId: number | undefined): fileId is number =>
  name === 'free' && fileId !== undefined

/** Whether a run of the data source waits or works. */
const isRunning = (status: DataSourceStatus) => running.includes(status)

/** Whether the wizard goes on with a data source: where it stopped, or with another file in place of one that was not loaded. */
export const isUnfinished = (status: DataSourceStatus) => status === 'load_failed' || resumable.includes(status)

/** Whether another file may take the place of the one it has (product decisions section 3). */
export const takesNewFile = (status: DataSourceStatus) => replaceable.includes(status)

/** Where the name of a data source leads: on with the wizard, or to what came of it. */
export function targetOf(source: { id: number; status: DataSourceStatus }, mayImport: boolean): Target {
  if (mayImport && isUnfinished(source.status)) return stageTarget(stageOf(source.status), source.id)
  return { to: 'data-source-v2-list-output', params: { dataSourceId: source.id } }
}

/** Whether a status goes over into the next by itself, so that it is worth looking again. */
export const isMoving = (status: DataSourceStatus) => isRunning(status) || importState(status) === 'loading'

import { type DataSourceStatus, resumable } from '@ruam/contract/imports/status.ts'
import type { LinkTarget, RouteName } from '../../ui/route.tsx'

/** The steps of the import wizard, in order (spec section 4). */
export const stages = ['import', 'mapping', 'preview', 'pipeline'] as const
export type Stage = (typeof stages)[number]

const screens = {
  import: 'data-source-import',
  mapping: 'data-source-mapping',
  preview: 'data-source-preview',
  pipeline: 'data-source-output',
} as const satisfies Record<Stage, RouteName>

/** State of a typed name. */
export type NameState = 'empty' | 'invalid' | 'checking' | 'free' | 'taken' | 'failed'

/** The address of the unreadable cells of a preview. */
export const mendingTarget = (id: number): LinkTarget => ({ to: screens.preview, search: { id, mend: 1 } })

/** The address of a step for a data source. */
export const stageTarget = (stage: Stage, id: number): LinkTarget => ({ to: screens[stage], search: { id } })

/** The first step for a file that has just been given: it leads on by itself once the file is loaded. */
export const freshTarget = (id: number): LinkTarget => ({ to: screens.import, search: { id, fresh: 1 } })

const loading: readonly DataSourceStatus[] = ['ready_to_load', 'waiting_for_load', 'loading', 'load_failed']
const replaceable: readonly DataSourceStatus[] = ['load_failed', 'ready_to_update', 'success', 'process_failed']
const running: readonly DataSourceStatus[] = ['waiting', 'processing']

/** The furthest step a data source has come to. */
export function stageOf(status: DataSourceStatus): Stage {
  if (loading.includes(status)) return 'import'
  if (status === 'ready_to_map') return 'mapping'
  return resumable.includes(status) ? 'preview' : 'pipeline'
}

/** True if a step may be shown: unresumable sources show only progress (spec section 4). */
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

/** True if the first stage is complete: valid name, no running check, validated file. */
export const importOk = (name: NameState, fileId: number | undefined): fileId is number =>
  name === 'free' && fileId !== undefined

/** True while a run waits or works. */
const isRunning = (status: DataSourceStatus) => running.includes(status)

/** True if the wizard can resume, or replace a file that failed to load. */
export const isUnfinished = (status: DataSourceStatus) => status === 'load_failed' || resumable.includes(status)

/** True if the file can be replaced (product decisions section 3). */
export const isReplaceable = (status: DataSourceStatus) => replaceable.includes(status)

/** Link of a data source: to its program, to the wizard, or to the result. */
export function stageTargetOf(
  source: { id: number; status: DataSourceStatus; programId?: number | null },
  mayImport: boolean,
): LinkTarget {
  if (source.programId) return { to: 'data-source-openapi-key-detail', params: { keyId: source.programId } }
  if (mayImport && isUnfinished(source.status)) return stageTarget(stageOf(source.status), source.id)
  return { to: 'data-source-v2-list-output', params: { dataSourceId: source.id } }
}

/** True if a status changes by itself, so polling is needed. */
export const isMoving = (status: DataSourceStatus) => isRunning(status) || importState(status) === 'loading'

import { type DataSourceStatus, resumable } from '@ruam/contract/status.ts'
import type { RouteName, Target } from '../core/route.tsx'

/** The steps of the import wizard, in order (spec section 4). */
export const stages = ['import', 'mapping', 'preview', 'pipeline'] as const
export type Stage = (typeof stages)[number]

const screens = {
  import: 'data-source-import',
  mapping: 'data-source-mapping',
  preview: 'data-source-preview',
  pipeline: 'data-source-output',
} as const satisfies Record<Stage, RouteName>

/** The address of a step for a data source. */
export const stageTarget = (stage: Stage, id: number): Target => ({ to: screens[stage], search: { id } })

const loading: readonly DataSourceStatus[] = ['ready_to_load', 'waiting_for_load', 'loading', 'load_failed']
const running: readonly DataSourceStatus[] = ['waiting', 'processing']

/** The furthest step a data source has come to. */
export function stageOf(status: DataSourceStatus): Stage {
  if (loading.includes(status)) return 'import'
  if (status === 'ready_to_map') return 'mapping'
  return resumable.includes(status) ? 'preview' : 'pipeline'
}

/** Whether a step may be shown for a data source: what is not resumable shows nothing but how its run goes (spec section 4). */
export function mayShow(stage: Stage, status: DataSourceStatus): boolean {
  // The reason why a file could not be loaded is told where it was uploaded.
  if (status === 'load_failed') return stage === 'import'
  if (!resumable.includes(status)) return stage === 'pipeline'
  // It has run before: what came of that stays to be seen.
  if (status === 'ready_to_update') return true
  return stages.indexOf(stage) <= stages.indexOf(stageOf(status))
}

/** Whether a run of the data source waits or works. */
export const isRunning = (status: DataSourceStatus) => running.includes(status)

/** Where the name of a data source leads: on with the wizard, or to what came of it. */
export function targetOf(source: { id: number; status: DataSourceStatus }, mayImport: boolean): Target {
  const unfinished = source.status === 'load_failed' || resumable.includes(source.status)
  if (mayImport && unfinished) return stageTarget(stageOf(source.status), source.id)
  return { to: 'data-source-v2-list-output', params: { dataSourceId: source.id } }
}

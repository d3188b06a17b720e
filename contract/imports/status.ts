/** The statuses of a data source (spec section 4) and the moves between them (product decisions section 3). */
export const dataSourceStatuses = [
  'ready_to_load',
  'waiting_for_load',
  'loading',
  'load_failed',
  'ready_to_map',
  'ready',
  'ready_to_update',
  'waiting',
  'processing',
  'process_failed',
  'success',
] as const
export type DataSourceStatus = (typeof dataSourceStatuses)[number]

const moves: Record<DataSourceStatus, readonly DataSourceStatus[]> = {
  ready_to_load: ['waiting_for_load'],
  waiting_for_load: ['loading'],
  loading: ['ready_to_map', 'load_failed'],
  load_failed: ['waiting_for_load'],
  ready_to_map: ['ready'],
  ready: ['ready', 'waiting'],
  ready_to_update: ['waiting', 'waiting_for_load', 'ready_to_update'],
  waiting: ['processing', 'ready'],
  processing: ['success', 'process_failed', 'ready_to_update'],
  process_failed: ['ready_to_update'],
  success: ['ready_to_update'],
}

/** True if a data source may change from one status to another. The database checks the same with `where status = any(from)`. */
export function mayMove(from: DataSourceStatus, to: DataSourceStatus): boolean {
  return moves[from].includes(to)
}

/** The statuses from which `to` may be reached. */
export function sourcesOf(to: DataSourceStatus): DataSourceStatus[] {
  return dataSourceStatuses.filter((from) => mayMove(from, to))
}

/** The statuses from which the wizard goes on (spec section 4). */
export const resumable: readonly DataSourceStatus[] = [
  'ready_to_load',
  'waiting_for_load',
  'loading',
  'ready_to_map',
  'ready',
  'ready_to_update',
]

/** A stream holds what programs send in a day; it has no file. */
export const runKinds = ['dry', 'real', 'stream'] as const
export type RunKind = (typeof runKinds)[number]

export const runStatuses = ['pending', 'processing', 'completed', 'cancel', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]

export const recordStatuses = ['added', 'updated', 'duplicated', 'conflict', 'failed'] as const
export type RecordStatus = (typeof recordStatuses)[number]

import type { Principal } from '../../core/principal.ts'
import type { Tables } from '../../database/tables.ts'

/** Author of a change: a person, a merge, a program. `job`: the job that made it, if any. */
export interface ChangeSource {
  source: Tables['profile_change']['source']
  id: number | null
  job?: number
}

/** Source of a write, directly or by a job; `by` is null for system actions. */
export const writtenBy = (by: Principal | null, job?: number): ChangeSource => ({
  ...(by ? { source: by.kind === 'person' ? 'user' : 'api_key', id: by.id } : { source: 'system', id: null }),
  ...(job !== undefined && { job }),
})

/** Sources of values by field id: kind of source, its id, and the row of a file or the run of an automation. */
export type Sources = Record<
  string,
  [
    source: 'run' | 'user' | 'api_key' | 'line' | 'facebook' | 'system' | 'merge' | 'undo' | 'automation',
    id: number | null,
    row?: number,
  ]
>

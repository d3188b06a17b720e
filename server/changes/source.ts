import type { Tables } from '../core/tables.ts'

/** Who or what writes: a person, a merge, a program. `job`: the job that does it, when one does. */
export interface ChangeSource {
  source: Tables['profile_change']['source']
  id: number | null
  job?: number
}

import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { input } from 'zod'
import { workStore } from '../../automations/work/work-store.ts'
import { rowsOf } from '../customers/profiles.testing.ts'
import { coreOf, type TestStore } from '../store.testing.ts'
import { activeAutomation } from './engine.testing.ts'

/** Writes an automation that starts now, by the owner of the store. Returns its id. */
export async function startedAutomation(store: TestStore, over: Partial<input<typeof Definition>>): Promise<number> {
  const id = await activeAutomation(store, over)
  await rowsOf(
    store,
    'update automation_version set started_by = $3 where store_id = $1 and automation_id = $2',
    id,
    store.userId,
  )
  await setStatus(store, id, 'paused')
  await setStatus(store, id, 'active')
  return id
}

export const setStatus = (store: TestStore, id: number, status: 'active' | 'paused') =>
  rowsOf(store, 'update automation set status = $3 where store_id = $1 and id = $2', id, status)

/** Does all that the automations of a store have to do now, as a worker of its own. */
export async function worked(store: TestStore): Promise<void> {
  await workStore(await coreOf(store), store.storeId, new AbortController().signal)
}

/** Acts of an automation as `kind outcome`, or `kind outcome reason`, in the order of runs. */
export async function actsOf(store: TestStore, id: number): Promise<string[]> {
  const rows = await rowsOf<{ kind: string; outcome: string; reason: string | null }>(
    store,
    'select kind, outcome, reason from automation_act where store_id = $1 and automation_id = $2 order by run_id, nth',
    id,
  )
  return rows.map(({ kind, outcome, reason }) =>
    [kind, kind === 'entered' ? outcome.replace(/:.*/, '') : outcome, ...(reason === null ? [] : [reason])].join(' '),
  )
}

interface Run {
  id: number
  profile_id: number
  step: number | null
  waits_for: string | null
  end_reason: string | null
  detail: Record<string, unknown>
}

/** Runs of an automation in the order in which they began. */
export const runsOf = (store: TestStore, id: number) =>
  rowsOf<Run>(
    store,
    'select id, profile_id, step, waits_for, end_reason, detail from automation_run where store_id = $1 and automation_id = $2 order by id',
    id,
  )

import type { Step } from '@ruam/contract/automations/definition.ts'
import { dueRuns } from '../../automations/engine/due-runs.ts'
import { insertUndo } from '../../automations/undo/queries.ts'
import { inStore } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import { jobOver } from '../jobs.testing.ts'
import { coreOf, type TestStore } from '../store.testing.ts'
import { activeAutomation, entered, inWorld, taken } from './engine.testing.ts'

/** An automation with these steps, which customers may enter again and again. */
export const automationOf = (store: TestStore, steps: Step[]) =>
  activeAutomation(store, { repeat: { kind: 'every', days: 0 }, steps })

let minutes = 0

/** Sends customers through an automation to the end of its steps. */
export async function pass(store: TestStore, id: number, ids: readonly number[]): Promise<void> {
  const at = new Date(Date.parse('2026-06-01T05:00:00Z') + ++minutes * 60_000).toISOString()
  await entered(store, id, ids, at)
  for (;;) {
    const due = await inWorld(store, (world) => dueRuns(world, { upTo: at, most: 10_000 }))
    if (due.length === 0) return
    await taken(store, due)
  }
}

/** Takes an automation back and waits for the end of its job. */
export async function takenBack(
  store: TestStore,
  automationId: number,
  { labels = [], fields = [], notes = false }: { labels?: number[]; fields?: number[]; notes?: boolean },
) {
  const core = await coreOf(store)
  const jobId = await inStore(core.pool, store.storeId, async (db) => {
    const request = { automation: automationId, labels, fields, notes }
    const by = { kind: 'person' as const, id: store.userId }
    const id = await startJob(core, db, store.storeId, by, { kind: 'automation_undo', request })
    await insertUndo(db, store.storeId, { automationId, jobId: id, labels, fields, notes })
    return id
  })
  return jobOver(store, jobId)
}

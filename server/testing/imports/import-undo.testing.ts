import type { UndoPreview } from '@ruam/contract/imports/undo.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { jobEnded } from '../jobs.testing.ts'
import type { TestStore } from '../store.testing.ts'

/** Takes a run back and answers what that did. */
export async function undone(store: TestStore, id: number, run_id: string): Promise<UndoPreview> {
  const { job_id } = await store.call(importUndo.undo, { params: { id: String(id), run_id } })
  const { status, result } = await jobEnded<UndoPreview>(store.storeId, job_id)
  if (status !== 'completed') throw new Error(`The undo ended as ${status}`)
  return result
}

import type { UndoPreview } from '@ruam/contract/import-undo.ts'
import { importUndo } from '@ruam/contract/import-undo.ts'
import { type TestStore, testServer } from '../core/store.testing.ts'

const POLL_MS = 20

interface Ended {
  status: string
  result: UndoPreview
}

/** Waits until a job is over and answers its result. */
export async function jobEnd(store: TestStore, id: number): Promise<Ended> {
  const { admin } = await testServer()
  for (;;) {
    const { rows } = await admin.query<Ended>('select status, result from job where store_id = $1 and id = $2', [
      store.storeId,
      id,
    ])
    if (!['pending', 'processing'].includes(rows[0]!.status)) return rows[0]!
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Takes a run back and answers what that did. */
export async function undone(store: TestStore, id: number, run_id: string): Promise<UndoPreview> {
  const { job_id } = await store.call(importUndo.undo, { params: { id: String(id), run_id } })
  const { status, result } = await jobEnd(store, job_id)
  if (status !== 'completed') throw new Error(`The undo ended as ${status}`)
  return result
}

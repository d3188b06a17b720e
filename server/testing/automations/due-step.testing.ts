import { type TestStore, testServer } from '../store.testing.ts'
import { activeAutomation, entered } from './engine.testing.ts'

/** Writes an automation of whose only customer a step has been due for ten minutes, and which no worker takes. Returns its id. */
export async function dueStep(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; at: string }>(
    "insert into profile (store_id) values ($1) returning id, now() - interval '10 minutes' as at",
    [store.storeId],
  )
  const { id: profile, at } = rows[0]!
  const note = { id: 1, kind: 'note', text: 'โทรหา', follow_up_days: null } as const
  const id = await activeAutomation(store, { steps: [note] })
  await entered(store, id, [profile], at)
  await admin.query('insert into automation_engine (store_id) values ($1) on conflict do nothing', [store.storeId])
  return id
}

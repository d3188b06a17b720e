import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { TestStore } from '../store.testing.ts'
import { testServer } from '../store.testing.ts'
import { fresh } from './fresh.ts'

interface MadeAutomation {
  id: number
  updated_at: string
}

/** A draft that lacks nothing and takes no right of its steps. */
export async function automationDraft(store: TestStore): Promise<MadeAutomation> {
  const definition: Definition = {
    ...{ trigger: { kind: 'friend' }, repeat: { kind: 'once' }, channel_id: null, exit: null },
    ...{ group: null, imports: false, holdout: null },
    steps: [{ id: 1, kind: 'wait', length: { n: 3, unit: 'day' }, until: null }],
  }
  return store.call(automations.create, { body: { name: fresh('อัตโนมัติ'), definition } })
}

/** An automation at work. */
export async function activeAutomation(store: TestStore): Promise<MadeAutomation> {
  const { id, updated_at } = await automationDraft(store)
  return store.call(automations.start, { params: { id: String(id) }, body: { origin_time: updated_at } })
}

/** A paused automation. */
export async function pausedAutomation(store: TestStore): Promise<MadeAutomation> {
  const { id } = await activeAutomation(store)
  return store.call(automations.pause, { params: { id: String(id) } })
}

/** An automation that waits for the approval of an edition that others wrote. */
export async function automationToApprove(store: TestStore): Promise<MadeAutomation & { edition: number }> {
  const { id, updated_at } = await automationDraft(store)
  const { admin } = await testServer()
  await admin.query(
    `update automation set status = 'awaiting_approval', author_ids = '{}', pending_start = jsonb_build_object(
       'inside', false, 'move', false, 'by', $3::int) where store_id = $1 and id = $2`,
    [store.storeId, id, store.userId],
  )
  return { id, updated_at, edition: 1 }
}

import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { automationOf, pass } from '../automations/undo.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { broadcastDraft } from './broadcasts.ts'
import { customField } from './fields.ts'
import { label } from './labels.ts'
import { profileId } from './profiles.ts'
import { webhook } from './webhooks.ts'

interface UsedAutomation {
  id: number
  label: number
  field: number
  updated_at: string
}

/** An automation at work that gave a customer a label, a value and a note, and told a program of it. */
export async function usedAutomation(store: TestStore): Promise<UsedAutomation> {
  const [given, field, program] = [await label(store), await customField(store), Number((await webhook(store)).id)]
  const id = await automationOf(store, [
    { id: 1, kind: 'label', label_id: given, value: true },
    { id: 2, kind: 'value', field_id: field, value: 'ทอง' },
    { id: 3, kind: 'note', text: 'โทรถาม', follow_up_days: 1 },
    { id: 4, kind: 'event', webhook_id: program },
  ])
  await pass(store, id, [await profileId(store)])
  const { updated_at } = await store.call(automationUndo.preview, { params: { id: String(id) } })
  return { id, label: given, field, updated_at }
}

/** An automation that has sent a message. */
export async function automationWithMessage(store: TestStore): Promise<number> {
  const { id } = await usedAutomation(store)
  const broadcast = await broadcastDraft(store)
  const { admin } = await testServer()
  await admin.query(
    `update broadcast set automation_id = $3, automation_version = 1, automation_step = 1, status = 'published', accepted = 1
     where store_id = $1 and id = $2`,
    [store.storeId, broadcast.id, id],
  )
  await admin.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, status) values ($1, $2, 1, $3, 'accepted')`,
    [store.storeId, broadcast.id, await profileId(store)],
  )
  return id
}

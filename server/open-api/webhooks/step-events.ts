import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface StepEvent {
  webhookId: number
  automationId: number
  version: number
  step: number
  profileIds: readonly number[]
}

/**
 * Tells a webhook that customers came to a step of an automation: one change, which no other reader gets. Its sender posts it as all others,
 * or not at all once the webhook is paused. Returns the id of the change.
 */
export async function writeStepEvents(
  db: Db,
  storeId: number,
  { webhookId, automationId, version, step, profileIds }: StepEvent,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into change (store_id, kind, subject_id, profile_ids, details)
    values (${storeId}, 'automation.step', ${webhookId}, ${profileIds}::bigint[], ${[automationId, version, step].map(String)}::text[])
    returning id`.execute(db)
  return rows[0]!.id
}

import type { Db } from '../../database/db.ts'

interface SentEntry {
  channelId: number
  eventType: 'broadcast' | 'test' | 'notice'
  status: 'done' | 'failed' | 'refused'
  summary: string
  error: string | null
  latencyMs: number
  requestId: string | null
}

/** Writes a call to LINE into the online log. */
export async function logSent(db: Db, storeId: number, entry: SentEntry): Promise<void> {
  await db
    .insertInto('online_log')
    .values({
      store_id: storeId,
      source: 'line',
      channel_id: entry.channelId,
      direction: 'out',
      event_type: entry.eventType,
      status: entry.status,
      summary: entry.summary,
      error: entry.error,
      latency_ms: entry.latencyMs,
      request_id: entry.requestId,
    })
    .execute()
}

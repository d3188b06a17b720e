import { sql } from 'kysely'
import { z } from 'zod'
import { fetchLine, type LineCredentials } from '../../channels/accounts/line-client.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'

const Count = z.int().min(0).nullish()
const Event = z.object({
  overview: z.object({ delivered: Count, uniqueImpression: Count, uniqueClick: Count }).nullish(),
})

/** Returns the id of the request that LINE accepted, or null if none was. */
export async function acceptedRequest(db: Db, storeId: number, broadcastId: number): Promise<string | null> {
  const row = await db
    .selectFrom('broadcast_chunk')
    .select('request_id')
    .where('store_id', '=', storeId)
    .where('broadcast_id', '=', broadcastId)
    .where('everyone', '=', true)
    .where(sql<boolean>`status = 'accepted'`)
    .executeTakeFirst()
  return row?.request_id ?? null
}

/** Asks LINE what became of a call for everyone. Null is what LINE does not tell, such as figures under 20. */
export async function reportAtLine(core: Core, credentials: LineCredentials, requestId: string) {
  const path = `/v2/bot/insight/message/event?${new URLSearchParams({ requestId })}`
  const { overview } = await fetchLine(core, credentials, path, Event)
  return {
    opened: overview?.uniqueImpression ?? null,
    clicked: overview?.uniqueClick ?? null,
    delivered: overview?.delivered ?? null,
  }
}

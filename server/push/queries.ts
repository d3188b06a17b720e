import { mayOpen, type Rights } from '@ruam/contract/platform/permissions.ts'
import { socketPermissions } from '@ruam/contract/push.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Listener } from './listener.ts'

/** True if a bearer token belongs to this session and store. */
export async function isTokenOf(db: Db, token: Buffer, sessionId: number, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ session_id: number; store_id: number | null }>`
    select session_id, store_id from auth.caller(${token})`.execute(db)
  return rows[0]?.session_id === sessionId && rows[0].store_id === storeId
}

/** A login in a store. */
interface Place {
  sessionId: number
  storeId: number
}

export const channelKeyOf = ({ sessionId, storeId }: Place) => `${sessionId} ${storeId}`

/** Returns rights of the sessions that may still receive events, by keyOf. */
export async function listenerRightsOf(listener: Listener, places: readonly Place[]): Promise<Map<string, Rights>> {
  const distinct = [...new Map(places.map((place) => [channelKeyOf(place), place])).values()]
  if (distinct.length === 0) return new Map()
  const rows = await listener.query<Rights & { session_id: number; store_id: number; dpa_status: string }>(
    'select * from auth.still_in($1, $2)',
    [distinct.map(({ sessionId }) => sessionId), distinct.map(({ storeId }) => storeId)],
  )
  return new Map(
    rows
      .filter((row) => row.dpa_status === 'found' && mayOpen(row, socketPermissions))
      .map(({ session_id, store_id, roles, permissions }) => [
        channelKeyOf({ sessionId: session_id, storeId: store_id }),
        { roles, permissions },
      ]),
  )
}

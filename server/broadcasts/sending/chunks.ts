import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Of {
  storeId: number
  broadcastId: number
}

export interface ChunkRow extends Of {
  id: number
  retry_key: string
  body: Buffer
  recipients: number
  /** An earlier call may have been accepted. */
  uncertain: boolean
  tries: number
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Stores a chunk of recipients with a new retry key and the exact bytes of its call. The caller holds the broadcast. */
export async function insertChunk(
  db: Db,
  { storeId, broadcastId }: Of,
  positions: readonly number[],
  body: Buffer,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into broadcast_chunk (store_id, broadcast_id, id, retry_key, body, body_hash, recipients, next_try_at)
    select ${storeId}, ${broadcastId}, coalesce(max(id), 0) + 1, ${randomUUID()}::uuid, ${body}, ${sha256(body)},
      ${positions.length}, clock_timestamp()
    from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${broadcastId}
    returning id`.execute(db)
  const { id } = rows[0]!
  // The range keeps each index that begins with the broadcast from going through all of it.
  await sql`update broadcast_recipient set chunk = ${id}
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'queued'
      and position between ${Math.min(...positions)}::int and ${Math.max(...positions)}::int
      and (position = any(${positions}::int[])) is true`.execute(db)
  return id
}

interface Waiting {
  id: number
  /** Milliseconds until the next try; 0 or less: now. */
  waits: number
  /** Older than a retry key may be used. */
  over: boolean
}

/** Returns the chunks without an outcome, the oldest first. */
export async function waitingChunks(db: Db, { storeId, broadcastId }: Of, keySeconds: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, coalesce(extract(epoch from next_try_at - clock_timestamp()) * 1000, 0)::int as waits,
      coalesce(first_tried_at < clock_timestamp() - make_interval(secs => ${keySeconds}), false) as over
    from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'waiting'
    order by id`.execute(db)
  return rows
}

/** Marks a chunk as being called: from the commit on, LINE may have accepted it. Undefined if an erasure dissolved it. */
export async function beginTry(db: Db, { storeId, broadcastId }: Of, id: number): Promise<ChunkRow | undefined> {
  const { rows } = await sql<Omit<ChunkRow, 'storeId' | 'broadcastId'>>`
    update broadcast_chunk set tries = tries + 1, first_tried_at = coalesce(first_tried_at, clock_timestamp()),
      next_try_at = clock_timestamp(), updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and id = ${id} and status = 'waiting'
    returning id, retry_key, body, recipients, tries, tries - refusals > 1 as uncertain`.execute(db)
  return rows[0] && { ...rows[0], storeId, broadcastId }
}

/** Deletes chunks that LINE was never called for; their recipients wait again. The caller holds the broadcast. */
export async function dissolveUncalledChunks(db: Db, { storeId, broadcastId }: Of): Promise<void> {
  await sql`
    with gone as (
      delete from broadcast_chunk
      where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'waiting' and tries = 0 returning id
    )
    update broadcast_recipient r set chunk = null from gone
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.chunk = gone.id and (r.status = 'queued') is true`.execute(
    db,
  )
}

interface Ended {
  status: 'accepted' | 'refused' | 'split' | 'unknown'
  lineStatus: number | null
  requestId?: string | null
}

/** Ends a chunk; its bytes go, their hash stays. A late answer settles an unknown one. Returns false if it has ended already. */
export async function endChunk(
  db: Db,
  { storeId, broadcastId, id }: Of & { id: number },
  ended: Ended,
): Promise<boolean> {
  const { rows } = await sql`
    update broadcast_chunk set status = ${ended.status}, body = null, line_status = coalesce(${ended.lineStatus}::int, line_status),
      request_id = ${ended.requestId ?? null}, updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and id = ${id}
      and (status = 'waiting' or status = 'unknown' and ${ended.status} in ('accepted', 'refused'))
    returning 1`.execute(db)
  return rows.length > 0
}

/** Keeps a chunk for another call with the same key after `seconds`. */
export async function tryLater(
  db: Db,
  { storeId, broadcastId, id }: Of & { id: number },
  { seconds, lineStatus, refused }: { seconds: number; lineStatus: number | null; refused: boolean },
): Promise<void> {
  await sql`
    update broadcast_chunk set next_try_at = clock_timestamp() + make_interval(secs => ${seconds}), line_status = ${lineStatus}::int,
      refusals = refusals + ${refused ? 1 : 0}::int, updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and id = ${id} and status = 'waiting'`.execute(db)
}

/** Gives recipients of a chunk their outcome. Returns the profiles among them, and how many rows there were of each status before. */
export async function settleRecipients(
  db: Db,
  { storeId, broadcastId, id }: Of & { id: number },
  status: 'accepted' | 'unknown' | 'failed' | 'skipped',
  reason: string | null,
): Promise<{ profileIds: number[]; queued: number; unknown: number }> {
  // `is true` hides the condition from the index by status, by which the planner would read the whole of an unanalyzed audience.
  const open = sql`store_id = ${storeId} and broadcast_id = ${broadcastId} and chunk = ${id}
    and (status in ('queued', 'unknown')) is true`
  // Ordered by an expression: the primary key would offer its order by going through the whole audience.
  const { rows } = await sql<{ profile_id: number | null; status: string }>`
    select profile_id, status from broadcast_recipient where ${open} order by position + 0 for update`.execute(db)
  await sql`update broadcast_recipient set status = ${status}, reason = ${reason}, updated_at = clock_timestamp()
    where ${open}`.execute(db)
  const queued = rows.filter(({ status }) => status === 'queued').length
  return {
    profileIds: rows.flatMap(({ profile_id }) => profile_id ?? []),
    queued,
    unknown: rows.length - queued,
  }
}

/** Puts the recipients of an undelivered chunk back into the queue. */
export async function releaseRecipients(db: Db, { storeId, broadcastId, id }: Of & { id: number }): Promise<void> {
  await sql`update broadcast_recipient set chunk = null
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and chunk = ${id} and (status = 'queued') is true`.execute(
    db,
  )
}

/** Returns the waiting recipients of a chunk, in order. Erased ones have no id. */
export async function recipientsOf(db: Db, { storeId, broadcastId, id }: Of & { id: number }) {
  const { rows } = await sql<{ position: number; external_id: string | null }>`
    select position, external_id from broadcast_recipient
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and chunk = ${id} and (status = 'queued') is true
    order by position + 0 for update`.execute(db)
  return rows
}

/** Skips recipients, each for a reason. */
export async function skipRecipients(
  db: Db,
  { storeId, broadcastId }: Of,
  skipped: readonly { position: number; reason: string | null }[],
): Promise<void> {
  if (skipped.length === 0) return
  await sql`
    update broadcast_recipient r set status = 'skipped', reason = s.reason, chunk = null, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as s (position int, reason text)
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.position = s.position`.execute(db)
}

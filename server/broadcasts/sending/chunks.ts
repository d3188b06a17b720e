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
  /** Sealed if it is personal. */
  body: Buffer
  personal: boolean
  /** LINE's call for everyone. */
  everyone: boolean
  recipients: number
  tries: number
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

interface NewCall {
  body: Buffer
  recipients: number
  everyone: boolean
}

async function insertCall(db: Db, { storeId, broadcastId }: Of, { body, recipients, everyone }: NewCall) {
  const { rows } = await sql<{ id: number }>`
    insert into broadcast_chunk (store_id, broadcast_id, id, retry_key, body, body_hash, everyone, recipients, next_try_at)
    select ${storeId}, ${broadcastId}, coalesce(max(id), 0) + 1, ${randomUUID()}::uuid, ${body}, ${sha256(body)}, ${everyone},
      ${recipients}::int, clock_timestamp()
    from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${broadcastId}
    returning id`.execute(db)
  return rows[0]!.id
}

/** Stores LINE's call for everyone. `people`: as many as LINE counted. */
export const insertCallForAll = (db: Db, of: Of, people: number, body: Buffer): Promise<number> =>
  insertCall(db, of, { body, recipients: people, everyone: true })

/** Stores a chunk of recipients with a new retry key and the exact bytes of its call. The caller holds the broadcast. */
export async function insertChunk(
  db: Db,
  { storeId, broadcastId }: Of,
  positions: readonly number[],
  body: Buffer,
): Promise<number> {
  const id = await insertCall(db, { storeId, broadcastId }, { body, recipients: positions.length, everyone: false })
  // The range keeps each index that begins with the broadcast from going through all of it.
  await sql`update broadcast_recipient set chunk = ${id}
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'queued'
      and position between ${Math.min(...positions)}::int and ${Math.max(...positions)}::int
      and (position = any(${positions}::int[])) is true`.execute(db)
  return id
}

interface NewPush {
  position: number
  retryKey: string
  /** Sealed. */
  body: Buffer
}

/** Stores a chunk for each of several recipients. Returns their ids, in order. The caller holds the broadcast. */
export async function insertPushes(
  db: Db,
  { storeId, broadcastId }: Of,
  pushes: readonly NewPush[],
): Promise<number[]> {
  const positions = pushes.map(({ position }) => position)
  const { rows } = await sql<{ id: number }>`
    with last as (
      select coalesce(max(id), 0) as id from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${broadcastId}
    )
    insert into broadcast_chunk (store_id, broadcast_id, id, retry_key, body, body_hash, personal, recipients, next_try_at)
    select ${storeId}, ${broadcastId}, last.id + n, retry_key, body, hash, true, 1, clock_timestamp()
    from last, unnest(${pushes.map(({ retryKey }) => retryKey)}::uuid[], ${pushes.map(({ body }) => body)}::bytea[],
      ${pushes.map(({ body }) => sha256(body))}::bytea[]) with ordinality as p (retry_key, body, hash, n)
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id).sort((one, other) => one - other)
  await sql`update broadcast_recipient r set chunk = p.chunk
    from unnest(${positions}::int[], ${ids}::int[]) as p (position, chunk)
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.position = p.position
      and (r.status = 'queued') is true`.execute(db)
  return ids
}

interface Waiting {
  id: number
  personal: boolean
  /** Milliseconds until the next try; 0 or less: now. */
  waits: number
  /** Older than a retry key may be used. */
  over: boolean
}

/** Returns the chunks without an outcome, the oldest first. */
export async function waitingChunks(db: Db, { storeId, broadcastId }: Of, keySeconds: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, personal, coalesce(extract(epoch from next_try_at - clock_timestamp()) * 1000, 0)::int as waits,
      coalesce(first_tried_at < clock_timestamp() - make_interval(secs => ${keySeconds}), false) as over
    from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'waiting'
    order by id`.execute(db)
  return rows
}

/** Marks chunks as being called: from the commit on, LINE may have accepted them. Those that an erasure dissolved are left out. */
export async function beginTries(db: Db, { storeId, broadcastId }: Of, ids: readonly number[]): Promise<ChunkRow[]> {
  const { rows } = await sql<Omit<ChunkRow, 'storeId' | 'broadcastId'>>`
    update broadcast_chunk set tries = tries + 1, first_tried_at = coalesce(first_tried_at, clock_timestamp()),
      next_try_at = clock_timestamp(), updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and id = any(${ids}::int[]) and status = 'waiting'
    returning id, retry_key, body, personal, everyone, recipients, tries`.execute(db)
  return rows.map((row) => ({ ...row, storeId, broadcastId }))
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

/** Returns true if another call of a chunk may have been accepted, before the one that LINE refused or since. The caller holds the broadcast. */
export async function hasOpenCall(db: Db, { storeId, broadcastId, id }: Of & { id: number }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from broadcast_chunk
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and id = ${id} and tries - refusals > 1`.execute(db)
  return rows.length > 0
}

type EndStatus = 'accepted' | 'refused' | 'split' | 'unknown'

export interface Ended {
  id: number
  lineStatus: number | null
  requestId?: string | null
}

/** Ends chunks; their bytes go, their hashes stay. A late answer settles an unknown one. Returns those that had not ended. */
export async function endChunks(
  db: Db,
  { storeId, broadcastId }: Of,
  status: EndStatus,
  ended: readonly Ended[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update broadcast_chunk c set status = ${status}, body = null, line_status = coalesce(e.line_status, c.line_status),
      request_id = e.request_id, updated_at = clock_timestamp()
    from unnest(${ended.map(({ id }) => id)}::int[], ${ended.map(({ lineStatus }) => lineStatus)}::int[],
      ${ended.map(({ requestId }) => requestId ?? null)}::text[]) as e (id, line_status, request_id)
    where c.store_id = ${storeId} and c.broadcast_id = ${broadcastId} and c.id = e.id
      and (c.status = 'waiting' or c.status = 'unknown' and ${status} in ('accepted', 'refused'))
    returning c.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends one chunk. Returns false if it has ended already. */
export const endChunk = async (db: Db, chunk: Of & { id: number }, status: EndStatus, ended: Omit<Ended, 'id'>) =>
  (await endChunks(db, chunk, status, [{ ...ended, id: chunk.id }])).length > 0

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

/** Gives recipients of chunks their outcome. Returns the profiles among them, and how many rows there were of each status before. */
export async function settleRecipients(
  db: Db,
  { storeId, broadcastId }: Of,
  ids: readonly number[],
  status: 'accepted' | 'unknown' | 'failed' | 'skipped',
  reason: string | null,
): Promise<{ profileIds: number[]; queued: number; unknown: number }> {
  // `is true` hides the condition from the index by status, by which the planner would read the whole of an unanalyzed audience.
  const open = sql`store_id = ${storeId} and broadcast_id = ${broadcastId} and chunk = any(${ids}::int[])
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

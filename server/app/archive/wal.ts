import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { sessionLocks } from '../../database/postgres/locks.ts'
import type { BackupPlace } from '../../storage/backup-place.ts'
import { BadBackup } from '../backup/format.ts'
import { type Archive, archiveNames, type Chunk, SEGMENT, segmentName } from './names.ts'

/** Keeps the write-ahead log until it is archived. */
const SLOT = 'ruam_archive'

const [IV_BYTES, TAG_BYTES] = [12, 16]
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The bases hold the secret key, encrypted with the passphrase. */
const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'ruam archive 1', 32))

/** Makes the slot that keeps the log, unless it is there. */
export async function retainLog(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ lost: boolean }>(
    "select wal_status is not distinct from 'lost' as lost from pg_replication_slots where slot_name = $1",
    [SLOT],
  )
  if (rows[0] && !rows[0].lost) return
  if (rows[0]) await client.query('select pg_drop_replication_slot($1)', [SLOT])
  await client
    .query('select pg_create_physical_replication_slot($1, true)', [SLOT])
    .catch((error: { code?: string }) => {
      // Another work of this process made it.
      if (error.code !== '42710') throw error
    })
}

/** Lets PostgreSQL delete its log again. */
export async function releaseLog(client: pg.ClientBase): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  )
}

/** The log that a round archives. Everything that was committed until `at` lies before `to`. */
interface Log extends Chunk {
  timeline: number
}

/** Returns the part of the log that is on the disk and not archived yet. */
export async function logToArchive(client: pg.ClientBase): Promise<Log> {
  // now() is the beginning of the statement, before its position is read.
  const { rows } = await client.query<{ from: string; to: string; at: string; timeline: number }>(
    `select (restart_lsn - '0/0')::text as from, (pg_current_wal_flush_lsn() - '0/0')::text as to, now()::text as at,
       ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline
     from pg_replication_slots where slot_name = $1`,
    [SLOT],
  )
  const { from, to, at, timeline } = rows[0]!
  return { from: BigInt(from), to: BigInt(to), at: new Date(at), timeline }
}

/** Copies the log to the archive, and lets PostgreSQL delete it once it is stored. Bytes before its flushed position never change. */
export async function archiveLog(
  client: pg.ClientBase,
  { place, archive, cluster, secretKey }: { place: BackupPlace; archive: Archive; cluster: string; secretKey: string },
  { from, to, at, timeline }: Log,
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [sessionLocks.archive])
  try {
    for (let position = from; position < to; ) {
      const segmentEnd = (position / SEGMENT + 1n) * SEGMENT
      const end = segmentEnd < to ? segmentEnd : to
      const bytes = Buffer.alloc(Number(end - position))
      const file = await open(join(cluster, 'pg_wal', segmentName(timeline, position)), 'r')
      try {
        const { bytesRead } = await file.read(bytes, 0, bytes.length, Number(position % SEGMENT))
        if (bytesRead !== bytes.length)
          throw new Error(`The write-ahead log at ${position} is shorter than PostgreSQL says.`)
      } finally {
        await file.close()
      }
      const name = archiveNames.chunk(archive, { from: position, to: end, at })
      const written = await place.begin(name)
      try {
        await written.write(sealChunk(secretKey, name, await compress(bytes)))
        await written.finish()
      } catch (error) {
        await written.discard()
        throw error
      }
      position = end
    }
    // Another process may have archived more meanwhile.
    if (to > from)
      await client.query(
        "select pg_replication_slot_advance(slot_name, greatest(restart_lsn, '0/0'::pg_lsn + $2::numeric)) from pg_replication_slots where slot_name = $1",
        [SLOT, String(to)],
      )
  } finally {
    await client.query('select pg_advisory_unlock($1)', [sessionLocks.archive])
  }
}

const boundTo = (name: string) => Buffer.from(name.slice(name.lastIndexOf('/') + 1))

function sealChunk(secretKey: string, name: string, bytes: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(boundTo(name))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Reads the bytes of a chunk. Throws BadBackup if they are not as they were written. */
export async function readChunk(
  place: BackupPlace,
  archive: Archive,
  secretKey: string,
  chunk: Chunk,
): Promise<Buffer> {
  const name = archiveNames.chunk(archive, chunk)
  const sealed = await buffer(place.read(name))
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), sealed.subarray(0, IV_BYTES))
      .setAAD(boundTo(name))
      .setAuthTag(tag)
    const opened = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    const bytes = await decompress(opened, { maxOutputLength: Number(SEGMENT) })
    if (bytes.length === Number(chunk.to - chunk.from)) return bytes
  } catch {}
  throw new BadBackup(`The archive is damaged (${name}): restore to an instant before ${chunk.at.toISOString()}.`)
}

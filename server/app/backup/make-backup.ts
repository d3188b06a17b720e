import pg from 'pg'
import { to } from 'pg-copy-streams'
import { COPY_SETTINGS } from '../../database/db.ts'
import { sessionLocks } from '../../database/postgres/locks.ts'
import { sealsFileOf } from '../../reports/audit-log/exported-seals.ts'
import type { BackupPlace } from '../../storage/backup-place.ts'
import type { SideLists } from '../../storage/side-lists.ts'
import { StorageFull } from '../../storage/storage.ts'
import { backupNames, removeExpired } from './backup-files.ts'
import { BackupWriter } from './backup-writer.ts'
import { copiedOf, cutOff, type StoredTable, storedSequences, storedTables, tableNameOf } from './catalog.ts'
import type { BackupStorage } from './linked-files.ts'
import { partNames } from './manifest.ts'
import { packFiles } from './packed-files.ts'
import type { Progress } from './progress.ts'

/** Held by the one process that makes a backup, as long as its connection lives. */
const BACKUP_LOCK = sessionLocks.backup

/** SQLSTATEs of a role that is unknown, has another password or may not connect. */
const SIGN_IN_REFUSED = /^28/

/** Snapshots that are tried while migrations change the catalog. */
const TRIES = 5

interface BackupOrder {
  /** The connection of the role that may read everything (`backupUrlOf`). */
  url: string
  storage: BackupStorage
  lists: SideLists
  secretKey: string
  /** Folder or bucket of the file. */
  place: BackupPlace
  passphrase: string | undefined
  /** The application role's connection, which notes the backup. */
  appUrl: string
  /** Makes none if there is one since then, and deletes those that have had their time. */
  due?: Date
  progress: Progress
  signal: AbortSignal
}

export interface MadeBackup {
  name: string
  /** Its path or address. */
  path: string
  /** Bytes. */
  size: number
  encrypted: boolean
  /** When its snapshot was taken. */
  madeAt: Date
  rows: number
  tables: number
  files: number
}

/** Thrown if another process makes a backup at this moment. */
class BackupUnderWay extends Error {
  constructor() {
    super('Another backup of this database is under way: wait until it has ended.')
  }
}

/**
 * Writes everything into one file while the server runs: a snapshot of the database, files, secret key, erasures, seals. The file has
 * its name only once it is whole and on the disk. Leaves nothing behind if it fails or is cancelled.
 * Returns null if none was due.
 */
export async function makeBackup(order: BackupOrder & { due?: undefined }): Promise<MadeBackup>
export async function makeBackup(order: BackupOrder): Promise<MadeBackup | null>
export async function makeBackup(order: BackupOrder): Promise<MadeBackup | null> {
  const { place } = order
  await place.prepare()
  const client = new pg.Client({ connectionString: order.url, application_name: 'ruam backup' })
  client.on('error', () => {})
  await client.connect().catch((error: { code?: string; message: string }) => {
    throw new Error(
      SIGN_IN_REFUSED.test(error.code ?? '')
        ? 'The database does not know the role that reads backups yet: start this version of Ruam once (npm start), then back up.'
        : `The database can't be reached: ${error.message}`,
    )
  })
  const cut = () => cutOff(client)
  order.signal.addEventListener('abort', cut, { once: true })
  try {
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [BACKUP_LOCK])
    if (!rows[0]!.alone) throw new BackupUnderWay()
    if (order.due && (await isMade(client, order.due))) return null
    const made = await inPlace(order, client)
    await noteBackup(order.appUrl, made.madeAt)
    if (order.due) await removeExpired(place, backupNames(order.secretKey), new Date())
    return made
  } catch (error) {
    // An abort ends the connection, and says so in many ways.
    order.signal.throwIfAborted()
    throw fullOr(error, place)
  } finally {
    order.signal.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

/** Returns true if another process made the backup while this one started. */
async function isMade(client: pg.Client, due: Date): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    'select exists (select from backup where made_at >= $1) as made',
    [due],
  )
  return rows[0]!.made
}

/** Notes for the dashboard that there is a backup. */
async function noteBackup(appUrl: string, madeAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('select auth.backup_made($1)', [madeAt]).finally(() => client.end())
}

function fullOr(error: unknown, { title }: BackupPlace): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && !(error instanceof StorageFull)) return error
  return new Error(`There is no room in ${title}: the backup was not made. Free some room, or choose another place.`)
}

async function inPlace(order: BackupOrder, client: pg.Client): Promise<MadeBackup> {
  const { place } = order
  const names = backupNames(order.secretKey)
  await order.storage.releaseLeft()
  await place.removeUnfinished(names.isOurs)
  const madeAt = new Date()
  const name = names.next(madeAt)
  const file = await place.begin(name)
  try {
    const writer = await BackupWriter.begin(file, order.passphrase)
    const counts = await write(order, client, writer, madeAt)
    return { name, path: place.address(name), size: writer.size, encrypted: writer.encrypted, madeAt, ...counts }
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function write(
  { storage, lists, secretKey, progress, signal }: BackupOrder,
  client: pg.Client,
  writer: BackupWriter,
  madeAt: Date,
) {
  // Before the snapshot: seals that the snapshot lacks would look like a log that was cut off.
  const seals = await textOf(lists, sealsFileOf(1))
  const kept = await storage.keep()
  try {
    await kept.add()
    await client.query(COPY_SETTINGS)
    const tables = await beginSnapshot(client)
    // Once more: what the snapshot names may have come since.
    await kept.add()
    const keys = await kept.keys()
    const onBytes = (bytes: number) => {
      signal.throwIfAborted()
      progress.add(bytes)
    }
    progress.phase(
      'Backing up',
      tables.reduce((sum, { size }) => sum + size, await kept.bytes()),
    )
    let rows = 0
    for (const { size: _, ...table } of tables) {
      signal.throwIfAborted()
      const copying = to(`copy ${copiedOf(table)} to stdout`)
      const head = { name: `table ${tableNameOf(table)}`, table }
      // Starts only when it is read: otherwise no listener would get the error of a closed connection.
      const source = () => client.query(copying)
      rows += (await writer.part(head, source, () => copying.rowCount, onBytes)).count
    }
    const sequences = await storedSequences(client)
    await lines(writer, partNames.sequences, sequences)
    await lines(writer, partNames.queue, await waitingJobs(client))
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      'select name, hash from migration order by name',
    )
    const { rows: server } = await client.query<{ server_version: string }>('show server_version')
    await client.query('commit')
    await writer.part(
      { name: partNames.files },
      () => packFiles(kept, keys),
      () => keys.length,
      onBytes,
    )
    await writer.part(
      { name: partNames.secretKey },
      () => [Buffer.from(secretKey)],
      () => 1,
    )
    if (seals.length > 0)
      await writer.part(
        { name: partNames.seals },
        () => [seals],
        () => 1,
      )
    // Last: an erasure that began meanwhile is on the list, and is applied again to what the snapshot still has.
    const erasures = await textOf(lists, 'erasures')
    await writer.part(
      { name: partNames.erasures },
      () => [erasures],
      () => erasures.toString().split('\n').filter(Boolean).length,
    )
    signal.throwIfAborted()
    await writer.end({ made_at: madeAt.toISOString(), migrations, postgres: server[0]!.server_version })
    return { rows, tables: tables.length, files: keys.length }
  } finally {
    progress.end()
    await kept.release()
  }
}

/** Begins the snapshot with every table locked against changes of its columns, and returns the tables. */
async function beginSnapshot(client: pg.Client): Promise<StoredTable[]> {
  for (let tries = 1; ; tries++) {
    const before = await storedTables(client)
    await client.query('begin isolation level repeatable read read only')
    // The snapshot is taken by the first statement after the locks.
    if (before.length > 0) await client.query(`lock table ${before.map(tableNameOf).join(', ')} in access share mode`)
    const tables = await storedTables(client)
    const isSame = JSON.stringify(tables.map(copiedOf)) === JSON.stringify(before.map(copiedOf))
    if (isSame) return tables
    await client.query('rollback')
    if (tries === TRIES) throw new Error('The database is being migrated: start the backup again in a minute.')
  }
}

/** Jobs that wait or are at work, as they are enqueued again. Mails are left out: their links are revoked by a restore. */
async function waitingJobs(client: pg.Client): Promise<object[]> {
  const { rows } = await client.query<object>(`
    select name, data, retry_limit >= 1000000 as patient, singleton_key is not null as once from pgboss.job
    where state in ('created', 'retry', 'active') and name <> 'mail' and name !~ '^__' order by created_on, id`)
  return rows
}

const lines = (writer: BackupWriter, name: string, items: readonly object[]) =>
  writer.part(
    { name },
    () => [Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''))],
    () => items.length,
  )

const textOf = async (lists: SideLists, name: Parameters<SideLists['lines']>[0]) =>
  Buffer.from((await lists.lines(name)).map((line) => `${line}\n`).join(''))

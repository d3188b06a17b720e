import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Settings } from '../../core/config.ts'
import { completeMoves, completeRestore, readRestoreJournal, writeRestoreJournal } from '../../core/restore-journal.ts'
import { inDatabaseOf } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { syncFolder } from '../../database/postgres/files.ts'
import { type BackupPlace, openBackupPlace } from '../../storage/backup-place.ts'
import { backupIn, backupNames } from '../backup/backup-files.ts'
import { entryText, readBackup } from '../backup/backup-reader.ts'
import { carryActs } from '../backup/carry-acts.ts'
import { damaged } from '../backup/format.ts'
import { partNames } from '../backup/manifest.ts'
import { unpackCluster, unpackFiles } from '../backup/packed-files.ts'
import type { Progress } from '../backup/progress.ts'
import { settleRestore } from '../backup/settle.ts'
import {
  asideOf,
  isOwnFolder,
  movesOf,
  removeStaged,
  retainSeals,
  STAGED,
  stageSmall,
  withRestoreLock,
} from '../backup/staging.ts'
import { assertFolderIsFree, RefusedRestore } from '../backup/target.ts'
import { baseParts, chunksOf } from './base.ts'
import {
  type Archive,
  archiveNames,
  type Base,
  baseOf,
  type Chunk,
  chainFrom,
  packTime,
  SEGMENT,
  segmentName,
} from './names.ts'
import type { archivedLists } from './packs.ts'
import { readChunk } from './wal.ts'

interface ArchiveOrder {
  /** Folder or `s3://bucket/prefix` of the archive. */
  address: string
  /** The newest state if unset. */
  to: Date | undefined
  settings: Pick<Settings, 'dataFolder' | 'secretKey' | 'backupPassphrase' | 'backupBucket'>
  /** Moves what the data folder holds aside. */
  replace: boolean
  progress: Progress
  signal: AbortSignal
}

interface RestoredArchive {
  /** Everything until this instant is there. */
  at: string
  /** Folder with what was there before; null if there was nothing. */
  aside: string | null
}

/** Restores the embedded database, the files and the lists of an archive, as they were at an instant. Leaves nothing behind if it fails. */
export const restoreArchive = (order: ArchiveOrder): Promise<RestoredArchive> =>
  withRestoreLock(order.settings.dataFolder, () => locked(order))

/** A base and the log that leads from it to the instant. */
interface Way {
  archive: Archive
  base: Base
  chain: Chunk[]
  /** The instant that is reached. */
  at: Date
}

async function locked(order: ArchiveOrder): Promise<RestoredArchive> {
  const { settings, progress, signal } = order
  const { dataFolder } = settings
  completeRestore(dataFolder)
  await removeStaged(dataFolder, STAGED)
  await assertFolderIsFree(dataFolder, order)
  const place = await openBackupPlace(order.address, settings.backupBucket)
  const way = await findWay(place, order)
  const staged = `${STAGED}${randomBytes(6).toString('hex')}`
  const folder = join(dataFolder, staged)
  await mkdir(folder, { mode: 0o700 })
  let server: EmbeddedPostgres | undefined
  try {
    const { secretKey, seals, erasures, decisions } = await unpack(order, place, way, folder)
    const own = await isOwnFolder(dataFolder, { secretKey })
    await stageSmall(folder, dataFolder, { secretKey, seals, erasures })
    if (decisions) await writeFile(join(folder, 'decisions'), decisions, { mode: 0o600, flush: true })
    progress.phase('Replaying the write-ahead log', 0)
    server = await replay(join(folder, 'postgres'), order.to && way)
    const { ownerUrl } = server
    await migrate(ownerUrl, secretKey)
    const superUrl = inDatabaseOf(ownerUrl, server.superUrl)
    const madeAt = way.at.toISOString()
    const acts = own ? await carryActs(dataFolder, superUrl, madeAt) : null
    if (acts !== null) await retainSeals(folder, dataFolder)
    await dropMails(superUrl)
    const token = randomBytes(6).toString('hex')
    await settleRestore({ ownerUrl, secretKey, token, madeAt, acts }, [])
    await server.stop()
    server = undefined
    signal.throwIfAborted()
    await syncFolder(folder)
    const aside = await asideOf(dataFolder)
    const moves = movesOf(dataFolder, staged, aside, own)
    // The list of this folder is newer.
    if (decisions && !(own && existsSync(join(dataFolder, 'decisions'))))
      moves.push([join(staged, 'decisions'), 'decisions'])
    await assertFolderIsFree(dataFolder, order)
    writeRestoreJournal(dataFolder, { staged, moves, token: null })
    completeMoves(dataFolder, { staged, moves, token: null })
    return { at: madeAt, aside: aside && existsSync(join(dataFolder, aside)) ? join(dataFolder, aside) : null }
  } catch (error) {
    await server?.stop()
    if (!readRestoreJournal(dataFolder)) await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
    throw error
  } finally {
    progress.end()
  }
}

/** Finds the newest base before the instant, and the log that follows it. Throws a sentence about what can be restored. */
async function findWay(place: BackupPlace, { to, settings }: ArchiveOrder): Promise<Way> {
  const ours = settings.secretKey && backupNames(settings.secretKey).mark
  const all = (await place.names('archive-')).flatMap((name) => baseOf(name) ?? [])
  const bases = all
    .filter(({ archive }) => !ours || archive.mark === ours)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  if (bases.length === 0) throw new RefusedRestore(`${place.title} holds no archive that can be restored.`)
  const marks = new Set(bases.map(({ archive }) => archive.mark))
  if (marks.size > 1)
    throw new RefusedRestore(
      `${place.title} holds archives of several installations (${[...marks].join(', ')}): set RUAM_SECRET_KEY to that of yours.`,
    )
  const base = bases.findLast(({ at }) => !to || at <= to)
  if (!base) throw new RefusedRestore(`The archive begins at ${bases[0]!.at.toISOString()}: choose a later instant.`)
  const { archive } = base
  const chunks = await chunksOf({ place, archive })
  const chain = chainFrom(base, chunks, to)
  const reached = chain.at(-1)
  const at = reached && reached.at > base.at ? reached.at : base.at
  const isWhole = chunks.every(({ to: end }) => end <= (reached?.to ?? base.from))
  if (to && at < to) {
    // Nothing follows: the database had ended, or the machine was lost.
    const end = at.toISOString()
    throw new RefusedRestore(
      isWhole
        ? `The archive ends at ${end}: choose that instant or an earlier one, or restore without --to.`
        : `The archive has a gap after ${end}: choose that instant or an earlier one.`,
    )
  }
  return { archive, base, chain, at: to ?? at }
}

interface Unpacked {
  secretKey: string
  decisions: string
  erasures: string
  seals: string
}

/** Writes the base, the log and the files into the staged folder. Returns the secret key and the lists. */
async function unpack(
  { settings, progress, signal }: ArchiveOrder,
  place: BackupPlace,
  { archive, base, chain, at }: Way,
  folder: string,
): Promise<Unpacked> {
  const postgres = join(folder, 'postgres')
  const cluster = join(postgres, 'cluster')
  await mkdir(postgres, { mode: 0o700 })
  const newest = new Map<string, string>()
  let seals = ''
  const names = (await place.names(archiveNames.packs(archive))).filter((name) => packTime(name) >= base.began)
  progress.phase('Reading the archive', names.length + chain.length + 1, 'steps')
  for (const [index, name] of [archiveNames.base(archive, base.began), ...names].entries()) {
    await readBackup(backupIn(place, name), settings.backupPassphrase, async ({ head, data }) => {
      signal.throwIfAborted()
      if (head.name === partNames.files) await unpackFiles(data, join(folder, 'files'))
      else if (head.name === baseParts.cluster) await unpackCluster(data, cluster)
      else newest.set(head.name, await entryText(data))
    })
    // Seals that are newer than the database would look like a log that was cut off.
    const isLater = index > 0 && packTime(name) > at
    if (!isLater) seals = newest.get(partNames.seals) ?? ''
    progress.add(1)
  }
  const required = (name: string) => {
    const text = newest.get(name)
    if (!text) throw damaged(`its part ${name}`)
    return text
  }
  const secretKey = required(partNames.secretKey)
  const label = required(baseParts.label)
  await writeFile(join(postgres, 'connection.json'), required(baseParts.connection), { mode: 0o600, flush: true })
  await writeFile(join(cluster, baseParts.label), label, { mode: 0o600, flush: true })
  const timeline = Number(/^START TIMELINE: (\d+)$/m.exec(label)?.[1] ?? 1)
  for (const chunk of chain) {
    signal.throwIfAborted()
    await writeLog(join(cluster, 'pg_wal'), timeline, chunk, await readChunk(place, archive, secretKey, chunk))
    progress.add(1)
  }
  const list = (name: (typeof archivedLists)[number]) => newest.get(name) ?? ''
  return { secretKey, seals, decisions: list('decisions'), erasures: list('erasures') }
}

/** Writes bytes of the log into their segment. What follows them are zeros, which end the replay. */
async function writeLog(folder: string, timeline: number, { from }: Chunk, bytes: Buffer): Promise<void> {
  const path = join(folder, segmentName(timeline, from))
  const file = await open(path, existsSync(path) ? 'r+' : 'wx', 0o600)
  try {
    if ((await file.stat()).size === 0) await file.truncate(Number(SEGMENT))
    await file.write(bytes, 0, bytes.length, Number(from % SEGMENT))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replays the log to an instant, or to its end, and returns the server, which then takes writes. */
async function replay(postgres: string, way: Way | undefined): Promise<EmbeddedPostgres> {
  const cluster = join(postgres, 'cluster')
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const settings = {
    // The log lies where PostgreSQL looks when this finds nothing.
    ...{ restore_command: 'exit 1', hot_standby: 'off', recovery_target_action: 'promote' },
  }
  if (!way) return startEmbeddedPostgres({ folder: postgres, settings })
  const target = { recovery_target_time: way.at.toISOString().replace('T', ' ').replace('Z', '+00') }
  try {
    return await startEmbeddedPostgres({ folder: postgres, settings: { ...settings, ...target } })
  } catch (error) {
    // Nothing was committed after the instant: the end of the log is its state.
    if (!/before configured recovery target/.test((error as Error).message)) throw error
    return startEmbeddedPostgres({ folder: postgres, settings })
  }
}

/** Deletes waiting mails: their links are revoked. */
async function dropMails(superUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  client.on('error', () => {})
  await client.connect()
  await client
    .query("delete from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')")
    .finally(() => client.end())
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Settings } from '../../core/config.ts'
import {
  completeMoves,
  dropRestoreJournal,
  readRestoreJournal,
  writeRestoreJournal,
} from '../../core/restore-journal.ts'
import { baseline, replaced, replacedAmong, tooOld } from '../../database/baseline.ts'
import { inDatabaseOf } from '../../database/database.ts'
import { COPY_SETTINGS } from '../../database/db.ts'
import { migrate } from '../../database/migrate.ts'
import { migrationFiles } from '../../database/migration-files.ts'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { syncFolder } from '../../database/postgres/files.ts'
import type { BackupFile } from './backup-files.ts'
import { entryText, readBackup } from './backup-reader.ts'
import { carryActs } from './carry-acts.ts'
import { cutOff, type StoredSequence } from './catalog.ts'
import { BadBackup, damaged } from './format.ts'
import { closeTables, loadStepsOf, loadTable, openTables, setSequences, tablesByName } from './load-tables.ts'
import { bytesOf, type Manifest, partNames, partOf } from './manifest.ts'
import { unpackFiles } from './packed-files.ts'
import type { Progress } from './progress.ts'
import { readMark, restoreMark, settleRestore, type WaitingJob, writeRestoreMark } from './settle.ts'
import {
  asideOf,
  isOwnFolder,
  movesOf,
  removeStaged,
  retainSeals,
  STAGED,
  stageSmall,
  withRestoreLock,
} from './staging.ts'
import { assertDatabaseIsFree, assertFolderIsFree, RefusedRestore } from './target.ts'

interface RestoreOrder {
  file: BackupFile
  settings: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'secretKey' | 'backupPassphrase'>
  /** Moves what the data folder holds aside. */
  replace: boolean
  progress: Progress
  signal: AbortSignal
}

interface Restored {
  madeAt: string
  rows: number
  tables: number
  files: number
  /** Folder with what was there before; null if there was nothing. */
  aside: string | null
}

/** The small parts, which are read before anything is touched. */
interface Small {
  secretKey: string
  erasures: string
  seals: string
  sequences: StoredSequence[]
  queue: WaitingJob[]
}

/** Settings of the server that is filled: what is lost with a power cut is a restore that had not ended. */
const fillSettings = {
  ...{ wal_level: 'minimal', max_wal_senders: '0', synchronous_commit: 'off', full_page_writes: 'off' },
  ...{ autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '8GB' },
}

/**
 * Restores a backup into an empty data folder, or an empty database and data folder. Reads and checks everything before it
 * changes anything, stages it next to the target, and swaps it in with one step. Leaves nothing behind if it fails or is cancelled.
 */
export const restore = (order: RestoreOrder): Promise<Restored> =>
  withRestoreLock(order.settings.dataFolder, () => locked(order))

async function locked(order: RestoreOrder): Promise<Restored> {
  const { settings, progress, signal } = order
  const { dataFolder, databaseUrl } = settings
  progress.phase('Checking the backup', 0)
  const { manifest, small } = await check(order)
  const continued = await continueRestore(order, manifest, small)
  if (continued) return continued
  await removeStaged(dataFolder, STAGED)
  await assertFolderIsFree(dataFolder, order)
  const known = migrationsOf(manifest)
  if (databaseUrl) await assertDatabaseIsFree(databaseUrl, known)
  signal.throwIfAborted()

  const token = randomBytes(6).toString('hex')
  const staged = `${STAGED}${token}`
  const folder = join(dataFolder, staged)
  await mkdir(folder, { mode: 0o700 })
  let stop = async () => {}
  try {
    const own = await isOwnFolder(dataFolder, small)
    await stageSmall(folder, dataFolder, small)
    if (!databaseUrl) {
      const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings: fillSettings })
      stop = () => server.stop()
      await fill({ ...order, manifest, small, folder, ownerUrl: server.ownerUrl, token, beforeCommit: () => {} })
      await migrate(server.ownerUrl, small.secretKey)
      const acts = own
        ? await carryActs(dataFolder, inDatabaseOf(server.ownerUrl, server.superUrl), manifest.made_at)
        : null
      if (acts !== null) await retainSeals(folder, dataFolder)
      await finish(server.ownerUrl, small, token, { madeAt: manifest.made_at, acts })
      await server.stop()
      stop = async () => {}
    }
    const aside = await asideOf(dataFolder)
    const moves = movesOf(dataFolder, staged, aside, own)
    if (!databaseUrl) {
      // A server may have been started meanwhile.
      await assertFolderIsFree(dataFolder, order)
      writeRestoreJournal(dataFolder, { staged, moves, token: null })
    } else {
      const beforeCommit = () =>
        writeRestoreJournal(dataFolder, { staged, moves: movesOf(dataFolder, staged, aside, own), token })
      await fill({ ...order, manifest, small, folder, ownerUrl: databaseUrl, token, beforeCommit })
      await finish(databaseUrl, small, token, { madeAt: manifest.made_at, acts: null })
    }
    completeMoves(dataFolder, { staged, moves: readRestoreJournal(dataFolder)!.moves, token: null })
    return {
      ...countsOf(manifest),
      aside: aside && existsSync(join(dataFolder, aside)) ? join(dataFolder, aside) : null,
    }
  } catch (error) {
    await stop()
    // A committed database needs its journal.
    if (!readRestoreJournal(dataFolder)) await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
    throw error
  } finally {
    progress.end()
  }
}

const countsOf = (manifest: Manifest) => ({
  madeAt: manifest.made_at,
  rows: manifest.parts.reduce((sum, { table, count }) => sum + (table ? count : 0), 0),
  tables: manifest.parts.filter(({ table }) => table).length,
  files: partOf(manifest, partNames.files)?.count ?? 0,
})

/** Reads the whole backup once and refuses what can't be restored. */
async function check({
  file,
  settings,
  signal,
  progress,
}: RestoreOrder): Promise<{ manifest: Manifest; small: Small }> {
  const texts = new Map<string, string>()
  const manifest = await readBackup(file, settings.backupPassphrase, async ({ head, data }) => {
    signal.throwIfAborted()
    if (!head.table && head.name !== partNames.files) texts.set(head.name, await entryText(data))
  })
  assertKnown(manifest)
  const secretKey = texts.get(partNames.secretKey)
  if (!secretKey) throw damaged('its secret key')
  if (settings.secretKey !== undefined && settings.secretKey !== secretKey)
    throw new RefusedRestore(
      'RUAM_SECRET_KEY is another one than that of the backup, which alone opens its sealed keys: unset it, or set that of the backup.',
    )
  const parsed = <T>(name: string) =>
    (texts.get(name) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
  progress.end()
  const small = {
    ...{ secretKey, erasures: texts.get(partNames.erasures) ?? '', seals: texts.get(partNames.seals) ?? '' },
    ...{ sequences: parsed<StoredSequence>(partNames.sequences), queue: parsed<WaitingJob>(partNames.queue) },
  }
  return { manifest, small }
}

/** Throws if the backup needs migrations that this version lacks, or has in another form. */
function assertKnown({ migrations }: Manifest): void {
  const known = new Map([...replaced, ...migrationFiles().map(({ name, hash }): [string, string] => [name, hash])])
  const unknown = migrations.find(({ name }) => !known.has(name))
  if (unknown)
    throw new BadBackup(`The backup was made by a newer Ruam (${unknown.name}): install that version, then restore.`)
  const changed = migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (changed)
    throw new BadBackup(`The backup was made by another version of Ruam, in which ${changed.name} was another one.`)
  if (replacedAmong(new Set(migrations.map(({ name }) => name))) === 'some') throw new BadBackup(tooOld('backup'))
}

/** Returns the migrations that make the schema of the backup. */
function migrationsOf({ migrations }: Manifest): ReadonlySet<string> {
  const names = new Set(migrations.map(({ name }) => name))
  return replacedAmong(names) === 'all' ? new Set([...names, ...baseline.keys()]) : names
}

interface Filling extends RestoreOrder {
  manifest: Manifest
  small: Small
  folder: string
  ownerUrl: string
  token: string
  beforeCommit: () => void
}

/** Fills the database in one transaction, and the staged folder with the files. */
async function fill(filling: Filling): Promise<void> {
  const { file, settings, manifest, small, folder, ownerUrl, token, progress, signal, beforeCommit } = filling
  await migrate(ownerUrl, small.secretKey, { only: migrationsOf(manifest) })
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam restore' })
  client.on('error', () => {})
  await client.connect()
  const cut = () => cutOff(client)
  signal.addEventListener('abort', cut, { once: true })
  try {
    await client.query(COPY_SETTINGS)
    await client.query('begin')
    const known = await tablesByName(client)
    const taken = await openTables(client)
    const onBytes = (bytes: number) => progress.add(bytes)
    progress.phase('Restoring', bytesOf(manifest))
    await readBackup(file, settings.backupPassphrase, async (part) => {
      signal.throwIfAborted()
      const promised = partOf(manifest, part.head.name)?.count
      if (part.head.table) {
        const rows = await loadTable(client, known, part, onBytes)
        if (rows !== promised) throw damaged(`its part ${part.head.name}`)
      }
      if (part.head.name === partNames.files) await unpackFiles(counted(part.data, onBytes), join(folder, 'files'))
    })
    progress.phase('Building indexes', loadStepsOf(taken), 'steps')
    await setSequences(client, small.sequences)
    await closeTables(client, taken, () => progress.add(1))
    await writeRestoreMark(client, restoreMark('restored', token))
    await syncFolder(folder)
    signal.throwIfAborted()
    beforeCommit()
    await client.query('commit')
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

async function* counted(data: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const block of data) {
    onBytes(block.length)
    yield block
  }
}

/** Brings the filled database to this version, settles it, and takes samples for the planner. */
async function finish(
  ownerUrl: string,
  small: Small,
  token: string,
  since: { madeAt: string; acts: number | null },
): Promise<void> {
  await migrate(ownerUrl, small.secretKey)
  await settleRestore({ ownerUrl, secretKey: small.secretKey, token, ...since }, small.queue)
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('analyze').finally(() => client.end())
}

/** Completes a restore into a database of one's own that was interrupted around its commit; undefined if there is none. */
async function continueRestore(
  { settings }: RestoreOrder,
  manifest: Manifest,
  small: Small,
): Promise<Restored | undefined> {
  const { dataFolder, databaseUrl } = settings
  const journal = readRestoreJournal(dataFolder)
  if (!journal) return undefined
  if (journal.token === null) {
    completeMoves(dataFolder, journal)
    return undefined
  }
  if (!databaseUrl) throw new RefusedRestore('The interrupted restore needs its DATABASE_URL: set it and start again.')
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const mark = await readMark(client).finally(() => client.end())
  if (mark !== restoreMark('restored', journal.token) && mark !== restoreMark('settled', journal.token)) {
    dropRestoreJournal(dataFolder, journal)
    return undefined
  }
  if (mark === restoreMark('restored', journal.token))
    await finish(databaseUrl, small, journal.token, { madeAt: manifest.made_at, acts: null })
  completeMoves(dataFolder, journal)
  return { ...countsOf(manifest), aside: null }
}

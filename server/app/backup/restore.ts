import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Settings } from '../../core/config.ts'
import {
  completeMoves,
  dropRestoreJournal,
  readRestoreJournal,
  writeRestoreJournal,
} from '../../core/restore-journal.ts'
import { isDiskFull } from '../../core/sqlstate.ts'
import { joinErasures } from '../../customers/erasure/erasure-list.ts'
import { baseline, replaced, replacedAmong, tooOld } from '../../database/baseline.ts'
import { inDatabaseOf } from '../../database/database.ts'
import { COPY_SETTINGS } from '../../database/db.ts'
import { migrate } from '../../database/migrate.ts'
import { migrationFiles } from '../../database/migration-files.ts'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { syncFolder } from '../../database/postgres/files.ts'
import { postmasterState, readPidFile, stopPostmaster } from '../../database/postgres/process.ts'
import { withStartLock } from '../../database/postgres/start-lock.ts'
import { decisionsOf } from '../../decisions/list.ts'
import type { BackupFile } from './backup-files.ts'
import { entryText, readBackup } from './backup-reader.ts'
import { carryActs } from './carry-acts.ts'
import { cutOff, type StoredSequence } from './catalog.ts'
import { BadBackup, damaged } from './format.ts'
import { unpackFiles } from './linked-files.ts'
import { closeTables, loadStepsOf, loadTable, openTables, setSequences, tablesByName } from './load-tables.ts'
import { bytesOf, type Manifest, partNames, partOf } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readMark, restoreMark, settleRestore, type WaitingJob, writeRestoreMark } from './settle.ts'
import { assertDatabaseIsFree, assertFolderIsFree, entries, RefusedRestore } from './target.ts'

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

const STAGED = 'restoring-'
/** A second restore into the same folder is refused, not waited for. */
const LOCK_PATIENCE_MS = 500

/** Settings of the server that is filled: what is lost with a power cut is a restore that had not ended. */
const fillSettings = {
  ...{ wal_level: 'minimal', max_wal_senders: '0', synchronous_commit: 'off', full_page_writes: 'off' },
  ...{ autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '8GB' },
}

/**
 * Restores a backup into an empty data folder, or an empty database and data folder. Reads and checks everything before it
 * changes anything, stages it next to the target, and swaps it in with one step. Leaves nothing behind if it fails or is cancelled.
 */
export async function restore(order: RestoreOrder): Promise<Restored> {
  const { dataFolder } = order.settings
  let began = false
  try {
    return await withStartLock(`${resolve(dataFolder)} restore`, LOCK_PATIENCE_MS, () => {
      began = true
      return locked(order)
    })
  } catch (error) {
    if (!began) throw new RefusedRestore(`Another restore into ${dataFolder} is under way.`)
    throw fullOr(error, dataFolder)
  }
}

function fullOr(error: unknown, dataFolder: string): unknown {
  if (!isDiskFull(error)) return error
  return new Error(`The disk is full: nothing was restored into ${dataFolder}. Free some room, and start again.`)
}

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
      if (acts !== null) await keepSealsOfFolder(folder, dataFolder)
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

/** Writes the small entries of the data folder. Joins the erasures of the backup and of this folder, so that no erased customer returns. */
async function stageSmall(folder: string, dataFolder: string, small: Small): Promise<void> {
  const here = await readFile(join(dataFolder, 'erasures'), 'utf8').catch(() => '')
  const options = { mode: 0o600, flush: true }
  await writeFile(join(folder, 'secret-key'), small.secretKey, options)
  await writeFile(join(folder, 'erasures'), joinErasures(small.erasures, here), options)
  if (small.seals) await writeFile(join(folder, 'audit-seals.json'), small.seals, options)
}

/** True unless the folder belongs to another installation: its lists stay, and its audit log goes on. */
async function isOwnFolder(dataFolder: string, { secretKey }: Small): Promise<boolean> {
  const here = await readFile(join(dataFolder, 'secret-key'), 'utf8').catch(() => secretKey)
  return here.trim() === secretKey.trim()
}

/** The seals of the folder fit the audit log that was carried over; those of the backup are older. */
async function keepSealsOfFolder(folder: string, dataFolder: string): Promise<void> {
  const seals = await readFile(join(dataFolder, 'audit-seals.json')).catch(() => undefined)
  if (seals) await writeFile(join(folder, 'audit-seals.json'), seals, { mode: 0o600, flush: true })
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

/** A folder for what is there now; null if there is nothing. */
async function asideOf(dataFolder: string): Promise<string | null> {
  const there = entries.filter((entry) => existsSync(join(dataFolder, entry)))
  return there.length === 0 ? null : `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/** The list of decisions stays where it is: it says what the backup lacks. That of another installation goes aside. */
function movesOf(dataFolder: string, staged: string, aside: string | null, own: boolean): [string, string][] {
  const there = [...entries, ...(own ? [] : [decisionsOf(1)])].filter((entry) => existsSync(join(dataFolder, entry)))
  const made = entries.filter((entry) => existsSync(join(dataFolder, staged, entry)))
  return [
    ...there.map((entry): [string, string] => [entry, join(aside ?? staged, entry)]),
    ...made.map((entry): [string, string] => [join(staged, entry), entry]),
  ]
}

/** Removes what a killed restore or rehearsal left: its folder, and the database server that still runs in it. */
export async function removeStaged(dataFolder: string, prefix: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(prefix)) continue
    const cluster = join(dataFolder, name, 'postgres', 'cluster')
    const file = existsSync(cluster) ? await readPidFile(cluster) : undefined
    if (file && (await postmasterState(file.pid, cluster)) === 'ours') await stopPostmaster(file.pid, cluster)
    await rm(join(dataFolder, name), { recursive: true, force: true })
  }
}

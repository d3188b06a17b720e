import { randomBytes } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../../core/config.ts'
import { inDatabaseOf } from '../../database/database.ts'
import { createPool } from '../../database/db.ts'
import { appUrlOf } from '../../database/migrate.ts'
import { migrationFiles } from '../../database/migration-files.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { withStartLock } from '../../database/postgres/start-lock.ts'
import { missingSeals } from '../../reports/audit-log/exported-seals.ts'
import { brokenReads, brokenSeals } from '../../reports/audit-log/seals.ts'
import type { BackupPlace } from '../../storage/backup-place.ts'
import { diskLists, type SideLists } from '../../storage/side-lists.ts'
import { backupNames, newestBackup } from '../backup/backup-files.ts'
import { readBackup } from '../backup/backup-reader.ts'
import { bytesOf, type Manifest } from '../backup/manifest.ts'
import type { Progress } from '../backup/progress.ts'
import { restore } from '../backup/restore.ts'
import { changedBySettling } from '../backup/settle.ts'
import { removeStaged } from '../backup/staging.ts'
import { signIn, startRehearsing } from './visit.ts'

/** Prefix of the folder in the data folder that a rehearsal fills and removes. */
const STAGED = 'rehearsal-'
/** A second rehearsal is refused, not waited for. */
const LOCK_PATIENCE_MS = 500
/** Room per byte of a backup's content: indexes, and files beside the database. */
const ROOM = 2

interface RehearsalOrder {
  config: Config
  /** The installation's lists, which are read only. */
  lists: SideLists
  /** Place of the backups, and of the report. */
  place: BackupPlace
  progress: Progress
  signal: AbortSignal
}

/** Outcome of a rehearsal, as its report has it. */
export interface Rehearsal {
  ok: boolean
  /** Sentences about what was found wrong. */
  faults: string[]
  ended_at: string
  backup: string | null
  backup_at: string | null
  rows: number
  files: number
  /** Seconds until everything was restored, until the copy was ready, and in all. */
  seconds: { restored: number; ready: number; total: number }
  /** Answers that a member got who was signed in; null if the backup has no store that can be entered. */
  answers: number | null
  /** Destinations to which the copy was refused a connection. */
  refused: string[]
}

/** Name of the report next to the backups; another one for each installation. */
export const reportNameOf = (secretKey: string) => `${backupNames(secretKey).prefix}rehearsal.json`

/**
 * Restores the newest backup into an empty folder, starts it there with everything outgoing refused, signs a member in, counts the rows
 * of each table and verifies the seals of the audit log. Writes a report and leaves nothing else behind. Returns instead of throwing when
 * the backup is at fault.
 */
export async function rehearse(order: RehearsalOrder): Promise<Rehearsal> {
  const { config } = order
  return withStartLock(`${resolve(config.dataFolder)} rehearsal`, LOCK_PATIENCE_MS, async () => {
    await removeStaged(config.dataFolder, STAGED)
    const report = await inFolder(order, join(config.dataFolder, `${STAGED}${randomBytes(6).toString('hex')}`))
    order.signal.throwIfAborted()
    const written = await order.place.begin(reportNameOf(config.secretKey))
    await written.write(Buffer.from(`${JSON.stringify(report, null, 2)}\n`))
    await written.finish()
    return report
  })
}

async function inFolder(order: RehearsalOrder, folder: string): Promise<Rehearsal> {
  const started = performance.now()
  const passed = () => Math.round((performance.now() - started) / 1000)
  const report: Rehearsal = {
    ...{ ok: false, faults: [], ended_at: '', backup: null, backup_at: null, rows: 0, files: 0 },
    ...{ seconds: { restored: 0, ready: 0, total: 0 }, answers: null, refused: [] },
  }
  let server: EmbeddedPostgres | undefined
  try {
    const file = await newestBackup(order.place, order.config.secretKey)
    report.backup = file.name
    const manifest = await readBackup(file, order.config.backupPassphrase, async () => {})
    report.backup_at = manifest.made_at
    await assertRoom(order.config.dataFolder, manifest)
    await mkdir(folder, { mode: 0o700 })
    await copyLists(order.lists, folder)
    const { backupPassphrase, secretKey } = order.config
    const settings = { dataFolder: folder, databaseUrl: undefined, secretKey, backupPassphrase }
    const { rows, files } = await restore({ ...order, file, settings, replace: false })
    Object.assign(report, { rows, files })
    report.seconds.restored = passed()
    server = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
    await visitCopy(order, report, { server, folder, manifest, passed })
  } catch (error) {
    order.signal.throwIfAborted()
    report.faults.push((error as Error).message)
  } finally {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  report.ok = report.faults.length === 0
  report.seconds.total = passed()
  report.ended_at = new Date().toISOString()
  return report
}

interface Copy {
  server: EmbeddedPostgres
  folder: string
  manifest: Manifest
  passed: () => number
}

/** Counts before the start, which applies decisions; looks at the seals and signs in after it. */
async function visitCopy(
  { config, signal }: RehearsalOrder,
  report: Rehearsal,
  { server, folder, manifest, passed }: Copy,
): Promise<void> {
  const { ownerUrl } = server
  const superuser = createPool(inDatabaseOf(ownerUrl, server.superUrl), { max: 1 })
  const pool = createPool(appUrlOf(ownerUrl, config.secretKey), { max: 2 })
  try {
    report.faults.push(...(await miscounted(superuser, manifest)))
    const copy = await startRehearsing({ databaseUrl: ownerUrl, dataFolder: folder }, signal)
    report.refused = copy.refused
    try {
      report.answers = await signIn(copy.address, superuser, pool)
      report.seconds.ready = passed()
    } finally {
      await copy.stop()
    }
    const broken = [
      ...(await brokenSeals(pool)),
      ...(await brokenReads(pool)),
      ...(await missingSeals(pool, diskLists(folder), 1)),
    ]
    for (const store of new Set(broken.map(({ store_id }) => store_id)))
      report.faults.push(`The audit log of store ${store} is not as it was sealed.`)
  } finally {
    await Promise.all([superuser.end(), pool.end()])
  }
}

async function assertRoom(dataFolder: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(dataFolder)
  const [free, needed] = [Number(bavail) * Number(bsize), bytesOf(manifest) * ROOM]
  if (free < needed)
    throw new Error(
      `The disk of ${dataFolder} has too little room for a rehearsal: ${Math.ceil(needed / 1e6)} MB are needed, ${Math.floor(free / 1e6)} MB are free.`,
    )
}

/** Gives the copy what survives a restore: its start applies them as that of a restored installation would. */
async function copyLists(lists: SideLists, folder: string): Promise<void> {
  for (const name of ['erasures', 'decisions'] as const) {
    const lines = await lists.lines(name)
    if (lines.length > 0) await diskLists(folder).replace(name, lines)
  }
}

/** Compares the rows of each table with the manifest. A newer version's migrations may have moved some: then only lost tables count. */
async function miscounted(superuser: Pick<pg.Pool, 'query'>, manifest: Manifest): Promise<string[]> {
  const isOlder = manifest.migrations.length !== migrationFiles().length
  const faults: string[] = []
  for (const { table, count } of manifest.parts) {
    if (!table || changedBySettling(table.name)) continue
    const name = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`
    const { rows } = await superuser
      .query<{ count: number }>(`select count(*) from ${name}`)
      .catch(() => ({ rows: [{ count: -1 }] }))
    const found = rows[0]!.count
    if (isOlder ? found === 0 && count > 0 : found !== count)
      faults.push(`The table ${table.name} has ${found} rows, and ${count} in the backup.`)
  }
  return faults
}

import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { System } from '@ruam/contract/reports/system.ts'
import { verifyTransport } from '../../mail/transport.ts'
import { type Core, serverNumber } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { openBackupPlace } from '../../storage/backup-place.ts'
import { certificateState, readCertificate } from './certificate.ts'

export type Part<P extends keyof System['parts']> = NonNullable<System['parts'][P]>

/** Milliseconds that each part may take. */
export const PATIENCE_MS = 2000
/** Milliseconds for which an answer of another machine is shared by all who look. */
const KEPT_MS = 30_000

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const kept = new Map<string, { at: number; found: Promise<unknown> }>()

/** Runs a check of another machine at most once in KEPT_MS. */
function shared<T>(key: string, check: () => Promise<T>): Promise<T> {
  const last = kept.get(key)
  if (last && performance.now() - last.at < KEPT_MS) return last.found as Promise<T>
  const found = check()
  found.catch(() => kept.delete(key))
  kept.set(key, { at: performance.now(), found })
  return found
}

export async function certificatePart({ config }: Core, now: Date): Promise<Part<'certificate'>> {
  const { publicUrl } = config
  if (!publicUrl?.startsWith('https:')) return { state: 'off', facts: null }
  const facts = await shared(`certificate ${publicUrl}`, () => readCertificate(publicUrl, PATIENCE_MS))
  return { state: certificateState(facts, now), facts }
}

/** Shares of the room from which on a state holds; from 95 % on imports and exports pause. */
const FULL = 0.95
const NEARLY_FULL = 0.9
const FILLING = 0.8

export async function diskPart(core: Core): Promise<Part<'disk'>> {
  const { dataFolder, databaseUrl, databaseMaxBytes } = core.config
  const { blocks, bavail, bsize } = await statfs(dataFolder)
  const { rows } = await core.pool.query<{ size: number }>('select pg_database_size(current_database()) as size')
  const database = Number(rows[0]!.size)
  const disk = { used: 1 - bavail / blocks, free: bavail * bsize, size: blocks * bsize }
  // The limit is that of the first server.
  const limit = databaseUrl && serverNumber(core) === 1 ? databaseMaxBytes : undefined
  const room = limit && { used: database / limit, free: Math.max(0, limit - database), size: limit }
  const fuller = room && room.used > disk.used ? room : disk
  const { used } = fuller
  const state = used >= FULL ? 'broken' : used >= NEARLY_FULL ? 'now' : used >= FILLING ? 'soon' : 'fine'
  return { state, facts: { ...fuller, database } }
}

type Rehearsal = NonNullable<Part<'backup'>['facts']>['rehearsal']

/** Times in the names of backup files (`ruam-<UTC time>-<installation>.backup`). */
const BACKUP_NAME = /^ruam-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+\.backup$/
/** Days after which a missing backup needs action. */
const BACKUP_DAYS = 2

export async function backupPart(core: Core): Promise<Part<'backup'>> {
  const { pool, config } = core
  const { backupFolder } = config
  const { rows } = await pool.query<{ newest: string | null; days: number | null }>(
    'select auth.newest_backup() as newest, auth.days_without_backup() as days',
  )
  const { newest, days } = rows[0]!
  // Another process may have the folder, or the backups may lie elsewhere.
  const names = backupFolder
    ? await openBackupPlace(backupFolder, config.backupBucket)
        .then((place) => place.names('ruam-'))
        .catch(() => undefined)
    : undefined
  const times = names?.flatMap((name) => BACKUP_NAME.exec(name)?.[0].replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6Z') ?? [])
  const isOld = (days ?? 0) >= BACKUP_DAYS
  // Rehearsals are of home.
  const last = await routerOf(core).home.pool.query<NonNullable<Rehearsal>>(
    'select ended_at as at, ok as passed, seconds from auth.last_rehearsal()',
  )
  const rehearsal = last.rows[0] ?? null
  if (newest === null && !backupFolder && !isOld) return { state: 'off', facts: null }
  return {
    state: isOld || rehearsal?.passed === false ? 'now' : newest === null ? 'soon' : 'fine',
    facts: { newest, oldest: times?.toSorted()[0] ?? null, kept: times?.length ?? null, rehearsal },
  }
}

/** Returns the failure of the mail server; null if it lets this process send. */
export const mailFailure = ({ smtpUrl }: { smtpUrl: string }) =>
  shared(`mail ${smtpUrl}`, async () => (await verifyTransport(smtpUrl, PATIENCE_MS)) ?? null)

export async function versionPart(core: Core): Promise<Part<'version'>> {
  const { home } = routerOf(core)
  const { rows } = await home.pool.query<{ since: string }>('select auth.version_since($1) as since', [version])
  return { state: 'fine', facts: { version, since: rows[0]!.since } }
}

/** Notes the first start of this version. */
export const noteVersion = (core: Core) => versionPart(core)

import { randomBytes } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import { sessionLocks } from '../../database/postgres/locks.ts'
import { type BackupPlace, openBackupPlace } from '../../storage/backup-place.ts'
import { type Archive, archiveNames, chunkOf } from './names.ts'

/** Source of an archive. */
export interface OpenArchive {
  place: BackupPlace
  archive: Archive
  /** Folder of the database. */
  cluster: string
  dataFolder: string
  /** True if files and lists lie in the data folder. */
  hasFiles: boolean
  secretKey: string
  passphrase: string | undefined
}

/** Belongs to one folder: a copy of it begins an archive of its own. */
const Id = z.strictObject({ id: z.string().regex(/^[0-9a-f]{12}$/), folder: z.number() })

/** Places whose archive this process has compared with its database. */
const compared = new Set<string>()

/**
 * Opens the archive of this folder's database, for one process at a time. One that is ahead of the database belongs to a later state of it,
 * and a new one begins.
 */
export async function openArchive(config: Config, client: pg.ClientBase): Promise<OpenArchive> {
  await client.query('select pg_advisory_lock($1)', [sessionLocks.archive])
  try {
    return await alone(config, client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [sessionLocks.archive])
  }
}

async function alone(config: Config, client: pg.ClientBase): Promise<OpenArchive> {
  const { dataFolder, secretKey } = config
  const place = await openBackupPlace(config.archive!, config.backupBucket)
  await place.prepare()
  const cluster = join(dataFolder, 'postgres', 'cluster')
  const path = join(dataFolder, 'postgres', 'archive.json')
  const folder = (await stat(cluster)).ino
  const kept = Id.safeParse(await readFile(path, 'utf8').then(JSON.parse, () => undefined)).data
  let archive = kept?.folder === folder ? archiveNames.of(secretKey, kept.id) : undefined
  const life = `${place.title} ${archive?.id}`
  if (archive && !compared.has(life) && (await isAhead(place, archive, client))) archive = undefined
  if (!archive) {
    const id = randomBytes(6).toString('hex')
    await writeFile(`${path}.new`, JSON.stringify({ id, folder }), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    archive = archiveNames.of(secretKey, id)
  }
  compared.add(`${place.title} ${archive.id}`)
  return {
    ...{ place, archive, cluster, dataFolder, secretKey },
    ...{ hasFiles: config.bucket === undefined, passphrase: config.backupPassphrase },
  }
}

async function isAhead(place: BackupPlace, archive: Archive, client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ flushed: string }>(
    "select (pg_current_wal_flush_lsn() - '0/0')::text as flushed",
  )
  const newest = (await place.names(archiveNames.wal(archive))).flatMap((name) => chunkOf(name) ?? []).at(-1)
  return newest !== undefined && newest.to > BigInt(rows[0]!.flushed)
}

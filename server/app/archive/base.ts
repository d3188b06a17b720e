import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { filesFolder } from '../../storage/open-storage.ts'
import { BackupWriter } from '../backup/backup-writer.ts'
import { linkFiles } from '../backup/linked-files.ts'
import { partNames } from '../backup/manifest.ts'
import { packFiles } from '../backup/packed-files.ts'
import { packCluster } from './cluster-files.ts'
import { archiveNames, type Base, baseOf, type Chunk, chunkOf, packTime } from './names.ts'
import type { OpenArchive } from './open-archive.ts'
import { readLists, writeLists } from './packs.ts'
import { archiveLog, logToArchive } from './wal.ts'

/** Names of a base's parts. */
export const baseParts = { cluster: 'cluster', label: 'backup_label', connection: 'connection.json' } as const

/** Days that can be restored. An erased person is in no older archive. */
const KEPT_DAYS = 8
const DAY_MS = 86_400_000

const text = (writer: BackupWriter, name: string, content: string | Buffer) =>
  writer.part(
    { name },
    () => [Buffer.from(content)],
    () => 1,
  )

/** Returns the bases of this archive that can be restored, oldest first. */
export async function basesOf({ place, archive }: Pick<OpenArchive, 'place' | 'archive'>): Promise<Base[]> {
  const names = await place.names(`archive-${archive.mark}-${archive.id}-`)
  return names.flatMap((name) => baseOf(name) ?? [])
}

/** Returns the archived pieces of the log. */
export async function chunksOf({ place, archive }: Pick<OpenArchive, 'place' | 'archive'>): Promise<Chunk[]> {
  return (await place.names(archiveNames.wal(archive))).flatMap((name) => chunkOf(name) ?? [])
}

/** Copies the whole database while it works, with the files, the secret key and the passwords of its roles. */
export async function makeBase(open: OpenArchive, superUrl: string, signal: AbortSignal): Promise<void> {
  const { place, archive, cluster, dataFolder, passphrase, secretKey } = open
  const client = new pg.Client({ connectionString: superUrl, application_name: 'ruam archive' })
  client.on('error', () => {})
  await client.connect()
  const links = open.hasFiles ? await linkFiles(filesFolder({ dataFolder })) : undefined
  try {
    const { rows } = await client.query<{ from: string; began: string }>(
      "select now()::text as began, (pg_backup_start('ruam archive', true) - '0/0')::text as from",
    )
    const began = new Date(rows[0]!.began)
    const file = await place.begin(archiveNames.base(archive, began))
    try {
      const writer = await BackupWriter.begin(file, passphrase)
      const onBytes = () => signal.throwIfAborted()
      await text(writer, partNames.secretKey, secretKey)
      await text(writer, baseParts.connection, await readFile(join(dirname(cluster), 'connection.json')))
      await writer.part(
        { name: baseParts.cluster },
        () => packCluster(cluster),
        () => 1,
        onBytes,
      )
      const { rows: stopped } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      await text(writer, baseParts.label, stopped[0]!.labelfile)
      if (links) {
        await links.add()
        const keys = await links.keys()
        await writer.part(
          { name: partNames.files },
          () => packFiles(links, keys),
          () => keys.length,
          onBytes,
        )
        await writeLists(writer, await readLists(dataFolder))
      }
      const { rows: server } = await client.query<{ server_version: string }>('show server_version')
      await writer.end({ made_at: began.toISOString(), migrations: [], postgres: server[0]!.server_version })
    } catch (error) {
      await file.discard()
      throw error
    }
    // It can be restored to no instant before its end.
    const log = await logToArchive(client)
    await archiveLog(client, open, log)
    const ready = await place.begin(archiveNames.ready(archive, { at: log.at, began, from: BigInt(rows[0]!.from) }))
    await ready.finish()
    await removeOld(open, log.at)
  } finally {
    await links?.release()
    await client.end().catch(() => {})
  }
}

/** Deletes what is older than the days that can be restored, and archives of databases that ended before. */
async function removeOld(open: OpenArchive, now: Date): Promise<void> {
  const { place, archive } = open
  const limit = now.getTime() - KEPT_DAYS * DAY_MS
  const all = (await place.names(`archive-${archive.mark}-`)).flatMap((name) => baseOf(name) ?? [])
  for (const bases of Map.groupBy(all, (base) => base.archive.id).values()) {
    const kept = bases.filter(({ at }) => at.getTime() >= limit)
    const isOurs = bases[0]!.archive.id === archive.id
    const first = kept[0] ?? (isOurs ? bases.at(-1) : undefined)
    for (const base of bases)
      if (!first || base.at < first.at) await place.remove(archiveNames.ready(base.archive, base))
    const of = bases[0]!.archive
    const removeAll = async (folder: string, isNeeded: (name: string) => boolean) => {
      for (const name of await place.names(folder)) if (!first || !isNeeded(name)) await place.remove(name)
    }
    await removeAll(archiveNames.bases(of), (name) => packTime(name) >= first!.began)
    await removeAll(archiveNames.packs(of), (name) => packTime(name) >= first!.began)
    await removeAll(archiveNames.wal(of), (name) => (chunkOf(name)?.to ?? 0n) > first!.from)
  }
}

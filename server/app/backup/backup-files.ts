import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { BackupBucket } from '../../core/config.ts'
import { installationOf } from '../../core/installation.ts'
import { type BackupPlace, folderPlace, isS3Address, openBackupPlace } from '../../storage/backup-place.ts'
import { expired } from './retention.ts'

/** Names of one installation's backups: several installations may keep theirs in one folder. */
interface BackupNames {
  next(now: Date): string
  /** When a backup of this installation was made; null if the name is no such one. */
  madeAt(name: string): Date | null
  /** True for every file of this installation, whole or not. */
  isOurs(name: string): boolean
  /** Public number of the installation. */
  mark: string
  /** Files next to the backups that belong to this installation. */
  prefix: string
}

const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** Names backups by their time in UTC and a mark that follows from the installation's secret key. */
export function backupNames(secretKey: string): BackupNames {
  const mark = installationOf(secretKey)
  const pattern = new RegExp(`^ruam-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-${mark}\\.backup$`)
  const ours = new RegExp(`^ruam-\\d{8}T\\d{6}Z-${mark}(\\.|$)`)
  return {
    next: (now) => `ruam-${stampOf(now)}-${mark}.backup`,
    madeAt(name) {
      const found = pattern.exec(name)
      if (!found) return null
      const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    },
    isOurs: (name) => ours.test(name),
    mark,
    prefix: `ruam-${mark}-`,
  }
}

/** Returns the newest backup of an installation, or of the only one if `secretKey` is unknown. Throws if there is none. */
export async function newestBackup(place: BackupPlace, secretKey: string | undefined): Promise<BackupFile> {
  const found = (await place.names('ruam-')).filter((name) => ANY_BACKUP.test(name))
  if (secretKey !== undefined) {
    const { madeAt } = backupNames(secretKey)
    const newest = found.filter((name) => madeAt(name)).at(-1)
    if (!newest) throw new Error(`${place.title} holds no backup of this installation: make one with npm run backup.`)
    return backupIn(place, newest)
  }
  const marks = new Set(found.map((name) => ANY_BACKUP.exec(name)![1]))
  if (marks.size > 1)
    throw new Error(`${place.title} holds backups of several installations (${[...marks].join(', ')}): name the file.`)
  if (found.length === 0) throw new Error(`${place.title} holds no backup.`)
  return backupIn(place, found.at(-1)!)
}

const ANY_BACKUP = /^ruam-\d{8}T\d{6}Z-([0-9a-f]{8})\.backup$/

/** A backup, wherever it lies. */
export interface BackupFile {
  name: string
  /** Its path or address. */
  address: string
  read(): AsyncIterable<Buffer>
}

export const backupIn = (place: BackupPlace, name: string): BackupFile => ({
  ...{ name, address: place.address(name), read: () => place.read(name) },
})

/** Opens the backup that a path or an address names: a file, or the newest of a folder or bucket. */
export async function openBackup(
  address: string,
  { backupBucket, secretKey }: { backupBucket: BackupBucket; secretKey?: string | undefined },
): Promise<BackupFile> {
  const isFile = isS3Address(address)
    ? address.endsWith('.backup')
    : !(await stat(address).catch(() => undefined))?.isDirectory()
  if (!isFile) return newestBackup(await openBackupPlace(address, backupBucket), secretKey)
  const slash = address.lastIndexOf('/')
  if (!isS3Address(address)) return backupIn(folderPlace(dirname(resolve(address))), basename(address))
  return backupIn(await openBackupPlace(address.slice(0, slash), backupBucket), address.slice(slash + 1))
}

/** Deletes backups of this installation that have had their time. */
export async function removeExpired(place: BackupPlace, names: BackupNames, now: Date): Promise<void> {
  const backups = new Map<Date, string>()
  for (const name of await place.names('ruam-')) {
    const at = names.madeAt(name)
    if (at) backups.set(at, name)
  }
  for (const at of expired([...backups.keys()], now)) await place.remove(backups.get(at)!)
}

/** Bytes as people read them. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

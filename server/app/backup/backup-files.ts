import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installationOf } from '../../core/installation.ts'
import { expired } from './retention.ts'

/** Names of one installation's backups: several installations may keep theirs in one folder. */
interface BackupNames {
  /** A new name, and the one that the file has until it is whole. */
  next(now: Date): { name: string; partial: string }
  /** When a backup of this installation was made; null if the name is no such one. */
  madeAt(name: string): Date | null
  isPartial(name: string): boolean
  /** Files next to the backups that belong to this installation. */
  prefix: string
}

const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** Names backups by their time in UTC and a mark that follows from the installation's secret key. */
export function backupNames(secretKey: string): BackupNames {
  const mark = installationOf(secretKey)
  const pattern = new RegExp(`^ruam-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-${mark}\\.backup$`)
  const partial = new RegExp(`^\\.ruam-\\d{8}T\\d{6}Z-${mark}-[0-9a-f]{8}\\.partial$`)
  return {
    next(now) {
      const name = `ruam-${stampOf(now)}-${mark}`
      return { name: `${name}.backup`, partial: `.${name}-${randomBytes(4).toString('hex')}.partial` }
    },
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
    isPartial: (name) => partial.test(name),
    prefix: `ruam-${mark}-`,
  }
}

/** Removes what killed backups of this installation left in the folder. Needs the backup lock. */
export async function removePartials(folder: string, names: BackupNames): Promise<void> {
  for (const name of await readdir(folder)) if (names.isPartial(name)) await rm(join(folder, name), { force: true })
}

/** Deletes backups of this installation that have had their time. */
export async function removeExpired(folder: string, names: BackupNames, now: Date): Promise<void> {
  const backups = new Map<Date, string>()
  for (const name of await readdir(folder)) {
    const at = names.madeAt(name)
    if (at) backups.set(at, name)
  }
  for (const at of expired([...backups.keys()], now)) await rm(join(folder, backups.get(at)!), { force: true })
}

/** Bytes as people read them. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

// The last step of a restore: what was made in a folder inside the data folder takes the place of what is there.
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDiskFull } from '../../core/sqlstate.ts'
import { joinErasures } from '../../customers/erasure/erasure-list.ts'
import { postmasterState, readPidFile, stopPostmaster } from '../../database/postgres/process.ts'
import { withStartLock } from '../../database/postgres/start-lock.ts'
import { decisionsOf } from '../../decisions/list.ts'
import { entries, RefusedRestore } from './target.ts'

/** Prefix of the folder in which a restore works. */
export const STAGED = 'restoring-'
/** A second restore into the same folder is refused, not waited for. */
const LOCK_PATIENCE_MS = 500

/** Runs the only restore into a folder. Throws RefusedRestore while another one works there. */
export async function withRestoreLock<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  let began = false
  try {
    return await withStartLock(`${resolve(dataFolder)} restore`, LOCK_PATIENCE_MS, () => {
      began = true
      return work()
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

/** Writes the small entries of the data folder. Joins the erasures of the backup and of this folder, so that no erased customer returns. */
export async function stageSmall(
  folder: string,
  dataFolder: string,
  small: { secretKey: string; erasures: string; seals: string },
): Promise<void> {
  const here = await readFile(join(dataFolder, 'erasures'), 'utf8').catch(() => '')
  const options = { mode: 0o600, flush: true }
  await writeFile(join(folder, 'secret-key'), small.secretKey, options)
  await writeFile(join(folder, 'erasures'), joinErasures(small.erasures, here), options)
  if (small.seals) await writeFile(join(folder, 'audit-seals.json'), small.seals, options)
}

/** True unless the folder belongs to another installation: its lists stay, and its audit log goes on. */
export async function isOwnFolder(dataFolder: string, { secretKey }: { secretKey: string }): Promise<boolean> {
  const here = await readFile(join(dataFolder, 'secret-key'), 'utf8').catch(() => secretKey)
  return here.trim() === secretKey.trim()
}

/** The seals of the folder fit the audit log that was carried over; those of the backup are older. */
export async function retainSeals(folder: string, dataFolder: string): Promise<void> {
  const seals = await readFile(join(dataFolder, 'audit-seals.json')).catch(() => undefined)
  if (seals) await writeFile(join(folder, 'audit-seals.json'), seals, { mode: 0o600, flush: true })
}

/** A folder for what is there now; null if there is nothing. */
export async function asideOf(dataFolder: string): Promise<string | null> {
  const there = entries.filter((entry) => existsSync(join(dataFolder, entry)))
  return there.length === 0 ? null : `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/** The list of decisions stays where it is: it says what the backup lacks. That of another installation goes aside. */
export function movesOf(dataFolder: string, staged: string, aside: string | null, own: boolean): [string, string][] {
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

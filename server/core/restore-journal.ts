// The last step of a restore moves several entries into the data folder. A journal makes that atomic: once it is on the disk, the next
// process that opens the data folder completes the moves.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const JOURNAL = 'restore.json'

const Journal = z.strictObject({
  /** The folder that holds what is restored, removed when all is moved. */
  staged: z.string(),
  /** Paths in the data folder, moved in this order. */
  moves: z.array(z.tuple([z.string(), z.string()])),
  /** Marks the database that belongs to these files; null if the database is one of the moves. */
  token: z.string().nullable(),
})
type RestoreJournal = z.infer<typeof Journal>

export function readRestoreJournal(dataFolder: string): RestoreJournal | undefined {
  const path = join(dataFolder, JOURNAL)
  return existsSync(path) ? Journal.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

/** Puts the journal on the disk. From then on the restore counts as done, unless it has a token. */
export function writeRestoreJournal(dataFolder: string, journal: RestoreJournal): void {
  const path = join(dataFolder, JOURNAL)
  writeFileSync(`${path}.new`, JSON.stringify(journal), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  syncFolderNow(dataFolder)
}

/** Takes back a journal whose database was never committed, and removes what was staged. */
export function dropRestoreJournal(dataFolder: string, { staged }: RestoreJournal): void {
  rmSync(join(dataFolder, staged), { recursive: true, force: true })
  rmSync(join(dataFolder, JOURNAL), { force: true })
}

/** Completes the moves. Safe to be repeated after a crash at any point, and to run twice at once. */
export function completeMoves(dataFolder: string, { staged, moves }: RestoreJournal): void {
  for (const [from, to] of moves) {
    const [source, target] = [join(dataFolder, from), join(dataFolder, to)]
    // Moved before: a later move may have put another entry into the place of the first.
    if (!existsSync(source) || existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    try {
      renameSync(source, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  syncFolderNow(dataFolder)
  rmSync(join(dataFolder, staged), { recursive: true, force: true })
  rmSync(join(dataFolder, JOURNAL), { force: true })
}

/** Completes a restore that was cut short after its data was whole. Throws if only `npm run restore` can tell whether it was. */
export function completeRestore(dataFolder: string): void {
  const journal = readRestoreJournal(dataFolder)
  if (!journal) return
  if (journal.token !== null)
    throw new Error(
      `A restore into ${dataFolder} was interrupted at its end: run \`npm run restore\` with the same backup again to complete it.`,
    )
  completeMoves(dataFolder, journal)
}

function syncFolderNow(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

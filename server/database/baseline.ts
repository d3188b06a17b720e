import { readFileSync } from 'node:fs'

const folder = new URL('../migrations/', import.meta.url)

/** Last commit with the replaced migrations: it brings a database to the state from which the baseline goes on. */
const LAST_WITH_REPLACED = '203857915fc447cefcaf01de5367ca2e86c6702a'

/** Reads a list as `sha256sum` writes it: names with the SHA-256 of their files. */
const listed = (file: string): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(new URL(file, folder), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )

/** Schema files that replaced all migrations up to version 0.1.0. They never change: later changes are files of their own. */
export const baseline = listed('baseline.sha256')

/** Migrations up to version 0.1.0. A database that ran all of them has the schema of the baseline. */
export const replaced = listed('replaced.sha256')

/** Returns how many of the replaced migrations are among those that a database or a backup ran. */
export function replacedAmong(ran: ReadonlySet<string>): 'none' | 'some' | 'all' {
  const missing = [...replaced.keys()].filter((name) => !ran.has(name)).length
  if (missing === 0) return 'all'
  return missing === replaced.size ? 'none' : 'some'
}

/** Sentence for a database or a backup that ran only some of the replaced migrations. */
export const tooOld = (what: 'database' | 'backup') =>
  `This ${what} was made by a version of Ruam before 0.1.0 that lacks its last changes, so this version can't ` +
  `${what === 'database' ? 'update' : 'restore'} it. Nothing was changed. Check out the commit ${LAST_WITH_REPLACED}, ` +
  `${what === 'database' ? 'start it once with this database' : 'restore the backup with it and start it once'}, then start this version.`

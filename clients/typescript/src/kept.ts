import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Files of the command line, which other users of the computer cannot read. */
const folder = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'ruam')

/** Returns what is kept under a name; undefined if nothing is. */
export function readKept<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces what is kept under a name, whole or not at all: the process may be killed. */
export function writeKept(name: string, value: object): void {
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.part`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

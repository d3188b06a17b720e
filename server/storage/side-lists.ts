import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../database/postgres/files.ts'

/** Names of the lists; permanent. Those of audit seals, one for each database server, are one line of JSON. */
export type ListName =
  | 'erasures'
  | 'audit-seals.json'
  | `audit-seals-${number}.json`
  | 'decisions'
  | `decisions-${number}`

/** Lists outside the database, one entry a line: they must survive the restore of a database. */
export interface SideLists {
  /** Returns the lines, in any order. */
  lines(name: ListName): Promise<string[]>
  /** Adds a line, or several that newlines separate, and returns when they survive a power cut. */
  add(name: ListName, line: string): Promise<void>
  /** Deletes lines; one process at a time. Lines that others add meanwhile stay. */
  drop(name: ListName, goes: (line: string) => boolean): Promise<void>
  /** Replaces all lines or none. */
  replace(name: ListName, lines: readonly string[]): Promise<void>
}

/** Lines of a list's text. */
export const listLinesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const orMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function writeWhole(path: string, lines: readonly string[]): Promise<void> {
  // Another process may write at the same moment.
  const written = `${path}.${randomUUID()}.new`
  try {
    await writeFile(written, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    await rename(written, path)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

/** Lists as files of a folder, which processes of one machine share. */
export function diskLists(folder: string): SideLists {
  async function add(name: ListName, line: string): Promise<void> {
    const path = join(folder, name)
    for (let isLast = false; !isLast; ) {
      const file = await open(path, 'a', 0o600)
      try {
        // A broken line before it ends here.
        await file.write(`\n${line}\n`)
        await file.sync()
        // False if another process replaced the file meanwhile.
        isLast = (await stat(path).catch(orMissing))?.ino === (await file.stat()).ino
      } finally {
        await file.close()
      }
    }
    await syncFolder(folder)
  }
  return {
    lines: async (name) => listLinesOf((await readFile(join(folder, name), 'utf8').catch(orMissing)) ?? ''),
    add,
    async drop(name, goes) {
      const path = join(folder, name)
      const file = await open(path, 'r').catch(orMissing)
      if (!file) return
      try {
        const lines = listLinesOf(await file.readFile('utf8'))
        const kept = lines.filter((line) => !goes(line))
        if (kept.length === lines.length) return
        await writeWhole(path, kept)
        // Reads the rest: lines that another process has appended to the replaced file.
        for (const line of listLinesOf(await file.readFile('utf8'))) if (!goes(line)) await add(name, line)
      } finally {
        await file.close()
      }
    },
    replace: (name, lines) => writeWhole(join(folder, name), lines),
  }
}

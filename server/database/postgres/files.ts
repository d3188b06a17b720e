import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Paths of one embedded server, absolute and without links. */
export interface PostgresFiles {
  folder: string
  /** PostgreSQL's own data folder. It appears by a rename, so it is never half made. */
  cluster: string
  connection: string
  log: string
}

const Connection = z.object({
  port: z.number().int().min(0).max(65535),
  superuser_password: z.string().min(1),
  owner_password: z.string().min(1),
})

/** Passwords of the two roles and the port of the last start (0: none yet). */
export type Connection = z.infer<typeof Connection>

/** Makes the folder when it is missing, readable by its owner alone. Throws when this user can't work in it. */
export async function preparePostgresFolder(given: string): Promise<PostgresFiles> {
  let folder: string
  try {
    await mkdir(given, { recursive: true, mode: 0o700 })
    folder = await realpath(given)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Error(
      `This user can't use ${given} (${reason}): start Ruam as the user it belongs to, or choose another data folder.`,
    )
  }
  return {
    folder,
    cluster: join(folder, 'cluster'),
    connection: join(folder, 'connection.json'),
    log: join(folder, 'postgres.log'),
  }
}

/** True when `path` exists, whatever it is. Throws when that can't be seen. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** True when there is a cluster; an empty folder in its place is none. */
export async function hasCluster(files: PostgresFiles): Promise<boolean> {
  return (await exists(files.cluster)) && (await readdir(files.cluster)).length > 0
}

/** Reads the passwords and the port, or makes new passwords when there is no cluster that has others. */
export async function readOrMakeConnection(files: PostgresFiles): Promise<Connection> {
  let text: string
  try {
    text = await readFile(files.connection, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (await hasCluster(files)) {
      throw new Error(
        `${files.connection} holds the passwords of the database and is missing; restore it from a backup.`,
      )
    }
    const password = () => randomBytes(24).toString('base64url')
    const made = { port: 0, superuser_password: password(), owner_password: password() }
    await writeConnection(files, made)
    return made
  }
  try {
    return Connection.parse(JSON.parse(text))
  } catch {
    throw new Error(`${files.connection} holds the passwords of the database and is damaged; restore it from a backup.`)
  }
}

/** Replaces the file in one step, so that a crash leaves the old or the new one. */
export async function writeConnection(files: PostgresFiles, connection: Connection): Promise<void> {
  const written = `${files.connection}.new`
  await rm(written, { force: true })
  await writePrivately(written, `${JSON.stringify(connection)}\n`)
  await rename(written, files.connection)
  await syncFolder(files.folder)
}

/** Writes a file that must not exist yet, readable by its owner alone, and waits until it is on the disk. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await chownToFolderOwner(file, path)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Files that root writes in another user's folder must stay usable by that user, who may start Ruam next. */
export async function chownToFolderOwner(file: FileHandle, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await file.chown(uid, gid)
}

/** Makes renames inside a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Lets other users pass through a folder without listing or reading it. */
export async function allowTraversal(folder: string): Promise<void> {
  await chmod(folder, 0o711)
}

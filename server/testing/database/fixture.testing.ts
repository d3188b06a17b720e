import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import type { Connection } from '../../database/postgres/files.ts'
import { endOrphans, readPidFile, stopPostmaster } from '../../database/postgres/process.ts'
import { findPostgresPrograms } from '../../database/postgres/programs.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'

interface Child {
  process: ChildProcess
  /** Result of `startEmbeddedPostgres` in the child; rejects with the child's complaint. */
  started(): Promise<EmbeddedPostgres>
  /** The next line that it prints. */
  line(): Promise<string>
}

/** An id that no account of a usual system has. */
export const STRANGER_UID = 43210
export const NOBODY_UID = 65534

/** The folder of PostgreSQL's own files in one of ours. */
export function clusterOf(folder: string): string {
  return join(folder, 'cluster')
}

const parents: string[] = []

/** Not after each test: ext4 makes the thousand files of the next server twice as slowly after many were removed. */
function removeAtEndOfFile() {
  atEndOfFile(async () => {
    used.clear()
    for (const parent of parents.splice(0)) await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** A data folder that isn't there yet, below one that only its owner may enter. Its server is ended after the test. */
export async function freshFolder(): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'ruam-postgres-')))
  const folder = join(parent, 'data', 'postgres')
  if (parents.length === 0) removeAtEndOfFile()
  parents.push(parent)
  onTestFinished(() => endServer(folder))
  return folder
}

const used = new Map<string, Promise<string>>()

/**
 * A data folder whose server ran before and was stopped, the same one for all tests of a file that give the same name:
 * making one takes longer than most tests do.
 */
export async function usedFolder(name = ''): Promise<string> {
  const made = used.get(name) ?? makeUsedFolder()
  used.set(name, made)
  const folder = await made
  onTestFinished(() => endServer(folder))
  return folder
}

async function makeUsedFolder(): Promise<string> {
  const folder = await freshFolder()
  const server = await startEmbeddedPostgres({ folder })
  await server.stop()
  return folder
}

async function endServer(folder: string): Promise<void> {
  const cluster = clusterOf(folder)
  const file = await readPidFile(cluster).catch(() => undefined)
  if (file) await stopPostmaster(file.pid, cluster)
  await endOrphans(cluster)
}

/** Reads the connection settings that a folder keeps across starts. */
export async function readConnection(folder: string): Promise<Connection> {
  return JSON.parse(await readFile(join(folder, 'connection.json'), 'utf8')) as Connection
}

/** The id of the server's postmaster, as its own pid file says. */
export async function postmasterPid(folder: string): Promise<number> {
  const file = await readPidFile(clusterOf(folder))
  if (!file) throw new Error(`no server runs on ${folder}`)
  return file.pid
}

/** Runs one statement on a connection of its own and answers its rows. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts a server on the folder and then runs `after`, where it is at hand as `server`. */
export function startChild(
  folder: string,
  how: { after?: string; uid?: number; prefix?: string[]; path?: string } = {},
): Child {
  const code = `
    import pg from 'pg'
    import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
    const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} })
    console.log(JSON.stringify(server))
    ${how.after ?? 'setInterval(() => {}, 1000)'}`
  const node = [process.execPath, '--input-type=module-typescript', '--no-warnings', '--eval', code]
  const [program = '', ...args] = [...(how.prefix ?? []), ...node]
  const child = spawn(program, args, {
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
    cwd: import.meta.dirname,
    env: { ...process.env, PATH: how.path ?? process.env.PATH },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const closed = once(child, 'close')
  const line = async () => {
    const next = await lines.next()
    if (!next.done) return next.value
    await closed
    throw new Error(complaint)
  }
  return { process: child, line, started: async () => JSON.parse(await line()) as EmbeddedPostgres }
}

/** True if this machine allows such namespaces; `args` are those of unshare. */
export function canUnshare(uid: number, ...args: string[]): boolean {
  return spawnSync('unshare', [...args, '--', 'true'], { uid, gid: uid, cwd: '/' }).status === 0
}

/** Tests of other users need root, and a repository that others may read. */
export function canBeOthers(): boolean {
  if (process.getuid?.() !== 0) return false
  const postgres = join(findPostgresPrograms(), 'bin', 'postgres')
  const reads = 'test -x "$1" && test -x "$2" && test -r "$3"'
  const args = ['-c', reads, 'sh', postgres, process.execPath, import.meta.filename]
  return spawnSync('/bin/sh', args, { uid: STRANGER_UID, gid: STRANGER_UID, cwd: '/' }).status === 0
}

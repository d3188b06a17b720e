import { rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { exists, type PostgresFiles } from './files.ts'
import { endOrphans, pidFilePath, postmasterState, processExists, readPidFile } from './process.ts'

/** A live server may be recovering from a crash or shutting down, both of which can take minutes. */
const PATIENCE_MS = 10 * 60_000
/** Timeout of our connection attempts, if the process is known to be PostgreSQL and if not. */
const SILENCE_MS = { ours: 30_000, unknown: 3_000 }

/**
 * Finds the server that already runs on the cluster and answers where it listens; undefined when none does, and then
 * no pid file is left that would keep a new one from starting. Needs the start lock. Throws when a live server of this
 * cluster can't be used.
 */
export async function findRunningServer(
  files: PostgresFiles,
  superuserPassword: string,
): Promise<{ pid: number; port: number } | undefined> {
  const started = Date.now()
  while (Date.now() - started < PATIENCE_MS) {
    const file = await readPidFile(files.cluster)
    if (!file) {
      await removeEmptyPidFile(files.cluster)
      return undefined
    }
    const { pid, port, status } = file
    const state = await postmasterState(pid, files.cluster)
    if (state === 'gone' || state === 'other') {
      // PostgreSQL itself sees through the pid of a dead process, but not through a zombie or a reused pid.
      if (processExists(pid)) await rm(pidFilePath(files.cluster), { force: true })
      return undefined
    }
    const answer = status === 'stopping' || !port ? 'busy' : await askServer(files, port, superuserPassword)
    if (answer === 'ours') return { pid, port }
    if (state === 'ours' && (answer === 'stranger' || answer === 'refused')) {
      throw new Error(
        `A PostgreSQL server (process ${pid}) runs on ${files.cluster} and does not take the password of ` +
          `${files.connection}; stop it and start again.`,
      )
    }
    if (answer !== 'busy' && Date.now() - started > SILENCE_MS[state]) {
      if (state === 'ours') break
      await rm(pidFilePath(files.cluster), { force: true })
      return undefined
    }
    await sleep(25)
  }
  throw new Error(`A PostgreSQL server runs on ${files.cluster} and does not answer; end it and start again.`)
}

/** `busy`: starting or stopping; `stranger`: another folder's server; `refused`: not with this password. */
type Answer = 'ours' | 'stranger' | 'refused' | 'silent' | 'busy'

async function askServer(files: PostgresFiles, port: number, password: string): Promise<Answer> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password,
    connectionTimeoutMillis: 5000,
  })
  // A server that goes away while we talk to it rejects the promise.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return (await isSameFile(rows[0]?.data_directory ?? '', files.cluster)) ? 'ours' : 'stranger'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '57P03' || code === '57P01') return 'busy'
    return code === '28P01' || code === '28000' ? 'refused' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)])
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

/** A crash of the whole machine can leave an empty pid file, on which PostgreSQL refuses to start. */
async function removeEmptyPidFile(cluster: string): Promise<void> {
  if (!(await exists(pidFilePath(cluster)))) return
  await sleep(200)
  if (await readPidFile(cluster)) return
  await endOrphans(cluster)
  await rm(pidFilePath(cluster), { force: true })
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Content of `postmaster.pid` (PostgreSQL source, src/include/utils/pidfile.h). */
interface PidFile {
  pid: number
  port: number
  /** `starting`, `ready`, `standby` or `stopping`; empty in the first moments. */
  status: string
}

/** `unknown`: a process with this id lives, and this platform doesn't say what it is. */
type PostmasterState = 'gone' | 'ours' | 'other' | 'unknown'

export function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Reads the pid file; undefined when there is none or it isn't written yet. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 1) return undefined
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** True if a process with this id exists, even a zombie or one of another user. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns whether the process is a live postmaster of this cluster. An id alone proves nothing: ids are reused, and an unreaped postmaster
 * stays as a zombie.
 */
export async function postmasterState(pid: number, cluster: string): Promise<PostmasterState> {
  if (!processExists(pid)) return 'gone'
  if (process.platform !== 'linux') return 'unknown'
  if (!(await isLive(pid))) return 'gone'
  // A process that ends in between has no folder any more.
  if (!(await worksIn(pid, cluster))) return (await isLive(pid)) ? 'other' : 'gone'
  // The server's other processes work in the same folder under titles like "postgres: checkpointer".
  return (await readCommand(pid)).startsWith('postgres: ') ? 'other' : 'ours'
}

/**
 * Ends what a killed postmaster left behind. A backend in a long query doesn't notice that its postmaster is gone, and
 * no new one may start while it is attached to the old shared memory. Call it only when no postmaster lives.
 */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (let round = 0; round < 500; round++) {
    const orphans = await findServerProcesses(cluster)
    if (orphans.length === 0) return
    if (round === 0 || round === 250) for (const pid of orphans) signal(pid, round === 0 ? 'SIGQUIT' : 'SIGKILL')
    await sleep(20)
  }
}

/**
 * Fast shutdown (SIGINT), after 30 s an immediate one (SIGQUIT, which loses nothing that was committed).
 * Resolves when the postmaster is gone; throws when it is still there 15 s after that.
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [name, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 15_000],
  ] as const) {
    if (!(await runs(pid, cluster))) return
    signal(pid, name)
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      await sleep(10)
      if (!(await runs(pid, cluster))) return
    }
  }
  throw new Error(`The PostgreSQL server (process ${pid}) on ${cluster} does not stop.`)
}

async function runs(pid: number, cluster: string): Promise<boolean> {
  const state = await postmasterState(pid, cluster)
  return state === 'ours' || state === 'unknown'
}

async function findServerProcesses(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found: number[] = []
  for (const pid of pids) {
    if ((await isLive(pid)) && (await worksIn(pid, cluster))) found.push(pid)
  }
  return found
}

/** True for a PostgreSQL process whose working folder is the cluster, compared as a file: folders get renamed. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (name.trim() !== 'postgres') return false
  try {
    const [cwd, own] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return cwd.dev === own.dev && cwd.ino === own.ino
  } catch {
    // Another user's process doesn't show its working folder, but its arguments.
    return (await readCommand(pid)).split('\0').includes(cluster)
  }
}

async function readCommand(pid: number): Promise<string> {
  return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** False for a zombie, as well as without such a process. Reads the one-letter state of proc(5). */
async function isLive(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before the state is in brackets and may hold brackets and spaces itself.
  const state = text.slice(text.lastIndexOf(')') + 2)[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

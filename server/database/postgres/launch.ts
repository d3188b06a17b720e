import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasCluster, type PostgresFiles, syncFolder, writePrivately } from './files.ts'
import { openLog, readLog } from './log.ts'
import { endOrphans, readPidFile, stopPostmaster } from './process.ts'
import { chownTo, commandAs, type RunAs } from './user.ts'

const run = promisify(execFile)

/** Recovery after a crash replays up to max_wal_size, which can take minutes on a slow disk. */
const START_PATIENCE_MS = 10 * 60_000
/** From then on a line says what takes so long. */
const QUIET_MS = 5_000

/** Nothing of the caller's environment may reach PostgreSQL: PGDATA, PGPORT, LC_* and others would steer it. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

interface Launched {
  pid: number
  port: number
  child: ChildProcess
}

/**
 * Creates the cluster if there is none: in a sibling folder, renamed once it is complete and flushed to disk.
 * Needs the start lock. Throws with initdb's own reason.
 */
export async function makeCluster(
  files: PostgresFiles,
  native: string,
  runAs: RunAs,
  superuserPassword: string,
): Promise<void> {
  if (await hasCluster(files)) {
    await chownTo(runAs, files.cluster)
    return
  }
  for (const name of await readdir(files.folder)) {
    if (name.startsWith('new-')) await rm(join(files.folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  // Each try has its own names: the initdb of a killed start may still be writing to its own.
  const id = randomBytes(6).toString('hex')
  const newCluster = join(files.folder, `new-cluster-${id}`)
  const passwordFile = join(files.folder, `new-password-${id}`)
  await mkdir(newCluster, { mode: 0o700 })
  await chownTo(runAs, newCluster)
  await writePrivately(passwordFile, `${superuserPassword}\n`)
  await chownTo(runAs, passwordFile)
  // pg_trgm finds Thai letters only with this ctype; collating by bytes is quick and the same on every system.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const [program, args] = commandAs(runAs, join(native, 'bin', 'initdb'), [
    ...['-D', newCluster, '-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', `--lc-ctype=${ctype}`],
    '--no-instructions',
  ])
  try {
    await run(program, args, { ...runAs.ids, cwd: '/', env: environment })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const complaint = stderr.split('\n').find((line) => line.startsWith('initdb: ')) ?? message
    throw new Error(`PostgreSQL's data folder could not be made in ${files.folder}: ${complaint}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(newCluster, files.cluster)
  await syncFolder(files.folder)
}

/**
 * Starts a postmaster in its own session, so that a Ctrl-C in the terminal reaches only Node, and waits until it accepts
 * connections. Returns the server, or the end of its output if it exited.
 */
export async function launchServer(
  files: PostgresFiles,
  native: string,
  runAs: RunAs,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Launched | { failure: string; problems: string[] }> {
  const [program, args] = commandAs(runAs, join(native, 'bin', 'postgres'), [
    ...['-D', files.cluster],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  await endOrphans(files.cluster)
  const logFile = await openLog(files.log)
  const logStart = (await logFile.stat()).size
  let child: ChildProcess
  try {
    const stdio = ['ignore', logFile.fd, logFile.fd] as const
    child = spawn(program, args, { ...runAs.ids, cwd: '/', env: environment, detached: true, stdio: [...stdio] })
    await once(child, 'spawn')
  } finally {
    await logFile.close()
  }
  child.unref()
  const pid = child.pid!
  const started = Date.now()
  let said = false
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(files.cluster)
    if (file?.pid === pid && file.status === 'ready') return { pid, port: file.port, child }
    if (!said && Date.now() - started > QUIET_MS) {
      log(`PostgreSQL is making up for an unclean end on ${files.cluster}, which can take minutes.`)
      said = true
    }
    if (Date.now() - started > START_PATIENCE_MS) {
      await stopPostmaster(pid, files.cluster)
      return { failure: 'it took too long', problems: [] }
    }
    await sleep(10)
  }
  const { lines, problems } = await readLog(files.log, logStart)
  const last = problems.at(-1) ?? lines.at(-1) ?? `it ended with ${child.signalCode ?? child.exitCode}`
  return { failure: last.replace(/^.*?(FATAL|PANIC):\s+/, ''), problems }
}

/** A free port of 127.0.0.1, `wanted` when that is free. */
export async function pickPort(wanted: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  } catch (error) {
    if (wanted === 0) throw error
    return await pickPort(0)
  } finally {
    server.close()
  }
}

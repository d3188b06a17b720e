import { execFile } from 'node:child_process'
import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { allowTraversal, exists, type PostgresFiles } from './files.ts'

const run = promisify(execFile)

/** User and owner of files for PostgreSQL programs. */
export interface RunAs {
  /** Words before the program. Each of them ends in an exec, so the process id stays that of the program. */
  prefix: string[]
  /** Ids given to spawn; absent: those of this process. */
  ids?: { uid: number; gid: number }
  /** Owner of the cluster as seen from outside. */
  owner: Account
}

interface Account {
  uid: number
  gid: number
}

/**
 * Finds a way to run PostgreSQL, which refuses to run as root. Root runs it as the owner of an existing data folder,
 * in a user namespace, or as an unprivileged system account: the first that works here. Any other user runs it under
 * their own account. Throws if no way works, and names what was tried.
 */
export async function chooseRunAs(files: PostgresFiles, postgres: string): Promise<RunAs> {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const plain: RunAs = { prefix: [], owner: self }
  if (process.platform === 'win32' || (self.uid !== 0 && hasAccount())) return plain

  const place = await stat((await exists(files.cluster)) ? files.cluster : files.folder)
  const account = await unprivilegedAccount()
  const namespace: RunAs = {
    prefix: ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'],
    owner: self,
  }
  // initdb refuses a user without an account, as containers often have.
  if (self.uid !== 0) return (await firstThatWorks([namespace], files, postgres)).works ?? plain

  const outside = place.uid === 0 ? account : { uid: place.uid, gid: place.gid }
  const asAccount: RunAs = { prefix: [], ids: outside, owner: outside }
  // In containers namespaces are mostly forbidden and the folder often lies in /root: this keeps one of root's rights.
  const asAccountThatPasses: RunAs = {
    prefix: [
      ...['setpriv', `--reuid=${outside.uid}`, `--regid=${outside.gid}`, '--clear-groups'],
      ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
    ],
    owner: outside,
  }
  const first = await firstThatWorks(place.uid === 0 ? [namespace] : [], files, postgres)
  if (first.works) return first.works
  // The account has to reach the cluster inside of the folder, which stays root's.
  if ((await stat(files.folder)).uid === 0) await allowTraversal(files.folder)
  const second = await firstThatWorks([asAccount, asAccountThatPasses], files, postgres)
  if (second.works) return second.works
  const reasons = [...first.reasons, ...second.reasons]
  throw new Error(
    `PostgreSQL does not run as root, and neither a user namespace nor an unprivileged account could be used for ` +
      `${files.folder} (${reasons.join('; ')}): start Ruam as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Gives a folder and all in it to the account that PostgreSQL runs as, when it belongs to another. */
export async function chownTo(runAs: RunAs, path: string): Promise<void> {
  const { uid, gid } = runAs.owner
  if (process.platform === 'win32' || (await stat(path)).uid === uid) return
  const inside = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : []
  for (const name of inside) await lchown(join(path, name), uid, gid)
  await chown(path, uid, gid)
}

/** The program and arguments to spawn. */
export function commandAs(runAs: RunAs, program: string, args: string[]): [string, string[]] {
  const [first = program, ...rest] = [...runAs.prefix, program, ...args]
  return [first, rest]
}

async function firstThatWorks(
  ways: RunAs[],
  files: PostgresFiles,
  postgres: string,
): Promise<{ works?: RunAs; reasons: string[] }> {
  const reasons: string[] = []
  for (const way of ways) {
    const [program, args] = commandAs(way, '/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', files.folder, postgres])
    try {
      await run(program, args, { ...way.ids, cwd: '/' })
      return { works: way, reasons }
    } catch (error) {
      const { code, stderr } = error as { code?: string | number; stderr?: string }
      reasons.push(stderr?.trim().split('\n')[0] || `${program}: ${code}`)
    }
  }
  return { reasons }
}

function hasAccount(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/** Returns the account `postgres` if it exists, else `nobody`: every Linux has that one. */
async function unprivilegedAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(found?.[2] ?? 65534), gid: Number(found?.[3] ?? 65534) }
}

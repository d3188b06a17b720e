// The commands of backups as people type them, on data folders of their own, and the moments at which they are killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../database/postgres/embedded.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { startRuam } from './ruam-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
type Env = Record<string, string>
/** A moment's name and how it is recognised in the folder that the command works in. */
type Moment = [name: string, reached: (folder: string) => boolean]

const partials = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.partial'))
const staged = (folder: string) => readdirSync(folder).find((name) => name.startsWith('restoring-'))
const inStaged = (folder: string, ...path: string[]) => {
  const name = staged(folder)
  return name !== undefined && existsSync(join(folder, name, ...path))
}

export const backupMoments: readonly Moment[] = [
  ['when its file has begun', (folder) => partials(folder).length > 0],
  [
    'when it has written some of it',
    (folder) => partials(folder).some((name) => statSync(join(folder, name)).size > 20_000),
  ],
  [
    'when it has written most of it',
    (folder) => partials(folder).some((name) => statSync(join(folder, name)).size > 60_000),
  ],
  ['when its file has its name', (folder) => readdirSync(folder).some((name) => name.endsWith('.backup'))],
  ['before it has begun', () => true],
]

export const restoreMoments: readonly Moment[] = [
  ['when its server has started', (folder) => inStaged(folder, 'postgres', 'cluster', 'postmaster.pid')],
  ['when it has unpacked files', (folder) => inStaged(folder, 'files')],
  ['when it has begun', (folder) => staged(folder) !== undefined],
  ['when its cluster is there', (folder) => inStaged(folder, 'postgres', 'cluster')],
  [
    'when its journal is written',
    (folder) => existsSync(join(folder, 'restore.json')) || existsSync(join(folder, 'postgres')),
  ],
]

function command(words: readonly string[], env: Env, answers: readonly string[] = []) {
  const [file, ...rest] = words
  const child = spawn(process.execPath, [join('server/app', file!), ...rest], {
    cwd: root,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  const left = [...answers]
  // A line that comes before its question is lost.
  child.stdout.on('data', (piece: Buffer) => {
    if (piece.toString().endsWith(': ') && left.length > 0) child.stdin.write(`${left.shift()}\n`)
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece))
  return { child, said: () => said }
}

/** Runs a command to its end, answering its questions. */
export async function tryCommand(
  words: readonly string[],
  env: Env,
  answers: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const { child, said } = command(words, env, answers)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said() }
}

/** Kills a command when a moment has come; one that has ended before is let be. */
export async function killedAt(words: readonly string[], env: Env, reached: () => boolean): Promise<void> {
  const { child } = command(words, env)
  const gone = once(child, 'close')
  try {
    while (child.exitCode === null && !reached()) await sleep(2)
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

interface Scene {
  env: Env
  /** Where backups go. */
  folder: string
  /** A whole backup. */
  file: string
  newData(): string
}

let made: Promise<Scene> | undefined

/** A data folder with a store, and a backup of it; once per test file. */
export function scene(): Promise<Scene> {
  made ??= makeScene()
  return made
}

async function makeScene(): Promise<Scene> {
  const top = await mkdtemp(join(tmpdir(), 'ruam-backup-'))
  const data = join(top, 'data')
  const folders: string[] = [data]
  atEndOfFile(async () => {
    made = undefined
    // Servers that killed commands left.
    for (const folder of folders) await stopServer(join(folder, 'postgres'))
    await rm(top, { recursive: true, force: true })
  })
  const ruam = await startRuam(data, { role: 'all' })
  await ruam.signal('SIGTERM')
  const env = { RUAM_DATA: data, RUAM_BACKUP_PASSPHRASE: '' }
  const [folder, whole] = [join(top, 'backups'), join(top, 'whole')]
  await mkdir(folder)
  const first = await tryCommand(['backup.ts', whole], env)
  if (first.code !== 0) throw new Error(first.said)
  let count = 0
  const newData = () => {
    const folder = join(top, `new ${count++}`)
    mkdirSync(folder)
    folders.push(folder)
    return folder
  }
  return { env, folder, file: join(whole, readdirSync(whole)[0]!), newData }
}

async function stopServer(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'cluster', 'postmaster.pid'))) return
  const server = await startEmbeddedPostgres({ folder })
  await server.stop()
}

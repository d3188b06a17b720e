import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runFolder } from './run-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Server {
  address: string
  /** The database itself, past the wall between stores: for what a test counts by hand. */
  database: string
  /** The one-time link that makes the first store; '' where one is there already. */
  setUpLink: string
  stop(): Promise<void>
}

/** A free port, for a server whose address must be known before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/**
 * Starts the product as a person does: on an empty folder of its own or on a copy of another, which goes when it stops, or on one that
 * the caller keeps.
 */
export async function startServer(
  settings: Record<string, string> = {},
  { folder: kept, copyOf }: { folder?: string; copyOf?: string } = {},
): Promise<Server> {
  const folder = kept ?? (await mkdtemp(join(runFolder(), 'ruam-e2e-')))
  // Keeps file owners: the database may run as another user than this process.
  if (copyOf) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, folder])
  const server = spawn(process.execPath, ['server/app/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', ...settings, RUAM_DATA: folder, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // For `clean-up.ts`, should this process end first.
  await writeFile(`${folder}.pid`, String(server.pid))
  const links = await new Promise<Pick<Server, 'address' | 'setUpLink'>>((resolve, reject) => {
    let address = ''
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      address = /Ruam is ready: (\S+)/.exec(line)?.[1] ?? address
      const setUpLink = /once with this link: (\S+)/.exec(line)?.[1]
      if (setUpLink) resolve({ address, setUpLink })
      else if (address && (settings.RUAM_SETUP_EMAIL || copyOf)) resolve({ address, setUpLink: '' })
    })
  })
  const connection = JSON.parse(await readFile(join(folder, 'postgres/connection.json'), 'utf8'))
  return {
    ...links,
    database: `postgres://postgres:${connection.superuser_password}@127.0.0.1:${connection.port}/ruam`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      if (!kept) await rm(folder, { recursive: true, force: true })
      await rm(`${folder}.pid`)
    },
  }
}

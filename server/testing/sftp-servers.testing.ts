import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'

const SSHD = '/usr/sbin/sshd'
/** Why OpenSSH's server is left out where it is not installed; false where it is. */
export const noSshd = existsSync(SSHD)
  ? (false as const)
  : 'SFTP is tested against a server of npm alone: install OpenSSH (apt-get install openssh-server).'

const keygen = (path: string, ...kind: string[]) => {
  const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-N', '', '-f', path, '-t', ...kind])
  if (status !== 0) throw new Error(String(stderr))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** OpenSSH's server with files of a temporary folder, for the user of the tests and a key of theirs. */
export async function startSshd() {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-sshd-'))
  const at = (name: string) => join(folder, name)
  await mkdir(at('files'))
  keygen(at('user'), 'ed25519')
  keygen(at('host-1'), 'ed25519')
  keygen(at('host-2'), 'ed25519')
  keygen(at('host-rsa'), 'rsa', '-b', '2048')
  const port = await freePort()
  // Where root starts it, sshd wants this folder.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })

  /** Starts it with these host keys, and waits until it listens. Returns what ends it. */
  async function start(...hostKeys: string[]): Promise<() => Promise<void>> {
    const config = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      ...hostKeys.map((name) => `HostKey ${at(name)}`),
      `AuthorizedKeysFile ${at('user.pub')}`,
      `PidFile ${at('pid')}`,
      ...['StrictModes no', 'UsePAM no', 'PasswordAuthentication no', 'KbdInteractiveAuthentication no'],
      ...['PermitRootLogin yes', 'Subsystem sftp internal-sftp', 'ForceCommand internal-sftp'],
    ]
    await writeFile(at('config'), config.join('\n'))
    const server = spawn(SSHD, ['-D', '-e', '-f', at('config')], { stdio: ['ignore', 'ignore', 'pipe'] })
    const listens = Promise.withResolvers<void>()
    let said = ''
    server.stderr.on('data', (text: Buffer) => {
      said += text
      if (said.includes('Server listening')) listens.resolve()
    })
    server.once('exit', () => listens.reject(new Error(said)))
    await listens.promise
    return async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
  }
  return { port, folder: at('files'), privateKey: at('user'), start, remove: () => rm(folder, { recursive: true }) }
}

/** Password of the server below. */
export const SFTP_PASSWORD = 'รหัสผ่าน sftp'

interface Behaviour {
  /** Way in; a password if unset. */
  login?: 'keyboard-interactive'
  /** Handles requests of SFTP. */
  handle?: (sftp: SFTPWrapper) => void
}

/** A server that answers as the test says. It counts the passwords that it was sent. */
export async function startSftpServer({ login, handle }: Behaviour = {}) {
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519')
  let passwords = 0
  const connections = new Set<{ end(): void }>()
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    connections.add(client)
    client
      .on('error', () => {})
      .on('close', () => connections.delete(client))
      .on('authentication', (context) => {
        if (context.method === 'password') passwords++
        if (context.method !== (login ?? 'password')) return context.reject([login ?? 'password'])
        const decide = (word: string | undefined) => (word === SFTP_PASSWORD ? context.accept() : context.reject())
        if (context.method === 'password') decide(context.password)
        else if (context.method === 'keyboard-interactive') context.prompt('Password: ', ([word]) => decide(word))
      })
      .on('session', (accept) => accept().on('sftp', (open) => handle?.(open())))
  })
  // Nagle's algorithm would add 40 ms to each answer.
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    passwords: () => passwords,
    stop() {
      for (const client of connections) client.end()
      listener.close()
    },
  }
}

/** An entry of a listing, with the kind of file that `mode` has. */
export const entry = (filename: string, mode: number = constants.S_IFREG): FileEntry => ({
  ...{ filename, longname: filename },
  attrs: { mode: mode | 0o644, size: 1, uid: 0, gid: 0, atime: 0, mtime: 0 } satisfies Attributes,
})

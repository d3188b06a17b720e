import { once } from 'node:events'
import { constants } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listOf, never, reasonOf } from '../../testing/places.testing.ts'
import { entry, noSshd, SFTP_PASSWORD, startSftpServer, startSshd } from '../../testing/sftp-servers.testing.ts'
import type { Reach } from './address.ts'
import { usualLimits } from './patience.ts'
import type { Found, PlaceErrorName } from './place.ts'
import { readHostKey, type SftpSettings, sftpPlace } from './sftp.ts'

const inside: Reach = { allowPrivateIPAddress: true, ownBuckets: [] }
const outside: Reach = { ...inside, allowPrivateIPAddress: false }
const impatient = { ...usualLimits, silenceMs: 100 }

describe.skipIf(noSshd)('a folder of OpenSSH', () => {
  let sshd: Awaited<ReturnType<typeof startSshd>>
  let stop: () => Promise<void>
  let settings: SftpSettings
  let hostKey: string
  beforeAll(async () => {
    sshd = await startSshd()
    stop = await sshd.start('host-1', 'host-rsa')
    const privateKey = await readFile(sshd.privateKey, 'utf8')
    const user = process.env.USER || 'root'
    settings = { host: '127.0.0.1', port: sshd.port, user, folder: sshd.folder, login: { privateKey } }
    hostKey = await readHostKey(settings, inside, never)
  })
  afterAll(async () => {
    await stop()
    await sshd.remove()
  })
  const place = (change: Partial<SftpSettings> = {}) => sftpPlace({ ...settings, ...change }, hostKey, inside)
  const at = (name: string) => join(sshd.folder, name)
  const findIn = async (name: string) => (await listOf(place())).find((found) => found.name === name) as Found

  test('gives its host key as ssh-keygen shows it', () => {
    expect(hostKey).toMatch(/^ssh-ed25519 SHA256:[A-Za-z0-9+/]{43}$/)
  })

  test('lists its files, without folders, links and what was put away', async () => {
    await writeFile(at('ยอดขาย 25.csv'), 'ชื่อ\nก\n')
    await utimes(at('ยอดขาย 25.csv'), 1_000, 1_764_000_000)
    await mkdir(at('older'))
    await symlink('/etc/passwd', at('passwd.csv'))
    expect(await listOf(place())).toEqual([{ name: 'ยอดขาย 25.csv', size: 17, modifiedAt: 1_764_000_000_000 }])
    await rm(at('passwd.csv'))
  })

  test('has its file read as a stream and moved aside, once', async () => {
    const content = Buffer.alloc(3_000_001, 'กขค')
    await writeFile(at('large.csv'), content)
    const found = await findIn('large.csv')
    const pieces = await (await place().open(found, never)).toArray()
    expect(Buffer.concat(pieces).equals(content)).toBe(true)
    await place().putAway!(found, 'done', never)
    expect(await findIn('large.csv')).toBeUndefined()
    expect(await readdir(at('done'))).toEqual([expect.stringMatching(/^\d{8}T\d{6} large\.csv$/)])
    expect(await reasonOf(() => place().open(found, never))).toBe('not_found')
    expect(await reasonOf(() => place().putAway!(found, 'done', never))).toBe('not_found')
  })

  test('has a file that waits moved on from there', async () => {
    await writeFile(at('later.csv'), 'x')
    const found = await findIn('later.csv')
    await place().putAway!(found, 'waiting', never)
    await place().putAway!(found, 'done', never, 'waiting')
    expect(await reasonOf(() => place().putAway!(found, 'done', never, 'waiting'))).toBe('not_found')
    expect(await readdir(at('waiting'))).toEqual([])
    expect((await readdir(at('done'))).filter((name) => name.endsWith(' later.csv'))).toHaveLength(1)
    await rm(at('waiting'), { recursive: true })
  })

  test('neither reads nor moves a file that was exchanged after the look', async () => {
    await writeFile(at('day.csv'), 'old')
    const found = await findIn('day.csv')
    await writeFile(at('new.csv'), 'newer')
    await rename(at('new.csv'), at('day.csv'))
    expect(await reasonOf(() => place().open(found, never))).toBe('not_found')
    expect(await reasonOf(() => place().putAway!(found, 'done', never))).toBe('not_found')
    await rm(at('day.csv'))
    await symlink('/etc/passwd', at('day.csv'))
    expect(await reasonOf(() => place().open(found, never))).toBe('not_found')
    expect(await reasonOf(() => place().putAway!(found, 'done', never))).toBe('not_found')
    expect((await lstat(at('day.csv'))).isSymbolicLink()).toBe(true)
    await rm(at('day.csv'))
  })

  test('refuses to move a file where it cannot make the folder, and keeps it', async () => {
    await writeFile(at('stays.csv'), 'x')
    await writeFile(at('waiting'), 'a file')
    const found = await findIn('stays.csv')
    expect(await reasonOf(() => place().putAway!(found, 'waiting', never))).toBe('refused')
    expect(await readFile(at('stays.csv'), 'utf8')).toBe('x')
    await rm(at('waiting'))
  })

  test('does not replace what lies aside under the same name and time', async () => {
    for (const content of ['1', '2']) {
      await writeFile(at('twice.csv'), content)
      await utimes(at('twice.csv'), 1_000, 1_764_000_000)
      const found = await findIn('twice.csv')
      expect(await reasonOf(() => place().putAway!(found, 'done', never))).toBe(content === '1' ? undefined : 'refused')
    }
    expect(await readFile(at('done/20251124T160000 twice.csv'), 'utf8')).toBe('1')
    await rm(at('twice.csv'))
  })

  test('closes the connection of a reader that leaves', async () => {
    await writeFile(at('left.csv'), Buffer.alloc(3_000_000))
    const stream = await place().open(await findIn('left.csv'), never)
    stream.destroy()
    await once(stream, 'close')
  })

  test('with a missing folder, another user’s key or no key is named', async () => {
    const { private: privateKey } = ssh2.utils.generateKeyPairSync('ed25519')
    const reasons = [
      { folder: at('missing') },
      { login: { privateKey } },
      { login: { privateKey: 'no key' } },
      { login: { password: 'x' } },
    ].map((change) => reasonOf(() => listOf(place(change))))
    expect(await Promise.all(reasons)).toEqual(['not_found', 'refused', 'refused', 'refused'])
  })

  test('is stopped when its host key changes, and when the kind of the pinned key is gone', async () => {
    for (const keys of [['host-2', 'host-rsa'], ['host-rsa']]) {
      await stop()
      stop = await sshd.start(...keys)
      expect(await reasonOf(() => listOf(place()))).toBe('host_key_changed')
    }
    const rsa = await readHostKey(settings, inside, never)
    expect(rsa).toMatch(/^ssh-rsa SHA256:/)
    await stop()
    stop = await sshd.start('host-1', 'host-rsa')
    await listOf(place())
    await listOf(sftpPlace(settings, rsa, inside))
  })
})

/** Settings of a server that answers as the test says, until the test is over. */
async function startServer(...behaviour: Parameters<typeof startSftpServer>) {
  const server = await startSftpServer(...behaviour)
  onTestFinished(() => server.stop())
  const login = { password: SFTP_PASSWORD }
  const settings: SftpSettings = { host: '127.0.0.1', port: server.port, user: 'till', folder: '.', login }
  return { server, settings }
}

const opensFolder = (sftp: SFTPWrapper) => sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('d')))
/** Pages of a folder in turn; after the last one it ends. */
const lists =
  (...pages: ReturnType<typeof entry>[][]) =>
  (sftp: SFTPWrapper) =>
    opensFolder(sftp).on('READDIR', (id) => {
      const page = pages.shift()
      if (page) sftp.name(id, page)
      else sftp.status(id, 1)
    })

test.for([undefined, 'keyboard-interactive'] as const)('a password opens the server by the way %s', async (login) => {
  const { settings } = await startServer({ login, handle: lists([entry('a.csv')]) })
  const hostKey = await readHostKey(settings, inside, never)
  expect(await listOf(sftpPlace(settings, hostKey, inside))).toEqual([{ name: 'a.csv', size: 1, modifiedAt: 0 }])
  const wrong = { ...settings, login: { password: 'x' } }
  expect(await reasonOf(() => listOf(sftpPlace(wrong, hostKey, inside)))).toBe('refused')
})

test('a server with another host key gets no password', async () => {
  const { server, settings } = await startServer()
  const other = `ssh-ed25519 SHA256:${'A'.repeat(43)}`
  expect(await reasonOf(() => listOf(sftpPlace(settings, other, inside)))).toBe('host_key_changed')
  expect(server.passwords()).toBe(0)
})

test('names that lead out of the folder, links, devices and empty names are ignored', async () => {
  const { S_IFLNK, S_IFDIR, S_IFIFO } = constants
  const odd = ['../a.csv', '/etc/passwd', 'a/b.csv', '', '..'].map((name) => entry(name))
  const others = [S_IFLNK, S_IFDIR, S_IFIFO].map((mode) => entry('x.csv', mode))
  const { settings } = await startServer({ handle: lists([...odd, ...others, entry('good.csv')], [entry('b.csv')]) })
  const hostKey = await readHostKey(settings, inside, never)
  expect((await listOf(sftpPlace(settings, hostKey, inside))).map(({ name }) => name)).toEqual(['good.csv', 'b.csv'])
})

const thousand = Array.from({ length: 1000 }, (_, n) => entry(`${n}.csv`))
test.for<[what: string, handle: (sftp: SFTPWrapper) => unknown, reason: PlaceErrorName]>([
  ['lists a million names', lists(...Array.from({ length: 1000 }, () => thousand)), 'too_many'],
  [
    'lists empty pages without an end',
    (sftp) => opensFolder(sftp).on('READDIR', (id) => sftp.name(id, [])),
    'too_many',
  ],
  ['hangs before the folder', (sftp) => sftp.on('OPENDIR', () => {}), 'timeout'],
  ['hangs in the folder', (sftp) => opensFolder(sftp).on('READDIR', () => {}), 'timeout'],
  ['leaves in the folder', (sftp) => opensFolder(sftp).on('READDIR', () => sftp.destroy()), 'unreachable'],
  ['may not list the folder', (sftp) => sftp.on('OPENDIR', (id) => sftp.status(id, 3)), 'refused'],
])('a server that %s is named', async ([, handle, reason]) => {
  const { settings } = await startServer({ handle })
  const hostKey = await readHostKey(settings, inside, never)
  const limits = reason === 'timeout' ? impatient : usualLimits
  expect(await reasonOf(() => listOf(sftpPlace(settings, hostKey, inside, limits)))).toBe(reason)
})

test('content that hangs, or is shorter than listed, ends the reading', async () => {
  const sends = (answer: (sftp: SFTPWrapper, id: number) => void) => (sftp: SFTPWrapper) =>
    sftp
      .on('OPEN', (id) => sftp.handle(id, Buffer.from('f')))
      .on('FSTAT', (id) => sftp.attrs(id, entry('a.csv').attrs))
      .on('READ', (id) => answer(sftp, id))
  const read = async (handle: (sftp: SFTPWrapper) => unknown, limits = usualLimits) => {
    const { settings } = await startServer({ handle })
    const place = sftpPlace(settings, await readHostKey(settings, inside, never), inside, limits)
    return reasonOf(async () => text(await place.open({ name: 'a.csv', size: 1, modifiedAt: 0 }, never)))
  }
  expect(
    await read(
      sends(() => {}),
      impatient,
    ),
  ).toBe('timeout')
  expect(await read(sends((sftp, id) => sftp.status(id, 1)))).toBe('not_found')
  expect(await read(sends((sftp, id) => sftp.data(id, Buffer.from('x'))))).toBeUndefined()
})

test('a server that accepts connections and is silent, and one that is no SSH server, are named', async () => {
  for (const [greeting, reason] of [
    ['', 'timeout'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'timeout'],
    ['SSH-1.5-old\r\n', 'unreachable'],
  ] as const) {
    const server = createServer((socket) => socket.on('error', () => {}).write(greeting)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const settings = { host: '127.0.0.1', port, user: 'till', folder: '.', login: { password: 'x' } }
    const limits = reason === 'timeout' ? impatient : usualLimits
    expect(await reasonOf(() => readHostKey(settings, inside, never, limits))).toBe(reason)
    server.close()
  }
})

test.for(['127.0.0.1', 'localhost', '::1', '::ffff:127.0.0.1', '10.0.0.1', '0.0.0.0', '169.254.169.254', '2130706433'])(
  '%s is refused without the setting for private addresses',
  async (host) => {
    const { server, settings } = await startServer()
    expect(await reasonOf(() => readHostKey({ ...settings, host }, outside, never))).toBe('private_address')
    expect(server.passwords()).toBe(0)
  },
)

test('a look ends when its caller does', async () => {
  const { settings } = await startServer()
  const caller = new AbortController()
  const looking = reasonOf(() => readHostKey(settings, inside, caller.signal))
  caller.abort()
  expect(await looking).toBe('unreachable')
})

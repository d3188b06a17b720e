import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  canBeOthers,
  canUnshare,
  clusterOf,
  freshFolder,
  NOBODY_UID,
  postmasterPid,
  query,
  readConnection,
  STRANGER_UID,
  startChild,
} from '../../testing/database/fixture.testing.ts'
import { startEmbeddedPostgres } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const others = canBeOthers()
const asRoot = test.runIf(others)

/** A search path with these tools of the system and no others. */
async function pathWith(...tools: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-tools-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const tool of tools) await symlink(join('/usr/bin', tool), join(folder, tool))
  return folder
}

/** Ids as they are outside of any namespace. */
async function userOfServer(folder: string): Promise<number> {
  const status = await readFile(`/proc/${await postmasterPid(folder)}/status`, 'utf8')
  return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
}

/** A data folder of another user, in a folder that only this user may enter. */
async function folderOf(uid: number): Promise<string> {
  const folder = await freshFolder()
  await chown(dirname(dirname(folder)), uid, uid)
  return folder
}

test.runIf(others && canUnshare(0, '--user'))(
  'root gets a server in a namespace, and the data folder stays its own',
  async () => {
    const folder = await freshFolder()
    const server = await startEmbeddedPostgres({ folder })
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(clusterOf(folder))).uid).toBe(0)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  },
)

asRoot('root without namespaces gets a server of an unprivileged account', { tags: ['verify'] }, async () => {
  const folder = await freshFolder()
  await mkdir(dirname(folder))
  await chmod(dirname(dirname(folder)), 0o755)
  const server = await startChild(folder, { path: await pathWith() }).started()
  expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await userOfServer(folder)).not.toBe(0)
  expect((await stat(clusterOf(folder))).uid).toBe(await userOfServer(folder))
  expect((await stat(join(folder, 'connection.json'))).uid).toBe(0)
})

asRoot(
  'root without namespaces gets a server below a folder that only root may enter',
  { tags: ['verify'] },
  async () => {
    const folder = await freshFolder()
    const server = await startChild(folder, { path: await pathWith('setpriv') }).started()
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await userOfServer(folder)).not.toBe(0)
  },
)

asRoot('tells root what to do when no way to run PostgreSQL works', async () => {
  const folder = await freshFolder()
  const refused = startChild(folder, { path: await pathWith() }).started()
  await expect(refused).rejects.toThrow(/PostgreSQL does not run as root, .* start Ruam as an ordinary user, or set/)
})

asRoot(
  'rows made in a namespace are there for an account when namespaces are forbidden later',
  { tags: ['verify'] },
  async () => {
    const folder = await freshFolder()
    const first = await startEmbeddedPostgres({ folder })
    await query(first.ownerUrl, 'create table kept as select 7 as seven')
    await first.stop()
    const second = await startChild(folder, { path: await pathWith('setpriv') }).started()
    expect(await query(second.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
    expect(await userOfServer(folder)).not.toBe(0)
  },
)

asRoot(
  'an ordinary user runs the server himself, and root leaves his data folder to him',
  { tags: ['verify'] },
  async () => {
    const folder = await folderOf(NOBODY_UID)
    const stop = { uid: NOBODY_UID, after: 'await server.stop(); process.exit()' }
    await startChild(folder, stop).started()
    await vi.waitUntil(
      () =>
        postmasterPid(folder).then(
          () => false,
          () => true,
        ),
      { timeout: 10_000 },
    )

    // Its port is taken and its log gone: root writes both files of the folder again.
    const somebody = createServer().listen((await readConnection(folder)).port, '127.0.0.1')
    await once(somebody, 'listening')
    onTestFinished(() => void somebody.close())
    await rm(join(folder, 'postgres.log'))
    const server = await startEmbeddedPostgres({ folder })
    await query(server.ownerUrl, 'create table kept as select 7 as seven')
    expect(await userOfServer(folder)).toBe(NOBODY_UID)
    await server.stop()

    const again = await startChild(folder, { uid: NOBODY_UID }).started()
    expect(await query(again.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
    expect(await userOfServer(folder)).toBe(NOBODY_UID)
  },
)

asRoot('tells an ordinary user when the data folder belongs to another one', async () => {
  const folder = await freshFolder()
  await mkdir(folder, { recursive: true })
  const refused = startChild(folder, { uid: NOBODY_UID }).started()
  await expect(refused).rejects.toThrow(
    /This user can't use .*postgres \(EACCES\): start Ruam as the user it belongs to/,
  )
})

test.runIf(others && canUnshare(STRANGER_UID, '--user'))(
  'a user without an account runs the server too',
  { tags: ['verify'] },
  async () => {
    const folder = await folderOf(STRANGER_UID)
    const server = await startChild(folder, { uid: STRANGER_UID }).started()
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(clusterOf(folder))).uid).toBe(STRANGER_UID)
  },
)

test.runIf(others && canUnshare(0, '--mount'))(
  'a container with little shared memory can join in parallel',
  { tags: ['verify'] },
  async () => {
    const folder = await freshFolder()
    const little = 'mount -t tmpfs -o size=2m tmpfs /dev/shm && exec "$@"'
    const prefix = ['unshare', '--mount', '--', '/bin/sh', '-c', little, 'sh']
    const server = await startChild(folder, { prefix }).started()
    const client = new pg.Client({ connectionString: server.ownerUrl })
    onTestFinished(() => client.end())
    await client.connect()
    await client.query(
      `create table words as select md5(i::text) as word from generate_series(1, 200000) i;
     analyze words;
     set min_parallel_table_scan_size = 0; set parallel_setup_cost = 0; set parallel_tuple_cost = 0;
     set work_mem = '32MB'`,
    )
    const join = 'select count(*)::int as pairs from words one join words other using (word)'
    expect(JSON.stringify((await client.query(`explain ${join}`)).rows)).toContain('Parallel Hash')
    expect((await client.query(join)).rows).toEqual([{ pairs: 200_000 }])
  },
)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  clusterOf,
  freshFolder,
  postmasterPid,
  query,
  readConnection,
  startChild,
  usedFolder,
} from '../../testing/database/fixture.testing.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { pidFilePath, postmasterState, processExists } from './process.ts'
import { findPostgresPrograms } from './programs.ts'
import { chooseRunAs, commandAs } from './user.ts'

const onLinux = process.platform === 'linux'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A folder whose postmaster was killed, so that its pid file is left, now with another process id in it. */
async function folderWithPid(pid: number): Promise<string> {
  const folder = await usedFolder()
  await startEmbeddedPostgres({ folder })
  const killed = await postmasterPid(folder)
  process.kill(killed, 'SIGKILL')
  await vi.waitUntil(() => !processExists(killed), { timeout: 5000, interval: 10 })
  const path = pidFilePath(clusterOf(folder))
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(pid)))
  return folder
}

describe('a server that already runs', () => {
  test('is adopted, and any of its callers can stop it', async () => {
    const folder = await usedFolder()
    const first = await startEmbeddedPostgres({ folder })
    const second = await startEmbeddedPostgres({ folder })
    expect(second).toMatchObject({ adopted: true, ownerUrl: first.ownerUrl, superUrl: first.superUrl })
    const pid = await postmasterPid(folder)
    await second.stop()
    // The process that started it collects it a moment later.
    await expect.poll(() => processExists(pid)).toBe(false)
    await first.stop()
  })

  test('is adopted after its Node was killed, with all committed rows', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const child = startChild(folder)
    const first = await child.started()
    await query(first.ownerUrl, 'drop table if exists kept; create table kept as select 7 as seven')
    child.process.kill('SIGKILL')
    await once(child.process, 'exit')
    const second = await startEmbeddedPostgres({ folder })
    expect(second).toMatchObject({ adopted: true, ownerUrl: first.ownerUrl })
    expect(await query(second.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
  })

  test('is adopted when it was started by hand', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const { port } = await readConnection(folder)
    const postgres = join(findPostgresPrograms(), 'bin', 'postgres')
    const files = { folder, cluster: clusterOf(folder), connection: '', log: '' }
    const runAs = await chooseRunAs(files, postgres)
    const [program, args] = commandAs(runAs, postgres, ['-D', clusterOf(folder), '-p', String(port), '-k', ''])
    spawn(program, args, { ...runAs.ids, cwd: '/', stdio: 'ignore' })
    await vi.waitUntil(() => postmasterPid(folder).catch(() => 0), { timeout: 10_000, interval: 5 })
    expect((await startEmbeddedPostgres({ folder })).adopted).toBe(true)
  })

  test('is the one server of two callers that start at the same moment', { tags: ['verify'] }, async () => {
    const folder = await freshFolder()
    const servers = await Promise.all([startEmbeddedPostgres({ folder }), startEmbeddedPostgres({ folder })])
    expect(servers.map((server) => server.adopted).sort()).toEqual([false, true])
    expect(servers[0].ownerUrl).toBe(servers[1].ownerUrl)
  })

  test('is the one server of three processes that start at the same moment', { tags: ['verify'] }, async () => {
    const folder = await freshFolder()
    const children = [startChild(folder), startChild(folder), startChild(folder)]
    const servers = await Promise.all(children.map((child) => child.started()))
    expect(servers.map((server) => server.adopted).sort()).toEqual([false, true, true])
    expect(new Set(servers.map((server) => server.ownerUrl)).size).toBe(1)
  })

  test('ignores Ctrl-C, so that Node can still save its work before it stops the server', {
    tags: ['verify'],
  }, async () => {
    const folder = await usedFolder()
    const after = `
      process.on('SIGINT', async () => {
        const client = new pg.Client({ connectionString: server.ownerUrl })
        await client.connect()
        await client.query('drop table if exists saved; create table saved as select 1 as one')
        await client.end()
        await server.stop()
        console.log('stopped')
        process.exit()
      })
      setInterval(() => {}, 1000)
      console.log('waiting')`
    const child = startChild(folder, { after })
    await child.started()
    expect(await child.line()).toBe('waiting')
    const pid = await postmasterPid(folder)
    process.kill(-child.process.pid!, 'SIGINT')
    expect(await child.line()).toBe('stopped')
    expect(processExists(pid)).toBe(false)
    const server = await startEmbeddedPostgres({ folder })
    expect(await query(server.ownerUrl, 'select one from saved')).toEqual([{ one: 1 }])
  })

  test('does not keep Node from ending', { tags: ['verify'] }, async () => {
    const child = startChild(await usedFolder(), { after: '' })
    await child.started()
    expect(await once(child.process, 'exit')).toEqual([0, null])
  })

  test('writes problems to our log and everything else to its own', { tags: ['verify'] }, async () => {
    const lines: string[] = []
    const folder = await usedFolder()
    const server = await startEmbeddedPostgres({ folder, log: (line) => void lines.push(line) })
    await query(server.ownerUrl, 'select no_such_column').catch(() => {})
    await query(server.superUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1').catch(() => {})
    await vi.waitUntil(() => lines.length > 0, { timeout: 10_000 })
    expect(lines).toEqual([expect.stringMatching(/FATAL: {2}password authentication failed for user "postgres"/)])
    await server.stop()
    expect(await readFile(join(folder, 'postgres.log'), 'utf8')).toContain('column "no_such_column" does not exist')
  })
})

describe('a server that was killed', () => {
  test('restarts with all committed rows, even while one of its orphans runs an endless query', {
    tags: ['verify'],
  }, async () => {
    const folder = await usedFolder()
    const lines: string[] = []
    const first = await startEmbeddedPostgres({ folder, log: (line) => void lines.push(line) })
    await query(first.ownerUrl, 'drop table if exists kept; create table kept as select 7 as seven')
    const client = new pg.Client({ connectionString: first.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const orphan = rows[0]!.pid
    const endless = 'do $$ begin loop end loop; end $$'
    const lost = client.query(endless).catch(() => 'lost')
    const state = async () =>
      (await query(first.superUrl, `select query from pg_stat_activity where pid = ${orphan}`))[0]
    await vi.waitUntil(async () => (await state())?.query === endless, { timeout: 5000, interval: 10 })
    const pid = await postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => lines.some((line) => line.includes('ended unexpectedly')), { timeout: 5000 })
    expect(await postmasterState(orphan, clusterOf(folder))).toBe('other')

    const second = await startEmbeddedPostgres({ folder })
    expect(second.adopted).toBe(false)
    expect(await query(second.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
    expect(await postmasterState(orphan, clusterOf(folder))).toBe('gone')
    expect(await lost).toBe('lost')
  })

  test('is not taken for alive when its id now belongs to another program', { tags: ['verify'] }, async () => {
    const other = spawn('sleep', ['600'], { stdio: 'ignore' })
    onTestFinished(() => void other.kill())
    const folder = await folderWithPid(other.pid!)
    expect((await startEmbeddedPostgres({ folder })).adopted).toBe(false)
    expect(processExists(other.pid!)).toBe(true)
  })

  test('is not taken for alive when its id now belongs to the PostgreSQL of another folder', {
    tags: ['verify'],
  }, async () => {
    const elsewhere = await usedFolder('elsewhere')
    const other = await startEmbeddedPostgres({ folder: elsewhere })
    const folder = await folderWithPid(await postmasterPid(elsewhere))
    const server = await startEmbeddedPostgres({ folder })
    expect(server.adopted).toBe(false)
    expect(server.ownerUrl).not.toBe(other.ownerUrl)
    expect(await query(other.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is not taken for alive when it is left as a zombie', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const parent = startChild(folder)
    await parent.started()
    parent.process.kill('SIGSTOP')
    const pid = await postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    expect(processExists(pid)).toBe(true)
    const server = await startEmbeddedPostgres({ folder })
    expect(server.adopted).toBe(false)
    expect(processExists(pid)).toBe(true)
  })

  test('is not taken for alive when its pid file is empty', { tags: ['verify'] }, async () => {
    const folder = await folderWithPid(1)
    await truncate(pidFilePath(clusterOf(folder)))
    const server = await startEmbeddedPostgres({ folder })
    expect(server.adopted).toBe(false)
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(onLinux)('is distinguished from a live one, and from the other processes of a live one', async () => {
    const folder = await usedFolder()
    const server = await startEmbeddedPostgres({ folder })
    const pid = await postmasterPid(folder)
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)
    expect(await postmasterState(pid, clusterOf(folder))).toBe('ours')
    expect(await postmasterState(children[0]!, clusterOf(folder))).toBe('other')
    await server.stop()
    expect(await postmasterState(pid, clusterOf(folder))).toBe('gone')
  })
})

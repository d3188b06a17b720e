import { once } from 'node:events'
import { mkdir, readdir, rm, stat, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  clusterOf,
  freshFolder,
  query,
  readConnection,
  startChild,
  usedFolder,
} from '../../testing/database/fixture.testing.ts'
import { startEmbeddedPostgres } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('the first start', () => {
  test('makes a database whose owner may make roles and is no superuser', { tags: ['verify'] }, async () => {
    const server = await startEmbeddedPostgres({ folder: await freshFolder() })
    expect(server.adopted).toBe(false)
    expect(
      await query(
        server.ownerUrl,
        `select current_user::text as role, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
                current_database() as name, datdba = r.oid as owns, pg_encoding_to_char(encoding) as encoding,
                datlocprovider, datlocale, datcollate
           from pg_roles r, pg_database where rolname = current_user and datname = current_database()`,
      ),
    ).toEqual([
      {
        ...{ role: 'ruam_owner', rolsuper: false, rolcreaterole: true, rolcreatedb: false, rolbypassrls: false },
        ...{ rolreplication: false, name: 'ruam', owns: true, encoding: 'UTF8' },
        ...{ datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C' },
      },
    ])
    expect(await query(server.superUrl, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: true },
    ])
  })

  test('gives a database whose trigrams know Thai letters', async () => {
    const server = await startEmbeddedPostgres({ folder: await freshFolder() })
    await query(server.ownerUrl, 'create extension pg_trgm')
    expect(await query(server.ownerUrl, `select show_trgm('ก') <> '{}' as thai`)).toEqual([{ thai: true }])
  })

  test('keeps the passwords and the data readable for their owner alone', { tags: ['verify'] }, async () => {
    const folder = await freshFolder()
    await startEmbeddedPostgres({ folder })
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    expect(await modeOf(folder)).toBe('700')
    expect(await modeOf(clusterOf(folder))).toBe('700')
    expect(await modeOf(join(folder, 'connection.json'))).toBe('600')
    expect(await modeOf(join(folder, 'postgres.log'))).toBe('600')
    expect(await readdir(folder)).toEqual(['cluster', 'connection.json', 'postgres.log'])
  })

  test('rejects connections without the password, and listens on this machine only', async () => {
    const server = await startEmbeddedPostgres({ folder: await freshFolder() })
    const wrong = server.superUrl.replace(/:[^:@]+@/, ':wrong@')
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    expect(
      await query(
        server.superUrl,
        `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
                current_setting('fsync') as fsync, current_setting('jit') as jit, current_setting('TimeZone') as zone,
                (select array_agg(distinct auth_method) from pg_hba_file_rules)::text as methods`,
      ),
    ).toEqual([
      { addresses: '127.0.0.1', sockets: '', fsync: 'on', jit: 'off', zone: 'UTC', methods: '{scram-sha-256}' },
    ])
  })

  test('begins again when it was interrupted', { tags: ['verify'] }, async () => {
    const folder = await freshFolder()
    const child = startChild(folder)
    const making = async () => (await readdir(folder).catch(() => [])).find((name) => name.startsWith('new-cluster'))
    const half = await vi.waitUntil(making, { timeout: 10_000, interval: 2 })
    const inside = async () => (await readdir(join(folder, half)).catch(() => [])).length > 0
    await vi.waitUntil(inside, { timeout: 10_000, interval: 2 })
    child.process.kill('SIGKILL')
    await once(child.process, 'exit')
    expect(await readdir(folder)).not.toContain('cluster')

    const server = await startEmbeddedPostgres({ folder })
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(folder)).filter((name) => name.startsWith('new-'))).toEqual([])
  })

  test('fills a data folder that was left empty', { tags: ['verify'] }, async () => {
    const folder = await freshFolder()
    await mkdir(clusterOf(folder), { recursive: true, mode: 0o700 })
    const server = await startEmbeddedPostgres({ folder })
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('makes the owner and the database when it ended between the server and them', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const first = await startEmbeddedPostgres({ folder })
    await query(first.superUrl, 'drop database ruam')
    await query(first.superUrl, 'drop role ruam_owner')
    await first.stop()
    const second = await startEmbeddedPostgres({ folder })
    expect(await query(second.ownerUrl, 'select current_user::text as role')).toEqual([{ role: 'ruam_owner' }])
  })
})

describe('the next start', () => {
  test('finds the rows, the port and the passwords of the last one', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const first = await startEmbeddedPostgres({ folder })
    await query(first.ownerUrl, 'drop table if exists kept; create table kept as select 7 as seven')
    await first.stop()
    const second = await startEmbeddedPostgres({ folder })
    expect(second).toMatchObject({ ownerUrl: first.ownerUrl, superUrl: first.superUrl, adopted: false })
    expect(await query(second.ownerUrl, 'select seven from kept')).toEqual([{ seven: 7 }])
  })

  test('takes another port when another program has the last one, and keeps that', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const { port } = await readConnection(folder)
    const somebody = createServer().listen(port, '127.0.0.1')
    await once(somebody, 'listening')
    onTestFinished(() => void somebody.close())
    const server = await startEmbeddedPostgres({ folder })
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    const kept = (await readConnection(folder)).port
    expect(kept).not.toBe(port)
    expect(new URL(server.ownerUrl).port).toBe(String(kept))
  })

  test('uses the settings that it is given', { tags: ['verify'] }, async () => {
    const server = await startEmbeddedPostgres({ folder: await usedFolder(), settings: { work_mem: '5MB' } })
    expect(await query(server.ownerUrl, 'show work_mem')).toEqual([{ work_mem: '5MB' }])
  })

  test('reports the reason when the server refuses to start', { tags: ['verify'] }, async () => {
    const lines: string[] = []
    const folder = await usedFolder()
    const log = (line: string) => void lines.push(line)
    await expect(startEmbeddedPostgres({ folder, log, settings: { work_mem: 'plenty' } })).rejects.toThrow(
      /^PostgreSQL did not start on .*: invalid value for parameter "work_mem": "plenty"/,
    )
    expect(lines).toEqual([expect.stringContaining('FATAL:  invalid value for parameter "work_mem"')])
  })

  test('asks for the passwords back when their file is gone or damaged, and touches nothing', {
    tags: ['verify'],
  }, async () => {
    const folder = await usedFolder('spoiled')
    const path = join(folder, 'connection.json')
    await truncate(path, 10)
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/damaged; restore it from a backup/)
    await rm(path)
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/missing; restore it from a backup/)
    expect(await readdir(folder)).toEqual(['cluster', 'postgres.log'])
  })

  test('puts a log aside that has grown over 10 MB', { tags: ['verify'] }, async () => {
    const folder = await usedFolder()
    const path = join(folder, 'postgres.log')
    await truncate(path, 10 * 1024 * 1024 + 1)
    await startEmbeddedPostgres({ folder })
    expect((await stat(`${path}.old`)).size).toBe(10 * 1024 * 1024 + 1)
    expect((await stat(path)).size).toBeLessThan(10_000)
  })
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clusterOf, postmasterPid, query, usedFolder } from '../../testing/database/fixture.testing.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { postmasterState, processExists } from './process.ts'
import { supervisePostgres } from './supervise.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

async function keep(folder: string) {
  const lines: string[] = []
  const kept = await supervisePostgres(folder, (line) => lines.push(line))
  onTestFinished(() => kept.stop())
  const pool = new pg.Pool({ connectionString: kept.ownerUrl, max: 2 }).on('error', () => {})
  onTestFinished(() => pool.end())
  return { ...kept, pool, lines }
}

let killedAt = new Date().toISOString()

async function killPostmaster(folder: string): Promise<number> {
  // A backend may outlive its server for a moment and answer: the file then still names the server that is gone.
  const pid = await vi.waitUntil(
    async () => {
      const named = await postmasterPid(folder).catch(() => undefined)
      return named !== undefined && processExists(named) ? named : undefined
    },
    { timeout: 30_000, interval: 20 },
  )
  killedAt = new Date().toISOString()
  process.kill(pid, 'SIGKILL')
  await vi.waitUntil(async () => (await postmasterState(pid, clusterOf(folder))) === 'gone', {
    timeout: 5000,
    interval: 5,
  })
  return pid
}

const answers = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

/** A backend of the server that was killed may still answer for a moment: it must be one that has started since. */
const backAgain = (pool: pg.Pool) =>
  vi.waitUntil(
    () =>
      pool.query<{ since: boolean }>('select pg_postmaster_start_time() > $1::timestamptz as since', [killedAt]).then(
        ({ rows }) => rows[0]!.since,
        () => false,
      ),
    { timeout: 30_000, interval: 20 },
  )

test('a server that is killed under a living process runs again on its port, with every committed row', async () => {
  const folder = await usedFolder()
  const { ownerUrl, pool, lines } = await keep(folder)
  await pool.query('drop table if exists kept; create table kept as select 7 as seven')
  await killPostmaster(folder)
  await backAgain(pool)
  expect((await pool.query('select seven from kept')).rows).toEqual([{ seven: 7 }])
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await vi.waitUntil(() => lines.some((line) => line.includes('it runs again after')), { timeout: 5000 })
  expect(lines.filter((line) => line.includes('FATAL'))).toEqual([])
})

test('a transaction that the death of the server cuts short is refused, and its process lives on', {
  tags: ['verify'],
}, async () => {
  const folder = await usedFolder()
  const { pool } = await keep(folder)
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  await killPostmaster(folder)
  await backAgain(pool)
  await expect(client.query('select 1')).rejects.toThrow()
})

test('a server that dies again is started again', { tags: ['verify'] }, async () => {
  const folder = await usedFolder()
  const { pool } = await keep(folder)
  for (let round = 0; round < 3; round++) {
    await killPostmaster(folder)
    await backAgain(pool)
  }
})

test('two processes that lose their server have one again, the same', { tags: ['verify'] }, async () => {
  const folder = await usedFolder()
  const [one, other] = [await keep(folder), await keep(folder)]
  const killed = await killPostmaster(folder)
  await Promise.all([backAgain(one.pool), backAgain(other.pool)])
  const start = 'select pg_postmaster_start_time()::text as at'
  expect((await one.pool.query(start)).rows).toEqual((await other.pool.query(start)).rows)
  expect(await postmasterPid(folder)).not.toBe(killed)
})

test('a server waits for its port instead of moving to one that no process knows', { tags: ['verify'] }, async () => {
  const folder = await usedFolder()
  const { ownerUrl, pool, lines } = await keep(folder)
  await killPostmaster(folder)
  const port = Number(new URL(ownerUrl).port)
  const thief = createServer((socket) => socket.destroy())
  for (;;) {
    thief.listen(port, '127.0.0.1')
    const taken = await Promise.race([
      once(thief, 'listening').then(() => true),
      once(thief, 'error').then(() => false),
    ])
    if (taken) break
    await killPostmaster(folder)
  }
  await vi.waitUntil(() => lines.some((line) => line.includes('brought up again yet')), { timeout: 20_000 })
  thief.close()
  await backAgain(pool)
  expect(lines.filter((line) => line.includes('brought up again yet'))).toHaveLength(1)
})

test('the first process to leave keeps the server running for the other; the last one stops it', {
  tags: ['verify'],
}, async () => {
  const folder = await usedFolder()
  const [first, second] = [await keep(folder), await keep(folder)]
  const pid = await postmasterPid(folder)
  await first.stop()
  expect(await answers(second.pool)).toBe(true)
  await second.stop()
  expect(processExists(pid)).toBe(false)
})

test('a server that is leaving is not waited for: the next one to come has its own', { tags: ['verify'] }, async () => {
  const folder = await usedFolder()
  const first = await keep(folder)
  const [second] = await Promise.all([keep(folder), first.stop()])
  expect(await answers(second.pool)).toBe(true)
})

test('a server that is stopped by hand while its processes run is started again', { tags: ['verify'] }, async () => {
  const folder = await usedFolder()
  const { pool } = await keep(folder)
  await (await startEmbeddedPostgres({ folder })).stop()
  await backAgain(pool)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAs } from '../../core/context.ts'
import { makeStore, rowsAt, sumsAt, write } from '../../testing/servers/scene.testing.ts'
import { secretKey, twoClusters } from '../../testing/servers/two-clusters.testing.ts'
import { beginMove, holdWrites, readPlacement, release } from '../store-holds.ts'
import { closedAt, leaveSource } from './leave.ts'
import { closeStrays, lookAfterMoves } from './look-after-moves.ts'
import { cancelMove, moveStore } from './move.ts'
import { acquireMoverLock } from './mover-lock.ts'
import { beginRecord, beginStep } from './state.ts'

let scene: Awaited<ReturnType<typeof twoClusters>>
beforeAll(async () => {
  scene = await twoClusters({ fsync: 'off' })
})

const move = (storeId: number, to: number, more: { byCopy?: boolean; say?: (line: string) => void } = {}) =>
  moveStore({ servers: scene.servers, storeId, to, secretKey, say: () => {}, ...more })

describe('a store that is moved while it is written', () => {
  test('has every row once at its new server, goes back, and other stores stay as they were', async () => {
    const { one, two, servers } = scene
    const [storeId, other] = [await makeStore(one, 300), await makeStore(one, 50)]
    const before = await sumsAt(one, other)
    await one.admin.query(
      "insert into pgboss.job (name, data, policy) values ('ingest', jsonb_build_object('store_id', $1::int), 'short')",
      [storeId],
    )
    let [written, longest, stopped] = [0, 0, false]
    const writing = (async () => {
      while (!stopped) {
        const begun = performance.now()
        const server = (await readPlacement(servers, storeId))!.server
        await write(servers.get(server), storeId, written + 1).then(
          () => {
            written++
          },
          (error) => {
            if (!closedAs(error)) throw error
          },
        )
        longest = Math.max(longest, performance.now() - begun)
      }
    })()
    const moved = await move(storeId, 2)
    stopped = true
    await writing
    expect(moved).toMatchObject({ step: 'moved', source: 1, target: 2 })
    expect(moved!.held_ms).toBeLessThan(10_000)
    expect(longest).toBeLessThan(10_000)
    const { rows } = await two.admin.query<{ n: number; all: number }>(
      "select count(distinct subject_id)::int as n, count(*)::int as all from audit_log where store_id = $1 and action = 'noted'",
      [storeId],
    )
    expect(rows[0]).toEqual({ n: written, all: written })
    expect(await closedAt(one, storeId)).toMatchObject({ state: 'moved' })
    expect(await sumsAt(one, other)).toEqual(before)
    expect(await rowsAt(two, other)).toBe(0)
    const jobs = (cluster: typeof one) =>
      cluster.admin.query("select from pgboss.job where (data ->> 'store_id')::int = $1 and start_after < now()", [
        storeId,
      ])
    expect([(await jobs(one)).rowCount, (await jobs(two)).rowCount]).toEqual([0, 1])
    // New ids follow the existing ones, although each server has its own range.
    const there = await sumsAt(two, storeId)
    await move(storeId, 1, { byCopy: true })
    expect(await sumsAt(one, storeId)).toEqual(there)
    await write(one, storeId, 0)
    const last = await one.admin.query<{ subject_id: string }>(
      'select subject_id from audit_log where store_id = $1 order by id desc limit 1',
      [storeId],
    )
    expect(last.rows[0]!.subject_id).toBe('0')
  })

  test('leaves nothing of replication behind, and its old copy goes after a day', { tags: ['verify'] }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 10)
    await move(storeId, 2)
    const left = `select (select count(*) from pg_replication_slots) + (select count(*) from pg_publication) + (select count(*) from pg_subscription)
      + (select count(*) from pg_roles where rolname = 'ruam_move') as n`
    for (const { admin } of [one, two]) expect((await admin.query<{ n: number }>(left)).rows[0]!.n).toBe(0)
    await lookAfterMoves(servers)
    expect(await rowsAt(one, storeId)).toBeGreaterThan(0)
    await one.admin.query("update store_move set moved_at = now() - interval '25 hours' where store = $1", [storeId])
    await lookAfterMoves(servers)
    expect(await rowsAt(one, storeId)).toBe(0)
    expect(await rowsAt(two, storeId)).toBeGreaterThan(0)
  })
})

describe('the old copy of a store', () => {
  test('rejects writes of the application, of functions that visit all stores, and of a stale router', {
    tags: ['verify'],
  }, async () => {
    const { one, two } = scene
    const storeId = await makeStore(one, 5)
    await move(storeId, 2, { byCopy: true })
    const before = await sumsAt(one, storeId)
    await expect(write(one, storeId, 1)).rejects.toMatchObject({ code: 'RU002' })
    const client = await one.pool.connect()
    // As a router that does not ask would do it.
    await client.query(`begin; set local ruam.store_id = '${storeId}'`)
    await expect(client.query('delete from profile where store_id = $1', [storeId])).rejects.toMatchObject({
      code: 'RU002',
    })
    await client.query('rollback')
    client.release()
    await one.pool.query('select auth.notify_disk(99)')
    expect(await sumsAt(one, storeId)).toEqual(before)
    await two.pool.query('select auth.notify_disk(99)')
    const noticed = await two.admin.query('select from notification where store_id = $1', [storeId])
    expect(noticed.rowCount).toBe(1)
  })

  test('is closed again when a restored backup brings it back, and the store at its new server stays open', {
    tags: ['verify'],
  }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 5)
    await move(storeId, 2, { byCopy: true })
    await one.admin.query('delete from store_closed where store = $1', [storeId])
    await write(one, storeId, 1)
    expect(await closeStrays(servers)).toBe(1)
    await expect(write(one, storeId, 2)).rejects.toMatchObject({ code: 'RU002' })
    await write(two, storeId, 2)
  })
})

describe('a move without replication', () => {
  test('copies a store whose writes are held meanwhile', { tags: ['verify'] }, async () => {
    const { one, two } = scene
    const storeId = await makeStore(one, 100)
    const before = await sumsAt(one, storeId)
    const said: string[] = []
    await move(storeId, 2, { byCopy: true, say: (line) => said.push(line) })
    expect(said.join('\n')).toContain('Its writes are held until all of its rows are copied')
    expect(await sumsAt(two, storeId)).toEqual(before)
    await expect(write(one, storeId, 1)).rejects.toMatchObject({ code: 'RU002' })
    await write(two, storeId, 1)
  })
})

describe('the command', () => {
  test('says what to do when it cannot move', { tags: ['verify'] }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 1)
    await expect(move(storeId, 9)).rejects.toThrow(
      'There is no server 9: there are the servers 1, 2. Set DATABASE_URL_9',
    )
    await expect(move(999_999, 2)).rejects.toThrow('There is no store 999999.')
    const said: string[] = []
    await move(storeId, 1, { say: (line) => said.push(line) })
    expect(said).toEqual([`Store ${storeId} is on server 1: there is nothing to move.`])
    const lock = await acquireMoverLock(one.ownerUrl, storeId)
    await expect(move(storeId, 2)).rejects.toThrow(
      `Another process is moving store ${storeId}: wait until it has ended.`,
    )
    await lock!.release()
    await expect(cancelMove(servers, storeId, () => {})).rejects.toThrow('No move of store')
  })

  test('refuses to leave when the copies differ, and a move that is given up leaves the store as it was', {
    tags: ['verify'],
  }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 20)
    const before = await sumsAt(one, storeId)
    let spoilt = false
    const spoil = async () => {
      // As soon as rows have arrived.
      while (!spoilt) {
        const { rowCount } = await two.admin.query('select from audit_log where store_id = $1 limit 1', [storeId])
        if (!rowCount) {
          await sleep(20)
          continue
        }
        const client = await two.admin.connect()
        await client.query('set session_replication_role = replica')
        await client.query(
          'delete from audit_log where store_id = $1 and id = (select min(id) from audit_log where store_id = $1)',
          [storeId],
        )
        await client.query('reset session_replication_role')
        client.release()
        spoilt = true
      }
    }
    const spoiling = spoil()
    await expect(move(storeId, 2)).rejects.toThrow(/differs in audit_log \(20 rows, in the copy 19\)/)
    await spoiling
    expect(await closedAt(one, storeId)).toMatchObject({ state: 'open' })
    await cancelMove(servers, storeId, () => {})
    expect(await rowsAt(two, storeId)).toBe(0)
    expect(await sumsAt(one, storeId)).toEqual(before)
    await write(one, storeId, 1)
    await move(storeId, 2)
    expect(await rowsAt(two, storeId)).toBeGreaterThan(0)
  })

  test('opens a store that a killed move left held, and resumes when it is called again', {
    tags: ['verify'],
  }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 10)
    await beginMove(servers, storeId, 2)
    await beginRecord(servers, { store: storeId, source: 1, target: 2, by_copy: true })
    await beginStep(servers, storeId, 'held')
    await holdWrites(servers, storeId)
    await lookAfterMoves(servers)
    expect(await closedAt(one, storeId)).toMatchObject({ state: 'open' })
    await write(one, storeId, 1)
    expect(await move(storeId, 2, { byCopy: true })).toMatchObject({ step: 'moved' })
  })

  test('does not leave a store that was opened while it slept', { tags: ['verify'] }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 1)
    await beginMove(servers, storeId, 2)
    await holdWrites(servers, storeId)
    const { since } = await closedAt(one, storeId)
    await release(servers, storeId)
    await write(one, storeId, 1)
    await beginMove(servers, storeId, 2)
    await holdWrites(servers, storeId)
    expect(await leaveSource(one, storeId, since!)).toBe(false)
    expect(await leaveSource(one, storeId, (await closedAt(one, storeId)).since!)).toBe(true)
  })
})
